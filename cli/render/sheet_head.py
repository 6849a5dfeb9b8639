"""The first line of a sheet, in every game: who it is, and how she is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cli.render.styled import Text

STYLES = {
    "dead": "bold red",
    "torpor": "magenta",
    "unconscious": "magenta",
    "incapacitated": "red",
    "helpless": "red",
    "active": "green",
}


def head_of(sheet: Mapping[str, Any]) -> Text:
    """Name, system, status and conditions."""
    head = Text.assemble(
        (sheet["name"], "bold"),
        "  ",
        sheet["system"],
        "  ",
        (sheet["status"], STYLES.get(sheet["status"], "")),
    )
    if sheet["conditions"]:
        head.append("  " + ", ".join(sheet["conditions"]), "yellow")
    return head
