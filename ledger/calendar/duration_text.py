"""Durations as people write them: `3d`, `1y 2mo`, `90 minutes`, `2 rounds`, `P1M3D`."""

import re
from collections import Counter
from typing import Final

from ledger.calendar.duration import Duration
from ledger.calendar.reckoning import LAST_INSTANT, Calendar
from ledger.calendar.wording import proposal, quoted, tidied
from ledger.errors import Refused

TURN_SECONDS: Final = 3

_FORMS: Final = (
    "durations: 3d, 2 weeks, 1mo, 1y 2mo 3d, 8h, 90m or 90min (minutes), 30s, "
    "3 nights, 2 rounds, 2 turns, P1M3D"
)
_WORDS: Final = {
    "year": "y yr yrs year years",
    "month": "mo mos month months",
    "week": "w wk wks week weeks",
    "day": "d day days night nights",
    "hour": "h hr hrs hour hours",
    "minute": "m min mins minute minutes",
    "second": "s sec secs second seconds",
    "round": "round rounds",
    "turn": "turn turns",
}
_MEASURES: Final = {word: measure for measure, words in _WORDS.items() for word in words.split()}

_PIECE: Final = re.compile(r"\s*([0-9]+)\s*([^\W\d_]+)\s*")
_ISO: Final = re.compile(
    r"P(?=[0-9T])(?:(?P<year>[0-9]+)Y)?(?:(?P<month>[0-9]+)M)?(?:(?P<week>[0-9]+)W)?"
    r"(?:(?P<day>[0-9]+)D)?(?:T(?=[0-9])(?:(?P<hour>[0-9]+)H)?(?:(?P<minute>[0-9]+)M)?"
    r"(?:(?P<second>[0-9]+)S)?)?",
    re.ASCII | re.IGNORECASE,
)
_DIGITS_AT_MOST: Final = len(str(LAST_INSTANT))


def read_duration(text: str, calendar: Calendar, *, round_seconds: int) -> Duration:
    """The duration that a text says; the same unit twice is added up, zero is allowed.

    Hours and minutes are the calendar's, a night is a day, a round has `round_seconds`, a turn
    three seconds. Refused when negative, fractional, without a known unit, or beyond 64 bits.
    """
    tidy = tidied(text, "a duration", _FORMS)
    amounts = _amounts(tidy)
    duration = Duration(
        years=amounts["year"],
        months=amounts["month"],
        weeks=amounts["week"],
        days=amounts["day"],
        seconds=amounts["hour"] * calendar.hour_seconds
        + amounts["minute"] * calendar.seconds_per_minute
        + amounts["second"]
        + amounts["round"] * round_seconds
        + amounts["turn"] * TURN_SECONDS,
    )
    parts = (duration.years, duration.months, duration.weeks, duration.days, duration.seconds)
    if max(parts) > LAST_INSTANT:
        raise _too_large(tidy)
    return duration


def describe(duration: Duration, calendar: Calendar) -> str:
    """The duration in words that `read_duration` reads back: `1 year 2 months`, `90 minutes`."""
    amounts = {
        "year": duration.years,
        "month": duration.months,
        "week": duration.weeks,
        "day": duration.days,
        **_clock_amounts(duration.seconds, calendar),
    }
    words = [
        f"{amount} {measure}{'' if amount == 1 else 's'}"
        for measure, amount in amounts.items()
        if amount
    ]
    return " ".join(words) or "0 seconds"


def apart(begin: int, end: int, calendar: Calendar) -> Duration:
    """How far *end* is from an earlier *begin*: whole years, then months, days and seconds."""
    years = calendar.date(calendar.day_of(end)).year - calendar.date(calendar.day_of(begin)).year
    if years and not _fits(begin, Duration(years=years), end, calendar):
        years -= 1
    months = 0
    while _fits(begin, Duration(years=years, months=months + 1), end, calendar):
        months += 1
    rest = end - calendar.add(begin, Duration(years=years, months=months))
    days, seconds = divmod(rest, calendar.day_seconds)
    return Duration(years=years, months=months, days=days, seconds=seconds)


def _fits(begin: int, duration: Duration, end: int, calendar: Calendar) -> bool:
    try:
        return calendar.add(begin, duration) <= end
    except Refused:  # beyond the calendar's last day
        return False


def describe_roughly(duration: Duration, calendar: Calendar) -> str:
    """The duration in the largest two of its measures: `50 years`, `3 days 4 hours`."""
    words = describe(duration, calendar).split()
    return " ".join(words[:4])


def _clock_amounts(seconds: int, calendar: Calendar) -> dict[str, int]:
    minutes, second = divmod(seconds, calendar.seconds_per_minute)
    hours, minute = divmod(minutes, calendar.minutes_per_hour)
    if hours == 1 and minute and not second:
        return {"minute": minutes}  # 90 minutes, as it is said
    return {"hour": hours, "minute": minute, "second": second}


def _amounts(text: str) -> Counter[str]:
    """How many of each measure the text names."""
    amounts: Counter[str] = Counter()
    if iso := _ISO.fullmatch(text):
        for measure, digits in iso.groupdict(default="0").items():
            amounts[measure] += _whole(digits, text)
        return amounts
    position = 0
    while position < len(text):
        piece = _PIECE.match(text, position)
        if piece is None:
            raise _unreadable(text)
        digits, word = piece.groups()
        unit = _MEASURES.get(word.casefold())
        if unit is None:
            raise Refused(
                f"{quoted(text)} has the unknown unit {quoted(word)}"
                f"{proposal(word, _MEASURES)}\n{_FORMS}"
            )
        amounts[unit] += _whole(digits, text)
        position = piece.end()
    return amounts


def _whole(digits: str, text: str) -> int:
    # Python itself refuses to convert some thousands of digits, with another error.
    if len(digits) > _DIGITS_AT_MOST:
        raise _too_large(text)
    return int(digits)


def _too_large(text: str) -> Refused:
    return Refused(f"{quoted(text)} is too large: at most {LAST_INSTANT} of a unit\n{_FORMS}")


def _unreadable(text: str) -> Refused:
    """Why a text is no duration; the first reason that fits."""
    reasons = (
        (r"-", "is negative: a duration is zero or longer"),
        (
            r"[0-9][.,][0-9]|[.,][0-9]|[¼½¾]",
            "has a fraction: write whole numbers of a smaller unit",
        ),
        (r"[0-9]+ *\Z", "ends in a number without a unit"),
        (r"", "is no duration"),
    )
    reason = next(reason for pattern, reason in reasons if re.search(pattern, text))
    return Refused(f"{quoted(text)} {reason}\n{_FORMS}")
