import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.calendar import FIRST_INSTANT, GREGORIAN, LAST_INSTANT, Duration, read_duration
from ledger.calendar.instant_text import read_instant
from ledger.errors import Refused

instants = st.integers(-(10**13), 10**13)
spans = st.integers(0, 10**12)


def at(text: str) -> int:
    """The instant of a date."""
    return read_instant(text, GREGORIAN, clock=None, start=None)


def lasting(text: str) -> Duration:
    """The duration of a text, with rounds of five seconds."""
    return read_duration(text, GREGORIAN, round_seconds=5)


@pytest.mark.parametrize(
    "begin, duration, end",
    [
        ("2023-01-31 21:00", "1mo", "2023-02-28 21:00:00"),
        ("2024-01-31", "1mo", "2024-02-29 00:00:00"),
        ("2024-02-29 21:00", "1y", "2025-02-28 21:00:00"),
        ("2024-02-29 21:00", "4y", "2028-02-29 21:00:00"),
        ("2024-02-29", "1y 1mo", "2025-03-29 00:00:00"),
        ("2027-12-31 23:00", "2mo", "2028-02-29 23:00:00"),
        ("2023-01-31 06:00", "1mo 1d 12h", "2023-03-01 18:00:00"),
        ("2023-01-31", "1d 1mo", "2023-03-01 00:00:00"),
        ("2023-01-30 23:00", "1mo 2h", "2023-03-01 01:00:00"),
        ("2029-02-28 23:00", "1y 2mo 3d", "2030-05-01 23:00:00"),
        ("2023-04-18 18:00", "13mo", "2024-05-18 18:00:00"),
        ("2023-03-01", "2 weeks", "2023-03-15 00:00:00"),
        ("1498-10-31 21:00", "500y", "1998-10-31 21:00:00"),
        ("9999-12-31 23:59:59", "1s", "10000-01-01 00:00:00"),
        ("10000-01-01", "1000y", "11000-01-01 00:00:00"),
        ("-0042-03-16 20:00", "42y", "0000-03-16 20:00:00"),
        ("-0043-03-15 20:00", "100y", "0057-03-15 20:00:00"),
        ("1 BC-12-31 23:59:30", "45s", "0001-01-01 00:00:15"),
    ],
)
def test_adding(begin: str, duration: str, end: str) -> None:
    """Years and months come first, clamped once to the month; then days; then exact seconds."""
    assert GREGORIAN.format(GREGORIAN.add(at(begin), lasting(duration))) == end


@pytest.mark.parametrize(
    "end, duration, begin",
    [
        ("2023-03-31 21:00", "1mo", "2023-02-28 21:00:00"),
        ("2024-02-29", "1y", "2023-02-28 00:00:00"),
        ("2023-03-31", "1mo 1d", "2023-02-27 00:00:00"),
        ("2023-01-15", "2mo", "2022-11-15 00:00:00"),
        ("2024-03-01", "1w", "2024-02-23 00:00:00"),
        ("0001-01-01", "1s", "0000-12-31 23:59:59"),
        ("0001-01-31", "2mo", "0000-11-30 00:00:00"),
        ("1998-10-31 21:00", "2h", "1998-10-31 19:00:00"),
    ],
)
def test_subtracting(end: str, duration: str, begin: str) -> None:
    """A subtraction takes the same steps backwards, in the same order."""
    assert GREGORIAN.format(GREGORIAN.subtract(at(end), lasting(duration))) == begin


@given(instants, spans, spans)
def test_exact_durations_add_up(instant: int, first: int, second: int) -> None:
    """Two exact durations after one another end where their sum ends."""
    apart = GREGORIAN.add(GREGORIAN.add(instant, Duration(seconds=first)), Duration(seconds=second))
    assert apart == GREGORIAN.add(instant, Duration(seconds=first + second))
    assert apart == instant + first + second


@given(instants, st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 10**6))
def test_weeks_and_days_are_exact_in_this_calendar(
    instant: int, weeks: int, days: int, seconds: int
) -> None:
    """A week has seven days of 86,400 seconds, forwards and backwards."""
    duration = Duration(weeks=weeks, days=days, seconds=seconds)
    later = GREGORIAN.add(instant, duration)
    assert later == instant + (7 * weeks + days) * 86_400 + seconds
    assert GREGORIAN.subtract(later, duration) == instant


@given(instants, st.integers(0, 10**5), st.integers(0, 10**5))
def test_months_keep_the_time_and_the_day(instant: int, years: int, months: int) -> None:
    """After years and months the clock is the same and the day is kept or is the month's last."""
    later = GREGORIAN.add(instant, Duration(years=years, months=months))
    year, month, day = GREGORIAN.date(GREGORIAN.day_of(instant))
    new_year, new_month, new_day = GREGORIAN.date(GREGORIAN.day_of(later))
    assert GREGORIAN.clock(later) == GREGORIAN.clock(instant)
    assert 12 * new_year + new_month == 12 * (year + years) + month + months
    assert new_day == min(day, GREGORIAN.month_length(new_year, new_month))


@given(instants)
def test_nothing_changes_nothing(instant: int) -> None:
    """The zero duration leads to the same instant."""
    assert GREGORIAN.add(instant, Duration()) == instant
    assert GREGORIAN.subtract(instant, Duration()) == instant


@pytest.mark.parametrize("duration", [Duration(seconds=1), Duration(days=1), Duration(years=1)])
def test_sums_beyond_64_bits(duration: Duration) -> None:
    """A sum that leaves 64 bits is refused and names the instant that it began from."""
    with pytest.raises(
        Refused, match="that long after 292277024627-12-06 15:30:07 is out of reach"
    ):
        GREGORIAN.add(LAST_INSTANT, duration)
    with pytest.raises(Refused, match=r"that long before -292277024626-.* is out of reach"):
        GREGORIAN.subtract(FIRST_INSTANT, duration)


def test_absurd_durations_are_refused_at_once() -> None:
    """The largest durations that can be written are refused without a walk through the years."""
    for part in ("years", "months", "weeks", "days", "seconds"):
        with pytest.raises(Refused, match="out of reach"):
            GREGORIAN.add(1, Duration(**{part: LAST_INSTANT}))


@pytest.mark.parametrize("part", ["years", "months", "weeks", "days", "seconds"])
def test_a_duration_has_no_negative_part(part: str) -> None:
    """A duration with a negative part cannot be made."""
    with pytest.raises(ValueError, match="no negative parts"):
        Duration(**{part: -1})


def test_zero_is_zero() -> None:
    """Only a duration whose parts are all zero is zero."""
    assert Duration().is_zero
    for part in ("years", "months", "weeks", "days", "seconds"):
        assert not Duration(**{part: 1}).is_zero
