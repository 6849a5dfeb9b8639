"""`report`: one HTML file with sheets, charts, what is due and the history, for the table."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import click

from cli.answer import into_file
from cli.desk import the_desk
from cli.grammar import GrammarCommand, Option
from cli.reading import asked_for, moments, names, status_document
from ledger.errors import Refused

if TYPE_CHECKING:
    from ledger.campaign import Campaign

DASHES = {"-": "none", "--": "8 5", ":": "3 4", "-.": "8 4 3 4"}  # of the samples in a legend


@click.pass_context
def _report(ctx: click.Context, /, file: str | None, **asked: Any) -> None:
    desk = the_desk(ctx)
    if file is None and desk.output == "text" and sys.stdout.isatty():
        raise click.UsageError("a report is a page for a browser: say where it goes, -o FILE")
    where = nullcontext() if file is None else into_file(file)
    with where, desk.reading(asked["known_at"]) as campaign:
        document = report_document(campaign, **asked)
        if desk.output == "json":
            desk.print_json(plain_document(campaign, document))
        else:
            click.echo(report_page(campaign, document), nl=False)


def report_document(
    campaign: Campaign,
    *,
    who: Sequence[str],
    player: str | None,
    begin: str | None,
    end: str | None,
    at: str | None,
    known_at: str | None,
) -> dict[str, Any]:
    """What a report tells: the status, and `series`, `due`, `history` beside it.

    Raises:
        Refused: for a character that is not the player's, or that has not been added by then.
    """
    from ledger.calendar import Period
    from ledger.projections.agenda import agenda, due_row
    from ledger.projections.chronicle import chronicle
    from ledger.projections.discretion import for_player
    from ledger.projections.series import series
    from ledger.query import Query

    named = _named(campaign, who, player)
    instant = campaign.clock if at is None else campaign.instant(at)
    since = campaign.start if begin is None else campaign.instant(begin)
    until = instant if end is None else campaign.instant(end)
    if until < since:
        dates = campaign.calendar.format
        raise Refused(f"the report would end ({dates(until)}) before it begins ({dates(since)})")
    period = Period(since, until + 1)
    lives = campaign.lives(named)
    status = status_document(campaign, named if who else (), at, known_at)
    kept = set(named or [life.who for life in lives])
    sheets = [sheet for sheet in status["characters"] if sheet["name"] in kept]
    asked = Query().within(period)
    rows: Sequence[Mapping[str, Any]] = list(
        chronicle(campaign, asked, with_effects=True, until=instant)
    )
    if player is not None:
        rows = list(for_player(rows, lives))
    elif named:
        rows = [row for row in rows if row["who"] in kept or row["who"] is None]
    return {
        **status,
        "player": player,
        "period": period,
        "characters": sheets,
        "series": {life.who: series(life, since, until) for life in lives},
        "due": [due_row(entry) for entry in agenda(lives, instant)],
        "history": rows,
    }


def _named(campaign: Campaign, who: Sequence[str], player: str | None) -> tuple[str, ...]:
    """The characters that the report is about; empty for all."""
    from ledger.projections.discretion import characters_of

    named = asked_for(who)
    if player is None:
        return named
    own = tuple(characters_of(campaign, player))
    for name in named:
        if name not in own:
            raise Refused(f"{name} is not played by {player}, who plays {', '.join(own)}")
    return named or own


def report_page(campaign: Campaign, document: Mapping[str, Any]) -> str:
    """The report as HTML."""
    from cli.reading import safely
    from cli.render.report import Table, character, history_table, page

    period, calendar = document["period"], campaign.calendar
    last = period.end - 1
    told = [
        character(
            number,
            sheet,
            document["series"][sheet["name"]],
            last,
            campaign.clock,
            calendar,
        )
        for number, sheet in enumerate(document["characters"], 1)
    ]
    rows = [(row["at"], row["who"], row["what"]) for row in safely(document["due"])]
    return page(
        **{
            key: safely(document[key]) for key in ("campaign", "branch", "at", "known_at", "player")
        },
        characters=told,
        due=Table("Due", ("date", "who", "what"), rows),
        period=f"{calendar.format(period.begin)} to {calendar.format(last)}",
        history=history_table(document["history"]),
        dashes=DASHES,
    )


def plain_document(campaign: Campaign, document: Mapping[str, Any]) -> dict[str, Any]:
    """The report as JSON: a point of a series for each change, its numbers as `GROUP.NAME`."""
    period, calendar = document["period"], campaign.calendar
    series = {
        who: [
            {
                "at": calendar.format(point.at),
                "status": point.plight.status,
                "level": point.plight.level,
                "values": {".".join(key): value for key, value in point.values.items()},
            }
            for point in points
        ]
        for who, points in document["series"].items()
    }
    dates = {"begin": calendar.format(period.begin), "end": calendar.format(period.end - 1)}
    return {**document, "period": dates, "series": series}


REPORT = GrammarCommand(
    "report",
    help="One HTML file for the table: sheets, charts, what is due, the history.",
    callback=_report,
    params=[
        names(),
        Option(["-o", "--file", "file"], metavar="FILE", help="Where the page goes."),
        Option(
            ["--player"],
            metavar="NAME",
            help="Only what is this player's: the characters added with --player NAME, or the "
            "character of that name; nothing that was said with --secret.",
        ),
        Option(["--from", "begin"], metavar="DATE", help="Charts and history from this date on."),
        Option(["--to", "end"], metavar="DATE", help="Charts and history up to this date."),
        *moments(),
    ],
)
