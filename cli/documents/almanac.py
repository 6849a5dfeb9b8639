"""Documents of `calendar`: days, spans between them, months."""

import msgspec

from cli.documents.values import Date, Day


class CalendarDay(msgspec.Struct, frozen=True):
    """All that the calendar says of a day.

    Attributes:
        weekday: null where it does not count in the week.
        month: by name.
        day: its number in the month.
        day_of_year: from 1.
        days_since_epoch: negative before the epoch; of the Gregorian calendar that is 0001-01-01.
        era: null where none has begun.
        era_year: the year's number in the era; null likewise.
        year_name: null where the year has none.
    """

    date: Day
    weekday: str | None
    month: str
    day: int
    day_of_year: int
    days_since_epoch: int
    era: str | None
    era_year: int | None
    year_name: str | None


class TimeBetween(msgspec.Struct, frozen=True):
    """How much time lies between two dates, negative when the second is the earlier.

    Attributes:
        days: whole days.
        seconds: all of it in seconds.
    """

    days: int
    seconds: int


class MomentInCalendar(msgspec.Struct, frozen=True):
    """A moment as a calendar writes it.

    Attributes:
        calendar: its name.
        weekday: null where the day does not count in the week.
    """

    calendar: str
    at: Date
    weekday: str | None


class Converted(msgspec.Struct, frozen=True):
    """The same moment in two calendars."""

    given: MomentInCalendar = msgspec.field(name="from")
    found: MomentInCalendar = msgspec.field(name="to")


class DayOfPage(msgspec.Struct, frozen=True):
    """A day of a month.

    Attributes:
        weekday: null where it does not count in the week.
        today: whether the clock stands in it.
        happened: the ids of what was recorded for it and stands.
        due: what will happen or may be done, with the names.
    """

    date: Day
    weekday: str | None
    today: bool
    happened: list[str]
    due: list[str]


class MoonOfPage(msgspec.Struct, frozen=True):
    """A phase of a moon that begins on a day."""

    date: Day
    moon: str
    phase: str


class SeasonOfPage(msgspec.Struct, frozen=True):
    """A season that begins on a day."""

    date: Day
    season: str


class MonthPage(msgspec.Struct, frozen=True):
    """A month.

    Attributes:
        month: by name.
        days: all of them.
    """

    year: str
    month: str
    days: list[DayOfPage]
    moons: list[MoonOfPage]
    seasons: list[SeasonOfPage]


class CalendarPages(msgspec.Struct, frozen=True):
    """A month, or all months of a year.

    Attributes:
        calendar: its name.
    """

    calendar: str
    months: list[MonthPage]
