"""`stats`: a campaign, or a part of it, in numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from cli.answer import ReadingCommand
from cli.desk import the_desk
from cli.history import question, question_params
from cli.reading import moments
from ledger.text import shown_safely

# a section of the document: what its rows are about, and the columns of its table
SECTIONS: Mapping[str, tuple[str, Sequence[str]]] = {
    "characters": ("who", ("who", "events", "damage", "healed", "changes")),
    "by": ("by", ("by", "events", "damage")),
    "types": ("type", ("type", "events")),
    "months": ("month", ("month", "commands", "events")),
}
COLUMNS = ("about", "name", "commands", "events", "damage", "healed", "changes")


@click.pass_context
def _stats(ctx: click.Context, /, **asked: Any) -> None:
    from cli.render.tables import plain_lines, show_data
    from ledger.projections.statistics import statistics

    desk = the_desk(ctx)
    with desk.reading(asked["known_at"]) as campaign:
        document = statistics(campaign, question(campaign, asked))
    if desk.output == "json":
        desk.print_json(document)
    elif not show_data(desk, flat_rows(document), COLUMNS):
        lines = [_heading(document)]
        for section, (_, columns) in SECTIONS.items():
            rows = [{**row, "changes": _changes(row)} for row in document[section]]
            lines += ["", *plain_lines(rows, columns)] if rows else []
        desk.show(lines)


def flat_rows(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """All numbers as rows of one table."""
    for section, (about, _) in SECTIONS.items():
        for row in document[section]:
            yield {**row, "about": about, "name": row[about], "changes": _changes(row)}


def _changes(row: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{what} +{moved['gained']} -{moved['lost']}"
        for what, moved in row.get("changes", {}).items()
    )


def _heading(document: Mapping[str, Any]) -> str:
    events = f"{document['events']} events"
    if document["voided"]:
        events += f" ({document['voided']} of them void)"
    told = f"{document['campaign']}: {events} of {document['commands']} commands"
    if document["from"] is not None:
        told += f", {document['from']} to {document['to']}"
    return shown_safely(told)


STATS = ReadingCommand(
    "stats",
    "A campaign in numbers: who was hurt and healed how much, what was done how often, when it was "
    "entered; of a QUERY as in `history` only that part.",
    _stats,
    [*question_params(), *moments()],
)
