"""Body files: what is refused names the field that is wrong, and what would be right."""

import json
from typing import Any

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import given, settings

from ledger.errors import Refused
from ledger.rules.request.locations import HUMANOID, Anatomy, location_on, read_body

TAIL = {"name": "tail", "from": 1, "to": 4, "hp": 3}
BODY = {"name": "body", "from": 5, "to": 15, "modifier": 2, "vital": True, "kind": "torso"}
HEAD = {"name": "head", "from": 16, "to": 20, "modifier": 0, "vital": True, "kind": "head"}
SNAKE = {"name": "snake", "locations": [TAIL, BODY, HEAD], "minimum": {"CON": 1}, "legs": 0}


def snake(**other: Any) -> str:
    return json.dumps({**SNAKE, **other})


def with_tail(**other: Any) -> str:
    return snake(locations=[{**TAIL, **other}, BODY, HEAD])


def test_a_body_file_says_what_a_sheet_has() -> None:
    """What it leaves out is as with humans."""
    body = read_body(snake())
    assert [location.maximum(11, 15) for location in body.locations] == [3, 8, 6]
    assert [location.kind for location in body.locations] == ["other", "torso", "head"]
    assert [body.minimum_of(name) for name in ("CON", "STR", "SIZ")] == [1, 3, 8]
    assert (body.sleep, body.legs) == (8, 0)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", "truncated"),
        ("[]", "object"),
        ("{", "truncated"),
        ("snake", "JSON"),
        ('{"minimum": ' + "[" * 100_000, "minimum"),
        ('{"name": "snake"}', "locations"),
        (snake(locations=[]), "1 on the d20"),
        (snake(locations="all"), "locations"),
        (snake(arms=2), "arms"),
        (snake(name=""), "name"),
        (snake(name=" snake"), "name"),
        (snake(name="s" * 61), "name"),
        (snake(name="s\x1bnake"), "x1b"),
        (snake(sleep=-1), "sleep"),
        (snake(sleep=7.5), "sleep"),
        (snake(legs=1_001), "legs"),
        (snake(legs=True), "legs"),
        (snake(minimum={"LUCK": 3}), "LUCK"),
        (snake(minimum={"con": 3}), "CON"),
        (snake(minimum={"CON": 0}), "minimum"),
        (with_tail(name="head"), "two locations are named head"),
        (with_tail(name="HEAD"), "two locations are named"),
        (with_tail(name="\n"), "name"),
        (with_tail(**{"from": 0}), "from"),
        (with_tail(**{"from": "1"}), "from"),
        (with_tail(to=21), "to"),
        (with_tail(to=3), "no location for 4 on the d20"),
        (with_tail(to=5), "5 on the d20 is both tail and body"),
        (with_tail(**{"from": 4, "to": 1}), "tail goes from 4 to 1"),
        (with_tail(hp=0), "hp"),
        (with_tail(hp=10_000), "hp"),
        (with_tail(hp=None), "tail"),
        (with_tail(modifier=1), "either hp or modifier"),
        (with_tail(kind="fin"), "kind"),
        (with_tail(vital="yes"), "vital"),
        (with_tail(armour=2), "armour"),
    ],
)
def test_what_cannot_be_is_refused_by_the_name_of_the_field(text: str, field: str) -> None:
    with pytest.raises(Refused, match=r"(?s)body file|x1b") as caught:
        read_body(text)
    assert field in str(caught.value)
    assert len(str(caught.value)) < 400
    assert "\x1b" not in str(caught.value)


names = st.text("abcdefgh ", min_size=1, max_size=8).map(str.strip).filter(bool)


@st.composite
def anatomies(draw: st.DrawFn) -> dict[str, Any]:
    """A body plan whose locations share the twenty faces of the die."""
    edges = sorted({1, 21, *draw(st.lists(st.integers(2, 20), max_size=9))})
    called = draw(st.lists(names, min_size=len(edges), max_size=len(edges), unique=True))
    locations = []
    for name, first, after in zip(called, edges, edges[1:], strict=False):
        row: dict[str, Any] = {"name": name, "from": first, "to": after - 1}
        row["vital"] = draw(st.booleans())
        row |= draw(
            st.fixed_dictionaries({"hp": st.integers(1, 99)})
            | st.fixed_dictionaries({"modifier": st.integers(-9, 9)})
        )
        locations.append(row)
    return {"name": draw(names), "locations": locations, "legs": draw(st.integers(0, 8))}


@settings(max_examples=60, deadline=None)
@given(anatomies(), st.integers(1, 99), st.integers(1, 99))
def test_every_face_means_one_location_and_none_has_less_than_a_point(
    plan: dict[str, Any], con: int, siz: int
) -> None:
    body = read_body(json.dumps(plan))
    for face in range(1, 21):
        location = body.locations[location_on(body, face)]
        assert location.first <= face <= location.last
        assert location.maximum(con, siz) >= 1


@settings(max_examples=60, deadline=None)
@given(anatomies())
def test_a_body_that_is_written_reads_the_same(plan: dict[str, Any]) -> None:
    """So a character's body survives its export."""
    body = read_body(json.dumps(plan))
    assert read_body(msgspec.json.encode(body).decode()) == body


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60) | st.dictionaries(names, st.integers() | names).map(json.dumps))
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        read_body(text)


def test_humans_are_a_body_like_any_other() -> None:
    assert isinstance(read_body(msgspec.json.encode(HUMANOID).decode()), Anatomy)
    assert read_body(msgspec.json.encode(HUMANOID).decode()) == HUMANOID
