"""Differences: what two histories make of the same sheets, value by value.

A late event, a correction, a what-if and two branches are all compared here.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress, count, zip_longest
from operator import is_not
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


class Forecast(msgspec.Struct, frozen=True):
    """Something ahead that is due at another moment in the other history, or in one of them only.

    Attributes:
        who: the character's name.
        what: in words.
        before: the in-game second in the one history; None where it is not due there.
        after: the in-game second in the other history, likewise.
    """

    who: str
    what: str
    before: int | None
    after: int | None


class Consequences(msgspec.Struct, frozen=True):
    """What makes the difference between two histories.

    Attributes:
        at: the in-game second at which sheets are compared; of the other history, where each is
            looked at by its own clock.
        changes: the values that differ.
        findings: the events that are unlawful only in the other history.
        due: what is ahead at another moment, or in one of them only.
    """

    at: int
    changes: tuple[Change, ...]
    findings: tuple[Finding, ...] = ()
    due: tuple[Forecast, ...] = ()


Pair = tuple[Life, Life]  # a life in the one history and in the other


def consequences(pairs: Iterable[Pair], then: int, now: int) -> Consequences:
    """What differs between lives at *then* and the same lives in another history at *now*."""
    pairs = list(pairs)
    found = [finding for old, new in pairs for finding in new_findings(old, new)]
    return Consequences(
        at=now,
        changes=tuple([change for pair in pairs for change in changes_of(*pair, then, now)]),
        findings=tuple(dict.fromkeys(found)),  # of a setting, every life tells
        due=tuple([row for pair in pairs for row in _forecasts(*pair, then, now)]),
    )


def new_findings(old: Life, new: Life, fork: int | None = None) -> list[Finding]:
    """What is unlawful in a life and was not in the one before it.

    Args:
        old: the life before.
        new: the life after.
        fork: how many steps they surely have in common; None where that must be looked for.
    """
    fork = _fork(old, new) if fork is None else fork
    known = {finding.event for step in old.steps[fork:] for finding in step.findings}
    fresh = [finding for step in new.steps[fork:] for finding in step.findings]
    return [finding for finding in fresh if finding.event not in known]


def _fork(old: Life, new: Life) -> int:
    """How many steps two lives have in common, from the first.

    A life that is revised keeps those before the change, and those behind it too where the change
    makes no difference any more. So no search by halves finds the place.
    """
    differ = compress(count(), map(is_not, old.steps, new.steps))
    return next(differ, min(len(old.steps), len(new.steps)))


def _forecasts(old: Life, new: Life, then: int, now: int) -> Iterator[Forecast]:
    """What is ahead otherwise, in date order; what one history has passed already does not count."""
    if old is new and then == now:
        return
    before, after = _ahead(old, then, now), _ahead(new, now, then)
    rows = [
        Forecast(new.who, what, gone, comes)
        for what in dict.fromkeys([*before, *after])
        for gone, comes in zip_longest(
            *[
                sorted((Counter(a[what]) - Counter(b[what])).elements())
                for a, b in ((before, after), (after, before))
            ]
        )
    ]
    yield from sorted(rows, key=lambda row: (row.before or row.after or 0, row.after or 0))


def _ahead(life: Life, at: int, other: int) -> dict[str, list[int]]:
    """The moments at which things are due, by their words."""
    found: dict[str, list[int]] = defaultdict(list)
    state, world = life.at(at)
    if state is not None and life.system is not None:
        for row in life.system.due(state, world, at):
            if not at < row.at <= other:
                found[row.what].append(row.at)
    return found


def changes(
    who: str, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
) -> list[Change]:
    """The values that differ between two sheets of a character; None stands for no sheet."""
    return [Change(who, path, *pair) for path, *pair in _walk("", before or {}, after or {})]


def changes_of(old: Life, new: Life, then: int, now: int) -> list[Change]:
    """The values that differ between a life at *then* and another at *now*."""
    if old is new and then == now:
        return []
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
