"""Rows as tables, CSV or JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from ledger.text import shown_safely

if TYPE_CHECKING:
    from cli.desk import Desk

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would take for a formula


def show_rows(
    desk: Desk, rows: Sequence[Mapping[str, Any]], columns: Sequence[str], empty: str
) -> None:
    """Print rows: all of each as JSON, the named columns as CSV or text."""
    if desk.output == "json":
        desk.print_json(rows)
    elif desk.output == "csv":
        click.echo(as_csv(rows, columns), nl=False)
    elif rows:
        desk.console().print(as_table(rows, columns))
    else:
        click.echo(empty)


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
