"""What every calendar does alike: instants, days, the clock, and the sums of durations.

An instant is a whole number of seconds since the calendar's epoch, negative before it and
within 64 bits. A day number counts days since the epoch, whose first day is 0. Years are
astronomical throughout: 1 BC is 0, 2 BC is -1.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ledger.calendar.duration import Duration
from ledger.errors import Refused

FIRST_INSTANT: Final = -(2**63)
LAST_INSTANT: Final = 2**63 - 1


class Date(NamedTuple):
    """A day by its place in the calendar; year astronomical, month and day from 1."""

    year: int
    month: int
    day: int


class Era(NamedTuple):
    """A way to count years: the year n of the era is `first + step * (n - 1)`."""

    name: str
    first: int
    step: int


class EraYear(NamedTuple):
    """A year as an era counts it."""

    name: str
    year: int


COMMON_ERAS: Final = (
    Era("AD", first=1, step=1),
    Era("CE", first=1, step=1),
    Era("BC", first=0, step=-1),
    Era("BCE", first=0, step=-1),
)


@dataclass(frozen=True, eq=False, kw_only=True)
class Calendar(ABC):
    """A reckoning of days and a clock; compared by identity.

    A calendar of its own says how days fall into months and weeks (the abstract methods); the
    clock, the arithmetic and the texts are the same for all. Where months have no number, or
    not the same in each year, it also replaces `month_mark`, `month_labels` and `month_kept`;
    where the year begins with other days than the first month's, `year_start`; where the year
    shown is not the astronomical one, `year_shown` and `year_meant`.
    """

    name: str
    month_names: tuple[str, ...]
    weekday_names: tuple[str, ...]
    hours_per_day: int = 24
    minutes_per_hour: int = 60
    seconds_per_minute: int = 60
    eras: tuple[Era, ...] = COMMON_ERAS
    hour_seconds: int = field(init=False)
    day_seconds: int = field(init=False)
    week_days: int = field(init=False)

    def __post_init__(self) -> None:
        # Plain attributes, for every step of a replay reads them.
        hour = self.minutes_per_hour * self.seconds_per_minute
        object.__setattr__(self, "hour_seconds", hour)
        object.__setattr__(self, "day_seconds", hour * self.hours_per_day)
        object.__setattr__(self, "week_days", len(self.weekday_names))

    def __repr__(self) -> str:
        return f"<calendar {self.name}>"

    # What each calendar says of itself.

    @abstractmethod
    def date(self, day_number: int) -> Date:
        """The date of a day, at the same cost for any year."""

    @abstractmethod
    def months_in(self, year: int) -> int:
        """How many numbered months the year has."""

    @abstractmethod
    def month_length(self, year: int, month: int) -> int:
        """How many days a month of that year has; the month exists."""

    @abstractmethod
    def month_start(self, year: int, month: int) -> int:
        """The day number of a month's first day; the month exists."""

    @abstractmethod
    def month_index(self, year: int, month: int) -> int:
        """How many months lie between the epoch's month and this one, negative before it."""

    @abstractmethod
    def month_at(self, index: int) -> tuple[int, int]:
        """The year and month of a month's index."""

    @abstractmethod
    def weekday_index(self, day_number: int) -> int | None:
        """The place of a day in its week, from 0; None where the week does not count it."""

    # What a calendar with other months or years replaces.

    def year_shown(self, year: int) -> int:
        """The number written for an astronomical year."""
        return year

    def year_meant(self, shown: int) -> int:
        """The astronomical year for a number as written; Refused where no year bears it."""
        return shown

    def year_start(self, year: int) -> int:
        """The day number of the year's first day."""
        return self.month_start(year, 1)

    def month_mark(self, year: int, month: int) -> str:  # noqa: ARG002 - not the same each year elsewhere
        """What stands for the month in `1998-10-31`."""
        return f"{month:02}"

    def month_labels(self, year: int) -> tuple[tuple[str, int], ...]:  # noqa: ARG002 - likewise
        """The names that may be written for a month of the year, each with its month."""
        return tuple((name, number) for number, name in enumerate(self.month_names, start=1))

    def month_kept(self, year: int, month: int) -> int:
        """The month of another year that answers to this number: itself, else the last."""
        return min(month, self.months_in(year))

    def era_of(self, day_number: int) -> EraYear | None:
        """The era of a day and the year's number in it; None where no era has begun."""
        year = self.date(day_number).year
        counted = ((era.name, (year - era.first) * era.step + 1) for era in self.eras)
        return next((EraYear(name, number) for name, number in counted if number > 0), None)

    def year_name(self, year: int) -> str | None:  # noqa: ARG002 - the years of a world may have names
        """The name of an astronomical year; None where it has none."""
        return None

    # Days.

    def day_number(self, year: int, month: int, day: int) -> int:
        """The number of a day; Refused when the year has no such month or the month no such day."""
        if objection := self.date_objection(year, month, day):
            raise Refused(f"{self.date_text(year, month, day)} is no date: {objection}")
        return self.month_start(year, month) + day - 1

    def date_objection(self, year: int, month: int, day: int = 1) -> str | None:
        """What is wrong with a date, as a clause for a refusal; None when it exists."""
        if not 1 <= month <= self.months_in(year):
            return f"{self.year_text(year)} has {self.months_in(year)} months, counted from 1"
        length = self.month_length(year, month)
        if 1 <= day <= length:
            return None
        says = f"{self.month_name(year, month)} {self.year_text(year)} has {length} days"
        return says if day else f"{says}, counted from 1"

    def month_name(self, year: int, month: int) -> str:
        """The full name of a month that exists."""
        return next(name for name, number in self.month_labels(year) if number == month)

    def day_of_year(self, day_number: int) -> int:
        """The place of a day in its year, from 1."""
        return day_number - self.year_start(self.date(day_number).year) + 1

    def weekday(self, day_number: int) -> str | None:
        """The name of the day of the week; None where the week does not count the day."""
        index = self.weekday_index(day_number)
        return None if index is None else self.weekday_names[index]

    def week_start(self, day_number: int) -> int:
        """The first day of the week that holds the day."""
        while self.weekday_index(day_number) != 0:
            day_number -= 1
        return day_number

    def next_week(self, day_number: int) -> int:
        """The first day of the week after the one that holds the day."""
        day_number += 1
        while self.weekday_index(day_number) != 0:
            day_number += 1
        return day_number

    # Instants.

    def day_of(self, instant: int) -> int:
        """The number of the day that holds the instant."""
        return instant // self.day_seconds

    def clock(self, instant: int) -> tuple[int, int, int]:
        """Hour, minute and second of the day at an instant."""
        minutes, second = divmod(instant % self.day_seconds, self.seconds_per_minute)
        hour, minute = divmod(minutes, self.minutes_per_hour)
        return hour, minute, second

    def time_objection(self, hour: int, minute: int, second: int) -> str | None:
        """What is wrong with a time of day, as a clause for a refusal; None when it exists."""
        bounds = (
            (hour, self.hours_per_day, "hour"),
            (minute, self.minutes_per_hour, "minute"),
            (second, self.seconds_per_minute, "second"),
        )
        for value, bound, part in bounds:
            if not 0 <= value < bound:
                return f"there is no {part} {value}, {part}s run from 0 to {bound - 1}"
        return None

    def seconds_into_day(self, hour: int, minute: int, second: int) -> int:
        """How many seconds after the day's beginning a time of day lies."""
        return hour * self.hour_seconds + minute * self.seconds_per_minute + second

    def instant(
        self, year: int, month: int, day: int, hour: int = 0, minute: int = 0, second: int = 0
    ) -> int:
        """The instant of a date and a time of day; Refused when it does not exist."""
        number = self.day_number(year, month, day)
        said = self.date_text(year, month, day)
        if objection := self.time_objection(hour, minute, second):
            raise Refused(f"{said} {hour:02}:{minute:02}:{second:02} is no time: {objection}")
        return self.within_reach(
            number * self.day_seconds + self.seconds_into_day(hour, minute, second), said
        )

    def within_reach(self, instant: int, said: str) -> int:
        """The instant itself; Refused beyond 64 bits, naming it as it was said."""
        if FIRST_INSTANT <= instant <= LAST_INSTANT:
            return instant
        raise Refused(
            f"{said} is out of reach: the {self.name} calendar runs from "
            f"{self.format(FIRST_INSTANT)} to {self.format(LAST_INSTANT)}"
        )

    def add(self, instant: int, duration: Duration) -> int:
        """The instant a duration later.

        Years and months come first and keep the day of the month, or take the month's last;
        then weeks and days, then the exact seconds. Refused beyond 64 bits.
        """
        return self._moved(instant, duration, 1)

    def subtract(self, instant: int, duration: Duration) -> int:
        """The instant a duration earlier, in the same order as `add`."""
        return self._moved(instant, duration, -1)

    def _moved(self, instant: int, duration: Duration, sign: int) -> int:
        day, second = divmod(instant, self.day_seconds)
        if duration.years or duration.months:
            day = self._months_on(day, sign * duration.years, sign * duration.months)
        day += sign * (duration.weeks * self.week_days + duration.days)
        moved = day * self.day_seconds + second + sign * duration.seconds
        if FIRST_INSTANT <= moved <= LAST_INSTANT:
            return moved
        side = "after" if sign > 0 else "before"
        return self.within_reach(moved, f"that long {side} {self.format(instant)}")

    def _months_on(self, day_number: int, years: int, months: int) -> int:
        """The same day of the month so many years and months on, clamped once, at the end."""
        year, month, day = self.date(day_number)
        year += years
        month = self.month_kept(year, month)
        if months:
            year, month = self.month_at(self.month_index(year, month) + months)
        return self.month_start(year, month) + min(day, self.month_length(year, month)) - 1

    # Texts.

    def year_text(self, year: int) -> str:
        """The year as it is shown, with four digits at least: `0044`, `-0043`, `10000`."""
        shown = self.year_shown(year)
        return f"{shown:05}" if shown < 0 else f"{shown:04}"

    def date_text(self, year: int, month: int, day: int) -> str:
        """The date as `YYYY-MM-DD`; it need not exist."""
        return f"{self.year_text(year)}-{self.month_mark(year, month)}-{day:02}"

    def format(self, instant: int) -> str:
        """The instant as `YYYY-MM-DD HH:MM:SS`; before the year 0 `-YYYY-MM-DD HH:MM:SS`."""
        year, month, day = self.date(instant // self.day_seconds)
        hour, minute, second = self.clock(instant)
        return f"{self.date_text(year, month, day)} {hour:02}:{minute:02}:{second:02}"
