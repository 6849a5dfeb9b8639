"""Every event that can be recorded can be written as a line, and the line records it again."""

import types
import typing
from collections.abc import Mapping
from typing import Any

import click
import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.desk import Desk
from cli.grammar import read_line
from cli.journal import command_in
from cli.main import PROGRAM
from cli.render.lines import FORMS, line_of
from cli.shapes import DAMAGE_TYPES
from ledger.calendar import GREGORIAN, read_duration, read_instant
from ledger.command import Command
from ledger.events import CAMPAIGN, Advance, Body, Recorded, Rule
from ledger.rules import SYSTEMS
from ledger.rules.request.locations import HUMANOID, Anatomy, read_body
from ledger.rules.request.trials import Persistence, Trial
from ledger.rules.storyteller.blow import Hit, Soak

AT = read_instant("1998-10-31 22:00:03", GREGORIAN, clock=None, start=None)
VERBS = [
    (system.name, name, verb.body)
    for system in SYSTEMS
    for name, verb in system.verbs.items()
    if verb.is_recorded
]
TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z"], include_characters=" "), max_size=20
)
WORDS = TEXTS.map(str.strip).filter(bool)
NAMES = st.one_of(st.just("Vera"), WORDS.filter(lambda name: "," not in name and name != "all"))
KEYS = st.text("abcdefghij_", min_size=1, max_size=8).filter(lambda key: "_now" not in key)
NUMBERS = st.integers(1, 9)


def parsed(line: str) -> Command:
    """The command of a line, as a journal would read it."""
    with PROGRAM.make_context("campaign", [], resilient_parsing=True) as ctx:
        ctx.obj = Desk()
        return command_in(ctx, line)


def choices(verb: str, field: str) -> tuple[Any, ...]:
    """What the command line allows for a field of a verb; empty when anything."""
    if field == "type":
        return DAMAGE_TYPES[:3]
    command = PROGRAM.get_command(click.Context(PROGRAM), verb.split(".", maxsplit=1)[0])
    assert command is not None, f"the command line has no verb {verb}"
    for param in command.params:
        if param.name == field and isinstance(param.type, click.Choice):
            return tuple(param.type.choices)
    return ()


def values(verb: str, field: str, kind: Any) -> st.SearchStrategy[Any]:
    """Values for a field, by its type."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin in {types.UnionType, typing.Union}:
        return st.one_of([values(verb, field, part) for part in parts])
    if kind is type(None):
        return st.none()
    if kind is bool:
        return st.booleans()
    if origin is typing.Annotated:
        if parts[0] is not int:
            return values(verb, field, parts[0])
        least = parts[1].ge or 0
        return st.integers(least, min(parts[1].le or least + 12, least + 12))
    if origin is typing.Literal:
        return st.sampled_from(parts)
    if kind is Anatomy:
        return st.just(HUMANOID)
    if kind is int:
        return st.integers(2, 9)
    if origin is tuple:
        if typing.get_origin(parts[0]) is typing.Literal:
            return st.lists(st.sampled_from(typing.get_args(parts[0])), max_size=4).map(tuple)
        numbers = (0, -1, -2, -5, None)
        items = st.sampled_from(numbers) if type(None) in typing.get_args(parts[0]) else NUMBERS
        return st.lists(items, min_size=1, max_size=4).map(tuple)
    if origin is dict:
        entries: st.SearchStrategy[Any] = WORDS if parts[1] is str else NUMBERS
        return st.dictionaries(KEYS, entries, min_size=1, max_size=4)
    assert kind is str, f"{verb}: no values for {field}: {kind}"
    allowed = choices(verb, field)
    return st.sampled_from(allowed) if allowed else WORDS


def bodies(verb: str, body: type[Body]) -> st.SearchStrategy[Body]:
    """Bodies of a verb that the grammar can say."""
    form = FORMS.get(verb)
    fields = {
        field.name: values(verb, field.name, field.type)
        for field in msgspec.structs.fields(body)
        if form is None or field.name not in form.implied
    }
    implied: dict[str, Any] = dict.fromkeys(form.implied if form else (), "kkkkkkkkkkkk.1")
    implied |= {"weight": 7} if "weight" in implied else {}
    return st.fixed_dictionaries(fields).map(lambda given: body(**given, **implied)).filter(sayable)


def sayable(body: Body) -> bool:
    """Whether the grammar has words for a body: not every combination means something."""
    amount, dice = getattr(body, "amount", None), getattr(body, "dice", None)
    if isinstance(body, Hit | Soak) and (amount is None) == (dice is None):
        return False
    if isinstance(body, Soak) and dice is None and body.difficulty != 6:
        return False
    if getattr(body, "successes", 0) and getattr(body, "botch", False):
        return False
    if getattr(body, "outpatient", False) and getattr(body, "step", "") != "discharge":
        return False
    if isinstance(body, Trial | Persistence) and body.result == "success" and body.minutes:
        return False
    if "success" not in body.__struct_fields__:
        return True
    return (getattr(body, "success", None) is None) != (dice is None)


def read_back(command: Command, body: Body, verb: str) -> Body:
    """The body that a command's words are."""
    form = FORMS.get(verb)
    fields = {name: getattr(body, name) for name in (form.implied if form else ())}
    if form is not None and form.lasts is not None:
        fields[form.lasts[0]] = None
        if command.duration is not None:
            length = read_duration(command.duration, GREGORIAN, round_seconds=5)
            fields[form.lasts[0]] = GREGORIAN.add(AT, length) - AT
    if "body" in command.words:
        fields["body"] = read_body(command.words["body"])
    fields |= {
        name: value
        for name, value in command.words.items()
        if name in body.__struct_fields__ and name not in fields
    }
    return msgspec.convert({**fields, "secret": command.secret}, type(body), strict=False)


@pytest.mark.parametrize("system, verb, body", VERBS, ids=[f"{s}.{v}" for s, v, _ in VERBS])
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_every_recordable_verb_reads_back_from_its_line(
    data: st.DataObject, system: str, verb: str, body: type[Body]
) -> None:
    """Body to line and back gives the same body, name, date, actor and note."""
    said = data.draw(bodies(verb, body))
    form = FORMS.get(verb)
    until = None
    if form is not None and form.hours:
        until = AT + 3600 * (data.draw(st.integers(1, 9)) if getattr(said, "botch", False) else 1)
    elif form is not None and "@span" in form.places:
        until = AT + data.draw(st.integers(1, 10**6))
    event = Recorded(
        1,
        "kkkkkkkkkkkk",
        1,
        f"{system}.{verb}",
        AT,
        until,
        data.draw(NAMES),
        said,
        data.draw(st.none() | WORDS),
        data.draw(st.none() | TEXTS),
    )
    line = line_of(event, GREGORIAN)
    command = parsed(line)
    assert read_back(command, said, verb) == said, line
    assert (command.verb, command.who, command.by) == (event.verb, (event.who,), event.by)
    assert command.note == event.note
    assert command.at is not None
    assert read_instant(command.at, GREGORIAN, clock=None, start=None) == AT
    if form is not None and form.hours:
        assert until == AT + 3600 * command.words.get("hours", 1)
    elif until is not None:
        assert command.duration is not None
        length = read_duration(command.duration, GREGORIAN, round_seconds=5)
        assert GREGORIAN.add(AT, length) == until


def test_the_table_of_forms_has_no_verb_that_is_not_there() -> None:
    """A form without a verb would be a slip of the pen."""
    assert set(FORMS) <= {verb for _, verb, _ in VERBS}
    for verb, form in FORMS.items():
        fields = {
            name for _, name, body in VERBS if name == verb for name in body.__struct_fields__
        }
        mentioned = {*form.places, *form.options, *form.words, *form.implied, *form.inside}
        mentioned |= {name for names in form.otherwise.values() for name in names}
        mentioned |= {*form.documents, *(() if form.lasts is None else form.lasts[:1])}
        mentioned |= {form.absorbs} - {""}
        assert {name for name in mentioned if not name.startswith("@")} <= fields


def hit(**columns: Any) -> Recorded:
    plain: dict[str, Any] = {"amount": 5, "type": "lethal"}
    note = columns.pop("note", None)
    body = Hit(**plain)
    event = Recorded(2, "kkkkkkkkkkkk", 1, "vampire.hit", AT, None, "Vera", body, None, note)
    return msgspec.structs.replace(event, **columns)


def soak(**fields: Any) -> Recorded:
    body = Soak(answers="kkkkkkkkkkkk.1", **fields)
    return Recorded(3, "kkkkkkkkkkkk", 2, "vampire.soak", AT, None, "Vera", body)


@pytest.mark.parametrize(
    "answer, options",
    [
        ({"amount": 0}, "--soak 0"),
        ({"dice": (3, 8), "difficulty": 7}, "--soak-dice 3,8 --soak-difficulty 7"),
        ({"dice": (3, 8)}, "--soak-dice 3,8"),
        ({"amount": 2, "difficulty": 7}, "--soak 2"),
    ],
)
def test_a_soak_stands_in_its_hits_line(answer: Mapping[str, Any], options: str) -> None:
    """What answers a blow is said where the blow is; a difficulty without dice means nothing."""
    line = line_of(hit(answers=(soak(**answer),)), GREGORIAN)
    assert line == f"[1998-10-31 22:00:03] hit Vera 5 lethal {options}"
    assert parsed(line).verb == "hit"


@pytest.mark.parametrize("note", ["", " ", " x", "x ", "a\nb\x1b[2J"])
def test_a_note_that_no_comment_carries_is_an_option(note: str) -> None:
    """Blanks at the ends survive; what would begin a new line is made harmless."""
    line = line_of(hit(note=note), GREGORIAN)
    assert "--note" in line
    assert line.isprintable()
    assert parsed(line).note == "".join(c if c.isprintable() else "\ufffd" for c in note)


def test_a_secret_stays_one_in_a_journal() -> None:
    """What is for the Storyteller alone is so again when a journal is run."""
    secret = Hit(amount=5, type="lethal", secret=True)
    line = line_of(hit(body=secret, answers=(soak(amount=1),)), GREGORIAN)
    assert line == "[1998-10-31 22:00:03] hit Vera 5 lethal --secret --soak 1"
    assert parsed(line).secret
    line = line_of(hit(answers=(soak(amount=1, secret=True),)), GREGORIAN)
    assert "soak" not in line  # it has a line of its own


def test_a_hostile_text_cannot_become_a_line() -> None:
    """A line feed in a name or note that came in by another way begins no command."""
    line = line_of(hit(who="Vera\nkill Vera", note="x\nkill Vera --ruling y"), GREGORIAN)
    assert "\n" not in line
    assert read_line(line)[0].text == "hit"


def test_settings_and_the_clock_have_lines_too() -> None:
    """Events of the whole campaign are written without a name."""
    kind = f"{CAMPAIGN}.rule"
    rule = Recorded(2, "k", 1, kind, AT, None, None, Rule(settings={"dusk": "17:30"}))
    assert line_of(rule, GREGORIAN) == "[1998-10-31 22:00:03] rule dusk=17:30"
    kind = f"{CAMPAIGN}.advance"
    advance = Recorded(2, "k", 1, kind, AT, AT + 60, None, Advance())
    told = '[1998-10-31 22:00:03] advance --to "1998-10-31 22:01:03"'
    assert line_of(advance, GREGORIAN) == told


def test_a_negative_year_is_a_date_in_a_line() -> None:
    """Before Christ too, a date in front is read back."""
    at = read_instant("44 BC-03-15", GREGORIAN, clock=None, start=None)
    line = line_of(hit(at=at), GREGORIAN)
    assert line.startswith("[-0043-03-15 00:00:00] ")
    assert parsed(line).at == "-0043-03-15 00:00:00"


def test_the_program_still_lists_its_commands() -> None:
    """The help has a section for moving and keeping."""
    assert "export" in CliRunner().invoke(PROGRAM, ["--help"]).output
