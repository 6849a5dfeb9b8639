"""How far two instants are apart, in words that a reader takes in at once."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from ledger.calendar import (
    FIRST_INSTANT,
    GREGORIAN,
    LAST_INSTANT,
    Duration,
    apart,
    describe_roughly,
    read_instant,
)


@pytest.mark.parametrize(
    ("begin", "end", "said"),
    [
        ("1998-10-31 21:00", "1998-10-31 21:00", "0 seconds"),
        ("1998-10-31 21:00", "1998-10-31 21:00:06", "6 seconds"),
        ("1998-10-31 21:00", "1998-11-01 20:59:59", "23 hours 59 minutes"),
        ("1998-10-31 21:00", "1998-11-01 21:00", "1 day"),
        ("1998-10-31 21:00", "1998-11-30 21:00", "1 month"),  # of 30 days: its last is the 30th
        ("1998-10-31 21:00", "1998-11-30 20:00", "29 days 23 hours"),
        ("1999-01-31", "1999-03-01", "1 month 1 day"),
        ("1999-05-01 21:00", "2049-05-01 21:00", "50 years"),
        ("1999-05-01 21:00", "2999-05-01 20:00", "999 years 11 months"),
        ("2000-02-29", "2001-02-28", "1 year"),
        ("44 BC-03-15", "1 BC-03-15", "43 years"),
    ],
)
def test_apart_in_words(begin: str, end: str, said: str) -> None:
    since, until = (read_instant(t, GREGORIAN, clock=None, start=None) for t in (begin, end))
    assert describe_roughly(apart(since, until, GREGORIAN), GREGORIAN) == said


@given(st.integers(FIRST_INSTANT // 10, LAST_INSTANT), st.integers(0, 10**12))
def test_what_is_apart_adds_up(begin: int, length: int) -> None:
    """The earlier instant and the duration give the later one, up to the calendar's last day."""
    end = min(begin + length, LAST_INSTANT)
    duration = apart(begin, end, GREGORIAN)
    assert GREGORIAN.add(begin, duration) == end
    assert duration.months < 12
    assert isinstance(duration, Duration)
