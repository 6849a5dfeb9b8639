"""Days, months and years as people write them: `1998-10-31`, `3 Sextilis 44 BC`, `1998-10`.

Each reader answers None when the text has another form, and refuses a text of its form that
names nothing in the calendar.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from ledger.calendar.reckoning import Calendar, Date
from ledger.calendar.wording import proposal, quoted
from ledger.errors import Refused

_DIGITS_AT_MOST: Final = 12
_SHORTEST_PREFIX: Final = 3

_TIME: Final = re.compile(
    r"(?P<day>.*\S)(?:(?<=[0-9])T| )"
    r"(?P<hour>[0-9]{1,6}):(?P<minute>[0-9]{2,6})(?::(?P<second>[0-9]{2,6}))?",
    re.IGNORECASE,
)


class TimeOfDay(NamedTuple):
    """A time as written; `second` is None where only the minute was given."""

    hour: int
    minute: int
    second: int | None


class _Forms(NamedTuple):
    """The patterns of one calendar, whose eras they hold."""

    days: tuple[re.Pattern[str], ...]
    months: tuple[re.Pattern[str], ...]
    year: re.Pattern[str]


@lru_cache(maxsize=16)
def _forms(calendar: Calendar) -> _Forms:
    names = sorted((era.name for era in calendar.eras), key=len, reverse=True)
    eras = "|".join(re.escape(name) for name in names) or r"(?!)"
    year = rf"(?:(?P<era>{eras}) ?)?(?P<year>-?[0-9]+)(?: ?(?P<era_after>{eras}))?"
    # A month by number, or by a name where the calendar numbers it not: 1495-Shieldmeet-01.
    # A name that begins with no letter is read only in full.
    odd = "".join(f"{re.escape(name)}|" for name in calendar.month_names if not name[0].isalpha())
    month = rf"(?P<month>{odd}[0-9]+|[^\W\d].*?)"
    name = rf"(?P<month>{odd}[^\W\d].*?)"
    day = r"(?P<day>[0-9]+)"

    def form(pattern: str) -> re.Pattern[str]:
        return re.compile(pattern, re.IGNORECASE)

    return _Forms(
        days=(form(f"{year}-{month}-{day}"), form(f"{day} {name} {year}")),
        months=(form(f"{year}-{month}"), form(f"{name} {year}")),
        year=form(year),
    )


def split_time(text: str, calendar: Calendar) -> tuple[str, TimeOfDay | None]:
    """A text without the time of day at its end, and that time; None when it has none."""
    found = _TIME.fullmatch(text)
    if found is None:
        return text, None
    second = found["second"]
    time = TimeOfDay(
        int(found["hour"]), int(found["minute"]), None if second is None else int(second)
    )
    if objection := calendar.time_objection(time.hour, time.minute, time.second or 0):
        raise Refused(f"{quoted(text)} is no time: {objection}")
    return found["day"], time


def read_day(text: str, calendar: Calendar) -> Date | None:
    """The date of a day that exists: `1998-10-31`, `44 BC-03-15`, `31 October 1998`."""
    for form in _forms(calendar).days:
        if found := form.fullmatch(text):
            year = _year(found, text, calendar)
            month = _month(found["month"], year, text, calendar)
            date = Date(year, month, _whole(found["day"], text))
            return _existing(date, text, calendar)
    return None


def read_month(text: str, calendar: Calendar) -> tuple[int, int] | None:
    """Year and month of a month that exists: `1998-10`, `44 BC-03`, `October 1998`."""
    if read_year(text, calendar) is not None:
        return None  # AD 14 is no month
    for form in _forms(calendar).months:
        if found := form.fullmatch(text):
            year = _year(found, text, calendar)
            month = _month(found["month"], year, text, calendar)
            _existing(Date(year, month, 1), text, calendar)
            return year, month
    return None


def read_year(text: str, calendar: Calendar) -> int | None:
    """The astronomical year: `1998`, `-0043`, `44 BC`, `AD 14`."""
    found = _forms(calendar).year.fullmatch(text)
    return _year(found, text, calendar) if found else None


def _existing(date: Date, text: str, calendar: Calendar) -> Date:
    if objection := calendar.date_objection(*date):
        raise Refused(f"{quoted(text)} is no date: {objection}")
    return date


def _year(found: re.Match[str], text: str, calendar: Calendar) -> int:
    number = _whole(found["year"], text)
    if found["era"] and found["era_after"]:
        raise Refused(f"{quoted(text)} names its era twice: write 44 BC or AD 44")
    name = found["era"] or found["era_after"]
    if name is None:
        return calendar.year_meant(number)
    era = next(era for era in calendar.eras if era.name.casefold() == name.casefold())
    if number < 1 or found["year"].startswith("-"):
        raise Refused(f"{quoted(text)} is no date: the years of {era.name} are counted from 1")
    return era.first + era.step * (number - 1)


def _month(word: str, year: int, text: str, calendar: Calendar) -> int:
    """A month by its number, its name, or the beginning of one name only."""
    if word.isdecimal():
        return _whole(word, text)
    labels = calendar.month_labels(year)
    wanted = word.casefold()
    for name, month in labels:
        if name.casefold() == wanted:
            return month
    begun = [label for label in labels if label[0].casefold().startswith(wanted)]
    if len(wanted) >= _SHORTEST_PREFIX and len(begun) == 1:
        return begun[0][1]
    # The nearest name even when it is far, for a month is always meant.
    names = [name for name, _ in begun or labels]
    meant = f"; did you mean {' or '.join(names)}?" if begun else proposal(word, names, 0.3)
    raise Refused(
        f"{quoted(text)}: the {calendar.name} calendar has no month {quoted(word)}{meant}\n"
        f"its months: {', '.join(name for name, _ in labels)}"
    )


def _whole(digits: str, text: str) -> int:
    # Also because Python refuses to convert some thousands of digits, with another error.
    if len(digits.removeprefix("-")) > _DIGITS_AT_MOST:
        raise Refused(
            f"{quoted(text)} is out of reach: a number in a date has at most "
            f"{_DIGITS_AT_MOST} digits"
        )
    return int(digits)
