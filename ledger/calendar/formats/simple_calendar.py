"""Simple Calendar for Foundry VTT: its export (version 2) and the files of its presets.

Months of no days come only in leap years, or only in others. A leap year is judged on the year
shown, from `startingYear` on in both directions; a year 0 exists. `firstWeekday` is the weekday of
the first counted day of the year `yearZero`, at whose beginning the seconds of the world are 0.

Not read, for it is no time: permissions, notes and their categories, descriptions, abbreviations,
colours, icons, sunrise and sunset, how fast the game runs.
"""

from collections.abc import Iterator
from decimal import Decimal
from typing import Annotated, Any, Final, Literal

from ledger.calendar.custom import custom
from ledger.calendar.definition import CalendarDefinition, Year
from ledger.calendar.formats.reading import (
    Foreign,
    Length,
    Months,
    Part,
    Weekdays,
    cycle,
    decoded,
    defined,
    refuse,
    tidy,
    within,
)
from ledger.calendar.leap_years import Item, recurrence, written_years
from ledger.errors import Refused

_VERSION: Final = 2
_GREGORIAN: Final = ((4, True), (100, False), (400, True))


class _Month(Foreign, frozen=True, kw_only=True, rename="camel"):
    name: str
    numeric_representation: int
    numeric_representation_offset: int = 0
    number_of_days: Length
    number_of_leap_year_days: Length | None = None
    intercalary: bool = False
    intercalary_include: bool = False
    starting_weekday: int | None = None


class _LeapYear(Foreign, frozen=True, kw_only=True, rename="camel"):
    rule: Literal["none", "gregorian", "custom"]
    custom_mod: int = 0
    starting_year: int = 0


class _Weekday(Foreign, frozen=True, kw_only=True):
    name: str


class _Time(Foreign, frozen=True, kw_only=True, rename="camel"):
    hours_in_day: Part = 24
    minutes_in_hour: Part = 60
    seconds_in_minute: Part = 60


class _Year(Foreign, frozen=True, kw_only=True, rename="camel"):
    first_weekday: int = 0
    year_zero: Year = 0
    prefix: str = ""
    postfix: str = ""
    year_names: tuple[str, ...] = ()
    year_names_start: Year = 0
    year_naming_rule: Literal["default", "repeat", "random"] = "default"


class _NewMoon(Foreign, frozen=True, kw_only=True, rename="camel"):
    year_reset: str = "none"
    year: int = 0
    month: int = 0
    day: int = 0


class _Moon(Foreign, frozen=True, kw_only=True, rename="camel"):
    name: str
    cycle_length: Decimal
    cycle_day_adjust: Decimal = Decimal(0)
    first_new_moon: _NewMoon = _NewMoon()


class _Season(Foreign, frozen=True, kw_only=True, rename="camel"):
    name: str
    starting_month: int
    starting_day: int = 0


class _Calendar(Foreign, frozen=True, kw_only=True, rename="camel"):
    name: str = ""
    leap_year: _LeapYear
    months: Annotated[tuple[_Month, ...], Months]
    weekdays: Annotated[tuple[_Weekday, ...], Weekdays]
    time: _Time = _Time()
    year: _Year
    moons: tuple[_Moon, ...] = ()
    seasons: tuple[_Season, ...] = ()


class _Export(Foreign, frozen=True, kw_only=True, rename="camel"):
    export_version: int
    calendars: tuple[_Calendar, ...]


class _Preset(Foreign, frozen=True, kw_only=True):
    calendar: _Calendar


def read_export(raw: bytes, source: str, chosen: str | None) -> CalendarDefinition:
    """The one calendar of an export, or the *chosen* one by its name."""
    export = decoded(raw, _Export, source)
    if export.export_version != _VERSION:
        refuse(source, "exportVersion", f"{export.export_version}; only {_VERSION} is read")
    names = [calendar.name for calendar in export.calendars]
    if chosen is not None and chosen not in names:
        refuse(source, "calendars", f"none is called {chosen!r}; there is {', '.join(names)}")
    wanted = [place for place, name in enumerate(names) if chosen in {None, name}]
    if len(wanted) != 1:
        refuse(
            source,
            "calendars",
            f"{len(wanted)} calendars ({', '.join(names)}); "
            "`calendar import FILE --name NAME` takes one of them",
        )
    return _Reader(export.calendars[wanted[0]], source, f"calendars[{wanted[0]}].").definition()


def read_preset(raw: bytes, source: str) -> CalendarDefinition:
    """The calendar of a preset."""
    return _Reader(decoded(raw, _Preset, source).calendar, source, "calendar.").definition()


class _Reader:
    """A calendar on its way to a definition."""

    def __init__(self, calendar: _Calendar, source: str, place: str) -> None:
        self._calendar = calendar
        self._source = source
        self._place = place

    def definition(self) -> CalendarDefinition:
        """The definition; moons are added when the days can be numbered."""
        calendar, year = self._calendar, self._calendar.year
        first = within(
            year.first_weekday,
            len(calendar.weekdays),
            self._source,
            f"{self._place}year.firstWeekday",
            "weekday",
        )
        weekdays = [self._tidy(day.name, "weekdays") for day in calendar.weekdays]
        stem = self._source.rpartition("/")[2].rpartition("\\")[2].removesuffix(".json")
        content: dict[str, Any] = {
            "name": self._tidy(calendar.name or stem, "name"),
            "weekdays": weekdays,
            "months": list(self._months()),
            "epoch": {"year": year.year_zero, "weekday": weekdays[first]},
            "year_zero": True,
            "hours_per_day": calendar.time.hours_in_day,
            "minutes_per_hour": calendar.time.minutes_in_hour,
            "seconds_per_minute": calendar.time.seconds_in_minute,
            "eras": self._eras(),
            "year_names": self._year_names(),
            "seasons": list(self._seasons()),
        }
        made = defined(content, self._source)
        return defined({**content, "moons": list(self._moons(made))}, self._source)

    def _tidy(self, name: str, field: str) -> str:
        return tidy(name, self._source, f"{self._place}{field}")

    def _refuse(self, field: str, why: str) -> None:
        refuse(self._source, f"{self._place}{field}", why)

    def _leap_years(self) -> tuple[Item, ...]:
        """The leap years; none where there is no rule."""
        rule = self._calendar.leap_year
        if rule.rule == "none":
            return ()
        if rule.rule == "custom" and rule.custom_mod < 1:
            self._refuse(
                "leapYear.customMod", f"{rule.custom_mod}; a leap year comes every 1 or more"
            )
        steps = _GREGORIAN if rule.rule == "gregorian" else ((rule.custom_mod, True),)
        try:
            return tuple(Item(recurrence(n, rule.starting_year), taken) for n, taken in steps)
        except ValueError as why:
            refuse(self._source, f"{self._place}leapYear.customMod", str(why))

    def _months(self) -> Iterator[dict[str, Any]]:
        leap_years = self._leap_years()
        number = 0
        for place, month in enumerate(self._calendar.months):
            field = f"months[{place}]"
            number += not month.intercalary
            if not month.intercalary and month.numeric_representation != number:
                self._refuse(
                    f"{field}.numericRepresentation",
                    f"{month.numeric_representation}; months are numbered in their order, this is {number}",
                )
            if month.numeric_representation_offset:
                self._refuse(f"{field}.numericRepresentationOffset", "days are numbered from 1")
            if month.starting_weekday is not None:
                self._refuse(
                    f"{field}.startingWeekday",
                    "weeks go on from month to month and do not begin anew",
                )
            yield {
                "name": self._tidy(month.name, f"{field}.name"),
                **self._days(month, field, leap_years),
                "intercalary": month.intercalary,
                "counts_for_week": not month.intercalary or month.intercalary_include,
            }

    def _days(self, month: _Month, field: str, leap_years: tuple[Item, ...]) -> dict[str, Any]:
        """How many days a month has, and in which years more."""
        common, leap = month.number_of_days, month.number_of_leap_year_days
        if leap is None and leap_years:
            self._refuse(f"{field}.numberOfLeapYearDays", "is missing")
        if leap is None or not leap_years:
            leap = common
        if not common and not leap:
            self._refuse(f"{field}.numberOfDays", "0 in all years: the month never comes")
        if common == leap:
            return {"days": common}
        others = (
            Item(recurrence(1), included=True),
            *[i._replace(included=not i.included) for i in leap_years],
        )
        years = written_years(leap_years if leap > common else others)
        more = {"days": abs(leap - common), "years": years}
        return {"days": min(common, leap), "leap": [more]}

    def _eras(self) -> list[dict[str, Any]]:
        """What stands beside the year becomes the name of the one era."""
        year = self._calendar.year
        beside = " ".join(f"{year.prefix} {year.postfix}".split())
        return [{"name": beside}] if beside else []

    def _year_names(self) -> dict[str, Any] | None:
        year = self._calendar.year
        if not year.year_names:
            return None
        if year.year_naming_rule == "random":
            self._refuse("year.yearNamingRule", "random; names of years come in an order")
        names = [self._tidy(name, "year.yearNames") for name in year.year_names]
        then = "repeat" if year.year_naming_rule == "repeat" else "last"
        return {"names": names, "first": year.year_names_start, "then": then}

    def _seasons(self) -> Iterator[dict[str, Any]]:
        months = self._calendar.months
        for place, season in enumerate(self._calendar.seasons):
            field = f"seasons[{place}]"
            month = within(
                season.starting_month,
                len(months),
                self._source,
                f"{self._place}{field}.startingMonth",
                "month",
            )
            yield {
                "name": self._tidy(season.name, f"{field}.name"),
                "month": self._tidy(months[month].name, f"{field}.startingMonth"),
                "day": season.starting_day + 1,
            }

    def _moons(self, made: CalendarDefinition) -> Iterator[dict[str, Any]]:
        for place, moon in enumerate(self._calendar.moons):
            field = f"moons[{place}]"
            yield {
                "name": self._tidy(moon.name, f"{field}.name"),
                "cycle_days": cycle(
                    moon.cycle_length, self._source, f"{self._place}{field}.cycleLength"
                ),
                "new_at": self._new_at(moon, made),
            }

    def _new_at(self, moon: _Moon, made: CalendarDefinition) -> Decimal | None:
        """When the moon is new; None where that begins anew with years, which ours cannot say."""
        new, calendar = moon.first_new_moon, custom(made)
        if new.year_reset != "none" or not 0 <= new.month < len(calendar.codes):
            return None
        try:
            day = calendar.day_number(new.year, calendar.codes[new.month], new.day + 1)
        except Refused:
            return None
        return day - moon.cycle_day_adjust
