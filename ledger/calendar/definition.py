"""A world's calendar as data: what the JSON of our own format holds, checked when it is read.

The types are the format: `definition_schema` makes its JSON schema from them, and whatever is read
(a file, the `init` event of a campaign) goes through them. Lengths, intervals and names are
bounded, so that no file can ask for more work than a calendar is worth.
"""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from ledger.calendar.gregorian import GREGORIAN
from ledger.calendar.instant_text import read_instant
from ledger.calendar.leap_years import (
    ALWAYS,
    LONGEST_INTERVAL,
    YEARS_PATTERN,
    Recurrence,
    holds,
    read_years,
    recurrence,
    terms_of,
)
from ledger.errors import Refused
from ledger.text import is_fit

FORMAT: Final = "campaign-calendar/1"
LONGEST_MONTH: Final = 10_000
MOST_MONTHS: Final = 400
MOST_WEEKDAYS: Final = 400
_FURTHEST_YEAR: Final = 1_000_000_000

# A name as it may stand in a date: of one line, without blanks at its ends.
Name = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^\S+( \S+)*$")]
Year = Annotated[int, Meta(ge=-_FURTHEST_YEAR, le=_FURTHEST_YEAR)]
Part = Annotated[int, Meta(ge=1, le=LONGEST_MONTH)]
Days = Annotated[int, Meta(ge=0, le=LONGEST_MONTH)]


class _Data(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base: a key that the format does not know is refused."""


class Leap(_Data, frozen=True, kw_only=True):
    """Days that a month has more in leap years.

    Attributes:
        days: how many.
        years: in which years, as `every 4, not 100, 400`; a later item decides over an earlier
            one, and `every 4 from 3` names the years 3, 7, 11 and so on.
        after: the day of the month behind which they come, 0 for before the first; None for the
            end of the month.
        counts_for_week: whether they have weekdays.
    """

    days: Part
    years: Annotated[str, Meta(pattern=YEARS_PATTERN, max_length=600)]
    after: Days | None = None
    counts_for_week: bool = True

    def __post_init__(self) -> None:
        terms_of(read_years(self.years))
        if self.after is not None and self.counts_for_week:
            raise ValueError("`after` is for days that no week counts; others only lengthen it")


class Month(_Data, frozen=True, kw_only=True):
    """A month, or an intercalary span, in its place in the year.

    Attributes:
        name: as it is written in dates.
        days: how many it has in ordinary years; 0 for a month of leap years only.
        interval: it comes every so many years.
        offset: a year in which it comes, for an interval above 1.
        leap: what it has more in leap years.
        intercalary: whether it stands between the months and has no number.
        counts_for_week: whether its days have weekdays; only an intercalary span may say false.
    """

    name: Name
    days: Days
    interval: Annotated[int, Meta(ge=1, le=LONGEST_INTERVAL)] = 1
    offset: Year = 0
    leap: Annotated[tuple[Leap, ...], Meta(max_length=20)] = ()
    intercalary: bool = False
    counts_for_week: bool = True

    def __post_init__(self) -> None:
        if self.name.isdecimal():
            raise ValueError(f"`name`: {self.name!r} would be read as a number")
        if not self.counts_for_week and not self.intercalary:
            raise ValueError("`counts_for_week` may be false only where `intercalary` is true")
        if not self.days and len(self.leap) != 1:
            raise ValueError("`days` may be 0 only where there is one `leap`")
        if self.days + sum(leap.days for leap in self.leap) > LONGEST_MONTH:
            raise ValueError(f"`days`: a month has at most {LONGEST_MONTH} days in all")
        if any(leap.after is not None and leap.after > self.days for leap in self.leap):
            raise ValueError(f"`after` is at most `days`, {self.days}")

    @property
    def years(self) -> Recurrence:
        """The years in which it comes."""
        return recurrence(self.interval, self.offset) if self.interval > 1 else ALWAYS

    @property
    def is_lasting(self) -> bool:
        """Whether every year has days of it."""
        return self.interval == 1 and self.days > 0

    def stretches(self, year: int) -> Iterator[tuple[int, bool]]:
        """How many days of an astronomical year follow each other, and whether weeks count them."""
        if year % self.interval != self.offset % self.interval:
            return
        told = 0
        leaps = sorted(self.leap, key=lambda leap: self.days if leap.after is None else leap.after)
        for leap in leaps:
            place = self.days if leap.after is None else leap.after
            if place > told:
                yield place - told, self.counts_for_week
                told = place
            if holds(read_years(leap.years), year):
                yield leap.days, self.counts_for_week and leap.counts_for_week
        if self.days > told:
            yield self.days - told, self.counts_for_week

    def length(self, year: int) -> int:
        """How many days it has in an astronomical year; 0 when it does not come."""
        return sum(days for days, _ in self.stretches(year))


class Epoch(_Data, frozen=True, kw_only=True):
    """Where days are counted from: the first day of a year.

    Attributes:
        year: the year, as it is shown.
        weekday: the weekday of its first day that the week counts.
        gregorian: the Gregorian date and time of its first second, for `calendar convert`; the
            Gregorian calendar's own epoch, 0001-01-01, when it is not given.
    """

    year: Year
    weekday: Name
    gregorian: Annotated[str, Meta(max_length=60)] = "0001-01-01"

    def __post_init__(self) -> None:
        try:
            read_instant(self.gregorian, GREGORIAN, clock=None, start=None)
        except Refused as why:
            raise ValueError(f"`gregorian`: {str(why).partition(chr(10))[0]}") from None


class Day(_Data, frozen=True, kw_only=True):
    """A day by its year as it is shown, the name of its month, and its number."""

    year: Year
    month: Name
    day: Part


class Age(_Data, frozen=True, kw_only=True):
    """An era, for display.

    Attributes:
        name: as it is written beside years.
        begins: its first day; None for the era that has always been.
        restarts_at: the number of its first year, where the era counts its own; None where it
            goes on with the calendar's.
        backwards: whether its years are counted back from the era that follows, as those BC are.
    """

    name: Name
    begins: Day | None = None
    restarts_at: Annotated[int, Meta(ge=0, le=1)] | None = None
    backwards: bool = False

    def __post_init__(self) -> None:
        if self.begins is not None and self.backwards:
            raise ValueError("`backwards` is for the first era, which has no `begins`")
        if self.begins is None and self.restarts_at is not None:
            raise ValueError("`restarts_at` needs `begins`")
        if self.name.isdecimal():
            raise ValueError(f"`name`: {self.name!r} would be read as a number")


class YearNames(_Data, frozen=True, kw_only=True):
    """Names of years, for display: of `first` and those after it.

    Attributes:
        names: in the order of the years.
        first: the year, as it is shown, of the first name.
        then: what follows the last name: nothing, the last one for ever, or all of them anew
            (backwards as well).
    """

    names: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=10_000)]
    first: Year = 0
    then: Literal["nothing", "last", "repeat"] = "nothing"


class Moon(_Data, frozen=True, kw_only=True):
    """A moon, for display.

    Attributes:
        name: what it is called.
        cycle_days: how many days lie between two new moons.
        new_at: days from the epoch to one new moon; None where that is not known.
    """

    name: Name
    cycle_days: Decimal
    new_at: Decimal | None = None

    def __post_init__(self) -> None:
        _refuse_wild("cycle_days", self.cycle_days)
        if self.new_at is not None:
            _refuse_wild("new_at", self.new_at)
        if self.cycle_days < 1:
            raise ValueError("`cycle_days` is 1 at least")


class Season(_Data, frozen=True, kw_only=True):
    """A season, for display: by its first day, or by its length.

    Attributes:
        name: what it is called.
        month: the name of the month in which it begins; None for a season that has a length.
        day: the day of that month.
        days: how long it lasts; None for a season that begins on a date.
    """

    name: Name
    month: Name | None = None
    day: Part = 1
    days: Decimal | None = None

    def __post_init__(self) -> None:
        if (self.month is None) == (self.days is None):
            raise ValueError("a season has either `month` or `days`")
        if self.days is not None:
            _refuse_wild("days", self.days)


class CalendarDefinition(_Data, frozen=True, kw_only=True):
    """A calendar.

    Attributes:
        format: the name and number of this format.
        name: what the calendar is called.
        weekdays: the days of the week in their order; names differ.
        months: the months, and between them the intercalary spans, as they follow each other in
            the year; one month at least comes in every year.
        epoch: the day that days are counted from.
        year_zero: whether a year 0 lies between the years -1 and 1.
        hours_per_day: how many hours a day has.
        minutes_per_hour: how many minutes an hour has.
        seconds_per_minute: how many seconds a minute has.
        eras: in the order in which they begin.
        year_names: names of years.
        moons: for display.
        seasons: for display.
    """

    format: Literal["campaign-calendar/1"]
    name: Name
    weekdays: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=MOST_WEEKDAYS)]
    months: Annotated[tuple[Month, ...], Meta(min_length=1, max_length=MOST_MONTHS)]
    epoch: Epoch
    year_zero: bool = False
    hours_per_day: Part = 24
    minutes_per_hour: Part = 60
    seconds_per_minute: Part = 60
    eras: Annotated[tuple[Age, ...], Meta(max_length=1_000)] = ()
    year_names: YearNames | None = None
    moons: Annotated[tuple[Moon, ...], Meta(max_length=100)] = ()
    seasons: Annotated[tuple[Season, ...], Meta(max_length=100)] = ()

    def __post_init__(self) -> None:
        _refuse_twice("months", (month.name for month in self.months))
        _refuse_twice("weekdays", self.weekdays)
        _refuse_twice("eras", (era.name for era in self.eras))
        for name in (self.name, *self._names()):
            _refuse_unreadable(name)
        if not any(month.is_lasting and not month.intercalary for month in self.months):
            raise ValueError("`months`: one at least comes in every year and has days")
        if self.epoch.weekday not in self.weekdays:
            raise ValueError(f"`epoch.weekday`: {self.epoch.weekday!r} is none of `weekdays`")
        named = (self.year_names.first,) if self.year_names else ()
        eras = (age.begins.year for age in self.eras if age.begins)
        for year in (self.epoch.year, *named, *eras):
            self.astronomical(year)
        self._check_eras()
        for season in self.seasons:
            if season.month is not None:
                self.month_named(season.month, "seasons")

    def _names(self) -> Iterator[str]:
        yield from self.weekdays
        yield from (month.name for month in self.months)
        yield from (era.name for era in self.eras)
        yield from (moon.name for moon in self.moons)
        yield from (season.name for season in self.seasons)
        yield from self.year_names.names if self.year_names else ()

    def _check_eras(self) -> None:
        before: tuple[int, int, int] | None = None
        for number, era in enumerate(self.eras):
            if era.begins is None:
                if number:
                    raise ValueError(f"`eras`: {era.name!r} has no `begins`, as only the first may")
                continue
            year = self.astronomical(era.begins.year)
            place = self.month_named(era.begins.month, "eras")
            length = self.months[place].length(year)
            if era.begins.day > length:
                raise ValueError(
                    f"`eras`: {era.name!r} begins on day {era.begins.day} of "
                    f"{era.begins.month} {era.begins.year}, which has {length} days"
                )
            begins = year, place, era.begins.day
            if number and self.eras[number - 1].backwards:
                self._check_new_year(era, year, place)
            if before is not None and begins <= before:
                raise ValueError(f"`eras`: {era.name!r} does not begin after the one before it")
            before = begins
        if self.eras and self.eras[-1].backwards:
            raise ValueError(f"`eras`: no era follows {self.eras[-1].name!r}, which is `backwards`")

    def _check_new_year(self, era: Age, year: int, place: int) -> None:
        assert era.begins is not None
        if era.begins.day > 1 or any(month.length(year) for month in self.months[:place]):
            raise ValueError(
                f"`eras`: {era.name!r} begins within a year, and the one before it is `backwards`"
            )

    def astronomical(self, shown: int) -> int:
        """The astronomical year for a year as it is shown; ValueError where none bears the number."""
        if self.year_zero or shown > 0:
            return shown
        if shown == 0:
            raise ValueError("there is no year 0 where `year_zero` is false: 1 follows -1")
        return shown + 1

    def month_named(self, name: str, where: str) -> int:
        """The place of a month in `months`; ValueError, naming the field, when there is none."""
        for place, month in enumerate(self.months):
            if month.name == name:
                return place
        raise ValueError(f"`{where}`: {name!r} is none of `months`")


def _refuse_twice(field: str, names: Iterable[str]) -> None:
    known: set[str] = set()
    for name in names:
        if name.casefold() in known:
            raise ValueError(f"`{field}`: the name {name!r} stands there twice")
        known.add(name.casefold())


def _refuse_unreadable(name: str) -> None:
    """Refuse what could not be read again in a date, or would disturb a terminal."""
    if ".." in name or "−" in name or not all(map(is_fit, name)):  # noqa: RUF001 - that sign is meant
        raise ValueError(f"`name`: {name!r} has a sign that no date can hold")


def _refuse_wild(field: str, number: Decimal) -> None:
    if not number.is_finite() or abs(number) > _FURTHEST_YEAR or len(str(number)) > 30:
        raise ValueError(f"`{field}`: {str(number)[:30]} is no number of days")


def definition_schema() -> dict[str, Any]:
    """The JSON schema of a calendar in our own format."""
    return msgspec.json.schema(CalendarDefinition)
