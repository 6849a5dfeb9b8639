"""Series: a character's numbers over in-game time."""

from typing import Any

import pytest

from ledger.calendar import GREGORIAN, read_instant
from ledger.command import Command
from ledger.projections.series import Point, series, spans
from ledger.replay import Life
from ledger.service import Ledger, begin_campaign

START = "1998-10-31 21:00"
ARRIVALS = {
    "vampire": {"stamina": "2", "humanity": "7"},
    "mortal": {"stamina": "2"},
    "mutant": {"stamina": "3", "rage": "3", "gnosis": "6"},
}


def at(text: str) -> int:
    return read_instant(text, GREGORIAN, clock=None, start=None)


def played(system: str, *said: tuple[str, str, dict[str, Any]]) -> Life:
    """The life of Vera: (date, verb, words) after her arrival."""
    with Ledger.open("sqlite://", "create") as ledger, ledger.writing() as writer:
        recorder, _ = begin_campaign(writer, "The Alley", START)
        assert recorder is not None
        words: dict[str, Any] = {"system": system, "traits": ARRIVALS[system]}
        for date, verb, given in [(START, "add", words), *said]:
            line = f"{verb} Vera"
            recorder.record(Command(verb=verb, line=line, who=("Vera",), words=given, at=date))
        return recorder.campaign.life("Vera")


def values(points: list[Point], group: str, name: str) -> list[tuple[str, int | None]]:
    return [(GREGORIAN.format(point.at), point.values.get((group, name))) for point in points]


BLOW = ("1998-10-31 22:00", "hit", {"amount": 3, "type": "lethal"})


def test_a_wound_and_its_healing_are_points() -> None:
    """What an event does and what time does are both there, each once, on its date."""
    life = played("mortal", BLOW)
    found = values(series(life, at(START), at("1998-12-31")), "damage", "lethal")
    assert found == [
        ("1998-10-31 21:00:00", 0),
        ("1998-10-31 22:00:00", 3),
        ("1998-11-07 22:00:00", 2),
        ("1998-11-10 22:00:00", 1),
        ("1998-11-11 22:00:00", 0),
    ]


def test_pools_follow_every_night() -> None:
    """A vampire's blood goes down at dusk, and hunger ends in torpor."""
    points = series(played("vampire"), at(START), at("1999-01-01"))
    found = values(points, "pools", "blood")
    assert found[:2] == [("1998-10-31 21:00:00", 10), ("1998-11-01 18:00:00", 9)]
    assert found[10] == ("1998-11-10 18:00:00", 0)
    assert points[-1].plight.status == "torpor"
    assert len({point.at for point in points}) == len(points)


@pytest.mark.parametrize("system", ARRIVALS)
def test_every_point_is_the_sheet_of_its_moment(system: str) -> None:
    """What a series says is what the sheet says, at each change and a second before it."""
    life = played(system, BLOW, ("1998-11-20", "hit", {"amount": 1, "type": "bashing"}))
    points = series(life, at(START), at("1999-06-01"))
    assert life.system is not None
    for place, point in enumerate(points):
        for moment, told in ((point.at, point), (point.at - 1, points[place - 1])):
            state, world = life.at(moment)
            if state is None or not place:
                continue
            sheet = life.system.sheet(state, world, moment)
            assert (told.plight.status, told.plight.level) == (sheet["status"], sheet["level"])
            held = {("damage", kind): count for kind, count in sheet["damage"].items()}
            held |= {("pools", pool): row["now"] for pool, row in sheet["pools"].items()}
            assert told.values == held


@pytest.mark.parametrize(
    "begin, end, first, last",
    [
        ("1998-10-31 21:00", "1998-10-31 21:59:59", ("1998-10-31 21:00:00", 0), 1),
        ("1998-11-08", "1998-11-09", ("1998-11-08 00:00:00", 2), 1),
        ("1998-11-07 22:00", "1998-11-10 22:00", ("1998-11-07 22:00:00", 2), 2),
        ("1997-01-01", "1998-12-31", ("1998-10-31 21:00:00", 0), 5),
        ("3000-01-01", "3001-01-01", ("3000-01-01 00:00:00", 0), 1),
    ],
)
def test_a_part_begins_with_what_holds_there(
    begin: str, end: str, first: tuple[str, int], last: int
) -> None:
    """A part of the time begins at its first second, or where the character arrives."""
    points = series(played("mortal", BLOW), at(begin), at(end))
    found = values(points, "damage", "lethal")
    assert (found[0], len(found)) == (first, last)


def test_nobody_is_there_before_she_arrives() -> None:
    """A time before the character has no points."""
    assert series(played("mortal"), at("1990-01-01"), at("1998-10-31 20:59:59")) == []


def test_a_century_of_torpor_is_one_span() -> None:
    """Spans join what has the same status and level; the last one goes on."""
    slept = played("vampire", ("1998-10-31 22:00", "hit", {"amount": 8, "type": "lethal"}))
    found = spans(series(slept, at(START), at("2098-11-01")), at("2098-11-01"))
    told = [(span.plight.status, span.plight.level) for span in found]
    assert told == [("active", None), ("torpor", "Incapacitated")]
    assert found[0].end == found[1].begin == at("1998-10-31 22:00")
    assert found[1].end == at("2098-11-01")
