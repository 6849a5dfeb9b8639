import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.calendar import GREGORIAN, LAST_INSTANT, Duration, describe, read_duration
from ledger.errors import Refused

parts = st.integers(0, 10**6)


@pytest.mark.parametrize(
    "text, duration",
    [
        ("3d", Duration(days=3)),
        ("3 days", Duration(days=3)),
        ("1 day", Duration(days=1)),
        ("3 nights", Duration(days=3)),
        ("1 night", Duration(days=1)),
        ("2 weeks", Duration(weeks=2)),
        ("2w", Duration(weeks=2)),
        ("1mo", Duration(months=1)),
        ("13 months", Duration(months=13)),
        ("1y", Duration(years=1)),
        ("1000y", Duration(years=1000)),
        ("2 years", Duration(years=2)),
        ("1y 2mo 3d", Duration(years=1, months=2, days=3)),
        ("1y2mo3d", Duration(years=1, months=2, days=3)),
        ("3d 1y", Duration(years=1, days=3)),
        ("1mo 1d 12h", Duration(months=1, days=1, seconds=43_200)),
        ("90m", Duration(seconds=5_400)),
        ("90min", Duration(seconds=5_400)),
        ("90 minutes", Duration(seconds=5_400)),
        ("8h", Duration(seconds=28_800)),
        ("1 hour", Duration(seconds=3_600)),
        ("30s", Duration(seconds=30)),
        ("45 sec", Duration(seconds=45)),
        ("2 rounds", Duration(seconds=14)),
        ("1 round", Duration(seconds=7)),
        ("2 turns", Duration(seconds=6)),
        ("2 rounds 2 turns", Duration(seconds=20)),
        ("1h 1h", Duration(seconds=7_200)),
        ("3 DAYS", Duration(days=3)),
        ("  3   days ", Duration(days=3)),
        ("P1M3D", Duration(months=1, days=3)),
        ("PT1M", Duration(seconds=60)),
        ("p2w", Duration(weeks=2)),
        (
            "P1Y2M3W4DT5H6M7S",
            Duration(years=1, months=2, weeks=3, days=4, seconds=5 * 3600 + 6 * 60 + 7),
        ),
        ("0h", Duration()),
        ("0d", Duration()),
        ("P0D", Duration()),
        ("9223372036854775807s", Duration(seconds=LAST_INSTANT)),
    ],
)
def test_durations_as_people_write_them(text: str, duration: Duration) -> None:
    """Every form of the reference has its value; here a round lasts seven seconds."""
    assert read_duration(text, GREGORIAN, round_seconds=7) == duration


@pytest.mark.parametrize(
    "text, says",
    [
        ("", "a duration is missing"),
        ("   ", "a duration is missing"),
        ("-2h", "'-2h' is negative"),
        ("−2h", "'-2h' is negative"),  # noqa: RUF001 - a minus sign as word processors make it
        ("1d -2h", "'1d -2h' is negative"),
        ("-P1D", "'-P1D' is negative"),
        ("1.5d", "'1.5d' has a fraction"),
        ("1,5d", "'1,5d' has a fraction"),
        (".5d", "'.5d' has a fraction"),
        ("½d", "'½d' has a fraction"),
        ("P1.5D", "'P1.5D' has a fraction"),
        ("5", "'5' ends in a number without a unit"),
        ("1d 5", "'1d 5' ends in a number without a unit"),
        ("3 fortnights", "'3 fortnights' has the unknown unit 'fortnights'"),
        ("3 moths", "unknown unit 'moths'; did you mean months?"),
        ("1e9 s", "unknown unit 'e'"),
        ("days", "'days' is no duration"),
        ("3d!", "'3d!' is no duration"),
        ("+3d", "'+3d' is no duration"),
        ("P", "'P' is no duration"),
        ("PT", "'PT' is no duration"),
        ("P1DT", "'P1DT' is no duration"),
        ("P3D1M", "'P3D1M' is no duration"),
        ("٣d", "is no duration"),
        ("1000000000000000000000000000000d", "000d' is too large"),
        ("9223372036854775808s", "'9223372036854775808s' is too large"),
        ("9223372036854775807h", "'9223372036854775807h' is too large"),
        ("9223372036854775807d 1d", "is too large"),
        ("P9999999999999999999999Y", "is too large"),
        ("9" * 6000 + "d", "is too long for a duration"),
    ],
)
def test_durations_that_are_refused(text: str, says: str) -> None:
    """What is no duration is refused by its text, its fault, and the forms that are read."""
    with pytest.raises(Refused) as refusal:
        read_duration(text, GREGORIAN, round_seconds=5)
    first, forms = str(refusal.value).split("\n")
    assert says in first
    assert len(first) < 200
    assert "3d, 2 weeks, 1mo, 1y 2mo 3d" in forms


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text leads to another error than a refusal."""
    try:
        read_duration(text, GREGORIAN, round_seconds=5)
    except Refused as refusal:
        assert str(refusal).count("\n") == 1  # noqa: PT017 - either outcome is right


@pytest.mark.parametrize(
    "duration, text",
    [
        (Duration(days=3), "3 days"),
        (Duration(days=1), "1 day"),
        (Duration(years=1, months=2), "1 year 2 months"),
        (Duration(weeks=2, seconds=1), "2 weeks 1 second"),
        (Duration(seconds=5_400), "90 minutes"),
        (Duration(seconds=3_600), "1 hour"),
        (Duration(seconds=28_800), "8 hours"),
        (Duration(seconds=360_000), "100 hours"),
        (Duration(seconds=9_000), "2 hours 30 minutes"),
        (Duration(seconds=3_599), "59 minutes 59 seconds"),
        (Duration(seconds=3_661), "1 hour 1 minute 1 second"),
        (Duration(seconds=45), "45 seconds"),
        (Duration(), "0 seconds"),
    ],
)
def test_durations_in_words(duration: Duration, text: str) -> None:
    """A duration is described in its own units, the exact part by the clock."""
    assert describe(duration, GREGORIAN) == text


@given(parts, parts, parts, parts, st.integers(0, 10**12))
def test_words_read_back(years: int, months: int, weeks: int, days: int, seconds: int) -> None:
    """What `describe` says is read as the same duration."""
    duration = Duration(years=years, months=months, weeks=weeks, days=days, seconds=seconds)
    assert read_duration(describe(duration, GREGORIAN), GREGORIAN, round_seconds=5) == duration
