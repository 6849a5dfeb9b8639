"""Rows as tables, CSV or JSON."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from ledger.text import shown_safely

if TYPE_CHECKING:
    from cli.desk import Desk

FEW = 500  # rows that a terminal shows as a table
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would take for a formula


def show_rows(
    desk: Desk, rows: Sequence[Mapping[str, Any]], columns: Sequence[str], empty: str
) -> None:
    """Print rows: all of each as JSON, the named columns as CSV or text."""
    if desk.output == "json":
        desk.print_json(rows)
    elif desk.output == "csv":
        click.echo(as_csv(rows, columns), nl=False)
    elif rows and (len(rows) > FEW or not sys.stdout.isatty()):
        click.echo("\n".join(plain_lines(rows, columns)))
    elif rows:
        desk.console().print(as_table(rows, columns))
    else:
        click.echo(empty)


def plain_lines(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> Iterator[str]:
    """Columns as wide as their widest cell: for a pipe, and for more rows than anybody frames."""
    cells = [[column.replace("_", " ") for column in columns]]
    cells += [[_cell(row.get(column)) for column in columns] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        padded = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
        yield "  ".join(padded).rstrip()


def as_table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> Any:
    """A table for a terminal."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold", show_edge=False)
    for column in columns:
        table.add_column(column.replace("_", " "), overflow="fold")
    for row in rows:
        style = "dim strike" if row.get("voided_by") else ""
        table.add_row(*[Text(_cell(row.get(column)), style) for column in columns])
    return table


def as_csv(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> str:
    """CSV in which no text can be a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_safe(row.get(column)) for column in columns])
    return out.getvalue()


def _safe(value: Any) -> Any:
    text = _cell(value)
    return f"'{text}" if isinstance(value, str) and text.startswith(FORMULA) else text


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return shown_safely(str(value))
