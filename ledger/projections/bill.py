"""Bills: one value of a sheet, followed through a life, so that its lines add up to what it is now."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ledger.errors import Refused
from ledger.events import Effect, Recorded, shown
from ledger.projections import facts as dated
from ledger.projections.facts import Fact, Facts
from ledger.projections.moments import Moment, moments
from ledger.projections.sheets import value_at
from ledger.replay import Life
from ledger.rules.settings import World
from ledger.rules.subject import Subject
from ledger.rules.system import State

Value = int | str | None


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """An event, or what time brought about, with the keys of a row of the history.

    Attributes:
        at: the in-game date.
        event: the public id; None where only time passed.
        position: its number in the branch; None likewise.
        type: the verb; `effect` where only time passed.
    """

    at: str
    event: str | None
    position: int | None
    type: str
    who: str | None
    data: dict[str, Any]
    until: str | None
    by: str | None
    note: str | None


class Working(msgspec.Struct, frozen=True):
    """A step on the way to a line: one effect that stands before the value's own.

    Attributes:
        because: how the rule came to it; empty when the values say all.
    """

    rule: str | None
    text: str
    before: Value
    after: Value
    because: str = ""


class Line(Said, frozen=True, kw_only=True):
    """One line of a bill.

    Attributes:
        cause: the public id of the event that brought it about: its own, or one that time has
            followed up (a wound that heals); None for none.
        answers: what was said later and counts here (the soak of a hit).
        rule: the rule's id; None for what the table simply says.
        text: the effect in words.
        because: how the rule came to it; empty when the values say all.
        before: the value before; None before the character was added.
        after: the value after, which is `before` in the next line.
        change: the difference of two numbers; None for what is no number.
        working: the steps on the way.
        facts: the traits and settings that the rules looked at, as they were.
    """

    cause: str | None = None
    answers: tuple[Said, ...] = ()
    rule: str | None = None
    text: str = ""
    because: str = ""
    before: Value
    after: Value
    change: int | None
    working: tuple[Working, ...] = ()
    facts: tuple[Fact, ...] = ()


class Item(msgspec.Struct, frozen=True):
    """A subject without stars: what is asked about on one sheet.

    Attributes:
        names: all that mean it, the one that is shown first.
    """

    subject: Subject
    names: tuple[str, ...]
    path: str
    effects: frozenset[str]
    marks: str | None = None


class Bill:
    """The lines of one item, as they are found."""

    def __init__(self, item: Item, governed: frozenset[str]) -> None:
        self.item = item
        self.governed = governed  # names of traits and settings, whether a line cites them or not
        self.value: Value = None
        self.lines: list[Line] = []


def reading(life: Life, state: State | None, world: World, at: int) -> Mapping[str, Any] | None:
    """The sheet without what is ahead; None for no sheet."""
    if state is None or life.system is None:
        return None
    return {
        "name": life.who,
        "system": life.system.name,
        **life.system.sheet(state, world, at),
    }


def read_off(sheet: Mapping[str, Any] | None, path: str) -> Value:
    """The value at a path as a bill has it: a number, a text, or None; what is not there is None."""
    try:
        return None if sheet is None else plain(value_at(sheet, path))
    except Refused:
        return None


def plain(value: Any) -> Value:
    """A value as a number, a text or None; an empty list is None, rows go by their names."""
    if isinstance(value, list):
        rows = [row.get("name", "…") if isinstance(row, Mapping) else str(row) for row in value]
        return ", ".join(rows) or None
    if isinstance(value, bool):
        return shown(value)
    return value if value is None or isinstance(value, int | str) else str(value)


def follow(life: Life, bills: Sequence[Bill], names: frozenset[str], at: int) -> Facts:
    """Fill in the lines of all bills up to an in-game second; the facts of these names then."""
    facts = dated.at_first(names, life.origin)
    sheet: Mapping[str, Any] | None = None
    last: int | None = None
    for moment in moments(life, at):
        if moment.before is not None and last is not None and moment.at > last:
            # what a sheet shows may also follow from the date itself
            before = reading(life, moment.before, moment.world, moment.at)
            _by_the_clock(life, bills, before, moment.at)
            sheet = before
        if moment.after is not moment.before or moment.world_after is not moment.world:
            sheet = reading(life, moment.after, moment.world_after, moment.at)
        last = moment.at
        known, facts = facts, dated.after(facts, names, moment)
        for bill in bills:
            value = read_off(sheet, bill.item.path)
            bill.lines += _lines(life, bill, moment, value, known, facts)
            bill.value = value
    state, world = life.at(at)
    _by_the_clock(life, bills, reading(life, state, world, at), at)
    return facts


def _by_the_clock(
    life: Life, bills: Sequence[Bill], sheet: Mapping[str, Any] | None, at: int
) -> None:
    for bill in bills:
        value = read_off(sheet, bill.item.path)
        if value != bill.value:
            date = life.origin.calendar.format(at)
            text = f"{bill.item.names[0]} {shown(bill.value)} → {shown(value)}"
            change = _change(bill.value, value)
            fields = _by_time(life.who, date)
            line = Line(**fields, text=text, before=bill.value, after=value, change=change)
            bill.lines.append(line)
            bill.value = value


def _change(before: Value, after: Value) -> int | None:
    return after - before if isinstance(before, int) and isinstance(after, int) else None


def _lines(
    life: Life,
    bill: Bill,
    moment: Moment,
    value: Value,
    known: Facts,
    facts: Facts,
) -> Iterator[Line]:
    """The lines that a moment adds to a bill."""
    subject, before = bill.item.subject, bill.value
    if moment.after is None:
        return
    own = [e for e in moment.effects if e.what in bill.item.effects]
    if value == before and own and plain(own[-1].after) != value:
        own = []  # it concerns the whole, and not this part
    told = [e for e in moment.effects if e.what in subject.told]
    news: list[str] = []
    if facts is not known and moment.before is not None:
        news = [n for n in sorted(bill.governed) if facts.get(n) != known.get(n)]
    if value == before and not own and not told and not news and moment.before is not None:
        return
    groups = _groups(bill.item, moment, own, told, before, value)
    for number, (effect, steps, after) in enumerate(groups):
        rules = [e.rule for e in (*steps, *([effect] if effect else ())) if e.rule is not None]
        cited = [known[name] for name in looked_at(life, rules) if name in known]
        if not number:
            cited += [facts[name] for name in news]
        text = effect.text if effect is not None else _said_by_facts(known, facts, news)
        yield Line(
            **_fields(life.who, moment),
            cause=_cause(moment, effect),
            answers=()
            if moment.event is None
            else tuple([said(answer, moment.world) for answer in moment.event.answers]),
            rule=None if effect is None else effect.rule,
            text=text,
            because="" if effect is None else because(life, moment, effect),
            before=before,
            after=after,
            change=_change(before, after),
            working=tuple([_working(life, moment, step) for step in steps]),
            facts=tuple(dict.fromkeys(cited)),
        )
        before = after


Group = tuple[
    Effect | None, list[Effect], Value
]  # the effect, the steps before it, the value after


def _groups(
    item: Item,
    moment: Moment,
    own: Sequence[Effect],
    told: Sequence[Effect],
    before: Value,
    value: Value,
) -> list[Group]:
    """What a moment did, a line for each effect of the value's own where they lead to its end."""
    aside = item.subject.aside
    steps = [e for e in moment.effects if e.what not in aside]
    if not own or plain(own[-1].after) != value:
        if not own and value == before:
            return [(None, list(told), value)]
        last = own[-1] if own else next((e for e in reversed(steps) if e.rule), None)
        return [(last, steps[: steps.index(last)] if last is not None else steps, value)]
    groups: list[Group] = []
    pending: list[Effect] = []
    for effect in steps:
        if effect is own[-1] or (effect in own and effect.before != effect.after):
            groups.append((effect, pending, plain(effect.after)))
            pending = []
        else:
            pending.append(effect)
    return groups


def looked_at(life: Life, rules: Iterable[str]) -> list[str]:
    """The names of the traits and settings that rules look at."""
    if life.system is None:
        return []
    table = life.system.reasons.looks_at
    return list(dict.fromkeys(name for rule in rules for name in table.get(rule, ())))


def _said_by_facts(known: Facts, facts: Facts, news: Sequence[str]) -> str:
    return ", ".join(
        f"{name} {known[name].value if name in known else 'none'} → {facts[name].value}"
        for name in news
    )


def _cause(moment: Moment, effect: Effect | None) -> str | None:
    if effect is not None and effect.cause is not None:
        return effect.cause
    return None if moment.event is None else moment.event.id


def _working(life: Life, moment: Moment, effect: Effect) -> Working:
    why = because(life, moment, effect)
    return Working(effect.rule, effect.text, plain(effect.before), plain(effect.after), why)


def because(life: Life, moment: Moment, effect: Effect) -> str:
    """How a rule came to an effect, in the words of the system; empty where it has none.

    What only ends needs no reason.
    """
    if life.system is None or effect.rule is None or effect.after is None:
        return ""
    why = life.system.reasons.because.get(effect.rule)
    return (
        "" if why is None or moment.before is None else why(moment.before, moment.world, moment.at)
    )


def said(event: Recorded, world: World) -> Said:
    """An event as a bill names it."""
    return Said(**_of_event(event, world))


def _fields(who: str, moment: Moment) -> dict[str, Any]:
    if moment.event is not None:
        return _of_event(moment.event, moment.world)
    return _by_time(who, moment.world.calendar.format(moment.at))


def _of_event(event: Recorded, world: World) -> dict[str, Any]:
    return {
        "at": world.calendar.format(event.at),
        "event": event.id,
        "position": event.position,
        "type": event.verb,
        "who": event.who,
        "data": msgspec.to_builtins(event.body),
        "until": None if event.until is None else world.calendar.format(event.until),
        "by": event.by,
        "note": event.note,
    }


def _by_time(who: str, date: str) -> dict[str, Any]:
    return {
        "at": date,
        "event": None,
        "position": None,
        "type": "effect",
        "who": who,
        "data": {},
        "until": None,
        "by": None,
        "note": None,
    }
