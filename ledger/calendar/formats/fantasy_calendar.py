"""Fantasy-Calendar (fantasy-calendar.com): the JSON that it exports.

A leap day's interval is a list, the largest number first: `400,!100,4` is every 4 years, not every
100, but every 400; `+` before a number leaves the offset out. Without a year zero the years before 1
count as 0, -1 and so on for this. `first_day` is the weekday of the first counted day of the year 1,
or of the year 0 where there is one.

Not read, for it is no time: events and their categories, weather, locations, the look of the page
and of the clock, colours, descriptions, the current date.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import dropwhile
from typing import Annotated, Any, Final, Literal

from ledger.calendar.definition import CalendarDefinition, Year
from ledger.calendar.formats.reading import (
    Foreign,
    Interval,
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

_INTERVAL: Final = re.compile(r"(?P<marks>[!+]{0,2})(?P<years>[0-9]{1,10})", re.ASCII)
_WHOLE: Final = re.compile(r"-?[0-9]{1,10}", re.ASCII)
_YEAR_DATA: Final = "static_data.year_data"


class _Timespan(Foreign, frozen=True, kw_only=True):
    name: str
    type: Literal["month", "intercalary"]
    length: Length
    interval: Interval = 1
    offset: int | str = 0
    week: tuple[str, ...] | None = None


class _LeapDay(Foreign, frozen=True, kw_only=True):
    name: str = ""
    intercalary: bool = False
    timespan: int
    adds_week_day: bool = False
    removes_week_day: bool = False
    removes_day: bool = False
    day: int = 0
    interval: str | int = "1"
    offset: int | str = 0
    cyclic_interval: bool = False
    not_numbered: bool = False


class _YearData(Foreign, frozen=True, kw_only=True):
    first_day: int = 1
    overflow: bool = True
    global_week: Annotated[tuple[str, ...], Weekdays]
    timespans: Annotated[tuple[_Timespan, ...], Months]
    leap_days: tuple[_LeapDay, ...] = ()


class _Moon(Foreign, frozen=True, kw_only=True):
    name: str
    cycle: Decimal | None = None
    shift: Decimal = Decimal(0)
    custom_phase: bool = False


class _Clock(Foreign, frozen=True, kw_only=True):
    hours: Part = 24
    minutes: Part = 60


class _Season(Foreign, frozen=True, kw_only=True):
    name: str
    timespan: int | None = None
    day: int = 1
    transition_length: Decimal | None = None
    duration: Decimal = Decimal(0)


class _Seasons(Foreign, frozen=True, kw_only=True):
    data: tuple[_Season, ...] = ()


class _EraSettings(Foreign, frozen=True, kw_only=True):
    starting_era: bool = False
    ends_year: bool = False
    restart: bool = False


class _EraDate(Foreign, frozen=True, kw_only=True):
    year: Year = 1
    timespan: int = 0
    day: int = 1


class _Era(Foreign, frozen=True, kw_only=True):
    name: str
    settings: _EraSettings = _EraSettings()
    date: _EraDate = _EraDate()


class _Cycles(Foreign, frozen=True, kw_only=True):
    data: tuple[Any, ...] = ()


class _Settings(Foreign, frozen=True, kw_only=True):
    year_zero_exists: bool = False


class _StaticData(Foreign, frozen=True, kw_only=True):
    year_data: _YearData
    moons: tuple[_Moon, ...] = ()
    clock: _Clock = _Clock()
    seasons: _Seasons = _Seasons()
    eras: tuple[_Era, ...] = ()
    cycles: _Cycles = _Cycles()
    settings: _Settings = _Settings()


class _Export(Foreign, frozen=True, kw_only=True):
    name: str
    static_data: _StaticData


def read_export(raw: bytes, source: str) -> CalendarDefinition:
    """The calendar of an export."""
    return _Reader(decoded(raw, _Export, source), source).definition()


class _Reader:
    """An export on its way to a definition."""

    def __init__(self, export: _Export, source: str) -> None:
        self._name = export.name
        self._static = export.static_data
        self._data = export.static_data.year_data
        self._source = source

    def definition(self) -> CalendarDefinition:
        """The definition."""
        static, data = self._static, self._data
        if static.cycles.data:
            self._refuse("static_data.cycles.data", "cycles of years are not kept")
        if not any(s.type == "month" and s.length and s.interval == 1 for s in data.timespans):
            self._refuse(f"{_YEAR_DATA}.timespans", "one month at least comes in every year")
        weekdays = [self._tidy(day, f"{_YEAR_DATA}.global_week") for day in data.global_week]
        self._refuse_broken_weeks()
        first = within(
            data.first_day - 1, len(weekdays), self._source, f"{_YEAR_DATA}.first_day", "weekday"
        )
        return defined(
            {
                "name": self._tidy(self._name, "name"),
                "weekdays": weekdays,
                "months": list(self._months()),
                "epoch": {
                    "year": 0 if static.settings.year_zero_exists else 1,
                    "weekday": weekdays[first],
                },
                "year_zero": static.settings.year_zero_exists,
                "hours_per_day": static.clock.hours,
                "minutes_per_hour": static.clock.minutes,
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
        data = self._data
        for place, span in enumerate(data.timespans):
            if span.week and span.week != data.global_week:
                self._refuse(
                    f"{_YEAR_DATA}.timespans[{place}].week", "all months have the same week"
                )
        if data.overflow:
            return
        whole = all(
            span.type == "intercalary" or span.length % len(data.global_week) == 0
            for span in data.timespans
        )
        lengthened = any(not leap.intercalary for leap in data.leap_days)
        if not whole or lengthened or data.first_day != 1:
            self._refuse(
                f"{_YEAR_DATA}.overflow", "weeks go on from month to month and do not begin anew"
            )

    def _offset(self, offset: int | str, field: str) -> int:
        if not _WHOLE.fullmatch(str(offset).strip()):
            self._refuse(field, f"{str(offset)[:40]!r} is no whole number")
        return int(offset)

    def _leap_years(self, leap: _LeapDay, field: str) -> tuple[Item, ...]:
        """The years of a leap day, the smallest interval first, as ours have it."""
        offset = self._offset(leap.offset, f"{field}.offset")
        words = [word.strip() for word in str(leap.interval)[:1000].split(",")]
        found = [_INTERVAL.fullmatch(word) for word in words]
        known: dict[tuple[int, int], Item] = {}
        for word, match in zip(words, found, strict=True):
            if match is None:
                refuse(self._source, f"{field}.interval", f"{word[:40]!r} is no number of years")
            every, first = int(match["years"]), offset
            if leap.cyclic_interval:  # the numbers are years of a cycle as long as the offset
                every, first = offset, every
            elif "+" in match["marks"] or every == 1:
                first = 0
            try:
                years = recurrence(every, first)
            except ValueError as why:
                refuse(self._source, f"{field}.interval", str(why))
            if (every, 0 if not leap.cyclic_interval else first) in known:
                self._refuse(f"{field}.interval", f"{every} stands there twice")
            known[every, 0 if not leap.cyclic_interval else first] = Item(
                years, "!" not in match["marks"]
            )
        items = (known[key] for key in sorted(known))
        # what leaves out years of which none was taken in says nothing
        return tuple(dropwhile(lambda item: not item.included, items))

    # Months --------------------------------------------------------------------------------------

    def _months(self) -> Iterator[dict[str, Any]]:
        count = len(self._data.timespans)
        leaps: dict[int, list[int]] = {}
        for number, leap in enumerate(self._data.leap_days):
            field = f"{_YEAR_DATA}.leap_days[{number}]"
            place = within(leap.timespan, count, self._source, f"{field}.timespan", "timespan")
            leaps.setdefault(place, []).append(number)
            for name in ("adds_week_day", "removes_week_day", "removes_day"):
                if getattr(leap, name):
                    self._refuse(f"{field}.{name}", "leap days only lengthen a month")
        for place in range(count):
            yield from self._spans(place, leaps.get(place, []))

    def _spans(self, place: int, numbers: Sequence[int]) -> Iterator[dict[str, Any]]:
        """A timespan, with the leap days that stand before and after it as spans of their own."""
        span = self._data.timespans[place]
        field = f"{_YEAR_DATA}.timespans[{place}]"
        intercalary = span.type == "intercalary"
        comes = {
            "interval": span.interval,
            "offset": self._offset(span.offset, f"{field}.offset") % span.interval,
        }
        before: list[dict[str, Any]] = []
        within_month: list[dict[str, Any]] = []
        behind: list[dict[str, Any]] = []
        for number in sorted(numbers, key=lambda n: self._data.leap_days[n].day):
            leap = self._data.leap_days[number]
            days = {"days": 1, "years": written_years(self._years(number, span))}
            if intercalary or not leap.intercalary:
                within_month.append(days)
            elif not leap.not_numbered:
                after = min(max(leap.day, 0), span.length)
                within_month.append({**days, "after": after, "counts_for_week": False})
            else:
                side = before if self._is_before(number, span, numbers) else behind
                side.append(
                    {
                        "name": self._tidy(leap.name, f"{_YEAR_DATA}.leap_days[{number}].name"),
                        "days": 0,
                        "leap": [days],
                        "intercalary": True,
                        "counts_for_week": False,
                        **comes,
                    }
                )
        yield from before
        yield {
            "name": self._tidy(span.name, f"{field}.name"),
            "days": span.length,
            # what stands outside the week comes before what lengthens the month
            "leap": sorted(within_month, key=lambda days: days.get("counts_for_week", True)),
            "intercalary": intercalary,
            "counts_for_week": not intercalary,
            **comes,
        }
        yield from behind

    def _years(self, number: int, span: _Timespan) -> tuple[Item, ...]:
        leap, field = self._data.leap_days[number], f"{_YEAR_DATA}.leap_days[{number}]"
        years = self._leap_years(leap, field)
        if span.interval > 1 and years != (Item(recurrence(1), included=True),):
            self._refuse(
                f"{field}.interval",
                f"it counts how often {span.name!r} has come, and that is not every year",
            )
        if not any(item.included for item in years):
            self._refuse(f"{field}.interval", f"{leap.interval!r} names no year")
        return years

    def _is_before(self, number: int, span: _Timespan, numbers: Sequence[int]) -> bool:
        """Whether a day without a number stands before its month; Refused if it stands within."""
        leap, field = self._data.leap_days[number], f"{_YEAR_DATA}.leap_days[{number}].day"
        if leap.day <= 0:
            return True
        others = [self._data.leap_days[n] for n in numbers if n != number]
        if leap.day < span.length or any(
            not other.intercalary or not other.not_numbered for other in others
        ):
            self._refuse(field, f"a day without a number cannot stand within {span.name!r}")
        return False

    # What is shown beside dates ------------------------------------------------------------------

    def _eras(self) -> list[dict[str, Any]]:
        eras = []
        spans = self._data.timespans
        year_zero = self._static.settings.year_zero_exists
        for number, era in enumerate(self._static.eras):
            field = f"static_data.eras[{number}]"
            name = self._tidy(era.name, f"{field}.name")
            if era.settings.starting_era:
                eras.append(((0, 0, 0, 0), {"name": name}))
                continue
            if era.settings.ends_year:
                self._refuse(f"{field}.settings.ends_year", "an era does not cut its year short")
            date = era.date
            place = within(
                date.timespan, len(spans), self._source, f"{field}.date.timespan", "timespan"
            )
            month = self._tidy(spans[place].name, f"{field}.date.timespan")
            content: dict[str, Any] = {
                "name": name,
                "begins": {"year": date.year, "month": month, "day": date.day},
            }
            if era.settings.restart:
                content["restarts_at"] = 0 if year_zero else 1
            eras.append(((1, date.year, place, date.day), content))
        return [content for _, content in sorted(eras, key=lambda era: era[0])]

    def _moons(self) -> Iterator[dict[str, Any]]:
        for number, moon in enumerate(self._static.moons):
            field = f"static_data.moons[{number}]"
            if moon.custom_phase:
                self._refuse(f"{field}.custom_phase", "a moon has a cycle of days")
            if moon.cycle is None:
                refuse(self._source, f"{field}.cycle", "is missing")
            name = self._tidy(moon.name, f"{field}.name")
            days = cycle(moon.cycle, self._source, f"{field}.cycle")
            yield {"name": name, "cycle_days": days, "new_at": moon.shift}

    def _seasons(self) -> Iterator[dict[str, Any]]:
        spans = self._data.timespans
        for number, season in enumerate(self._static.seasons.data):
            field = f"static_data.seasons.data[{number}]"
            name = self._tidy(season.name, f"{field}.name")
            if season.timespan is not None:
                place = within(
                    season.timespan, len(spans), self._source, f"{field}.timespan", "timespan"
                )
                month = self._tidy(spans[place].name, f"{field}.timespan")
                yield {"name": name, "month": month, "day": season.day}
            elif season.transition_length is not None:
                yield {"name": name, "days": season.transition_length + season.duration}
            else:
                self._refuse(field, "a season has a `timespan` or a `transition_length`")
