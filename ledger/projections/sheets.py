"""Sheets: the status of characters at an in-game second, as the reference describes it."""

from typing import Any

from ledger.replay import Life
from ledger.rules.settings import World
from ledger.rules.system import State


def sheet(life: Life, at: int) -> dict[str, Any] | None:
    """A character's sheet; None when the character has not been added by then."""
    return sheet_of(life, *life.at(at), at)


def sheet_of(
    life: Life, state: State | None, world: World, at: int, *, ahead: bool = True
) -> dict[str, Any] | None:
    """The sheet of a state of a life, as it is at an in-game second.

    *ahead* says whether to look for what is due.
    """
    if state is None or life.system is None:
        return None
    due = sorted(life.system.due(state, world, at), key=lambda due: due.at) if ahead else []
    findings = [{"event": finding.event, "why": finding.why} for finding in life.findings]
    return {
        "name": life.who,
        "system": life.system.name,
        **life.system.sheet(state, world, at),
        "due": [
            {"at": world.calendar.format(row.at), "what": row.what, "rule": row.rule} for row in due
        ],
        "findings": findings,
    }
