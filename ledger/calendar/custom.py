"""A world's calendar: months of any length, leap lists, leap months, intercalary spans.

All of it follows from a `CalendarDefinition`. Months have the numbers of their places among the
months of the definition, so that a month keeps its number in years in which another does not come;
an intercalary span has a number below zero, which is never shown: its name stands there instead.
A month that does not come in a year counts as one of no days.

No library was found for this. `convertdate` (2.5, well kept), `calendars`, `pycalverter` and
`ummalqura` know the named calendars of the earth, with floating-point days; none takes a calendar as
data. The tools that these files come from reckon in loops over the years, in a browser. The Julian
calendar is a definition as well (`julian.py`); `convertdate` vouches for it in the tests.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from ledger.calendar.definition import CalendarDefinition, Month
from ledger.calendar.leap_years import Recurrence, Tally, Terms, read_years, terms_of
from ledger.calendar.reckoning import Calendar, Date, Era, EraYear
from ledger.errors import Refused

_EVER: Final = -(2**100)  # before any day


class _Stretch(NamedTuple):
    """Days of a year that follow each other: the first, from 0; whether weeks count them."""

    begin: int
    counts: bool
    counted_before: int


class _Year(NamedTuple):
    """How a year is made up.

    Attributes:
        begin: the day number of its first day.
        places: of each month of the definition, how many days of the year lie before it.
        lengths: of each month, how many days it has; 0 when it does not come.
        coming: the places of those that come, in their order.
        starts: how many days lie before each of those.
        stretches: its days, cut where the week begins or ceases to count them.
        counted: days that weeks count before the year, from the epoch on.
    """

    begin: int
    places: tuple[int, ...]
    lengths: tuple[int, ...]
    coming: tuple[int, ...]
    starts: tuple[int, ...]
    stretches: tuple[_Stretch, ...]
    counted: int


class _Age(NamedTuple):
    """An era: its first day, how its years are read, and whether they are its own count."""

    begin: int
    era: Era
    counts: bool


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Custom(Calendar):
    """The calendar of a definition; made by `custom`."""

    definition: CalendarDefinition
    codes: tuple[int, ...]  # the numbers of the months of the definition
    days: Tally
    counted_days: Tally
    months: Tally
    first_weekday: int
    ages: tuple[_Age, ...]
    place_of: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        places = {code: place for place, code in enumerate(self.codes)}
        object.__setattr__(self, "place_of", places)

    # Days and months.

    def date(self, day_number: int) -> Date:
        """The date of a day, at the same cost for any year."""
        year = self.days.year_of(day_number)
        made = _year(self, year)
        within = day_number - made.begin
        number = bisect_right(made.starts, within) - 1
        return Date(year, self.codes[made.coming[number]], within - made.starts[number] + 1)

    def months_in(self, year: int) -> int:
        """How many numbered months come in the year."""
        return sum(self.codes[place] > 0 for place in _year(self, year).coming)

    def month_length(self, year: int, month: int) -> int:
        """How many days a month or a span of that year has; 0 when it does not come."""
        return _year(self, year).lengths[self.place_of[month]]

    def month_start(self, year: int, month: int) -> int:
        """The day number of a month's first day, or of the day after it would have been."""
        made = _year(self, year)
        return made.begin + made.places[self.place_of[month]]

    def month_index(self, year: int, month: int) -> int:
        """How many numbered months lie between the epoch's and this one, or the one before a span."""
        place = self.place_of[month]
        coming = [p for p in _year(self, year).coming if self.codes[p] > 0 and p <= place]
        return self.months.before(year) + len(coming) - 1

    def month_at(self, index: int) -> tuple[int, int]:
        """The year and month of a month's index."""
        year = self.months.year_of(index)
        coming = [p for p in _year(self, year).coming if self.codes[p] > 0]
        return year, self.codes[coming[index - self.months.before(year)]]

    def year_start(self, year: int) -> int:
        """The day number of the year's first day."""
        return self.days.before(year)

    def weekday_index(self, day_number: int) -> int | None:
        """The place of a day in its week, from 0; None where the week does not count it."""
        made = _year(self, self.days.year_of(day_number))
        within = day_number - made.begin
        number = bisect_right(made.stretches, within, key=lambda stretch: stretch.begin) - 1
        stretch = made.stretches[number]
        if not stretch.counts:
            return None
        counted = made.counted + stretch.counted_before + within - stretch.begin
        return (self.first_weekday + counted) % self.week_days

    # Names and numbers as they are written.

    def year_shown(self, year: int) -> int:
        """The number written for an astronomical year."""
        return year if year > 0 or self.definition.year_zero else year - 1

    def year_meant(self, shown: int) -> int:
        """The astronomical year for a number as written; Refused for 0 where there is none."""
        try:
            return self.definition.astronomical(shown)
        except ValueError:
            raise Refused(
                f"there is no year 0000 in the {self.name} calendar: 1 follows -1"
            ) from None

    def month_mark(self, year: int, month: int) -> str:  # noqa: ARG002 - the same each year here
        """The number of a month, the name of a span."""
        return f"{month:02}" if month not in self.place_of or month > 0 else self._name(month)

    def month_labels(self, year: int) -> tuple[tuple[str, int], ...]:  # noqa: ARG002 - likewise
        """The names of all months and spans, whether they come in the year or not."""
        return tuple(zip(self.month_names, self.codes, strict=True))

    def month_name(self, year: int, month: int) -> str:  # noqa: ARG002 - likewise
        """The full name of a month or span."""
        return self._name(month)

    def _name(self, month: int) -> str:
        return self.month_names[self.place_of[month]]

    def date_objection(self, year: int, month: int, day: int = 1) -> str | None:
        """What is wrong with a date, as a clause for a refusal; None when it exists."""
        if month not in self.place_of:
            return f"the {self.name} calendar has {max(self.codes)} months, counted from 1"
        name, length = self._name(month), self.month_length(year, month)
        if not length:
            comes = self.definition.months[self.place_of[month]]
            often = f"every {comes.interval} years" if comes.interval > 1 else "in leap years"
            return f"{self.year_text(year)} has no day of {name}, which comes {often}"
        if 1 <= day <= length:
            return None
        says = f"{name} {self.year_text(year)} has {length} days"
        return says if day else f"{says}, counted from 1"

    def era_of(self, day_number: int) -> EraYear | None:
        """The era of a day and the year's number in it; None where no era has begun."""
        number = bisect_right(self.ages, day_number, key=lambda age: age.begin) - 1
        if number < 0:
            return None
        _, era, counts = self.ages[number]
        year = self.date(day_number).year
        own = (year - era.first) * era.step + 1
        return EraYear(era.name, own if counts else self.year_shown(year))

    def year_name(self, year: int) -> str | None:
        """The name of an astronomical year; None where it has none."""
        named = self.definition.year_names
        if named is None:
            return None
        number, names = year - self.definition.astronomical(named.first), named.names
        if named.then == "repeat":
            return names[number % len(names)]
        if number >= len(names) and named.then == "last":
            return names[-1]
        return names[number] if 0 <= number < len(names) else None

    # Sums.

    def _months_on(self, day_number: int, years: int, months: int) -> int:
        """So many years and months on; a month that does not come there is one of no days.

        In sums of months an intercalary span, like a month that does not come, is the last day of
        the month before it; so a later day never ends earlier.
        """
        year, month, day = self.date(day_number)
        year += years
        length = self.month_length(year, month)
        if months:
            if month < 0 or not length:
                year, month = self.month_at(self.month_index(year, month))
                day = self.month_length(year, month)
            year, month = self.month_at(self.month_index(year, month) + months)
            length = self.month_length(year, month)
        return self.month_start(year, month) + min(day, length) - 1


# Making one ----------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def custom(definition: CalendarDefinition) -> Custom:
    """The calendar of a definition; the same one for the same definition."""
    months = definition.months
    epoch = definition.astronomical(definition.epoch.year)
    numbered = [place for place, month in enumerate(months) if not month.intercalary]
    spans = [place for place, month in enumerate(months) if month.intercalary]
    codes = {place: number for number, place in enumerate(numbered, 1)}
    codes.update({place: -number for number, place in enumerate(spans, 1)})
    days = _days(months, only_counted=False)
    made = Custom(
        name=definition.name,
        month_names=tuple(month.name for month in months),
        weekday_names=definition.weekdays,
        hours_per_day=definition.hours_per_day,
        minutes_per_hour=definition.minutes_per_hour,
        seconds_per_minute=definition.seconds_per_minute,
        eras=tuple(_era(definition, number) for number in range(len(definition.eras))),
        definition=definition,
        codes=tuple(codes[place] for place in range(len(months))),
        days=Tally(days, epoch),
        counted_days=Tally(_days(months, only_counted=True), epoch),
        months=Tally(_comings(months), epoch),
        first_weekday=definition.weekdays.index(definition.epoch.weekday),
        ages=(),
    )
    object.__setattr__(made, "ages", tuple(_ages(made)))
    return made


def _days(months: Sequence[Month], *, only_counted: bool) -> Terms:
    """The days of all years, or those that weeks count, as a sum over recurrences."""
    days: Counter[Recurrence] = Counter()
    for month in months:
        if only_counted and not month.counts_for_week:
            continue
        days[month.years] += month.days
        for leap in month.leap:
            if leap.counts_for_week or not only_counted:
                for years, often in terms_of(read_years(leap.years), month.years).items():
                    days[years] += often * leap.days
    return _without_nought(days)


def _comings(months: Sequence[Month]) -> Terms:
    """How many numbered months come in a year, likewise."""
    comings: Counter[Recurrence] = Counter()
    for month in months:
        if month.intercalary:
            continue
        if month.days:
            comings[month.years] += 1
        else:  # it comes with the days of its leap years
            comings.update(terms_of(read_years(month.leap[0].years), month.years))
    return _without_nought(comings)


def _without_nought(terms: Terms) -> Terms:
    return {years: often for years, often in terms.items() if often}


@lru_cache(maxsize=4096)
def _year(calendar: Custom, year: int) -> _Year:
    """How a year is made up; kept, for dates of one year come together."""
    places, lengths, stretches = [], [], []
    told = counted = 0
    for month in calendar.definition.months:
        places.append(told)
        for days, counts in month.stretches(year):
            stretches.append(_Stretch(told, counts, counted))
            told += days
            counted += days if counts else 0
        lengths.append(told - places[-1])
    coming = tuple(place for place, length in enumerate(lengths) if length)
    return _Year(
        begin=calendar.days.before(year),
        places=tuple(places),
        lengths=tuple(lengths),
        coming=coming,
        starts=tuple(places[place] for place in coming),
        stretches=tuple(stretches),
        counted=calendar.counted_days.before(year),
    )


def _era(definition: CalendarDefinition, number: int) -> Era:
    """How the years of an era are read: by its own count, or as the calendar's."""
    age = definition.eras[number]
    if age.backwards:
        following = definition.eras[number + 1].begins
        assert following is not None, "only the first era has always been"
        return Era(age.name, first=definition.astronomical(following.year) - 1, step=-1)
    if age.begins is None or age.restarts_at is None:
        return Era(age.name, first=1, step=1)
    first = definition.astronomical(age.begins.year)
    return Era(age.name, first=first + 1 - age.restarts_at, step=1)


def _ages(made: Custom) -> Iterator[_Age]:
    for age, era in zip(made.definition.eras, made.eras, strict=True):
        begin = _EVER
        if age.begins is not None:
            year = made.definition.astronomical(age.begins.year)
            place = made.definition.month_named(age.begins.month, "eras")
            begin = made.month_start(year, made.codes[place]) + age.begins.day - 1
        yield _Age(begin, era, age.backwards or age.restarts_at is not None)
