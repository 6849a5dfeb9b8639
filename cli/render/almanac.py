"""Months as grids of weeks: `[3]` is today, `3*` has happened, `3+` is due."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ledger.calendar.grid import moon_days, rows_of, season_starts

if TYPE_CHECKING:
    from ledger.calendar import Calendar
    from ledger.calendar.grid import Page
    from ledger.projections.almanac import Marks


def grid_lines(calendar: Calendar, page: Page, marked: Marks) -> Iterator[str]:
    """The heading and the weeks of a page."""
    era = calendar.era_of(page.first)
    counted = "" if era is None else f" ({era.name} {era.year})"
    name = calendar.year_name(page.year)
    called = f", {name}" if name else ""
    shown = calendar.year_text(page.year)
    yield f"{calendar.month_name(page.year, page.month)} {shown}{counted}{called}"
    rows = list(rows_of(calendar, page))
    cells = [[_cell(calendar, day, marked) for day in row.days] for row in rows]
    heads = _heads(calendar.weekday_names)
    width = max(map(len, (*heads, *(cell for line in cells for cell in line))))
    if any(row.in_week for row in rows):
        yield _joined(heads, width)
    for row, line in zip(rows, cells, strict=True):
        yield _joined(line, width) + ("" if row.in_week else "  (in no week)")


def _joined(cells: Sequence[str], width: int) -> str:
    return " ".join(cell.ljust(width) for cell in cells).rstrip()


def _cell(calendar: Calendar, day: int | None, marked: Marks) -> str:
    if day is None:
        return ""
    date = calendar.date(day)
    text = calendar.date_text(*date)
    number = f"[{date.day}]" if day == marked.today else f" {date.day}"
    return number + "*" * (text in marked.happened) + "+" * (text in marked.due)


def _heads(names: Sequence[str]) -> list[str]:
    """The weekdays, cut to the same length, at least three signs and as many as tell them apart."""
    longest = max(map(len, names))
    for length in range(3, longest + 1):
        cut = [name[:length] for name in names]
        if len(set(cut)) == len(set(names)):
            return [f" {head}" for head in cut]
    return [f" {name}" for name in names]


def detail_lines(calendar: Calendar, page: Page, marked: Marks, what_of: Any) -> Iterator[str]:
    """What the marks of a page stand for, in the order of its days; moons and seasons as well."""
    starts, moons = list(season_starts(calendar, page)), list(moon_days(calendar, page))
    for day in range(page.first, page.after):
        date = calendar.date_text(*calendar.date(day))
        yield from (f"{date}  {season} begins" for first, season in starts if first == day)
        yield from (f"{date}  {moon.moon}: {moon.phase} moon" for moon in moons if moon.day == day)
        for row in marked.happened.get(date, ()):
            yield f"{row['at']}  {_told(row, what_of)}"
        for row in marked.due.get(date, ()):
            sure = "" if row["certain"] else " (may)"
            yield f"{row['at']}  due: {row['who']}: {row['what']}{sure}"


def _told(row: Mapping[str, Any], what_of: Any) -> str:
    who = f"{row['who']}: " if row["who"] else ""
    return f"{who}{what_of(row)}"


def day_line(day: Mapping[str, Any]) -> str:
    """A day in one line."""
    weekday = day["weekday"] or "in no week"
    era = f", {day['era']} {day['era_year']}" if day["era"] else ""
    name = f", {day['year_name']}" if day["year_name"] else ""
    return (
        f"{day['date']}: {weekday}, day {day['day']} of {day['month']}, day {day['day_of_year']} of "
        f"the year{era}{name}; {day['days_since_epoch']} days since the epoch"
    )
