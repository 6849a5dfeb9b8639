from typing import TYPE_CHECKING

from convertdate import julian  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from ledger.calendar import (
    GREGORIAN,
    Calendar,
    converted,
    custom,
    find_calendar,
    kept_of,
    read_instant,
)

if TYPE_CHECKING:
    from tests.calendar.worlds import world
else:  # pytest puts this folder on the path
    from worlds import world

JULIAN = find_calendar("julian")
DAY = 86_400


def at(calendar: Calendar, text: str) -> int:
    return read_instant(text, calendar, clock=None, start=None)


@given(st.integers(-2_000_000, 2_000_000))
def test_julian_days_are_those_of_convertdate(day: int) -> None:
    """Another's arithmetic gives the same Julian date for every Gregorian day."""
    date = GREGORIAN.date(day)
    there = JULIAN.date(JULIAN.day_of(converted(day * DAY, GREGORIAN, JULIAN)))
    assert there == julian.from_gregorian(*date)


def test_named_days() -> None:
    """The battle of Hastings, the Ides of March, the last day before the reform."""
    for written, weekday, gregorian in (
        ("14 October 1066", "Saturday", "1066-10-20"),
        ("15 March 44 BC", "Wednesday", "-0043-03-13"),
        ("1582-10-04", "Thursday", "1582-10-14"),
        ("29 February 1100", "Wednesday", "1100-03-07"),
    ):
        instant = at(JULIAN, written)
        assert JULIAN.weekday(JULIAN.day_of(instant)) == weekday
        assert converted(instant, JULIAN, GREGORIAN) == at(GREGORIAN, gregorian)
        assert converted(at(GREGORIAN, gregorian), GREGORIAN, JULIAN) == instant


def test_the_era_is_the_christian_one() -> None:
    """There is no year between 1 BC and AD 1."""
    last = JULIAN.day_of(at(JULIAN, "31 December 1 BC"))
    assert JULIAN.era_of(last) == ("BC", 1)
    assert JULIAN.era_of(last + 1) == ("AD", 1)


def test_worlds_are_the_same_moment_by_their_epochs() -> None:
    """Two worlds meet where their epochs are placed on the Gregorian calendar."""
    one = world(epoch={"year": 1, "weekday": "Red", "gregorian": "1000-01-01 06:00"})
    other = world(epoch={"year": 7, "weekday": "Red"}, hours_per_day=10)
    moment = at(GREGORIAN, "1000-01-02")
    assert one.format(converted(moment, GREGORIAN, one)) == "0001-01-01 18:00:00"
    there = converted(0, one, other)
    assert there == at(GREGORIAN, "1000-01-01 06:00")
    assert converted(there, other, one) == 0


def test_a_campaign_keeps_a_name_or_all_of_it() -> None:
    """A calendar that is known is kept by its name, a world's own as its definition."""
    assert kept_of(JULIAN) == "julian"
    assert kept_of(GREGORIAN) == "gregorian"
    own = world()
    kept = kept_of(own)
    assert kept is own.definition
    assert custom(own.definition) is own
