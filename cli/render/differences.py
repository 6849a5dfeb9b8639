"""Differences between two histories: as lines behind a receipt, as a table, and as JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from ledger.events import shown

if TYPE_CHECKING:
    from ledger.calendar import Calendar
    from ledger.projections.difference import Change, Consequences

# what follows from other values: the track, the level, the cause; wounds, fatigue and load
IMPLIED = ("boxes.", "damage.", "movement", "torpor.open_ended", "modifiers.")
ALSO_IMPLIED = re.compile(r"pending\.\d+\.modifier|locations\.[^.]+\.disabled")
CALLED: Mapping[str, str] = {
    "torpor.cause": "torpor",
    "torpor.since": "in torpor since",
    "torpor.earliest_waking": "earliest waking",
    "hospital.since": "in hospital since",
    "hospital.outpatient": "as an outpatient",
    "physical_penalty": "physical penalty",
}
PATTERNS: Sequence[tuple[re.Pattern[str], str]] = (
    (re.compile(r"pools\.(.+)\.now"), r"\1"),
    (re.compile(r"pools\.(.+)\.max"), r"\1, at most"),
    (re.compile(r"pools\.(.+)\.per_turn"), r"\1 a turn"),
    (re.compile(r"meditation\.(.+)\.(.+)"), r"difficulty of \1 by \2"),
    (re.compile(r"armor\.(\d+)\.(.+)"), r"armour \1 \2"),
    (re.compile(r"(?:locations|characteristics)\.(.+)\.now"), r"\1"),
    (re.compile(r"(?:locations|characteristics)\.(.+)\.(.+)"), r"\1 \2"),
)
HERE = "in the campaign"

Row = tuple[str, str, str, str]  # who, what, before, after


def consequences_document(calendar: Calendar, found: Consequences) -> dict[str, Any]:
    """Differences as the reference describes them."""
    return {
        "at": calendar.format(found.at),
        "changes": [msgspec.to_builtins(change) for change in found.changes],
        "findings": [msgspec.to_builtins(finding) for finding in found.findings],
    }


def consequence_lines(calendar: Calendar, found: Consequences) -> Iterator[str]:
    """What something changes besides going on, a line each."""
    at, rows = calendar.format(found.at), [*told(found), *forecasts(calendar, found)]
    yield f"what changes at {at}:" if rows else f"no sheet changes at {at}"
    for who, what, before, after in rows:
        yield f"  {who}  {what} {before} → {after}"
    for finding in found.findings:
        yield f"  unlawful now: {finding.event}: {finding.why}"


def table_lines(
    calendar: Calendar,
    found: Consequences,
    heads: tuple[str, str],
    named: Callable[[str], str],
) -> Iterator[str]:
    """A table of before and after, what is due otherwise included, and the findings.

    *heads* stand above the values of the two histories; *named* tells of an event by its id.
    """
    rows = [*told(found), *forecasts(calendar, found)]
    if rows:
        order = {who: place for place, who in enumerate(dict.fromkeys(row[0] for row in rows))}
        rows.sort(key=lambda row: order[row[0]])
        cells = [("who", "what", *heads), *rows]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        last = ""
        for row in cells:
            shown_row = ("", *row[1:]) if row[0] == last else row
            last = row[0]
            padded = [cell.ljust(width) for cell, width in zip(shown_row, widths, strict=True)]
            yield "  ".join(padded).rstrip()
    for finding in found.findings:
        yield f"unlawful then: {named(finding.event)}: {finding.why}"


def forecasts(calendar: Calendar, found: Consequences) -> Iterator[Row]:
    """What is ahead at another moment, or in one history only, and no value of a sheet says so."""
    known = {(who, before, after) for who, _, before, after in told(found)}
    for row in found.due:
        dates = [None if at is None else calendar.format(at) for at in (row.before, row.after)]
        if (row.who, *map(shown, dates)) not in known:
            before, after = (date or "not due" for date in dates)
            yield row.who, f"{row.what}:", before, after


def told(found: Consequences) -> Iterator[Row]:
    """The changes for a reader: what goes without saying is left out, and paths are words."""
    arrivals = {change.who: change for change in found.changes if change.path == "status"}
    for change in found.changes:
        status = arrivals.get(change.who)
        if status is not None and status.after is None:  # a sheet always has a status
            if change is status:
                yield change.who, HERE, "yes", "no"
        elif status is not None and status.before is None:
            if change is status:
                yield change.who, HERE, "no", "yes"
            if change.after is not None and not _goes_without_saying(change, found.changes):
                yield change.who, called(change.path), "", _value(change.after)
        elif not _goes_without_saying(change, found.changes):
            yield change.who, called(change.path), _value(change.before), _value(change.after)


def called(path: str) -> str:
    """The path of a value in a reader's words."""
    if path in CALLED:
        return CALLED[path]
    for pattern, words in PATTERNS:
        if pattern.fullmatch(path):
            return pattern.sub(words, path).replace("_", " ")
    return path.replace(".", " ").replace("_", " ")


def _goes_without_saying(change: Change, changes: Sequence[Change]) -> bool:
    """Whether a reader knows it from the other values; JSON has them all."""
    if change.path == "physical_penalty":
        return msgspec.structs.replace(change, path="penalty") in changes
    return change.path.startswith(IMPLIED) or ALSO_IMPLIED.fullmatch(change.path) is not None


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return shown(value)
