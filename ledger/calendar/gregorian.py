"""The proleptic Gregorian calendar: its leap years hold for all years, backwards too.

The epoch is 0001-01-01 00:00:00, a Monday.
"""

from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from ledger.calendar.reckoning import Calendar, Date

_LENGTHS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_LEAP_LENGTHS: Final = (31, 29, *_LENGTHS[2:])
# Days of the year before each month, for common and for leap years.
_BEFORE: Final = (0, *accumulate(_LENGTHS[:-1]))
_LEAP_BEFORE: Final = (0, *accumulate(_LEAP_LENGTHS[:-1]))

_YEAR_DAYS: Final = 365
_FOUR_YEARS_DAYS: Final = 4 * _YEAR_DAYS + 1
_CENTURY_DAYS: Final = 25 * _FOUR_YEARS_DAYS - 1
_CYCLE_DAYS: Final = 4 * _CENTURY_DAYS + 1  # 400 years, after which dates and weekdays repeat


def is_leap(year: int) -> bool:
    """Whether the astronomical year has a 29 February."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Gregorian(Calendar):
    """Months of 28 to 31 days, a leap day every 4 years, not every 100, but every 400."""

    name: str = "gregorian"
    month_names: tuple[str, ...] = (
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    )
    weekday_names: tuple[str, ...] = (
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
    )

    def date(self, day_number: int) -> Date:
        """The date of a day, at the same cost for any year."""
        cycles, day = divmod(day_number, _CYCLE_DAYS)
        # The last day of a cycle, and of a leap year, would begin a fifth century or year.
        centuries = min(day // _CENTURY_DAYS, 3)
        day -= centuries * _CENTURY_DAYS
        fours, day = divmod(day, _FOUR_YEARS_DAYS)
        years = min(day // _YEAR_DAYS, 3)
        day -= years * _YEAR_DAYS
        year = 400 * cycles + 100 * centuries + 4 * fours + years + 1
        before = _LEAP_BEFORE if is_leap(year) else _BEFORE
        month = day // 32  # from 0, at most one too low, for no month has more than 31 days
        if month < 11 and before[month + 1] <= day:
            month += 1
        return Date(year, month + 1, day - before[month] + 1)

    def months_in(self, year: int) -> int:  # noqa: ARG002 - the same every year
        """Twelve."""
        return 12

    def month_length(self, year: int, month: int) -> int:
        """28 to 31 days."""
        return (_LEAP_LENGTHS if is_leap(year) else _LENGTHS)[month - 1]

    def month_start(self, year: int, month: int) -> int:
        """The day number of a month's first day."""
        past = year - 1
        leap_days = past // 4 - past // 100 + past // 400
        before = _LEAP_BEFORE if is_leap(year) else _BEFORE
        return _YEAR_DAYS * past + leap_days + before[month - 1]

    def month_index(self, year: int, month: int) -> int:
        """Months since January of AD 1."""
        return 12 * (year - 1) + month - 1

    def month_at(self, index: int) -> tuple[int, int]:
        """The year and month so many months after January of AD 1."""
        years, months = divmod(index, 12)
        return years + 1, months + 1

    def weekday_index(self, day_number: int) -> int:
        """Monday is 0; every day counts."""
        return day_number % 7


GREGORIAN: Final = Gregorian()
