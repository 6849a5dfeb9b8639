import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.calendar import FIRST_INSTANT, GREGORIAN, LAST_INSTANT, Date
from ledger.errors import Refused

CYCLE = 146_097  # days of 400 years
BILLION_YEARS = 365_242_500_000  # days

any_day = st.integers(-BILLION_YEARS, BILLION_YEARS)
any_year = st.integers(-(10**9), 10**9)
any_instant = st.integers(FIRST_INSTANT, LAST_INSTANT)


def test_every_day_of_two_cycles_around_the_epoch_reads_back() -> None:
    """Date and day number are inverse on each day of 400 years before and after the epoch."""
    for day in range(-CYCLE, CYCLE + 1):
        assert GREGORIAN.day_number(*GREGORIAN.date(day)) == day


def test_ten_cycles_before_the_epoch_read_back() -> None:
    """Date and day number are inverse in the tenth cycle before the epoch."""
    for day in range(-10 * CYCLE, -9 * CYCLE, 7):
        assert GREGORIAN.day_number(*GREGORIAN.date(day)) == day


@given(any_day)
def test_days_of_huge_years_read_back(day: int) -> None:
    """Date and day number are inverse a billion years away, and no component is out of range."""
    year, month, of_month = GREGORIAN.date(day)
    assert GREGORIAN.day_number(year, month, of_month) == day
    assert 1 <= month <= GREGORIAN.months_in(year)
    assert 1 <= of_month <= GREGORIAN.month_length(year, month)


@given(any_day)
def test_the_successor_of_a_date_is_one_day_on(day: int) -> None:
    """The day after a date is the next of its month, or the first of the next month."""
    year, month, of_month = GREGORIAN.date(day)
    if of_month < GREGORIAN.month_length(year, month):
        expected = Date(year, month, of_month + 1)
    elif month < 12:
        expected = Date(year, month + 1, 1)
    else:
        expected = Date(year + 1, 1, 1)
    assert GREGORIAN.date(day + 1) == expected


@given(any_day)
def test_the_weekday_steps_by_one(day: int) -> None:
    """Each day has the weekday after that of the day before."""
    names = GREGORIAN.weekday_names
    today, tomorrow = GREGORIAN.weekday(day), GREGORIAN.weekday(day + 1)
    assert today is not None
    assert tomorrow == names[(names.index(today) + 1) % 7]


@given(any_day)
def test_dates_repeat_after_four_centuries(day: int) -> None:
    """400 years later the month, the day and the weekday are the same."""
    year, month, of_month = GREGORIAN.date(day)
    assert GREGORIAN.date(day + CYCLE) == Date(year + 400, month, of_month)
    assert GREGORIAN.weekday(day + CYCLE) == GREGORIAN.weekday(day)


@given(st.dates())
def test_python_counts_the_same_days(date: dt.date) -> None:
    """From AD 1 to 9999 days, weekdays and days of the year are those of datetime."""
    day = GREGORIAN.day_number(date.year, date.month, date.day)
    assert day == date.toordinal() - 1
    assert GREGORIAN.date(day) == Date(date.year, date.month, date.day)
    assert GREGORIAN.weekday_index(day) == date.weekday()
    assert GREGORIAN.day_of_year(day) == date.timetuple().tm_yday


@pytest.mark.parametrize(
    "year, days",
    [
        (2024, 29),
        (2023, 28),
        (1900, 28),
        (2000, 29),
        (2100, 28),
        (4, 29),
        (1, 28),
        (0, 29),
        (-1, 28),
        (-4, 29),
        (-43, 28),
        (-100, 28),
        (-400, 29),
        (400_000_000, 29),
    ],
)
def test_february_of_leap_and_common_years(year: int, days: int) -> None:
    """Every 4th year is leap, not every 100th, but every 400th, before the epoch too."""
    assert GREGORIAN.month_length(year, 2) == days
    last = GREGORIAN.day_number(year, 2, days)
    assert GREGORIAN.date(last + 1) == Date(year, 3, 1)


@pytest.mark.parametrize(
    "date, weekday, day_of_year",
    [
        ((2024, 2, 29), "Thursday", 60),
        ((1900, 3, 1), "Thursday", 60),
        ((1879, 5, 23), "Friday", 143),
        ((2024, 12, 31), "Tuesday", 366),
        ((-43, 3, 15), "Friday", 74),
        ((0, 2, 29), "Tuesday", 60),
        ((0, 12, 31), "Sunday", 366),
        ((1, 1, 1), "Monday", 1),
        ((10000, 1, 1), "Saturday", 1),
    ],
)
def test_known_weekdays(date: tuple[int, int, int], weekday: str, day_of_year: int) -> None:
    """Days whose weekday and place in the year are known have them."""
    day = GREGORIAN.day_number(*date)
    assert GREGORIAN.weekday(day) == weekday
    assert GREGORIAN.day_of_year(day) == day_of_year


def test_days_from_bc_to_ad() -> None:
    """From the Ides of March 44 BC to the death of Augustus 20,976 days pass."""
    assert GREGORIAN.day_number(14, 8, 19) - GREGORIAN.day_number(-43, 3, 15) == 20_976


def test_the_epoch_is_the_first_second_of_ad_1() -> None:
    """0001-01-01 00:00:00 is the instant 0 and the second before it belongs to 1 BC."""
    assert GREGORIAN.instant(1, 1, 1) == 0
    assert GREGORIAN.instant(0, 12, 31, 23, 59, 59) == -1


@given(any_instant)
def test_every_instant_is_its_date_and_its_clock(instant: int) -> None:
    """An instant of 64 bits is put together again from its date and its time of day."""
    date = GREGORIAN.date(GREGORIAN.day_of(instant))
    assert GREGORIAN.instant(*date, *GREGORIAN.clock(instant)) == instant


@given(any_year, st.integers(1, 12), st.integers(-(10**6), 10**6))
def test_months_are_counted_through(year: int, month: int, step: int) -> None:
    """A month and its index are inverse, and twelve months on is the same month a year later."""
    index = GREGORIAN.month_index(year, month)
    assert GREGORIAN.month_at(index) == (year, month)
    assert GREGORIAN.month_at(index + 12) == (year + 1, month)
    assert GREGORIAN.month_index(*GREGORIAN.month_at(index + step)) == index + step


@pytest.mark.parametrize(
    "date, says",
    [
        ((1998, 2, 30), "1998-02-30 is no date: February 1998 has 28 days"),
        ((-1, 2, 29), "-0001-02-29 is no date: February -0001 has 28 days"),
        ((1998, 4, 31), "1998-04-31 is no date: April 1998 has 30 days"),
        ((1998, 4, 0), "1998-04-00 is no date: April 1998 has 30 days, counted from 1"),
        ((1998, 4, -1), "April 1998 has 30 days"),
        ((1998, 13, 1), "1998-13-01 is no date: 1998 has 12 months"),
        ((1998, 0, 1), "1998-00-01 is no date: 1998 has 12 months, counted from 1"),
    ],
)
def test_dates_that_do_not_exist(date: tuple[int, int, int], says: str) -> None:
    """A month or a day that does not exist is refused with the length of the year or month."""
    with pytest.raises(Refused) as refusal:
        GREGORIAN.day_number(*date)
    assert says in str(refusal.value)


@pytest.mark.parametrize(
    "time, says",
    [
        ((24, 0, 0), "there is no hour 24, hours run from 0 to 23"),
        ((-1, 0, 0), "there is no hour -1"),
        ((0, 60, 0), "there is no minute 60, minutes run from 0 to 59"),
        ((0, 0, 60), "there is no second 60, seconds run from 0 to 59"),
    ],
)
def test_times_that_do_not_exist(time: tuple[int, int, int], says: str) -> None:
    """An hour, minute or second out of its range is refused with the range."""
    with pytest.raises(Refused, match="1998-10-31") as refusal:
        GREGORIAN.instant(1998, 10, 31, *time)
    assert says in str(refusal.value)


@pytest.mark.parametrize("year", [292_277_024_628, -292_277_024_627, 10**12, -(10**12)])
def test_instants_beyond_64_bits(year: int) -> None:
    """A date whose seconds exceed 64 bits is refused and the calendar's ends are named."""
    with pytest.raises(Refused, match=r"out of reach: .* from -2922.* to 292277024627-"):
        GREGORIAN.instant(year, 1, 1)


@pytest.mark.parametrize("instant", [FIRST_INSTANT, LAST_INSTANT])
def test_the_ends_of_64_bits_belong_to_the_calendar(instant: int) -> None:
    """The first and the last instant of 64 bits have a date and a clock."""
    date = GREGORIAN.date(GREGORIAN.day_of(instant))
    assert GREGORIAN.instant(*date, *GREGORIAN.clock(instant)) == instant


@pytest.mark.parametrize(
    "date, text",
    [
        ((1998, 10, 31, 21, 0, 30), "1998-10-31 21:00:30"),
        ((1998, 1, 2), "1998-01-02 00:00:00"),
        ((57, 3, 15, 20), "0057-03-15 20:00:00"),
        ((0, 2, 29), "0000-02-29 00:00:00"),
        ((-43, 3, 15), "-0043-03-15 00:00:00"),
        ((-12345, 3, 15), "-12345-03-15 00:00:00"),
        ((10000, 1, 1), "10000-01-01 00:00:00"),
    ],
)
def test_instants_as_text(date: tuple[int, ...], text: str) -> None:
    """Years have four digits at least, a sign before the year 0, and more digits after 9999."""
    assert GREGORIAN.format(GREGORIAN.instant(*date)) == text


def test_hot_values_are_plain_attributes() -> None:
    """The lengths that each step of a replay needs are numbers on the calendar."""
    assert vars(GREGORIAN)["day_seconds"] == 86_400
    assert vars(GREGORIAN)["hour_seconds"] == 3_600
    assert vars(GREGORIAN)["week_days"] == 7


def test_a_calendar_is_frozen() -> None:
    """Nobody changes the hours of a calendar that others use."""
    with pytest.raises(AttributeError):
        GREGORIAN.hours_per_day = 20  # type: ignore[misc]
    assert len({GREGORIAN, GREGORIAN}) == 1
