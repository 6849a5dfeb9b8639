import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.calendar import FIRST_INSTANT, GREGORIAN, LAST_INSTANT, read_instant
from ledger.errors import Refused

START = GREGORIAN.instant(1998, 10, 15, 18)
CLOCK = GREGORIAN.instant(1998, 10, 31, 21)


def read(text: str) -> str:
    """The instant of a text, as text, in a campaign at 1998-10-31 21:00."""
    instant = read_instant(text, GREGORIAN, clock=CLOCK, start=START, round_seconds=7)
    return GREGORIAN.format(instant)


@pytest.mark.parametrize(
    "text, instant",
    [
        ("1998-10-31", "1998-10-31 00:00:00"),
        ("1998-10-31 21:00", "1998-10-31 21:00:00"),
        ("1998-10-31 21:00:30", "1998-10-31 21:00:30"),
        ("1998-10-31T21:00", "1998-10-31 21:00:00"),
        ("1998-10-31t21:00:30", "1998-10-31 21:00:30"),
        ("  1998-10-31   9:05 ", "1998-10-31 09:05:00"),
        ("1998-1-5", "1998-01-05 00:00:00"),
        ("44 BC-03-15", "-0043-03-15 00:00:00"),
        ("44 BC-03-15 20:00", "-0043-03-15 20:00:00"),
        ("44 bc-03-15", "-0043-03-15 00:00:00"),
        ("44BC-03-15", "-0043-03-15 00:00:00"),
        ("44 BCE-03-15", "-0043-03-15 00:00:00"),
        ("1 BC-02-29", "0000-02-29 00:00:00"),
        ("-0043-03-15", "-0043-03-15 00:00:00"),
        ("−0043-03-15 20:00", "-0043-03-15 20:00:00"),  # noqa: RUF001 - a typographic minus
        ("0000-02-29", "0000-02-29 00:00:00"),
        ("0001-01-01", "0001-01-01 00:00:00"),
        ("AD 1000-01-02", "1000-01-02 00:00:00"),
        ("1000 AD-01-02", "1000-01-02 00:00:00"),
        ("1000 CE-01-02", "1000-01-02 00:00:00"),
        ("10000-01-01", "10000-01-01 00:00:00"),
        ("292277024627-12-06 15:30:07", "292277024627-12-06 15:30:07"),
        ("31 October 1998", "1998-10-31 00:00:00"),
        ("31 October 1998 21:00", "1998-10-31 21:00:00"),
        ("31 OCTOBER 1998 21:00:30", "1998-10-31 21:00:30"),
        ("31 oct 1998", "1998-10-31 00:00:00"),
        ("3 August 44 BC", "-0043-08-03 00:00:00"),
        ("3 August 44 BC 20:00", "-0043-08-03 20:00:00"),
        ("19 August AD 14", "0014-08-19 00:00:00"),
        ("3 Aug -43", "-0043-08-03 00:00:00"),
        ("1 May 1998", "1998-05-01 00:00:00"),
        ("1998-oct-31", "1998-10-31 00:00:00"),
        ("now", "1998-10-31 21:00:00"),
        ("NOW", "1998-10-31 21:00:00"),
        ("start", "1998-10-15 18:00:00"),
        ("+3d", "1998-11-03 21:00:00"),
        ("+ 3 days", "1998-11-03 21:00:00"),
        ("-2h", "1998-10-31 19:00:00"),
        ("-1mo", "1998-09-30 21:00:00"),
        ("+1mo", "1998-11-30 21:00:00"),
        ("+P1M3D", "1998-12-03 21:00:00"),
        ("+2 rounds", "1998-10-31 21:00:14"),
        ("+0h", "1998-10-31 21:00:00"),
    ],
)
def test_instants_as_people_write_them(text: str, instant: str) -> None:
    """Every form of the reference has its value."""
    assert read(text) == instant


@given(st.integers(FIRST_INSTANT, LAST_INSTANT))
def test_what_is_shown_is_read(instant: int) -> None:
    """The text of an instant reads back as the same instant."""
    text = GREGORIAN.format(instant)
    assert read_instant(text, GREGORIAN, clock=None, start=None) == instant


@pytest.mark.parametrize(
    "text, says",
    [
        ("", "a date is missing"),
        ("1998-02-30", "'1998-02-30' is no date: February 1998 has 28 days"),
        ("1900-02-29 12:00", "'1900-02-29' is no date: February 1900 has 28 days"),
        ("2 BC-02-29", "'2 BC-02-29' is no date: February -0001 has 28 days"),
        ("1998-13-01", "'1998-13-01' is no date: 1998 has 12 months"),
        ("1998-00-01", "1998 has 12 months, counted from 1"),
        ("1998-01-00", "January 1998 has 31 days, counted from 1"),
        ("31 April 1998", "'31 April 1998' is no date: April 1998 has 30 days"),
        (
            "1998-10-31 24:00",
            "'1998-10-31 24:00' is no time: there is no hour 24, hours run from 0",
        ),
        ("1998-10-31 21:60", "there is no minute 60, minutes run from 0 to 59"),
        ("1998-10-31 21:00:60", "there is no second 60, seconds run from 0 to 59"),
        ("1998-10-31 21", "'1998-10-31 21' is no date"),
        ("1998-10-31 21:5", "'1998-10-31 21:5' is no date"),
        ("0 BC-01-01", "'0 BC-01-01' is no date: the years of BC are counted from 1"),
        ("-44 BC-01-01", "the years of BC are counted from 1"),
        ("AD 44 BC-01-01", "names its era twice"),
        ("1998", "'1998' names no day: write one in full, such as 1998-01-01"),
        ("-0043", "'-0043' names no day: write one in full, such as -0043-01-01"),
        ("1998-10", "'1998-10' names no day: write one in full, such as 1998-10-01"),
        ("October 1998", "'October 1998' names no day"),
        ("1998-13", "'1998-13' is no date: 1998 has 12 months"),
        ("3 Sextilis 44 BC", "has no month 'Sextilis'; did you mean September?\nits months: Jan"),
        ("3 Octobre 1998", "has no month 'Octobre'; did you mean October?"),
        ("3 Ju 1998", "no month 'Ju'; did you mean June or July?"),
        ("3 Oc 1998", "no month 'Oc'; did you mean October?"),
        ("1000000000000-01-01", "has at most 12 digits"),
        ("1998-10-" + "3" * 150, "has at most 12 digits"),
        ("999999999999-01-01", "'999999999999-01-01' is out of reach: the gregorian calendar runs"),
        ("-999999999999-01-01", "'-999999999999-01-01' is out of reach"),
        ("292277024627-12-06 15:30:08", "'292277024627-12-06 15:30:08' is out of reach"),
        ("9" * 6000, "is too long for a date"),
        ("+1.5d", "'1.5d' has a fraction"),
        ("+3", "'3' ends in a number without a unit"),
        ("--2h", "'-2h' is negative"),
        ("+", "a duration is missing"),
        ("+999999999999y", "'+999999999999y': that long after 1998-10-31 21:00:00 is out of reach"),
        ("-999999999999y", "'-999999999999y': that long before 1998-10-31 21:00:00 is out of"),
        ("strat", "'strat' is no date; did you mean start?"),
        ("midnight", "'midnight' is no date\ndates: 1998-10-31"),
        ("31/10/1998", "'31/10/1998' is no date\ndates: 1998-10-31"),
        ("1998-10-31\x1b[31m", r"'1998-10-31\x1b[31m' is no date"),
    ],
)
def test_instants_that_are_refused(text: str, says: str) -> None:
    """What is no instant is refused by its text, with what would be right, in two lines at most."""
    with pytest.raises(Refused) as refusal:
        read(text)
    assert says in str(refusal.value)
    assert str(refusal.value).count("\n") <= 1


@pytest.mark.parametrize("text", ["now", "start", "+3d", "-2h"])
def test_nothing_is_relative_without_a_campaign(text: str) -> None:
    """At `init` there is no clock to count from, and the refusal says what to write."""
    with pytest.raises(Refused, match="no campaign yet: give a date such as 1998-10-31") as refusal:
        read_instant(text, GREGORIAN, clock=None, start=None)
    assert repr(text) in str(refusal.value)


@given(st.text(max_size=40) | st.text("0123456789-+:.T BCADoct", max_size=25))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text leads to another error than a refusal of two lines at most."""
    try:
        read(text)
    except Refused as refusal:
        assert str(refusal).count("\n") <= 1  # noqa: PT017 - either outcome is right
