"""Reading commands: status, due, characters, campaigns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from cli.answer import ReadingCommand
from cli.desk import the_desk
from cli.grammar import Argument, Option
from cli.store import character_names
from cli.values import Number
from ledger.text import shown_safely

if TYPE_CHECKING:
    from ledger.calendar import Calendar
    from ledger.campaign import Campaign

AT = ["--at"]
KNOWN_AT = ["--known-at"]


def moments() -> list[click.Parameter]:
    """The two axes of every reading command."""
    return [
        Option(AT, metavar="DATE", help="In-game date, past or future; the clock if not given."),
        Option(
            KNOWN_AT,
            metavar="WHEN",
            help="Only what was recorded by an event's position or id, or a real date and time.",
        ),
    ]


def names() -> click.Parameter:
    """Characters; all if none is named."""
    return Argument(["who"], nargs=-1, metavar="[WHO]...", shell_complete=character_names)


def asked_for(who: Sequence[str]) -> tuple[str, ...]:
    """The characters that were named, with commas or blanks; empty for all."""
    named = tuple(dict.fromkeys(name for part in who for name in part.split(",") if name))
    return () if named == ("all",) else named


@click.pass_context
def _status(
    ctx: click.Context, /, who: tuple[str, ...], at: str | None, known_at: str | None
) -> None:
    desk = the_desk(ctx)
    with desk.reading(known_at) as campaign:
        document = status_document(campaign, who, at, known_at)
    if desk.output == "json":
        desk.print_json(document)
        return
    from cli.render.sheets import SHEET_COLUMNS, flat_sheets, status_lines
    from cli.render.tables import show_data

    rows = flat_sheets(document) if desk.output == "csv" else document["characters"]
    if not show_data(desk, rows, SHEET_COLUMNS):
        desk.show(status_lines(safely(document)))


def safely(document: Any) -> Any:
    """A document in which no text can move the cursor of a terminal."""
    if isinstance(document, dict):
        return {shown_safely(key): safely(value) for key, value in document.items()}
    if isinstance(document, list):
        return [safely(value) for value in document]
    return shown_safely(document) if isinstance(document, str) else document


def status_document(
    campaign: Campaign, who: Sequence[str], at: str | None, known_at: str | None
) -> dict[str, Any]:
    """The status of characters as the reference describes it."""
    from ledger.errors import Refused
    from ledger.projections.sheets import sheet

    instant = campaign.clock if at is None else campaign.instant(at)
    named = asked_for(who)
    sheets = [(life.who, sheet(life, instant)) for life in campaign.lives(named)]
    for name, found in sheets:
        if named and found is None:
            date = campaign.calendar.format(instant)
            raise Refused(f"{name} has not been added by {date}")
    return {
        "campaign": campaign.name,
        "branch": campaign.branch.name,
        "at": campaign.calendar.format(instant),
        "known_at": known_at,
        "position": campaign.position,
        "characters": [found for _, found in sheets if found is not None],
    }


@click.pass_context
def _due(
    ctx: click.Context,
    /,
    who: tuple[str, ...],
    within: str | None,
    at: str | None,
    known_at: str | None,
) -> None:
    from cli.render.tables import show_rows
    from ledger.calendar import read_duration
    from ledger.projections.agenda import agenda, due_row

    desk = the_desk(ctx)
    with desk.reading(known_at) as campaign:
        instant = campaign.clock if at is None else campaign.instant(at)
        until = None
        if within is not None:
            rounds = campaign.world_at(instant).settings.combat_round_seconds
            duration = read_duration(within, campaign.calendar, round_seconds=rounds)
            until = campaign.calendar.add(instant, duration)
        entries = agenda(campaign.lives(asked_for(who)), instant, until)
        calendar = campaign.calendar
    rows = [due_row(entry) for entry in entries]
    columns = ["at", "who", "what", "rule", "certain"]
    if desk.output == "text":
        columns = ["at", "in", "who", "what", "rule"]
        for row, entry in zip(rows, entries, strict=True):
            row["in"] = _in(entry.due.at, instant, calendar)
    show_rows(desk, rows, columns, "nothing is due")


def _in(at: int, instant: int, calendar: Calendar) -> str:
    """How far ahead an in-game second is, in words."""
    from ledger.calendar import apart, describe_roughly

    return "now" if at <= instant else describe_roughly(apart(instant, at, calendar), calendar)


@click.pass_context
def _characters(ctx: click.Context, /, at: str | None, known_at: str | None) -> None:
    from cli.render.tables import show_rows

    desk = the_desk(ctx)
    with desk.reading(known_at) as campaign:
        sheets = status_document(campaign, (), at, known_at)["characters"]
    rows = [
        {key: sheet.get(key) for key in ("name", "system", "status", "level")} for sheet in sheets
    ]
    show_rows(desk, rows, ("name", "system", "status", "level"), "nobody has been added yet")


@click.pass_context
def _campaigns(ctx: click.Context, /, at: str | None, known_at: str | None) -> None:
    from cli.render.tables import show_rows
    from ledger.service import Ledger, open_campaign, read_real_time

    desk = the_desk(ctx)
    if desk.writer is not None:
        raise click.UsageError("campaigns looks at the whole store and stands in no journal")
    moment = None if known_at is None else read_real_time(known_at)

    def people(campaign: Campaign) -> int:
        if at is None:
            return len(campaign.roster())
        return len(status_document(campaign, (), at, known_at)["characters"])

    with Ledger.open(desk.store) as ledger, ledger.reading() as reader:
        rows = [
            {
                "name": row.name,
                "branch": campaign.branch.name,
                "clock": campaign.calendar.format(campaign.clock),
                "characters": people(campaign),
                "events": campaign.position,
            }
            for row in reader.campaigns()
            if moment is None or reader.commit_before(reader.branch(row), moment) is not None
            for campaign in [open_campaign(reader, row.name, None, known_at)]
        ]
    show_rows(desk, rows, ("name", "branch", "clock", "characters", "events"), "no campaign")


LIMIT = Number(1, 1_000_000_000)
READING: Sequence[click.Command] = (
    ReadingCommand("status", "The sheets: how everybody is.", _status, [names(), *moments()]),
    ReadingCommand(
        "due",
        "What will happen, or may be done, in date order.",
        _due,
        [
            names(),
            Option(["--within"], metavar="DURATION", help="Only so far ahead."),
            *moments(),
        ],
    ),
    ReadingCommand("characters", "Who is in the campaign.", _characters, moments()),
    ReadingCommand("campaigns", "The campaigns of the store.", _campaigns, moments()),
)
