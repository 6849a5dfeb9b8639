from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.calendar import (
    CALENDARS,
    GREGORIAN,
    Calendar,
    Date,
    Duration,
    Era,
    describe,
    find_calendar,
    read_duration,
    read_instant,
    read_period,
)
from ledger.errors import Refused


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Tides(Calendar):
    """Months of ten days, a third one in even years; no year zero; the last day in no week.

    Two years are 50 days and the epoch is the first day of the year 1.
    """

    name: str = "tides"
    month_names: tuple[str, ...] = ("Ebb", "Flood", "Flood Water")
    weekday_names: tuple[str, ...] = ("Sand", "Salt", "Foam")
    hours_per_day: int = 20
    minutes_per_hour: int = 50
    seconds_per_minute: int = 10
    eras: tuple[Era, ...] = (Era("Age of Storms", first=101, step=1),)

    def date(self, day_number: int) -> Date:
        pairs, day = divmod(day_number, 50)
        year, day = (1, day) if day < 20 else (2, day - 20)
        return Date(2 * pairs + year, day // 10 + 1, day % 10 + 1)

    def months_in(self, year: int) -> int:
        return 2 if year % 2 else 3

    def month_length(self, year: int, month: int) -> int:  # noqa: ARG002 - all alike
        return 10

    def month_start(self, year: int, month: int) -> int:
        return 10 * self.month_index(year, month)

    def month_index(self, year: int, month: int) -> int:
        pairs, second = divmod(year - 1, 2)
        return 5 * pairs + 2 * second + month - 1

    def month_at(self, index: int) -> tuple[int, int]:
        date = self.date(10 * index)
        return date.year, date.month

    def weekday_index(self, day_number: int) -> int | None:
        pairs, day = divmod(day_number, 50)
        return None if day == 49 else (49 * pairs + day) % 3

    def year_shown(self, year: int) -> int:
        return year if year > 0 else year - 1

    def year_meant(self, shown: int) -> int:
        if shown == 0:
            raise Refused("0000 is no year: 1 follows -1")
        return shown if shown > 0 else shown + 1


TIDES = Tides()


def at(text: str) -> int:
    """The instant of a date in the calendar of the tides."""
    return read_instant(text, TIDES, clock=None, start=None)


def test_the_clock_is_the_calendars_own() -> None:
    """A day of 20 hours of 50 minutes of 10 seconds has 10,000 seconds."""
    assert (TIDES.day_seconds, TIDES.hour_seconds, TIDES.week_days) == (10_000, 500, 3)
    assert TIDES.clock(-1) == (19, 49, 9)
    assert TIDES.format(at("0007-01-10 19:49:05") + 7) == "0007-02-01 00:00:02"


@pytest.mark.parametrize(
    "text, says",
    [
        ("0007-01-10 20:00", "there is no hour 20, hours run from 0 to 19"),
        ("0007-01-10 19:50", "there is no minute 50, minutes run from 0 to 49"),
        ("0007-01-10 19:49:10", "there is no second 10, seconds run from 0 to 9"),
        ("0007-03-01", "'0007-03-01' is no date: 0007 has 2 months"),
        ("0007-01-11", "'0007-01-11' is no date: Ebb 0007 has 10 days"),
        ("0000-01-01", "0000 is no year"),
        ("3 August 7", "the tides calendar has no month 'August'"),
        ("3 floo 8", "no month 'floo'; did you mean Flood or Flood Water?"),
    ],
)
def test_refusals_speak_of_the_calendar(text: str, says: str) -> None:
    """What another calendar has is refused by the bounds of this one."""
    with pytest.raises(Refused) as refusal:
        at(text)
    assert says in str(refusal.value)


@pytest.mark.parametrize(
    "text, date",
    [
        ("3 Flood 8", "0008-02-03 00:00:00"),
        ("3 flood water 8", "0008-03-03 00:00:00"),
        ("3 flood w 8 12:30", "0008-03-03 12:30:00"),
        ("2 Age of Storms-01-01", "0102-01-01 00:00:00"),
        ("3 Ebb Age of Storms 2", "0102-01-03 00:00:00"),
        ("-0001-03-10", "-0001-03-10 00:00:00"),
    ],
)
def test_names_of_the_calendars_own(text: str, date: str) -> None:
    """Months of several words, eras and years without zero are read as they are shown."""
    assert TIDES.format(at(text)) == date


@pytest.mark.parametrize(
    "begin, duration, end",
    [
        ("0008-03-05", "1y", "0009-02-05 00:00:00"),
        ("0007-02-05", "1mo", "0008-01-05 00:00:00"),
        ("0008-02-05", "1mo", "0008-03-05 00:00:00"),
        ("0007-01-05", "1 week", "0007-01-08 00:00:00"),
        ("0007-01-05", "1d 30h", "0007-01-07 10:00:00"),
        ("0007-01-05", "50min", "0007-01-05 01:00:00"),
        ("-0001-03-10", "1d", "0001-01-01 00:00:00"),
        ("-0001-01-10", "1y", "0001-01-10 00:00:00"),
    ],
)
def test_sums_by_the_calendars_own_units(begin: str, duration: str, end: str) -> None:
    """Months, weeks, hours and minutes of a sum are those of the calendar."""
    span = read_duration(duration, TIDES, round_seconds=5)
    assert TIDES.format(TIDES.add(at(begin), span)) == end


@given(st.integers(-1_000, 1_000))
def test_weeks_skip_the_days_they_do_not_count(day: int) -> None:
    """A week begins on its first weekday and ends before the next one's, uncounted days within."""
    first, after = TIDES.week_start(day), TIDES.next_week(day)
    assert TIDES.weekday(first) == TIDES.weekday(after) == "Sand"
    assert first <= day < after
    assert after - first == 3 + sum(TIDES.weekday(n) is None for n in range(first, after))


@pytest.mark.parametrize(
    "text, begin, end",
    [
        ("-0001", "-0001-01-01", "0001-01-01"),
        ("Flood Water 8", "0008-03-01", "0009-01-01"),
        ("0007..0008", "0007-01-01", "0009-01-01"),
    ],
)
def test_periods_of_the_calendars_own(text: str, begin: str, end: str) -> None:
    """Years and months of a period are those of the calendar."""
    period = read_period(text, TIDES, clock=None, start=None)
    assert (period.begin, period.end) == (at(begin), at(end))


@pytest.mark.parametrize(
    "clock, text, begin, end",
    [
        ("0009-01-01", "this week", "0008-03-09", "0009-01-03"),
        ("0009-01-03", "last week", "0008-03-09", "0009-01-03"),
        ("0008-03-10", "this week", "0008-03-09", "0009-01-03"),
        ("0008-03-06", "next week", "0008-03-09", "0009-01-03"),
    ],
)
def test_weeks_of_uneven_length(clock: str, text: str, begin: str, end: str) -> None:
    """A week is longer by the days within it that do not count."""
    period = read_period(text, TIDES, clock=at(clock), start=None)
    assert (period.begin, period.end) == (at(begin), at(end))


def test_words_use_the_calendars_clock() -> None:
    """Ninety minutes are told by the hours of the calendar."""
    assert describe(Duration(seconds=900), TIDES) == "90 minutes"
    assert describe(Duration(seconds=10_000), TIDES) == "20 hours"


@pytest.mark.parametrize("name", ["gregorian", "Gregorian", " GREGORIAN "])
def test_calendars_are_found_by_name(name: str) -> None:
    """The case of a name and blanks around it do not matter."""
    assert find_calendar(name) is GREGORIAN


@pytest.mark.parametrize(
    "name, says",
    [
        ("gregorain", "there is no calendar 'gregorain'; did you mean gregorian?"),
        ("maya", "there is no calendar 'maya'\ncalendars known by name: gregorian, julian"),
    ],
)
def test_unknown_calendars_are_refused(name: str, says: str) -> None:
    """An unknown name is refused with the nearest one and all that there are."""
    with pytest.raises(Refused) as refusal:
        find_calendar(name)
    assert says in str(refusal.value)
    assert list(CALENDARS) == ["gregorian", "julian"]
