"""Instants as people write them: `1998-10-31 21:00`, `44 BC-03-15`, `+3d`, `now`, `start`."""

from typing import Final

from ledger.calendar.date_text import read_day, read_month, read_year, split_time
from ledger.calendar.duration_text import read_duration
from ledger.calendar.reckoning import Calendar
from ledger.calendar.wording import proposal, quoted, tidied
from ledger.errors import Refused

_FORMS: Final = (
    "dates: 1998-10-31, 1998-10-31 21:00[:30], 44 BC-03-15, -0043-03-15, 31 October 1998, "
    "+3d or -2h from the clock, now, start"
)
_MEANING: Final = {"now": "the campaign's clock", "start": "the campaign's start"}


def read_instant(
    text: str,
    calendar: Calendar,
    *,
    clock: int | None,
    start: int | None,
    round_seconds: int = 5,
) -> int:
    """The instant that a text says, in seconds since the epoch; a day means its first second.

    `clock` and `start` are the campaign's, None where there is no campaign yet: then only
    dates are read. `round_seconds` is the length of a combat round in `+2 rounds`.
    """
    tidy = tidied(text, "a date", _FORMS)
    word = tidy.casefold()
    if word in _MEANING:
        return _known({"now": clock, "start": start}[word], tidy, word)
    day, time = split_time(tidy, calendar)
    date = read_day(day, calendar)
    if date is not None:
        second = calendar.seconds_into_day(time.hour, time.minute, time.second or 0) if time else 0
        instant = calendar.day_number(*date) * calendar.day_seconds + second
        return calendar.within_reach(instant, quoted(tidy))
    if (dayless := _without_day(day, calendar)) is not None:
        example = calendar.date_text(*dayless, 1)
        raise Refused(f"{quoted(tidy)} names no day: write one in full, such as {example}")
    if tidy[0] in "+-":
        return _relative(tidy, calendar, clock, round_seconds)
    raise Refused(f"{quoted(tidy)} is no date{proposal(tidy, _MEANING)}\n{_FORMS}")


def _without_day(text: str, calendar: Calendar) -> tuple[int, int] | None:
    """Year and month of a text that names only a month or a year."""
    year = read_year(text, calendar)
    return read_month(text, calendar) if year is None else (year, 1)


def _known(instant: int | None, text: str, word: str) -> int:
    if instant is None:
        raise Refused(
            f"{quoted(text)} counts from {_MEANING[word]}, and there is no campaign yet: "
            "give a date such as 1998-10-31 21:00"
        )
    return instant


def _relative(text: str, calendar: Calendar, clock: int | None, round_seconds: int) -> int:
    duration = read_duration(text[1:], calendar, round_seconds=round_seconds)
    now = _known(clock, text, "now")
    try:
        return (calendar.add if text[0] == "+" else calendar.subtract)(now, duration)
    except Refused as refusal:
        raise Refused(f"{quoted(text)}: {refusal}") from None
