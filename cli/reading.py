"""Reading commands: status, history, due, characters, campaigns, log."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from cli.desk import the_desk
from cli.grammar import Argument, GrammarCommand, Option
from cli.render.wording import what_of
from cli.store import character_names
from cli.values import Number
from ledger.text import shown_safely

if TYPE_CHECKING:
    from rich.text import Text

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
    from cli.render.sheets import status_lines

    console = desk.console()
    for line in status_lines(safely(document)):
        console.print(line)


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
def _history(ctx: click.Context, /, **asked: Any) -> None:
    from ledger.calendar import describe_period
    from ledger.projections.chronicle import chronicle

    desk = the_desk(ctx)
    with desk.reading(asked["known_at"]) as campaign:
        period = _period(campaign, asked)
        until = None if asked["at"] is None else campaign.instant(asked["at"])
        rows = chronicle(campaign, period, with_effects=asked["effects"], until=until)
        heading = f"{campaign.name}: {describe_period(period, campaign.calendar)}"
    if asked["limit"] is not None:
        rows = rows[-asked["limit"] :]
    if asked["reverse"]:
        rows = rows[::-1]
    if desk.output == "json":
        desk.print_json(rows)
        return
    from cli.render.tables import show_rows

    if desk.output == "text" and any(asked[key] for key in ("begin", "end", "period", "at")):
        click.echo(heading)
    if desk.output == "text" and sys.stdout.isatty():
        for line in history_lines(rows):
            desk.console().print(line)
        return
    flat = [{**row, "what": what_of(row), "effect": effect_of(row)} for row in rows]
    columns = ("position", "at", "who", "what", "effect", "note", "id")
    if desk.output == "csv":
        columns = (
            "position",
            "id",
            "at",
            "until",
            "who",
            "type",
            "what",
            "effect",
            "by",
            "note",
            "voided_by",
        )  # type: ignore[assignment]
    show_rows(desk, flat, columns, "no event")


def _period(campaign: Campaign, asked: Mapping[str, Any]) -> Any:
    from ledger.calendar import Period, read_period
    from ledger.errors import Refused

    reading = {"clock": campaign.clock, "start": campaign.start}
    given = (
        read_period(asked["period"], campaign.calendar, **reading)
        if asked["period"]
        else Period(None, None)
    )
    begins = [given.begin]
    ends = [given.end]
    if asked["begin"]:
        begins.append(campaign.instant(asked["begin"]))
    if asked["end"]:
        ends.append(campaign.instant(asked["end"]))
    if asked["at"]:
        ends.append(campaign.instant(asked["at"]) + 1)
    begin = max([b for b in begins if b is not None], default=None)
    end = min([e for e in ends if e is not None], default=None)
    if begin is not None and end is not None and begin >= end:
        raise Refused(
            f"the period ends ({campaign.calendar.format(end)}) before it begins "
            f"({campaign.calendar.format(begin)})"
        )
    return Period(begin, end)


def history_lines(rows: Sequence[Mapping[str, Any]]) -> Iterator[Text]:
    """Rows for a terminal of any width: an event a line, its effects below it."""
    from rich.text import Text

    if not rows:
        yield Text("no event")
    for row in rows:
        style = "dim strike" if row["voided_by"] else ""
        who = f"{row['who']}: " if row["who"] else ""
        number = "" if row["position"] is None else f"{row['position']}"
        head = f"{number:>5}  {row['at']}  {who}{what_of(row)}"
        if row["id"]:
            yield Text.assemble((f"{head}  ", style), (row["id"], "cyan"))
            texts = [effect["text"] for effect in row["effects"]]
        else:
            yield Text(f"{head}{effect_of(row)}", "italic")
            texts = []
        texts += [f"note: {row['note']}"] if row["note"] else []
        texts += [f"void since {row['voided_by']}"] if row["voided_by"] else []
        for text in texts:
            yield Text(shown_safely(f"         {text}"), style)


def effect_of(row: Mapping[str, Any]) -> str:
    """What an event brought about, in one line."""
    texts = "; ".join(effect["text"] for effect in row["effects"])
    return f"(void: {row['voided_by']}) {texts}".rstrip() if row["voided_by"] else texts


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
def _campaigns(ctx: click.Context, /) -> None:
    from cli.render.tables import show_rows
    from ledger.service import Ledger, open_campaign

    desk = the_desk(ctx)
    if desk.writer is not None:
        raise click.UsageError("campaigns looks at the whole store and stands in no journal")
    with Ledger.open(desk.store) as ledger, ledger.reading() as reader:
        rows = [
            {
                "name": row.name,
                "branch": campaign.branch.name,
                "clock": campaign.calendar.format(campaign.clock),
                "characters": len(campaign.roster()),
                "events": campaign.position,
            }
            for row in reader.campaigns()
            for campaign in [open_campaign(reader, row.name)]
        ]
    show_rows(desk, rows, ("name", "branch", "clock", "characters", "events"), "no campaign")


@click.pass_context
def _log(ctx: click.Context, /, limit: int | None, at: str | None, known_at: str | None) -> None:
    from cli.render.tables import show_rows
    from ledger.projections.chronicle import real_time

    desk = the_desk(ctx)
    with desk.reading(known_at) as campaign:
        undone = campaign.corrections.undone
        until = None if at is None else campaign.instant(at)
        rows = [
            {
                "id": commit.id,
                "recorded_at": real_time(commit.recorded_at),
                "command": commit.line,
                "by": commit.by,
                "reason": commit.reason,
                "key": commit.key,
                "first_position": commit.first_position,
                "last_position": commit.last_position,
                "clock": campaign.calendar.format(commit.clock),
                "voided_by": undone.get(commit.id),
            }
            for commit in campaign.reader.commits(campaign.branch, up_to=campaign.known_at)
            if until is None or commit.clock <= until
        ]
    rows = rows if limit is None else rows[-limit:]
    for row in rows:
        row["undone"] = "undone" if row["voided_by"] else ""
    show_rows(desk, rows, ("id", "recorded_at", "command", "undone"), "no command")


def _command(
    name: str,
    says: str,
    callback: Any,
    params: Sequence[click.Parameter],
) -> click.Command:
    return GrammarCommand(name, help=says, callback=callback, params=list(params))


LIMIT = Number(1, 1_000_000_000)
READING: Sequence[click.Command] = (
    _command("status", "The sheets: how everybody is.", _status, [names(), *moments()]),
    _command(
        "due",
        "What will happen, or may be done, in date order.",
        _due,
        [
            names(),
            Option(["--within"], metavar="DURATION", help="Only so far ahead."),
            *moments(),
        ],
    ),
    _command(
        "history",
        "Events in the order of the game, newest last.",
        _history,
        [
            Option(["-b", "--begin"], metavar="DATE", help="From this date on."),
            Option(["-e", "--end"], metavar="DATE", help="Before this date."),
            Option(["-p", "--period"], metavar="PERIOD", help="1998-10, A..B, last week, …"),
            Option(["--effects"], is_flag=True, help="Also what happened by itself."),
            Option(["--reverse"], is_flag=True, help="Newest first."),
            Option(["--limit"], type=LIMIT, metavar="N", help="Only the N newest."),
            *moments(),
        ],
    ),
    _command("characters", "Who is in the campaign.", _characters, moments()),
    _command("campaigns", "The campaigns of the store.", _campaigns, []),
    _command(
        "log",
        "Commands in the order in which they were recorded.",
        _log,
        [
            Option(["--limit"], type=LIMIT, metavar="N", help="Only the N newest."),
            *moments(),
        ],
    ),
)
