"""Events as lines of the grammar: what would have to be typed to record them.

`FORMS` is the inverse of the table of verbs in `cli/verbs.py`. A verb that is not in it, and a field
that its form does not mention, follow the general rule: every field is an option of the same name
(`--field-name VALUE`, a flag for a truth), left out where it has its default; a table of values is
KEY=VALUE words; a span is a duration at the end. So most verbs need no row, or one word in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from cli.grammar import written
from ledger.calendar import Calendar, Duration, describe
from ledger.events import Advance, Body, Init, Recorded
from ledger.text import shown_safely

if TYPE_CHECKING:
    from ledger.campaign import Campaign
    from ledger.moving.standing import Standing

SYSTEM = "@system"  # among the places of a form: the system's name
SPAN = "@span"  # likewise: how long the event's span is


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """How a verb's body is written.

    Attributes:
        places: the fields that are arguments, in their order, after WHO.
        options: the fields whose option is not called like them.
        words: the fields whose values are options of their own: value → option.
        pairs: whether all other fields are KEY=VALUE words and not options.
        implied: the fields that are not written: which event is meant follows from the history.
        inside: the options by which an answer is written in the line of its event; empty where
            it has a line of its own.
        needs: the fields that are only written beside another one.
        lead: words that stand before the places, and say which of a verb's bodies it is.
        lasts: a field that is a duration in seconds, and its option.
        documents: the fields whose values are JSON, as options.
        absorbs: the field that takes the results of the event's answers; empty where none does.
        hours: the option for a span in hours, which is one hour where it is not given; empty
            where the span is a duration.
        otherwise: the option that stands for none of some fields being given.
    """

    places: tuple[str, ...] = ()
    options: Mapping[str, str] = {}
    words: Mapping[str, Mapping[Any, str]] = {}
    pairs: bool = False
    implied: tuple[str, ...] = ()
    inside: Mapping[str, str] = {}
    needs: Mapping[str, str] = {}
    lead: tuple[str, ...] = ()
    lasts: tuple[str, str] | None = None
    documents: tuple[str, ...] = ()
    absorbs: str = ""
    hours: str = ""
    otherwise: Mapping[str, tuple[str, ...]] = {}


SOAK = {"amount": "--soak", "dice": "--soak-dice", "difficulty": "--soak-difficulty"}
FORMS: Mapping[str, Form] = {
    "add": Form(places=(SYSTEM,), pairs=True, documents=("body",)),
    "set": Form(pairs=True),
    "hit": Form(places=("amount", "type")),
    "soak": Form(
        places=("amount",), implied=("answers",), inside=SOAK, needs={"difficulty": "dice"}
    ),
    "test": Form(
        places=("test", "result"),
        implied=("answers", "rolled"),
        inside={"result": "--resilience", "minutes": "--minutes"},
    ),
    "test.persistence": Form(lead=("persistence",), places=("result",), implied=("rolled",)),
    "test.death": Form(lead=("death",), implied=("rolled",)),
    "treat": Form(places=("location", "method", "result")),
    "lose": Form(places=("points", "characteristic")),
    "restore": Form(places=("points", "characteristic")),
    "alter": Form(places=("characteristic", "amount"), lasts=("lasts", "--lasts")),
    "dispel": Form(places=("label",)),
    "deprive": Form(places=("want",)),
    "supply": Form(places=("want",)),
    "sleep": Form(places=(SPAN,)),
    "exert": Form(places=("level", SPAN), absorbs="results"),
    "carry": Form(places=("encumbrance", "item")),
    "drop": Form(places=("item",)),
    "hero": Form(places=("act", "result")),
    "knockdown": Form(places=("result",)),
    "spend": Form(places=("points", "pool"), options={"purpose": "--for"}),
    "gain": Form(places=("points", "pool"), options={"source": "--from"}),
    "heal": Form(places=("levels", "type")),
    "wake": Form(words={"success": {True: "--success", False: "--failure"}}),
    "rest": Form(places=(SPAN,)),
    "hospital": Form(places=("step",)),
    "meditate": Form(
        places=("pool",),
        options={"method": "--with"},
        hours="--hours",
        otherwise={"--failure": ("successes", "botch")},
    ),
    "wear": Form(places=("name",), pairs=True),
    "remove": Form(places=("name",)),
    "repair": Form(places=("name",)),
    "note": Form(places=("text",)),
}
PLAIN = Form()


# A body as words -----------------------------------------------------------------------------------


def given_fields(body: Body) -> dict[str, Any]:
    """The fields of a body that differ from their defaults, or have none."""
    return {
        field.name: value
        for field in msgspec.structs.fields(body)
        if (value := getattr(body, field.name)) is not None
        and (field.required or value != field.default)
        and (field.default_factory is msgspec.NODEFAULT or value != field.default_factory())
    }


def words_of(
    verb: str, body: Body, calendar: Calendar, *, system: str = "", length: int | None = None
) -> tuple[list[str], list[str]]:
    """The arguments after WHO and the options of a verb's line.

    *length* is that of the event's span, in in-game seconds; None without one.
    """
    form, fields = FORMS.get(verb, PLAIN), given_fields(body)
    fields.pop("secret", None)  # belongs to the line, not to the verb
    span = None if length is None or form.hours else _duration(length, calendar)
    options = [
        option for option, any_of in form.otherwise.items() if fields.keys().isdisjoint(any_of)
    ]
    if form.hours and length not in {None, calendar.hour_seconds}:
        options += [form.hours, str((length or 0) // calendar.hour_seconds)]
    special = {SYSTEM: system, SPAN: span}
    arguments = [*form.lead]
    arguments += [
        _value(value)
        for place in form.places
        if (value := special.get(place, fields.pop(place, None))) is not None
    ]
    for name, value in fields.items():
        if name in form.implied or (name in form.needs and form.needs[name] not in fields):
            continue
        if form.lasts is not None and name == form.lasts[0]:
            options += [form.lasts[1], _duration(value, calendar)]
        elif name in form.documents:
            options += [_flag(name), msgspec.json.encode(value).decode()]
        elif name in form.words:
            options.append(form.words[name][value])
        elif isinstance(value, Mapping):
            arguments += _pairs(value)
        elif form.pairs:
            arguments += _pairs({name: value})
        else:
            options += _option(form.options.get(name, _flag(name)), value)
    if span is not None and SPAN not in form.places:
        arguments.append(span)
    return arguments, options


def words_inside(verb: str, body: Body) -> list[str] | None:
    """The options by which an answer stands in its event's line; None where it cannot."""
    form, fields = FORMS.get(verb, PLAIN), given_fields(body)
    if not form.inside:
        return None
    options: list[str] = []
    for name, option in form.inside.items():
        if name in fields and form.needs.get(name, name) in fields:
            options += _option(option, fields[name])
    return options


def _flag(field: str) -> str:
    return "--" + field.replace("_", "-")


def _option(option: str, value: Any) -> list[str]:
    if value is True:
        return [option]
    if value is False:
        return [option.replace("--", "--no-", 1)]
    return [option, _value(value)]


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ",".join("inc" if item is None else str(item) for item in value) or "none"
    return str(value)


def _pairs(table: Mapping[str, Any]) -> list[str]:
    """KEY=VALUE words; what is there of a pool and its maximum are one word, `POOL=NOW/MAXIMUM`."""
    return [
        f"{key}={table[f'{key}_now']}/{value}"
        if f"{key}_now" in table
        else f"{key}={_value(value)}"
        for key, value in table.items()
        if not (key.endswith("_now") and key.removesuffix("_now") in table)
    ]


# An event as a line --------------------------------------------------------------------------------


def line_of(event: Recorded, calendar: Calendar, who: str | None = None) -> str:
    """The line that records an event, with the answers that can stand in it.

    *who* takes the place of the event's own name.
    """
    if isinstance(event.body, Init):
        return _init_line(event, event.body, calendar)
    who = event.who if who is None else who
    system = event.kind.partition(".")[0]
    if isinstance(event.body, Advance):
        arguments: list[str] = []
        options = ["--to", calendar.format(event.end)]
    else:
        length = None if event.until is None else event.until - event.at
        arguments, options = words_of(
            form_of(event), _absorbed(event), calendar, system=system, length=length
        )
    if event.body.secret:
        options.append("--secret")
    if not FORMS.get(form_of(event), PLAIN).absorbs:
        for answer in folded(event):
            options += words_inside(form_of(answer), answer.body) or ()
    named = [] if who is None else [who]
    dated = f"[{calendar.format(event.at)}] "
    return dated + _line(event.verb, [*named, *arguments], options, event.by, event.note)


def folded(event: Recorded) -> Sequence[Recorded]:
    """The answers that stand in an event's own line: the last, if it says nothing of its own.

    Where several answer one event, the last is the one that counts; but an event that asks for
    several takes them all.
    """
    if FORMS.get(form_of(event), PLAIN).absorbs:
        plain = all(
            answer.by in {None, event.by} and answer.note in {None, event.note}
            for answer in event.answers
        )
        return event.answers if plain else ()
    return [
        answer
        for answer in event.answers[-1:]
        if words_inside(form_of(answer), answer.body) is not None
        and answer.by in {None, event.by}
        and answer.note in {None, event.note}
        and answer.body.secret <= event.body.secret
    ]


def form_of(event: Recorded) -> str:
    """The key of an event's form: its verb, with the variant where it has one."""
    return event.kind.partition(".")[2]


def _absorbed(event: Recorded) -> Body:
    """The body with the results of its answers, where its line takes them."""
    field = FORMS.get(form_of(event), PLAIN).absorbs
    if not field or not folded(event):
        return event.body
    results = [answer.body.result for answer in event.answers]  # type: ignore[attr-defined]
    return msgspec.structs.replace(event.body, **{field: (*getattr(event.body, field), *results)})


def _duration(length: int, calendar: Calendar) -> str:
    days, seconds = divmod(length, calendar.day_seconds)
    return describe(Duration(days=days, seconds=seconds), calendar)


def _init_line(event: Recorded, body: Init, calendar: Calendar) -> str:
    options = ["--start", calendar.format(event.at)]
    if "calendar" in given_fields(body):
        # a world's own calendar stands there whole, so that the journal needs no other file
        kept = body.calendar
        inline = kept if isinstance(kept, str) else msgspec.json.encode(kept).decode()
        options += ["--calendar", inline]
    for pair in _pairs(body.settings):
        options += ["--set", pair]
    return _line("init", [body.name], options, event.by, event.note)


def _line(
    verb: str, arguments: list[str], options: list[str], by: str | None, note: str | None
) -> str:
    options = [*options, *(() if by is None else ("--by", by))]
    behind = note is not None and bool(note) and note == note.strip() and note.isprintable()
    if note is not None and not behind:
        options += ["--note", note]
    # what would be taken for an option stands behind a double dash
    dashes = any(word.startswith("-") and not word[1:2].isdigit() for word in arguments)
    words = [*options, "--", *arguments] if dashes else [*arguments, *options]
    line = written([verb, *[shown_safely(word) for word in words]])
    return f"{line}  ; {note}" if behind else line


# A campaign as a journal ---------------------------------------------------------------------------


def journal_lines(
    campaign: Campaign, story: Iterable[Standing], *, whole: bool = True
) -> Iterator[str]:
    """The standing events as a journal that gives the same sheets when it is run.

    Of a part of the story (not *whole*) it is as much. Events of one command that say the same of several characters are one line; what is unlawful
    as history stands is a comment.
    """
    calendar, clock = campaign.calendar, campaign.start
    names: list[str] = []
    last: Recorded | None = None
    for standing in story:
        told = _lawful(standing)
        if (
            last is not None
            and told is not None
            and not standing.unlawful
            and _says_the_same(last, told, calendar)
        ):
            names.append(told.who or "")
            continue
        if last is not None:
            yield from _lines_of(last, names, calendar)
        last = told
        names = [] if told is None or told.who is None else [told.who]
        if told is not None:
            clock = max(clock, told.end)
        yield from _comments(standing, calendar)
    if last is not None:
        yield from _lines_of(last, names, calendar)
    if whole and clock < campaign.clock:
        yield "; events that are unlawful now have moved the clock"
        yield written(["advance", "--to", calendar.format(campaign.clock)])


def _lawful(standing: Standing) -> Recorded | None:
    """The event without its unlawful answers; None when it is unlawful itself."""
    event, unlawful = standing.event, standing.unlawful
    if event.id in unlawful:
        return None
    if not unlawful:
        return event
    kept = tuple([answer for answer in event.answers if answer.id not in unlawful])
    return msgspec.structs.replace(event, answers=kept)


def _says_the_same(one: Recorded, other: Recorded, calendar: Calendar) -> bool:
    if one.commit != other.commit or None in {one.who, other.who} or one.verb == "add":
        return False
    if len(folded(one)) != len(one.answers) or len(folded(other)) != len(other.answers):
        return False
    return one.who != other.who and line_of(one, calendar, "") == line_of(other, calendar, "")


def _lines_of(event: Recorded, names: Sequence[str], calendar: Calendar) -> Iterator[str]:
    yield line_of(event, calendar, ",".join(names) if names else None)
    if not folded(event):
        several = FORMS.get(form_of(event), PLAIN).absorbs
        for answer in event.answers if several else event.answers[-1:]:
            yield line_of(answer, calendar)


def _comments(standing: Standing, calendar: Calendar) -> Iterator[str]:
    event = standing.event
    for one in (event, *event.answers):
        if one.id in standing.unlawful:
            line = line_of(msgspec.structs.replace(one, answers=()), calendar)
            yield shown_safely(f"; unlawful now: {line}: {standing.unlawful[one.id]}")
