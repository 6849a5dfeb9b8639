"""Differences: what two histories make of the same sheets, value by value."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from ledger.events import Finding
from ledger.projections.sheets import sheet_of
from ledger.replay import Life

# ids and forecasts follow from the values beside them; traits are what was said, not what follows
LEFT_OUT = frozenset({"event", "due", "findings", "name", "system", "traits"})


class Change(msgspec.Struct, frozen=True):
    """A value of a sheet that differs: its dotted path, before and after."""

    who: str
    path: str
    before: Any
    after: Any


class Consequences(msgspec.Struct, frozen=True):
    """What a change of the past changes.

    Attributes:
        at: the in-game second at which sheets are compared.
        changes: the values that differ.
        findings: the events that are unlawful only now.
    """

    at: int
    changes: tuple[Change, ...]
    findings: tuple[Finding, ...] = ()


def changes(
    who: str, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
) -> list[Change]:
    """The values that differ between two sheets of a character; None stands for no sheet."""
    return [Change(who, path, *pair) for path, *pair in _walk("", before or {}, after or {})]


def changes_of(old: Life, new: Life, then: int, now: int) -> list[Change]:
    """The values that differ between a life at *then* and another at *now*."""
    before = sheet_of(old, *old.at(then), then, ahead=False)
    return changes(new.who, before, sheet_of(new, *new.at(now), now, ahead=False))


def _walk(path: str, before: Any, after: Any) -> Iterator[tuple[str, Any, Any]]:
    if _is_table(before) and _is_table(after):
        for key in dict.fromkeys([*(before or {}), *(after or {})]):
            if key not in LEFT_OUT:
                at = f"{path}.{key}" if path else key
                yield from _walk(at, (before or {}).get(key), (after or {}).get(key))
    elif _is_rows(before) and _is_rows(after):
        for index, (one, other) in enumerate(zip_longest(before or [], after or [])):
            yield from _walk(f"{path}.{index}", one, other)
    elif before != after:
        yield path, before, after


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) or value is None


def _is_rows(value: Any) -> bool:
    """Whether it is a list of tables; a list of words is a single value."""
    return value is None or (
        isinstance(value, Sequence)
        and not isinstance(value, str)
        and all(isinstance(row, Mapping) for row in value)
    )
