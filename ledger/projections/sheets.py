"""Sheets: the status of characters at an in-game second, as the reference describes it."""

from collections.abc import Mapping
from typing import Any

from ledger.errors import Refused
from ledger.naming import refuse_unknown
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


def value_at(sheet: Any, path: str) -> Any:
    """The value at a dotted path of a sheet; None below what is null.

    A row of a list is named by its place, from 0, or by its name.

    Raises:
        Refused: where a table has no such key, or a list no such place.
    """
    here, rest = sheet, path
    while rest and here is not None:
        if isinstance(here, Mapping):
            # keys may have dots or blanks in them: the longest that fits
            key = next((k for k in _heads(rest) if k in here), None)
            if key is None:
                raise refuse_unknown(rest.partition(".")[0], tuple(here), f"{path}:")
            here, rest = here[key], rest[len(key) + 1 :]
        elif isinstance(here, list):
            here, rest = _row(here, rest, path)
        else:
            raise Refused(f"{path}: there is nothing below {shown_value(here)}")
    return here


def _row(rows: list[Any], rest: str, path: str) -> tuple[Any, str]:
    """A row of a list, and the path that is left."""
    head, _, below = rest.partition(".")
    if head.isascii() and head.isdigit() and len(head) < 6 and int(head) < len(rows):
        return rows[int(head)], below
    named = {row["name"]: row for row in rows if isinstance(row, Mapping) and "name" in row}
    key = next((k for k in _heads(rest) if k in named), None)
    if key is None:
        raise Refused(f"{path}: there are {len(rows)}, counted from 0, and no {head[:20]}")
    return named[key], rest[len(key) + 1 :]


def _heads(path: str) -> list[str]:
    parts = path.split(".")
    return [".".join(parts[:n]) for n in range(len(parts), 0, -1)]


def shown_value(value: Any) -> str:
    """A value of a sheet as it is written: null is `none`, a list its items with commas."""
    if isinstance(value, list):
        return ",".join(map(str, value)) or "none"
    return "none" if value is None else str(value)
