"""Explanation: why a value of a sheet is what it is, as bills that add up, with what is still to come."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec

from ledger.errors import Refused
from ledger.events import shown
from ledger.projections.bill import (
    Bill,
    Item,
    Line,
    Said,
    Value,
    because,
    follow,
    looked_at,
    read_off,
    reading,
    said,
)
from ledger.projections.facts import Fact, Facts
from ledger.projections.moments import Moment, moments_at, passing
from ledger.projections.pointing import items_of, pointed_at, unusual
from ledger.projections.sheets import sheet_of, value_at
from ledger.replay import Life
from ledger.rules.catalogue import RULES
from ledger.rules.settings import World
from ledger.rules.subject import Remark
from ledger.rules.system import Due, State

FORECASTS = 12  # changes ahead that are told, of one value
PATIENCE = 200  # what time brings about is looked at so often for them


class Read(msgspec.Struct, frozen=True):
    """A value that is read off another, and by which rule."""

    path: str
    value: Value
    rule: str


class Marked(msgspec.Struct, frozen=True):
    """A mark in a box.

    Attributes:
        box: its number from the top, from 1.
        event: the public id of the event that left it; null for hunger.
        hit: that event.
        answers: what was said later about it (its soak).
        heals_at: when time heals it, if nothing more happens; null where time does not.
        cure: what takes it away; by `rule`.
    """

    box: int
    level: str
    mark: str
    event: str | None
    hit: Said | None
    answers: tuple[Said, ...]
    heals_at: str | None
    cure: str
    rule: str | None


class Ahead(msgspec.Struct, frozen=True):
    """What is still to come, as if nothing more were recorded.

    Attributes:
        certain: false for what somebody may do.
        before: the value before; null where it is not this value that changes.
    """

    at: str
    what: str
    rule: str | None
    certain: bool
    because: str
    before: Value
    after: Value


class Account(msgspec.Struct, frozen=True):
    """Why one value is what it is.

    Attributes:
        subject: what it is called.
        path: where it stands in the status document.
        value: what it is; the last line's `after`.
        lines: the bill, from when the character was added.
        reads: what else is read off it.
        marks: the marks that it is about, from the top.
        facts: the traits and settings that it rests on, as they are now.
        remarks: what else there is to say.
        ahead: what is still to come.
    """

    subject: str
    path: str
    value: Value
    lines: tuple[Line, ...]
    reads: tuple[Read, ...]
    marks: tuple[Marked, ...]
    facts: tuple[Fact, ...]
    remarks: tuple[Remark, ...]
    ahead: tuple[Ahead, ...]


def explain(life: Life, at: int, word: str | None = None) -> list[Account] | None:
    """Why what a word points at is as it is, or the whole sheet: its level, and what is unusual.

    None when the character has not been added by then.

    Raises:
        Refused: when the word means nothing on the sheet, with a did-you-mean.
    """
    state, world = life.at(at)
    sheet = reading(life, state, world, at)
    if state is None or sheet is None or life.system is None:
        return None
    items = unusual(items_of(life, sheet), sheet) if word is None else pointed_at(life, sheet, word)
    bills = [Bill(item, frozenset(looked_at(life, item.subject.rules))) for item in items]
    names = frozenset(looked_at(life, life.system.reasons.looks_at))
    facts = follow(life, bills, names, at)
    due = life.system.due(state, world, at)
    events = {event.id: event for event in life.events}
    forecasts = _forecasts(life, [bill.item for bill in bills], state, at)
    return [
        Account(
            subject=bill.item.names[0],
            path=bill.item.path,
            value=bill.value,
            lines=tuple(bill.lines),
            reads=_reads(bill.item, sheet),
            marks=_marks(life, bill.item, sheet, due, events, at),
            facts=_facts(bill, facts),
            remarks=()
            if (remarks := bill.item.subject.remarks) is None
            else remarks(state, world, at),
            ahead=_ahead(life, bill, forecast, due),
        )
        for bill, forecast in zip(bills, forecasts, strict=True)
    ]


def _reads(item: Item, sheet: Mapping[str, Any]) -> tuple[Read, ...]:
    return tuple([Read(path, read_off(sheet, path), rule) for path, rule in item.subject.reads])


def _facts(bill: Bill, facts: Facts) -> tuple[Fact, ...]:
    """The facts now of all that a line cites, and of what governs the value."""
    names = dict.fromkeys(fact.name for line in bill.lines for fact in line.facts)
    names.update(dict.fromkeys(sorted(bill.governed)))
    return tuple([facts[name] for name in names if name in facts])


def _marks(
    life: Life,
    item: Item,
    sheet: Mapping[str, Any],
    due: Sequence[Due],
    events: Mapping[str, Any],
    at: int,
) -> tuple[Marked, ...]:
    if item.marks is None:
        return ()
    world = life.at(at)[1]
    there = value_at(sheet, item.marks)
    first = 1 if isinstance(there, list) else int(item.marks.rpartition(".")[2]) + 1
    rules = {world.calendar.format(row.at): row.rule for row in due}
    found = []
    for number, row in enumerate(there if isinstance(there, list) else [there], first):
        if row["mark"] is None:
            continue
        event = events.get(row["event"])
        cure = item.subject.cures.get(row["mark"])
        heals = row["heals_at"]
        if heals is not None:
            what, rule = "time heals it", rules.get(heals)
        else:
            what, rule = ("", None) if cure is None else (cure.what, cure.rule)
        found.append(
            Marked(
                box=number,
                level=row["level"],
                mark=row["mark"],
                event=row["event"],
                hit=None if event is None else said(event, world),
                answers=() if event is None else tuple([said(a, world) for a in event.answers]),
                heals_at=heals,
                cure=what,
                rule=rule,
            )
        )
    return tuple(found)


Forecast = list[tuple[Moment, Value, Value]]


def _forecasts(life: Life, items: Sequence[Item], state: State, at: int) -> list[Forecast]:
    """How time alone will change each value: the moment, the value before and after."""
    found: list[Forecast] = [[] for _ in items]
    world = life.at(at)[1]
    since = next(step.event.at for step in reversed(life.steps) if step.event.at <= at)
    sheet = reading(life, state, world, at)
    values = [read_off(sheet, item.path) for item in items]
    for moment in islice(passing(life, state, world, since, None), PATIENCE):
        sheet = reading(life, moment.after, moment.world, moment.at)
        for place, item in enumerate(items):
            value = read_off(sheet, item.path)
            if value != values[place] and len(found[place]) < FORECASTS:
                found[place].append((moment, values[place], value))
            values[place] = value
        if all(len(forecast) >= FORECASTS for forecast in found):
            break
    return found


def _ahead(life: Life, bill: Bill, forecast: Forecast, due: Sequence[Due]) -> tuple[Ahead, ...]:
    rows: list[tuple[int, Ahead]] = []
    for moment, before, after in forecast:
        own = [e for e in moment.effects if e.what in bill.item.effects]
        last = next(reversed(own or moment.effects), None)
        rule = None if last is None else last.rule
        what = f"{bill.item.names[0]} {shown(before)} → {shown(after)}"
        date = moment.world.calendar.format(moment.at)
        why = "" if last is None else because(life, moment, last)
        rows.append((moment.at, Ahead(date, what, rule, True, why, before, after)))
    told = {(at, row.rule) for at, row in rows}
    calendar = life.origin.calendar
    rows += [
        (row.at, Ahead(calendar.format(row.at), row.what, row.rule, row.certain, "", None, None))
        for row in due
        if row.rule in bill.item.subject.rules and (row.at, row.rule) not in told
    ]
    return tuple([row for _, row in sorted(rows, key=lambda pair: pair[0])])


def rules_of(accounts: Sequence[Account]) -> dict[str, dict[str, str]]:
    """All rules that accounts name, in our words."""
    ids: list[str | None] = []
    for account in accounts:
        for line in account.lines:
            ids += [*[step.rule for step in line.working], line.rule]
        ids += [row.rule for row in account.reads]
        ids += [row.rule for row in account.marks]
        ids += [row.rule for row in account.remarks]
        ids += [row.rule for row in account.ahead]
    named = [RULES[rule] for rule in dict.fromkeys(ids) if rule is not None and rule in RULES]
    return {r.id: {"title": r.title, "text": r.text, "source": r.source} for r in named}


def maker_of(life: Life, path: str, at: int) -> Moment | None:
    """The last moment that changed the value at a path of the sheet; None when none is known."""
    state, world = life.at(at)
    value = _value(life, state, world, at, path)
    for place in reversed(range(len(life.steps) + 1)):
        if place < len(life.steps) and life.steps[place].event.at > at:
            continue
        for moment in reversed(moments_at(life, place, at)):
            if _value(life, moment.after, moment.world_after, moment.at, path) != value:
                return Moment(moment.at, None, state, state, world, world, ())
            if _value(life, moment.before, moment.world, moment.at, path) != value:
                return moment
    return None


def _value(life: Life, state: State | None, world: World, at: int, path: str) -> Any:
    """A value of a sheet as it stands there; a sheet or a key that is not there has none."""
    ahead = path.startswith(("due", "findings"))
    sheet = sheet_of(life, state, world, at) if ahead else reading(life, state, world, at)
    try:
        return ABSENT if sheet is None else value_at(sheet, path)
    except Refused:
        return ABSENT


ABSENT = object()
