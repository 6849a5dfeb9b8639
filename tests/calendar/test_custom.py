import time
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.calendar import FIRST_INSTANT, LAST_INSTANT, Custom, Duration, read_instant, read_period
from ledger.errors import Refused

if TYPE_CHECKING:
    from tests.calendar.worlds import CYCLE_YEARS, world, worlds
else:  # pytest puts this folder on the path
    from worlds import CYCLE_YEARS, world, worlds

examples = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def at(calendar: Custom, text: str, clock: int | None = None) -> int:
    return read_instant(text, calendar, clock=clock, start=None)


def cycle(calendar: Custom, cycles: int = 1) -> range:
    """The days of a leap cycle, so many cycles after the epoch."""
    epoch = calendar.date(0).year
    first = epoch + cycles * CYCLE_YEARS
    return range(calendar.year_start(first), calendar.year_start(first + CYCLE_YEARS))


@examples
@given(worlds(), st.sampled_from([0, -1, -10, 10]))
def test_properties_of_days(calendar: Custom, cycles: int) -> None:
    """A day has one date, its components are natural numbers, the next day follows."""
    days = cycle(calendar, cycles)
    for number in days:
        date = calendar.date(number)
        assert min(date.day, calendar.day_of_year(number)) >= 1
        assert date.day <= calendar.month_length(date.year, date.month)
        assert calendar.day_number(*date) == number
    for one, other in pairwise(map(calendar.date, days)):
        same_month = one[:2] == other[:2]
        assert (other.day == one.day + 1) if same_month else other.day == 1
        assert other.year - one.year in {0, 1}


@examples
@given(worlds(), st.sampled_from([0, -10, 10]))
def test_weekdays_advance_by_one(calendar: Custom, cycles: int) -> None:
    """The weekday of the next counted day is the next one; uncounted days have none."""
    counted = [w for n in cycle(calendar, cycles) if (w := calendar.weekday_index(n)) is not None]
    assert counted
    for one, other in pairwise(counted):
        assert other == (one + 1) % calendar.week_days


@examples
@given(worlds())
def test_the_epoch_is_where_it_is_said(calendar: Custom) -> None:
    """Day 0 begins the epoch's year, whose first counted day has the epoch's weekday."""
    epoch = calendar.definition.epoch
    assert calendar.year_shown(calendar.date(0).year) == epoch.year
    assert calendar.day_of_year(0) == 1
    first = next(n for n in range(1000) if calendar.weekday_index(n) is not None)
    assert calendar.weekday(first) == epoch.weekday


@examples
@given(worlds(), st.integers(FIRST_INSTANT, LAST_INSTANT))
def test_instants_are_read_as_they_are_written(calendar: Custom, instant: int) -> None:
    """Any instant within 64 bits is written as a text that reads back as the same instant."""
    if len(calendar.year_text(calendar.date(calendar.day_of(instant)).year)) > 12:
        return  # more digits than a date may have
    assert at(calendar, calendar.format(instant)) == instant
    assert all(part >= 0 for part in calendar.clock(instant))


@examples
@given(worlds(), st.integers(-(10**9), 10**9), st.integers(0, 10**7), st.integers(0, 10**7))
def test_exact_durations_add_up(calendar: Custom, instant: int, one: int, other: int) -> None:
    """Exact durations are additive."""
    first = calendar.add(instant, Duration(seconds=one))
    assert calendar.add(first, Duration(seconds=other)) == instant + one + other


@examples
@given(worlds(), st.data(), st.integers(0, 30), st.integers(0, 30))
def test_what_begins_later_never_ends_earlier(
    calendar: Custom, data: st.DataObject, years: int, months: int
) -> None:
    """Sums of years and months keep the order of days, over leap months and spans as well."""
    number = data.draw(st.sampled_from(cycle(calendar)))
    span = Duration(years=years, months=months)
    day = calendar.day_seconds
    assert calendar.add(number * day, span) <= calendar.add((number + 1) * day, span)


@examples
@given(worlds(), st.integers(-500, 500))
def test_months_are_numbered_through(calendar: Custom, index: int) -> None:
    """A month's index finds the month, and the next index the next numbered month."""
    year, month = calendar.month_at(index)
    assert calendar.month_index(year, month) == index
    assert calendar.month_length(year, month) > 0
    assert calendar.month_start(*calendar.month_at(index + 1)) > calendar.month_start(year, month)


@examples
@given(worlds(), st.integers(-60, 60))
def test_a_year_is_its_days(calendar: Custom, year: int) -> None:
    """The days from one new year to the next are those of its months and spans."""
    length = sum(month.length(year) for month in calendar.definition.months)
    assert calendar.year_start(year + 1) - calendar.year_start(year) == length
    assert calendar.months_in(year) == sum(
        month.length(year) > 0 and not month.intercalary for month in calendar.definition.months
    )


GREGORIAN_RULE = {
    "name": "Two",
    "days": 10,
    "leap": [{"days": 1, "years": "every 4, not 100, 400"}],
}


def test_far_years_cost_the_same() -> None:
    """The work for a date does not grow with its distance: no loop over years."""
    calendar = world(months=[{"name": "One", "days": 10}, GREGORIAN_RULE])
    calls = 0
    before = calendar.days.before

    def counted(year: int) -> int:
        nonlocal calls
        calls += 1
        return before(year)

    object.__setattr__(calendar.days, "before", counted)
    used = []
    for year in (5, 5_000_000, -5_000_000, 5_000_000_000):
        day = before(year)
        calls = 0
        assert calendar.date(day + 3).year == year
        used.append(calls)
    assert max(used) <= 6
    begin = time.perf_counter()
    for day in range(0, 10**15, 10**12):
        calendar.date(day)
    assert time.perf_counter() - begin < 5


SPANS = [
    {"name": "Ash", "days": 30},
    {"name": "Kindling", "days": 2, "intercalary": True, "counts_for_week": False},
    {"name": "Drift", "days": 6, "interval": 5, "offset": 1},
    {"name": "Flame", "days": 28, "leap": [{"days": 1, "years": "every 4"}]},
    {
        "name": "Shieldmeet",
        "days": 0,
        "intercalary": True,
        "leap": [{"days": 1, "years": "every 4"}],
    },
]
WANDERING = world(months=SPANS)


@pytest.mark.parametrize(
    ("begin", "years", "months", "end"),
    [
        ("0001-01-30", 0, 1, "0001-02-06 00:00:00"),  # Drift comes in 1, 6, 11 and has six days
        ("0002-01-30", 0, 1, "0002-03-28 00:00:00"),  # and not in 2: Flame follows Ash
        ("0001-02-03", 1, 0, "0002-Kindling-02 00:00:00"),  # the last day before it
        ("0001-02-03", 5, 0, "0006-02-03 00:00:00"),
        ("0001-02-03", 1, 1, "0002-03-28 00:00:00"),
        ("0004-03-29", 1, 0, "0005-03-28 00:00:00"),
        ("0004-Shieldmeet-01", 4, 0, "0008-Shieldmeet-01 00:00:00"),
        ("0004-Shieldmeet-01", 1, 0, "0005-03-28 00:00:00"),
        ("0004-Shieldmeet-01", 0, 1, "0005-01-29 00:00:00"),
        ("0002-Kindling-02", 1, 0, "0003-Kindling-02 00:00:00"),
        ("0002-Kindling-02", 0, 1, "0002-03-28 00:00:00"),
    ],
)
def test_sums_over_months_that_do_not_come(begin: str, years: int, months: int, end: str) -> None:
    """A month that does not come counts as one of no days, a span as the end of its month."""
    span = Duration(years=years, months=months)
    assert WANDERING.format(WANDERING.add(at(WANDERING, begin), span)) == end


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("0002-02-01", "0002 has no day of Drift, which comes every 5 years"),
        ("1 Shieldmeet 5", "0005 has no day of Shieldmeet, which comes in leap years"),
        ("0002-Kindling-03", "Kindling 0002 has 2 days"),
        ("0002-04-01", "the World calendar has 3 months"),
        ("0000-01-01", "there is no year 0000 in the World calendar"),
        ("1 Kinling 2", "did you mean Kindling?"),
    ],
)
def test_days_that_do_not_exist(text: str, says: str) -> None:
    """What does not come in the year is refused by its name."""
    with pytest.raises(Refused) as refusal:
        at(WANDERING, text)
    assert says in str(refusal.value)


ODD = world(
    months=[
        {"name": "1st of Rain", "days": 9},
        {"name": "7-Night", "days": 1, "intercalary": True},
    ]
)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("2 kindling 3", "0003-Kindling-02 00:00:00"),
        ("-0001-Kindling-02 13:00", "-0001-Kindling-02 13:00:00"),
        ("3 Fla 3", "0003-03-03 00:00:00"),
        ("5 1st of Rain 3", "0003-01-05 00:00:00"),
        ("0003-7-Night-01", "0003-7-Night-01 00:00:00"),
    ],
)
def test_names_stand_in_dates(text: str, written: str) -> None:
    """Spans are written by name where the number would stand, odd names in full."""
    odd = any(name in text for name in ("1st of Rain", "7-Night"))
    calendar = ODD if odd else WANDERING
    assert calendar.format(at(calendar, text)) == written


def test_periods_of_spans_and_missing_months() -> None:
    """A span is a period like a month."""
    period = read_period("0003-Kindling", WANDERING, clock=None, start=None)
    assert (period.begin, period.end) == (
        at(WANDERING, "0003-Kindling-01"),
        at(WANDERING, "0003-03-01"),
    )


@pytest.mark.parametrize(
    ("date", "era"),
    [
        ("-0002-01-01", ("Before", 2)),
        ("-0001-02-10", ("Before", 1)),
        ("0001-01-01", ("First", 1)),
        ("0041-02-04", ("First", 41)),
        ("0041-02-05", ("Second", 1)),
        ("0043-01-01", ("Second", 3)),
        ("0050-01-01", ("Third", 50)),
    ],
)
def test_eras_begin_on_their_day(date: str, era: tuple[str, int]) -> None:
    """An era begins on its day and counts backwards, anew, or on with the calendar."""
    calendar = world(
        eras=[
            {"name": "Before", "backwards": True},
            {"name": "First", "begins": {"year": 1, "month": "One", "day": 1}, "restarts_at": 1},
            {"name": "Second", "begins": {"year": 41, "month": "Two", "day": 5}, "restarts_at": 1},
            {"name": "Third", "begins": {"year": 50, "month": "One", "day": 1}},
        ]
    )
    found = calendar.era_of(calendar.day_of(at(calendar, date)))
    assert found == era
    assert (
        calendar.date(calendar.day_of(at(calendar, f"1 One {era[1]} {era[0]}"))).year
        == calendar.date(calendar.day_of(at(calendar, date))).year
    )


def test_before_the_first_era_there_is_none() -> None:
    """An era that begins has nothing before it."""
    calendar = world(eras=[{"name": "Age", "begins": {"year": 5, "month": "Two", "day": 1}}])
    assert calendar.era_of(calendar.day_of(at(calendar, "0005-01-10"))) is None
    assert calendar.era_of(calendar.day_of(at(calendar, "0005-02-01"))) == ("Age", 5)


@pytest.mark.parametrize(
    ("then", "year", "name"),
    [
        ("nothing", -1, None),
        ("nothing", 5, "Wolf"),
        ("nothing", 7, None),
        ("last", 700, "Hare"),
        ("last", 4, None),
        ("repeat", 4, "Hare"),
        ("repeat", 7, "Wolf"),
    ],
)
def test_years_have_names(then: str, year: int, name: str | None) -> None:
    """The names begin with their first year, and go on as they are told to."""
    calendar = world(year_names={"names": ["Wolf", "Hare"], "first": 5, "then": then})
    assert calendar.year_name(year) == name
