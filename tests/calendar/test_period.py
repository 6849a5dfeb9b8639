import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.calendar import (
    FIRST_INSTANT,
    GREGORIAN,
    LAST_INSTANT,
    Period,
    describe_period,
    read_period,
)
from ledger.errors import Refused

START = GREGORIAN.instant(1998, 10, 15, 18)
CLOCK = GREGORIAN.instant(1998, 10, 31, 21)  # a Saturday


def read(text: str) -> str:
    """The heading of a period in a campaign at 1998-10-31 21:00, midnights as days."""
    period = read_period(text, GREGORIAN, clock=CLOCK, start=START)
    return describe_period(period, GREGORIAN).replace(" 00:00:00", "")


@pytest.mark.parametrize(
    "text, heading",
    [
        ("1998", "1998-01-01 to before 1999-01-01"),
        ("1998-10", "1998-10-01 to before 1998-11-01"),
        ("1998-12", "1998-12-01 to before 1999-01-01"),
        ("1998-10-31", "1998-10-31 to before 1998-11-01"),
        ("1998-10-31 21:00", "1998-10-31 21:00:00 to before 1998-10-31 21:01:00"),
        ("1998-10-31 21:00:30", "1998-10-31 21:00:30 to before 1998-10-31 21:00:31"),
        ("October 1998", "1998-10-01 to before 1998-11-01"),
        ("31 October 1998", "1998-10-31 to before 1998-11-01"),
        ("44 BC", "-0043-01-01 to before -0042-01-01"),
        ("1 BC", "0000-01-01 to before 0001-01-01"),
        ("44 BC-03", "-0043-03-01 to before -0043-04-01"),
        ("44 BC-03-15", "-0043-03-15 to before -0043-03-16"),
        ("August 44 BC", "-0043-08-01 to before -0043-09-01"),
        ("-0043", "-0043-01-01 to before -0042-01-01"),
        ("-0043-03", "-0043-03-01 to before -0043-04-01"),
        ("AD 14", "0014-01-01 to before 0015-01-01"),
        ("12026", "12026-01-01 to before 12027-01-01"),
        ("1998-10..1998-11", "1998-10-01 to before 1998-12-01"),
        ("1998-10 .. 1998-11", "1998-10-01 to before 1998-12-01"),
        ("1998-10-31..1998-11-01", "1998-10-31 to before 1998-11-02"),
        ("1998-10-31..1998-10", "1998-10-31 to before 1998-11-01"),
        ("1998..1998", "1998-01-01 to before 1999-01-01"),
        ("44 BC..AD 14", "-0043-01-01 to before 0015-01-01"),
        ("-0043..0014", "-0043-01-01 to before 0015-01-01"),
        ("1998-12..", "from 1998-12-01 on"),
        ("..1998-10", "before 1998-11-01"),
        ("..now", "before 1998-10-31 21:00:01"),
        ("now", "1998-10-31 21:00:00 to before 1998-10-31 21:00:01"),
        ("start..now", "1998-10-15 18:00:00 to before 1998-10-31 21:00:01"),
        ("start..1998-10", "1998-10-15 18:00:00 to before 1998-11-01"),
        ("-3d..now", "1998-10-28 21:00:00 to before 1998-10-31 21:00:01"),
        ("-3d..", "from 1998-10-28 21:00:00 on"),
        ("now..+3d", "1998-10-31 21:00:00 to before 1998-11-03 21:00:01"),
        (
            "1998-10-31 18:00..1998-10-31 21:00:30",
            "1998-10-31 18:00:00 to before 1998-10-31 21:00:31",
        ),
        ("last month..today", "1998-09-01 to before 1998-11-01"),
        ("today", "1998-10-31 to before 1998-11-01"),
        ("Yesterday", "1998-10-30 to before 1998-10-31"),
        ("tomorrow", "1998-11-01 to before 1998-11-02"),
        ("last day", "1998-10-30 to before 1998-10-31"),
        ("last week", "1998-10-19 to before 1998-10-26"),
        ("LAST  week", "1998-10-19 to before 1998-10-26"),
        ("this week", "1998-10-26 to before 1998-11-02"),
        ("next week", "1998-11-02 to before 1998-11-09"),
        ("last month", "1998-09-01 to before 1998-10-01"),
        ("this month", "1998-10-01 to before 1998-11-01"),
        ("next month", "1998-11-01 to before 1998-12-01"),
        ("last year", "1997-01-01 to before 1998-01-01"),
        ("this year", "1998-01-01 to before 1999-01-01"),
        ("next year", "1999-01-01 to before 2000-01-01"),
        ("last 3 days", "1998-10-28 21:00:00 to before 1998-10-31 21:00:01"),
        ("last 2 weeks", "1998-10-17 21:00:00 to before 1998-10-31 21:00:01"),
        ("last 1 month", "1998-09-30 21:00:00 to before 1998-10-31 21:00:01"),
        ("last 3d", "1998-10-28 21:00:00 to before 1998-10-31 21:00:01"),
        ("last 90 minutes", "1998-10-31 19:30:00 to before 1998-10-31 21:00:01"),
        ("next 3 days", "1998-10-31 21:00:00 to before 1998-11-03 21:00:01"),
    ],
)
def test_periods_as_people_write_them(text: str, heading: str) -> None:
    """Every form has its first instant and the first one after it."""
    assert read(text) == heading


@pytest.mark.parametrize(
    "text, says",
    [
        ("", "a period is missing"),
        ("1998-13", "'1998-13' is no date: 1998 has 12 months"),
        ("1998-02-30", "'1998-02-30' is no date: February 1998 has 28 days"),
        ("1998..1998-02-30", "'1998-02-30' is no date"),
        ("1998-10-31 24:00", "there is no hour 24"),
        ("1999..1998", "'1999..1998' ends before it begins"),
        ("1998-11..1998-10", "'1998-11..1998-10' ends before it begins"),
        ("now..start", "'now..start' ends before it begins"),
        ("..", "'..' has neither a beginning nor an end"),
        ("1998...1999", "'.1999' is no period"),
        ("1998..1999..2000", "'1999..2000' is no period"),
        ("last 0 days", "'last 0 days' is empty"),
        ("last 3", "'3' ends in a number without a unit"),
        ("last 3 moths", "unknown unit 'moths'"),
        ("last weak", "'last weak' is no period; did you mean last week?"),
        ("tomorow", "'tomorow' is no period; did you mean tomorrow?"),
        ("nonsense", "'nonsense' is no period\nperiods: 1998, 1998-10"),
        ("Sextilis 44 BC", "no month 'Sextilis'"),
        ("0 BC", "the years of BC are counted from 1"),
        ("999999999999", "'999999999999' is out of reach"),
        ("-999999999999", "'-999999999999' is out of reach"),
        ("last 999999999999 years", "'last 999999999999 years': that long before"),
        ("+999999999999y", "that long after 1998-10-31 21:00:00 is out of reach"),
        ("1234567890123", "has at most 12 digits"),
        ("9" * 6000, "is too long for a period"),
    ],
)
def test_periods_that_are_refused(text: str, says: str) -> None:
    """What is no period, or an empty or reversed one, is refused by its text."""
    with pytest.raises(Refused) as refusal:
        read(text)
    assert says in str(refusal.value)
    assert str(refusal.value).count("\n") <= 1


@pytest.mark.parametrize("text", ["today", "last week", "last 3 days", "now..", "..start", "-3d.."])
def test_words_need_a_campaign(text: str) -> None:
    """Without a clock and a start words cannot be resolved, dates can."""
    with pytest.raises(Refused, match="counts from the campaign's"):
        read_period(text, GREGORIAN, clock=None, start=None)
    assert read_period("1998", GREGORIAN, clock=None, start=None).begin is not None


@given(st.integers(-(10**13), 10**13), st.sampled_from(["day", "week", "month", "year"]))
def test_last_this_and_next_follow_one_another(clock: int, unit: str) -> None:
    """The unit that holds the clock begins where the last one ends and ends where the next begins."""
    last, this, following = (
        read_period(f"{word} {unit}", GREGORIAN, clock=clock, start=None)
        for word in ("last", "this", "next")
    )
    assert clock in this
    assert last.end == this.begin
    assert this.end == following.begin


@given(st.integers(-(10**13), 10**13))
def test_weeks_have_seven_days_from_monday(clock: int) -> None:
    """Every week begins on a Monday and lasts seven days."""
    for word in ("last", "this", "next"):
        week = read_period(f"{word} week", GREGORIAN, clock=clock, start=None)
        assert week.begin is not None
        assert week.end == week.begin + 7 * 86_400
        assert GREGORIAN.weekday(GREGORIAN.day_of(week.begin)) == "Monday"


@pytest.mark.parametrize(
    "text, begin, end",
    [
        ("292277024627", GREGORIAN.instant(292277024627, 1, 1), None),
        ("-292277024626", None, GREGORIAN.instant(-292277024625, 1, 1)),
    ],
)
def test_a_period_is_open_where_it_leaves_64_bits(
    text: str, begin: int | None, end: int | None
) -> None:
    """The last and the first year of the calendar are cut off by its ends, not refused."""
    assert read_period(text, GREGORIAN, clock=None, start=None) == Period(begin, end)


def test_now_at_the_end_of_time_is_open() -> None:
    """No bound of a period needs more than 64 bits."""
    assert read_period("now", GREGORIAN, clock=LAST_INSTANT, start=None) == Period(
        LAST_INSTANT, None
    )
    assert read_period("now", GREGORIAN, clock=FIRST_INSTANT, start=None) == Period(
        FIRST_INSTANT, FIRST_INSTANT + 1
    )


@pytest.mark.parametrize(
    "period, inside, outside",
    [
        (Period(10, 20), [10, 19], [9, 20]),
        (Period(10, None), [10, 10**9], [9]),
        (Period(None, 20), [-(10**9), 19], [20]),
        (Period(None, None), [-(10**9), 0, 10**9], []),
    ],
)
def test_a_period_holds_its_begin_and_not_its_end(
    period: Period, inside: list[int], outside: list[int]
) -> None:
    """A period is half open; None leaves a side open."""
    assert all(instant in period for instant in inside)
    assert not any(instant in period for instant in outside)


@pytest.mark.parametrize(
    "period, heading",
    [
        (Period(0, 86_400), "0001-01-01 00:00:00 to before 0001-01-02 00:00:00"),
        (Period(0, None), "from 0001-01-01 00:00:00 on"),
        (Period(None, 0), "before 0001-01-01 00:00:00"),
        (Period(None, None), "all time"),
    ],
)
def test_periods_for_a_heading(period: Period, heading: str) -> None:
    """A heading names both bounds, or the one that there is."""
    assert describe_period(period, GREGORIAN) == heading


@given(st.text(max_size=40) | st.text("0123456789-+:. BCADlastweek", max_size=25))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text leads to another error than a refusal, and what is read is not empty."""
    try:
        period = read_period(text, GREGORIAN, clock=CLOCK, start=START)
    except Refused:
        return
    assert period.begin is None or period.end is None or period.begin < period.end
