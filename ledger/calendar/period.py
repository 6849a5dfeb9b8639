"""Periods that queries ask for: `1998-10`, `A..B`, `last week`, `last 3 days`.

A period covers all that begins with what is written: a year, a month, a day, a minute, a second.
"""

import re
from typing import Final

from msgspec import Struct

from ledger.calendar.date_text import TimeOfDay, read_day, read_month, read_year, split_time
from ledger.calendar.duration_text import read_duration
from ledger.calendar.instant_text import read_instant
from ledger.calendar.reckoning import FIRST_INSTANT, LAST_INSTANT, Calendar
from ledger.calendar.wording import proposal, quoted, tidied
from ledger.errors import Refused

_FORMS: Final = (
    "periods: 1998, 1998-10, 1998-10-31, 44 BC, A..B, A.., ..B, today, yesterday, tomorrow, "
    "last or this or next week, month or year, last 3 days"
)
_STEPS: Final = {"last": -1, "this": 0, "next": 1}
_UNITS: Final = ("day", "week", "month", "year")
# Each phrase with its unit and how many units it lies after the one that holds the clock.
_PHRASES: Final = {
    "yesterday": ("day", -1),
    "today": ("day", 0),
    "tomorrow": ("day", 1),
    **{f"{word} {unit}": (unit, step) for word, step in _STEPS.items() for unit in _UNITS},
}
_COUNTED: Final = re.compile(r"(?P<side>last|next) (?P<duration>[0-9].*)", re.IGNORECASE)


class Period(Struct, frozen=True):
    """From `begin` to before `end`, in seconds since the epoch; None where it is open."""

    begin: int | None
    end: int | None

    def __contains__(self, instant: int) -> bool:
        return (self.begin is None or self.begin <= instant) and (
            self.end is None or instant < self.end
        )


class _Frame(Struct, frozen=True):
    """What the words of a period refer to."""

    calendar: Calendar
    clock: int | None
    start: int | None
    round_seconds: int


def read_period(
    text: str,
    calendar: Calendar,
    *,
    clock: int | None,
    start: int | None,
    round_seconds: int = 5,
) -> Period:
    """The period that a text says; `A..B` covers both A and B.

    `clock` and `start` are the campaign's, None where there is none: then words are refused.
    `last 3 days` is `-3d..now`, and `now` is the one second of the clock.
    """
    frame = _Frame(calendar, clock, start, round_seconds)
    tidy = tidied(text, "a period", _FORMS)
    if ".." not in tidy:
        return _piece(tidy, frame)
    first, last = (part.strip() for part in tidy.split("..", 1))
    if not first and not last:
        raise Refused(f"{quoted(tidy)} has neither a beginning nor an end\n{_FORMS}")
    begin = _piece(first, frame).begin if first else None
    end = _piece(last, frame).end if last else None
    if begin is not None and end is not None and begin >= end:
        raise Refused(f"{quoted(tidy)} ends before it begins: write the earlier one first")
    return Period(begin, end)


def describe_period(period: Period, calendar: Calendar, last: int | None = None) -> str:
    """The period for a heading, with its bounds as instants.

    Args:
        period: what is described.
        calendar: how its bounds are written.
        last: the instant up to which things were asked for; None where nobody said one.
    """
    begin = None if period.begin is None else calendar.format(period.begin)
    end = None if period.end is None else calendar.format(period.end)
    if last is not None and period.end == last + 1:
        until = calendar.format(last)
        return f"{begin} to {until}" if begin else f"up to {until}"
    if begin and end:
        return f"{begin} to before {end}"
    if begin:
        return f"from {begin} on"
    return f"before {end}" if end else "all time"


def _piece(text: str, frame: _Frame) -> Period:
    """A period without dots."""
    if found := _PHRASES.get(text.casefold()):
        first, after = _unit_near(*found, _clock(text, frame), frame.calendar)
        return _days(first, after, text, frame.calendar)
    if counted := _COUNTED.fullmatch(text):
        return _counted(counted["side"].casefold(), counted["duration"], text, frame)
    return _written(text, frame) or _moment(text, frame)


def _written(text: str, frame: _Frame) -> Period | None:
    """A period by its date; None when the text holds none."""
    calendar = frame.calendar
    named, time = split_time(text, calendar)
    if (date := read_day(named, calendar)) is not None:
        day = calendar.day_number(*date)
        return _minute(day, time, text, calendar) if time else _days(day, day + 1, text, calendar)
    if time is not None:
        return None
    if (year := read_year(text, calendar)) is not None:
        return _days(calendar.year_start(year), calendar.year_start(year + 1), text, calendar)
    if (month := read_month(text, calendar)) is not None:
        return _days(*_month_days(*month, calendar), text, calendar)
    return None


def _moment(text: str, frame: _Frame) -> Period:
    """The one second of `now`, `start`, `+3d` or `-2h`."""
    if text[0] not in "+-" and text.casefold() not in {"now", "start"}:
        raise Refused(f"{quoted(text)} is no period{proposal(text, _PHRASES)}\n{_FORMS}")
    instant = read_instant(
        text,
        frame.calendar,
        clock=frame.clock,
        start=frame.start,
        round_seconds=frame.round_seconds,
    )
    return _reachable(instant, instant + 1, text, frame.calendar)


def _counted(side: str, words: str, text: str, frame: _Frame) -> Period:
    """So much time before or after the clock, the clock and the other end included."""
    calendar = frame.calendar
    duration = read_duration(words, calendar, round_seconds=frame.round_seconds)
    if duration.is_zero:
        raise Refused(f"{quoted(text)} is empty: write one day at least, or now")
    now = _clock(text, frame)
    try:
        if side == "last":
            return _reachable(calendar.subtract(now, duration), now + 1, text, calendar)
        return _reachable(now, calendar.add(now, duration) + 1, text, calendar)
    except Refused as refusal:
        raise Refused(f"{quoted(text)}: {refusal}") from None


def _clock(text: str, frame: _Frame) -> int:
    if frame.clock is None:
        raise Refused(
            f"{quoted(text)} counts from the campaign's clock, and there is no campaign here: "
            "give dates such as 1998-10..1998-11"
        )
    return frame.clock


def _unit_near(unit: str, step: int, clock: int, calendar: Calendar) -> tuple[int, int]:
    """First day of the unit so many steps from the one that holds the clock, and of the next."""
    today = calendar.day_of(clock)
    year, month, _ = calendar.date(today)
    if unit == "day":
        return today + step, today + step + 1
    if unit == "week":
        return _week_days(today, step, calendar)
    if unit == "month":
        if step:
            year, month = calendar.month_at(calendar.month_index(year, month) + step)
        return _month_days(year, month, calendar)
    return calendar.year_start(year + step), calendar.year_start(year + step + 1)


def _week_days(day: int, step: int, calendar: Calendar) -> tuple[int, int]:
    first = calendar.week_start(day)
    if step:
        first = calendar.next_week(day) if step > 0 else calendar.week_start(first - 1)
    return first, calendar.next_week(first)


def _month_days(year: int, month: int, calendar: Calendar) -> tuple[int, int]:
    first = calendar.month_start(year, month)
    return first, first + calendar.month_length(year, month)


def _minute(day: int, time: TimeOfDay, text: str, calendar: Calendar) -> Period:
    """The second written, or the minute where no second is."""
    length = calendar.seconds_per_minute if time.second is None else 1
    begin = day * calendar.day_seconds + calendar.seconds_into_day(
        time.hour, time.minute, time.second or 0
    )
    return _reachable(begin, begin + length, text, calendar)


def _days(first: int, after: int, text: str, calendar: Calendar) -> Period:
    return _reachable(first * calendar.day_seconds, after * calendar.day_seconds, text, calendar)


def _reachable(begin: int, end: int, text: str, calendar: Calendar) -> Period:
    """The part of a period that instants reach, open where it goes on beyond; Refused if none."""
    if end <= FIRST_INSTANT or begin > LAST_INSTANT:
        calendar.within_reach(begin, quoted(text))
    return Period(
        begin if begin >= FIRST_INSTANT else None,
        end if end <= LAST_INSTANT else None,
    )
