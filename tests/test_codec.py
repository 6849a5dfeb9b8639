"""Bodies in the store: what was ever written can be read, and what cannot is said by its event."""

import json
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest
from msgspec.structs import astuple

from ledger.codec import CODEC, UPCASTERS, Codec
from ledger.errors import Refused, StoreUnusable
from ledger.events import Body, Note, Recorded
from ledger.rules import KINDS
from ledger.rules.storyteller.blow import Hit
from ledger.store import EventRow

GOLDEN = Path(__file__).parent / "golden" / "events_v1.jsonl"


class Oath(Body, frozen=True, kw_only=True):
    """An invented body in its third schema."""

    sworn_to: str
    years: int = 1


def row(kind: str = "vampire.note", body: bytes = b'{"text":"x"}', schema: int = 1) -> EventRow:
    return EventRow(7, "klmnopqrstuv", 2, kind, schema, 0, None, "Ann", None, None, None, body)


def golden() -> list[tuple[str, int, str]]:
    lines = [json.loads(line) for line in GOLDEN.read_text().splitlines()]
    return [(line["kind"], line["schema"], line["body"]) for line in lines]


@pytest.mark.parametrize(("kind", "schema", "body"), golden() if GOLDEN.exists() else [])
def test_what_was_written_is_read(kind: str, schema: int, body: str) -> None:
    """Bytes of every released body are still read, and lose nothing."""
    event = CODEC.read(row(kind, body.encode(), schema))
    assert type(event.body) is KINDS[kind]
    if schema == CODEC.draft(event).schema:
        assert json.loads(msgspec.json.encode(event.body)).items() >= dict(stated(body)).items()


def stated(body: str) -> list[tuple[str, Any]]:
    """The fields of a golden body; none of them has its default there."""
    return list(json.loads(body).items())


def test_every_kind_has_golden_bytes() -> None:
    """A new kind gets a line of its own (run this file); old lines stay."""
    assert {kind for kind, _, _ in golden()} == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_golden_bytes_have_every_field(kind: str) -> None:
    """A golden body says all that its kind can say, so that no field can be lost unseen."""
    assert said_of(kind) >= set(KINDS[kind].__struct_fields__)


def said_of(kind: str) -> set[str]:
    """The fields that golden bodies of a kind say."""
    return {key for k, _, body in golden() if k == kind for key in json.loads(body)}


@pytest.mark.parametrize(("kind", "schema", "body"), golden() if GOLDEN.exists() else [])
def test_what_is_read_is_written_the_same(kind: str, schema: int, body: str) -> None:
    """Reading and writing a body gives the very bytes again."""
    event = CODEC.read(row(kind, body.encode(), schema))
    draft = CODEC.draft(event)
    assert CODEC.read(row(kind, draft.body, draft.schema)) == event
    assert CODEC.draft(CODEC.read(row(kind, draft.body, draft.schema))).body == draft.body


def test_an_event_keeps_its_envelope() -> None:
    """Who, when, by whom and in which place come back with the body."""
    stored = EventRow(
        9, "klmnopqrstuv", 3, "vampire.note", 1, -5, 8, "Ann", "Bob", "so", "x.1", b'{"text":"t"}'
    )
    assert CODEC.read(stored) == Recorded(
        9, "klmnopqrstuv", 3, "vampire.note", -5, 8, "Ann", Note(text="t"), "Bob", "so", "x.1", 9
    )


def test_defaults_are_not_stored() -> None:
    """A body says what was said: what has its default is left out."""
    event = Recorded(1, "c", 1, "vampire.hit", 0, None, "Ann", Hit(amount=3, type="lethal"))
    assert CODEC.draft(event).body == b'{"amount":3,"type":"lethal"}'


@pytest.mark.parametrize(
    ("stored", "says"),
    [
        (row(kind="vampire.dance"), "vampire.dance"),
        (row(kind="os.system"), "os.system"),
        (row(body=b'{"text":"x","tone":"low"}'), "tone"),
        (row(body=b'{"text":3}'), "text"),
        (row(body=b"{}"), "text"),
        (row(body=b'{"text":"x"'), "vampire.note"),
        (row(body=b""), "vampire.note"),
        (row(body=b"\xff\xfe"), "vampire.note"),
        (row(body=b"[]"), "vampire.note"),
        (row(schema=2), "schema 2"),
        (row(schema=0), "schema 0"),
        (row(schema=-1), "schema -1"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_read_is_named(stored: EventRow, says: str) -> None:
    """An unknown kind, field or schema and broken bytes are one sentence with the event's id."""
    with pytest.raises(StoreUnusable) as wrong:
        CODEC.read(stored)
    message = str(wrong.value)
    assert "klmnopqrstuv.2" in message
    assert says in message
    assert "\n" not in message


def test_a_body_of_wrong_values_is_not_written() -> None:
    """What could not be read back is refused when it is recorded."""
    wrong: Any = "three"
    event = Recorded(1, "c", 1, "vampire.hit", 0, None, "Ann", Hit(amount=wrong, type="lethal"))
    with pytest.raises(Refused, match="amount"):
        CODEC.draft(event)


# Upcasters ---------------------------------------------------------------------------------------


def _second(raw: dict[str, Any]) -> dict[str, Any]:
    return {"lord": raw["to"]}


def _third(raw: dict[str, Any]) -> dict[str, Any]:
    return {"sworn_to": raw["lord"], "years": 7}


OATHS = Codec(
    {"court.oath": Oath, "vampire.note": Note},
    {("court.oath", 1): _second, ("court.oath", 2): _third},
)


@pytest.mark.parametrize(
    ("schema", "body"),
    [
        (1, b'{"to":"the prince"}'),
        (2, b'{"lord":"the prince"}'),
        (3, b'{"sworn_to":"the prince","years":7}'),
    ],
)
def test_old_bodies_go_through_their_upcasters(schema: int, body: bytes) -> None:
    """Each schema is made the next one until it is today's."""
    assert OATHS.read(row("court.oath", body, schema)).body == Oath(sworn_to="the prince", years=7)


def test_the_same_bytes_of_two_schemas_are_two_bodies() -> None:
    """A body is shared with those of its own kind and schema, and with no others."""
    upcast = {("court.oath", 1): lambda raw: {"sworn_to": f"once {raw['sworn_to']}"}}
    codec = Codec({"court.oath": Oath, "court.vow": Oath}, upcast)
    bytes_, said = b'{"sworn_to":"her"}', []
    for kind, schema in (("oath", 2), ("oath", 1), ("oath", 2), ("oath", 1), ("vow", 1)):
        said.append(astuple(row(f"court.{kind}", bytes_, schema)))
    bodies = [event.body for event in codec.read_all(said)]
    now, before = Oath(sworn_to="her"), Oath(sworn_to="once her")
    assert bodies == [now, before, now, before, now]


def test_rows_without_a_name_are_whose_they_are_said_to_be() -> None:
    """A stream comes out of the store without the name that was asked for."""
    named = astuple(row())
    nameless = tuple([None if value == "Ann" else value for value in named])
    assert CODEC.read_all([nameless], "Ann") == CODEC.read_all([named])
    assert CODEC.read_all([nameless])[0].who is None


def test_new_bodies_bear_the_newest_schema() -> None:
    """What is written today has the number after the last upcaster; others stay at 1."""
    oath = Recorded(1, "c", 1, "court.oath", 0, None, "Ann", Oath(sworn_to="x"))
    note = Recorded(1, "c", 1, "vampire.note", 0, None, "Ann", Note(text="x"))
    assert (OATHS.draft(oath).schema, OATHS.draft(note).schema) == (3, 1)


@pytest.mark.parametrize(
    ("schema", "body"),
    [(1, b'{"too":"x"}'), (1, b"[1]"), (2, b'{"lord":3}'), (4, b'{"sworn_to":"x"}')],
)
def test_a_body_that_fits_no_upcaster_is_named(schema: int, body: bytes) -> None:
    """An old body that is damaged, or one of the future, is a sentence and no traceback."""
    with pytest.raises(StoreUnusable, match=r"klmnopqrstuv\.2 \(court\.oath"):
        OATHS.read(row("court.oath", body, schema))


def test_a_missing_upcaster_is_noticed_at_once() -> None:
    """A chain with a hole is refused when the table is made, not when somebody reads."""
    with pytest.raises(ValueError, match="court"):
        Codec({"court.oath": Oath}, {("court.oath", 2): _third})


def test_upcasters_are_of_kinds_there_are() -> None:
    """No upcaster waits for a kind that nobody knows."""
    assert {kind for kind, _ in UPCASTERS} <= set(KINDS)


# The golden file ---------------------------------------------------------------------------------


def example(of: Any) -> Any:
    """A value of a type that is not its default."""
    if isinstance(of, type) and issubclass(of, msgspec.Struct):
        hints = get_type_hints(of)
        fields = [(field.encode_name, field.name) for field in msgspec.structs.fields(of)]
        return {encoded: example(hints[name]) for encoded, name in fields}
    if of in {int, str, bool}:
        return {int: 3, str: "words", bool: True}[of]
    if get_origin(of) is Literal:
        return get_args(of)[0]
    inner = [arm for arm in get_args(of) if arm not in {type(None), Ellipsis}]
    if get_origin(of) is dict:
        return {"dusk": "18:30"} if inner[1] is str else {"stamina": example(inner[1])}
    return [example(inner[0]), example(inner[0])] if get_origin(of) is tuple else example(inner[0])


def example_of(kind: str) -> str:
    """The bytes of a body of which every field is said."""
    hints = get_type_hints(KINDS[kind])
    fields = {name: example(hints[name]) for name in KINDS[kind].__struct_fields__}
    return msgspec.json.encode(msgspec.convert(fields, KINDS[kind])).decode()


if __name__ == "__main__":  # adds lines for new kinds and fields; what is there stays as it is
    lines = [
        json.dumps({"kind": kind, "schema": 1, "body": example_of(kind)})
        for kind in KINDS
        if not said_of(kind) >= set(KINDS[kind].__struct_fields__)
    ]
    with GOLDEN.open("a") as file:
        file.writelines(f"{line}\n" for line in lines)
