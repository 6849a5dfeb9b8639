"""Rows as tables, CSV or JSON."""

from __future__ import annotations

import csv
import io
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from ledger.text import shown_safely

if TYPE_CHECKING:
    from cli.desk import Desk

Row = Mapping[str, Any]
FEW = 500  # rows that a terminal shows as a table
MOMENTS = ("at", "clock", "recorded_at")  # columns of dates, which stay in one piece
# what a spreadsheet would take for the beginning of a formula, in both widths
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_DATE = re.compile(r"-?\d{4,}-\d\d-\d\d \d\d:\d\d:\d\d")  # a date before Christ is no formula


def show_rows(
    desk: Desk,
    rows: Iterable[Row],
    columns: Sequence[str],
    empty: str,
    *,
    in_csv: Sequence[str] | None = None,
) -> None:
    """Print rows: all of each as JSON, the named columns as CSV (*in_csv*, if given) or text."""
    if show_data(desk, rows, in_csv or columns):
        return
    known = list(rows)
    if not known:
        click.echo(empty)
    elif len(known) > FEW or not (sys.stdout.isatty() or desk.is_colored):
        click.echo("\n".join(plain_lines(known, columns)))
    else:
        desk.show([as_table(known, columns)])


def show_data(desk: Desk, rows: Iterable[Row], columns: Sequence[str]) -> bool:
    """Print rows for another program if that is wished; False where text is.

    Raises:
        click.UsageError: where a journal is wished, for these rows are none.
    """
    if desk.output == "json":
        desk.print_json(list(rows))
    elif desk.output == "ndjson":
        import msgspec

        for row in rows:
            sys.stdout.write(msgspec.json.encode(row).decode() + "\n")
    elif desk.output == "csv":
        for line in csv_lines(rows, columns):
            sys.stdout.write(line)
    elif desk.output == "journal":
        raise click.UsageError("this is no journal; `history` and `export` can write one")
    return desk.output != "text"


def plain_lines(rows: Sequence[Row], columns: Sequence[str]) -> Iterator[str]:
    """Columns as wide as their widest cell: for a pipe, and for more rows than anybody frames."""
    cells = [[column.replace("_", " ") for column in columns]]
    cells += [[_cell(row.get(column)) for column in columns] for row in rows]
    widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        padded = [
            cell + " " * (width - _width(cell)) for cell, width in zip(line, widths, strict=True)
        ]
        yield "  ".join(padded).rstrip()


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def as_table(rows: Sequence[Row], columns: Sequence[str]) -> Any:
    """A table for a terminal."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold", show_edge=False)
    for column in columns:
        table.add_column(column.replace("_", " "), overflow="fold", no_wrap=column in MOMENTS)
    for row in rows:
        style = "dim strike" if row.get("voided_by") else ""
        table.add_row(*[Text(_cell(row.get(column)), style) for column in columns])
    return table


def csv_lines(rows: Iterable[Row], columns: Sequence[str]) -> Iterator[str]:
    """CSV in which no text can be a formula, line by line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    lines = ([_safe(row.get(column)) for column in columns] for row in rows)
    for line in chain([columns], lines):
        writer.writerow(line)
        yield out.getvalue()
        out.seek(0)
        out.truncate()


def _safe(value: Any) -> str:
    text = _cell(value)
    if not isinstance(value, str) or _DATE.fullmatch(value):
        return text
    return f"'{text}" if value.startswith(FORMULA) else text


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join([_cell(item) for item in value])
    return shown_safely(str(value))
