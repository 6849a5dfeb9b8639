"""A report as one page: what a template needs of sheets, series and rows, in words and tables.

A table is made of whatever a sheet holds by its shape, so that a sheet of another system needs no
template of its own: single values are facts, rows and tables of values are tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jinja2
from markupsafe import Markup

from cli.reading import safely
from cli.render.charts import Chart, charts
from cli.render.wording import effect_of, what_of
from ledger.calendar import Calendar
from ledger.projections.series import Point, spans
from ledger.text import shown_safely

TEMPLATES = Path(__file__).parents[1] / "templates"
# what has a place of its own on the page, or follows from what has
PLACED = {"name", "system", "status", "conditions", "track", "boxes", "due", "findings", "damage"}
SIGNS = {"bashing": "/", "lethal": "X", "aggravated": "*", "permanent": "#"}
NOTHING: tuple[Any, ...] = (None, "", [], {}, "none")
MINUS = "\N{MINUS SIGN}"


class Table(NamedTuple):
    """A table: its title, the heads of its columns, its rows as text."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


class Character(NamedTuple):
    """A character on the page.

    Attributes:
        anchor: what links to her.
        sheet: her status.
        facts: single values, as pairs of words.
        boxes: the health levels: name, kind of the mark, its sign, when it heals.
        tables: the rest of the sheet.
        charts: her numbers over in-game time.
        times: the states over in-game time.
        due: what is ahead.
        findings: what is unlawful as history stands.
    """

    anchor: str
    sheet: Mapping[str, Any]
    facts: Sequence[tuple[str, str]]
    boxes: Sequence[tuple[str, str, str, str]]
    tables: Sequence[Table]
    charts: Sequence[tuple[Chart, Mapping[str, Markup]]]
    times: Table
    due: Table
    findings: Table


def character(
    number: int,
    sheet: Mapping[str, Any],
    points: Sequence[Point],
    end: int,
    clock: int,
    calendar: Calendar,
) -> Character:
    """A character as the page shows her; *end* is the last in-game second of her charts."""
    safe = safely(dict(sheet))
    levels = [box["level"] for box in safe.get("boxes", ())]
    drawn = [
        # its letters come out of an XML writer, which escapes them
        (chart, {size: Markup(svg) for size, svg in chart.drawings.items()})  # noqa: S704
        for chart in charts(points, end, clock, calendar, levels, f"c{number}")
    ]
    return Character(
        anchor=f"c{number}",
        sheet=safe,
        facts=list(_facts(safe)),
        boxes=[
            (
                box["level"],
                box["mark"] or "free",
                SIGNS.get(box["mark"], ""),
                f"heals {box['heals_at']}" if box["heals_at"] else "",
            )
            for box in safe.get("boxes", ())
        ],
        tables=list(_tables(safe)),
        charts=drawn,
        times=_times(points, end, calendar),
        due=Table("Due", ("date", "what"), [(row["at"], row["what"]) for row in safe["due"]]),
        findings=_table("Unlawful as history stands", safe["findings"]),
    )


def _facts(sheet: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The single values of a sheet; what a table of one row holds comes in one line."""
    for key, value in sheet.items():
        if key in PLACED or value in NOTHING:
            continue
        if key == "physical_penalty" and value == sheet["penalty"]:
            continue
        if not isinstance(value, Mapping | list):
            yield _words(key), _cell(value)
        elif isinstance(value, list) and not isinstance(value[0], Mapping):
            yield _words(key), ", ".join(map(_cell, value))
        elif isinstance(value, Mapping) and not any(isinstance(v, Mapping) for v in value.values()):
            told = [f"{_words(k)} {_cell(v)}" for k, v in value.items() if v not in NOTHING]
            yield _words(key), ", ".join(told)


def _tables(sheet: Mapping[str, Any]) -> Iterator[Table]:
    for key, value in sheet.items():
        if key in PLACED or not value:
            continue
        title = _words(key).capitalize()
        if isinstance(value, list) and isinstance(value[0], Mapping):
            yield _table(title, value)
        elif isinstance(value, Mapping) and any(isinstance(v, Mapping) for v in value.values()):
            yield _table(title, [{"": _words(name), **row} for name, row in value.items()])


def _table(title: str, rows: Sequence[Mapping[str, Any]]) -> Table:
    """Rows as a table without the columns in which nothing stands."""
    keys = dict.fromkeys(key for row in rows for key, value in row.items() if value is not False)
    columns = [key for key in keys if any(row.get(key) not in NOTHING for row in rows)]
    return Table(
        title,
        [_words(column) for column in columns],
        [[_cell(row.get(column)) for column in columns] for row in rows],
    )


def _times(points: Sequence[Point], end: int, calendar: Calendar) -> Table:
    """The states over in-game time; each lasts until the next."""
    rows = [
        (calendar.format(span.begin), span.plight.status, span.plight.level or "unhurt")
        for span in spans(points, end)
    ]
    return Table("States", ("from", "state", "wounds"), rows)


def history_table(rows: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, str]]:
    """The rows of the history as the page shows them."""
    return [
        {
            "at": row["at"],
            "who": row["who"] or "",
            "what": shown_safely(what_of(row)) or "by itself",
            "effect": shown_safely(effect_of(row)),
            "note": row["note"] or "",
            "style": "void" if row["voided_by"] else "passed" if row["type"] == "effect" else "",
        }
        for row in safely(list(rows))
    ]


def page(**parts: Any) -> str:
    """The report as one HTML file.

    Every text is escaped on its way into the page; only the drawings are markup already.
    """
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("report.html").render(**parts)


def _words(key: str) -> str:
    return key.replace("_", " ")


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, list):
        return ", ".join(map(_cell, value))
    if isinstance(value, int) and value < 0:
        return f"{MINUS}{-value}"
    return str(value)
