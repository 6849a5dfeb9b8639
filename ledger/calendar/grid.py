"""A month as a grid of weeks, and what of moons and seasons falls into it."""

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import NamedTuple

from ledger.calendar.custom import Custom
from ledger.calendar.definition import Moon
from ledger.calendar.reckoning import Calendar

# The days of a week by their weekdays, None where the month has none; or days outside the week.
Week = tuple[int | None, ...]


class Page(NamedTuple):
    """A month or an intercalary span.

    Attributes:
        year: astronomical.
        month: its number in the calendar.
        first: the day number of its first day.
        after: the day number after its last day.
    """

    year: int
    month: int
    first: int
    after: int


class Row(NamedTuple):
    """A line of a grid: day numbers, by weekday unless they are outside the week."""

    days: Week
    in_week: bool


class MoonDay(NamedTuple):
    """A day on which a moon is new or full."""

    day: int
    moon: str
    phase: str


def page_of(calendar: Calendar, year: int, month: int) -> Page:
    """The page of a month that exists."""
    first = calendar.month_start(year, month)
    return Page(year, month, first, first + calendar.month_length(year, month))


def pages_of(calendar: Calendar, year: int) -> Iterator[Page]:
    """The months and spans of a year, in their order."""
    day, after = calendar.year_start(year), calendar.year_start(year + 1)
    while day < after:
        page = page_of(calendar, year, calendar.date(day).month)
        yield page
        day = page.after


def rows_of(calendar: Calendar, page: Page) -> Iterator[Row]:
    """The weeks of a page; days that no week counts stand in lines of their own."""
    week: list[int | None] = []
    outside: list[int] = []
    for day in range(page.first, page.after):
        place = calendar.weekday_index(day)
        if outside and (place is not None or len(outside) == calendar.week_days):
            yield Row(tuple(outside), in_week=False)
            outside = []
        if week and (place is None or place == 0):
            yield _filled(week, calendar.week_days)
            week = []
        if place is None:
            outside.append(day)
        else:
            week += [None] * (place - len(week))
            week.append(day)
    if outside:
        yield Row(tuple(outside), in_week=False)
    if week:
        yield _filled(week, calendar.week_days)


def _filled(week: list[int | None], length: int) -> Row:
    return Row((*week, *[None] * (length - len(week))), in_week=True)


def moon_days(calendar: Calendar, page: Page) -> Iterator[MoonDay]:
    """The days of a page on which moons are new or full, moon by moon."""
    if not isinstance(calendar, Custom):
        return
    for moon in calendar.definition.moons:
        if moon.new_at is not None:
            yield from _phases(moon, Fraction(moon.new_at), page)


def _phases(moon: Moon, new_at: Fraction, page: Page) -> Iterator[MoonDay]:
    half = Fraction(moon.cycle_days) * Fraction(1, 2)
    number = -((new_at - page.first) // half)  # of the first one that is not before the page
    while (moment := new_at + number * half) < page.after:
        yield MoonDay(floor(moment), moon.name, "full" if number % 2 else "new")
        number += 1


def season_starts(calendar: Calendar, page: Page) -> Iterator[tuple[int, str]]:
    """The seasons that begin in a page: the day number and the name."""
    if not isinstance(calendar, Custom):
        return
    name = calendar.month_name(page.year, page.month)
    for season in calendar.definition.seasons:
        day = page.first + season.day - 1
        if season.month == name and day < page.after:
            yield day, season.name
