"""Calendarium for Obsidian: the JSON of one calendar, as it exports it.

A leap day's interval is a list that is read from the smallest number on; `exclusive` leaves years
out, `ignore` leaves the offset out. There is no year zero: the years before 1 count as 0, -1 and so
on. `firstWeekDay` is the weekday, from 0, of the first counted day of the year 1; a day has 24
hours.

Not read, for it is no time: events and their categories, locations, weather, colours, abbreviations,
how the calendar is shown, the current date.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Annotated, Any, Literal

from ledger.calendar.definition import CalendarDefinition, Year
from ledger.calendar.formats.reading import (
    Foreign,
    Interval,
    Length,
    Months,
    Weekdays,
    cycle,
    decoded,
    defined,
    refuse,
    tidy,
    within,
)
from ledger.calendar.leap_years import Item, recurrence, written_years


class _Named(Foreign, frozen=True, kw_only=True):
    name: str


class _Month(Foreign, frozen=True, kw_only=True):
    type: Literal["month", "intercalary"]
    name: str
    length: Length
    interval: Interval = 1
    offset: int = 0
    week: tuple[_Named, ...] | None = None


class _Condition(Foreign, frozen=True, kw_only=True):
    interval: Interval
    ignore: bool = False
    exclusive: bool = False


class _LeapDay(Foreign, frozen=True, kw_only=True):
    name: str | None = None
    interval: tuple[_Condition, ...]
    timespan: int
    intercalary: bool = False
    offset: int | None = 0
    numbered: bool = False
    after: int | None = None


class _Moon(Foreign, frozen=True, kw_only=True):
    name: str
    cycle: Decimal
    offset: Decimal = Decimal(0)


class _Date(Foreign, frozen=True, kw_only=True):
    year: Year
    month: int
    day: int


class _Era(Foreign, frozen=True, kw_only=True, rename="camel"):
    name: str
    format: str = ""
    ends_year: bool = False
    is_starting_era: bool = False
    date: _Date | None = None
    end: _Date | None = None
    static: dict[str, Any] | None = None


class _Static(Foreign, frozen=True, kw_only=True, rename="camel"):
    first_week_day: int
    overflow: bool = True
    weekdays: Annotated[tuple[_Named, ...], Weekdays]
    months: Annotated[tuple[_Month, ...], Months]
    leap_days: tuple[_LeapDay, ...] = ()
    moons: tuple[_Moon, ...] = ()
    eras: tuple[_Era, ...] = ()
    offset: int | None = 0
    use_custom_years: bool = False


class _Season(Foreign, frozen=True, kw_only=True):
    name: str
    month: int | None = None
    day: int = 1
    duration: Decimal | None = None
    peak: Decimal | None = None


class _Seasonal(Foreign, frozen=True, kw_only=True):
    seasons: tuple[_Season, ...] = ()


class _Export(Foreign, frozen=True, kw_only=True):
    name: str
    static: _Static
    seasonal: _Seasonal = _Seasonal()


def read_export(raw: bytes, source: str) -> CalendarDefinition:
    """The calendar of an export."""
    return _Reader(decoded(raw, _Export, source), source).definition()


class _Reader:
    """An export on its way to a definition."""

    def __init__(self, export: _Export, source: str) -> None:
        self._export = export
        self._static = export.static
        self._source = source

    def definition(self) -> CalendarDefinition:
        """The definition."""
        static = self._static
        for field, unsaid in (
            ("offset", static.offset),
            ("useCustomYears", static.use_custom_years),
        ):
            if unsaid:
                self._refuse(f"static.{field}", "years and weekdays follow from the first one")
        weekdays = [
            self._tidy(day.name, f"static.weekdays[{number}].name")
            for number, day in enumerate(static.weekdays)
        ]
        self._refuse_broken_weeks()
        first = within(
            static.first_week_day, len(weekdays), self._source, "static.firstWeekDay", "weekday"
        )
        return defined(
            {
                "name": self._tidy(self._export.name, "name"),
                "weekdays": weekdays,
                "months": list(self._months()),
                "epoch": {"year": 1, "weekday": weekdays[first]},
                "eras": self._eras(),
                "moons": list(self._moons()),
                "seasons": list(self._seasons()),
            },
            self._source,
        )

    def _refuse(self, field: str, why: str) -> None:
        refuse(self._source, field, why)

    def _tidy(self, name: str, field: str) -> str:
        return tidy(name, self._source, field)

    def _refuse_broken_weeks(self) -> None:
        """Refuse weeks that begin anew with each month, unless the months are whole weeks anyway."""
        static = self._static
        for place, month in enumerate(static.months):
            if month.week and month.week != static.weekdays:
                self._refuse(f"static.months[{place}].week", "all months have the same week")
        if static.overflow:
            return
        whole = all(
            month.type == "intercalary" or month.length % len(static.weekdays) == 0
            for month in static.months
        )
        lengthened = any(not leap.intercalary for leap in static.leap_days)
        if not whole or lengthened or static.first_week_day:
            self._refuse("static.overflow", "weeks go on from month to month and do not begin anew")

    # Months --------------------------------------------------------------------------------------

    def _months(self) -> Iterator[dict[str, Any]]:
        static = self._static
        leaps: dict[int, list[int]] = {}
        for number, leap in enumerate(static.leap_days):
            place = within(
                leap.timespan,
                len(static.months),
                self._source,
                f"static.leapDays[{number}].timespan",
                "month",
            )
            leaps.setdefault(place, []).append(number)
        for place in range(len(static.months)):
            yield from self._spans(place, leaps.get(place, []))

    def _spans(self, place: int, numbers: Sequence[int]) -> Iterator[dict[str, Any]]:
        """A month, with the leap days that stand behind it as spans of their own."""
        month = self._static.months[place]
        intercalary = month.type == "intercalary"
        comes = {"interval": month.interval, "offset": month.offset % month.interval}
        within_month, behind = [], []
        for number in numbers:
            leap, field = self._static.leap_days[number], f"static.leapDays[{number}]"
            days = {"days": 1, "years": written_years(self._leap_years(leap, field))}
            # a place that is not given, or is 0, is the end of the month
            after = month.length if not leap.after else leap.after
            if intercalary or not leap.intercalary:
                within_month.append(days)
            elif leap.numbered:
                after = min(max(after, 0), month.length)
                within_month.append({**days, "after": after, "counts_for_week": False})
            else:
                if after < month.length or (len(numbers) > 1 and not self._all_behind(numbers)):
                    self._refuse(
                        f"{field}.after",
                        f"a day without a number cannot stand within {month.name!r}",
                    )
                behind.append(
                    {
                        "name": self._tidy(leap.name or "", f"{field}.name"),
                        "days": 0,
                        "leap": [days],
                        "intercalary": True,
                        "counts_for_week": False,
                        **comes,
                    }
                )
        yield {
            "name": self._tidy(month.name, f"static.months[{place}].name"),
            "days": month.length,
            # what stands outside the week comes before what lengthens the month
            "leap": sorted(within_month, key=lambda days: days.get("counts_for_week", True)),
            "intercalary": intercalary,
            "counts_for_week": not intercalary,
            **comes,
        }
        yield from behind

    def _all_behind(self, numbers: Sequence[int]) -> bool:
        leaps = [self._static.leap_days[number] for number in numbers]
        return all(leap.intercalary and not leap.numbered for leap in leaps)

    def _leap_years(self, leap: _LeapDay, field: str) -> tuple[Item, ...]:
        """The years of a leap day, the smallest interval first."""
        ordered = sorted(enumerate(leap.interval), key=lambda one: one[1].interval)
        if not ordered:
            self._refuse(f"{field}.interval", "names no year")
        items: list[Item] = []
        before = 0
        for number, condition in ordered:
            if condition.exclusive and not items:
                self._refuse(
                    f"{field}.interval[{number}].exclusive",
                    "the smallest interval has no years to leave out of",
                )
            if condition.interval == before:
                self._refuse(f"{field}.interval[{number}].interval", f"{before} stands there twice")
            before = condition.interval
            offset = 0 if condition.ignore else leap.offset or 0
            items.append(Item(recurrence(condition.interval, offset), not condition.exclusive))
        return tuple(items)

    # What is shown beside dates ------------------------------------------------------------------

    def _month_name(self, place: int, field: str) -> str:
        months = self._static.months
        return self._tidy(
            months[within(place, len(months), self._source, field, "month")].name, field
        )

    def _eras(self) -> list[dict[str, Any]]:
        eras = []
        for number, era in enumerate(self._static.eras):
            field = f"static.eras[{number}]"
            name = self._tidy(era.name, f"{field}.name")
            for said, value in (
                ("endsYear", era.ends_year),
                ("static", era.static),
                ("end", era.end),
            ):
                if value:
                    self._refuse(
                        f"{field}.{said}", "an era changes no year, and lasts until the next begins"
                    )
            if era.is_starting_era:
                eras.append(((0, 0, 0, 0), {"name": name}))
                continue
            if era.date is None:
                refuse(self._source, f"{field}.date", "is missing")
            date = era.date
            month = self._month_name(date.month, f"{field}.date.month")
            content: dict[str, Any] = {
                "name": name,
                "begins": {"year": date.year, "month": month, "day": date.day},
            }
            if "{{era_year}}" in era.format or "{{era_nth_year}}" in era.format:
                content["restarts_at"] = 1
            eras.append(((1, date.year, date.month, date.day), content))
        return [content for _, content in sorted(eras, key=lambda era: era[0])]

    def _moons(self) -> Iterator[dict[str, Any]]:
        static = self._static
        # its moons pass over days that stand outside the week, ours do not
        outside = any(m.type == "intercalary" for m in static.months) or any(
            leap.intercalary for leap in static.leap_days
        )
        for number, moon in enumerate(static.moons):
            name = self._tidy(moon.name, f"static.moons[{number}].name")
            new_at = None if outside else moon.offset
            days = cycle(moon.cycle, self._source, f"static.moons[{number}].cycle")
            yield {"name": name, "cycle_days": days, "new_at": new_at}

    def _seasons(self) -> Iterator[dict[str, Any]]:
        for number, season in enumerate(self._export.seasonal.seasons):
            field = f"seasonal.seasons[{number}]"
            name = self._tidy(season.name, f"{field}.name")
            if season.month is not None:
                month = self._month_name(season.month, f"{field}.month")
                yield {"name": name, "month": month, "day": season.day}
            elif season.duration is not None:
                yield {"name": name, "days": season.duration + (season.peak or 0)}
            else:
                self._refuse(field, "a season has a `month` or a `duration`")
