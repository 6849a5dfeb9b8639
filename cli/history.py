"""`history` and `log`: what happened and what was entered, of which a question says the part."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import click

from cli.answer import ReadingCommand
from cli.desk import the_desk
from cli.grammar import Argument, Option
from cli.reading import LIMIT, moments
from cli.render.wording import effect_of, what_of
from cli.store import query_terms
from ledger.text import shown_safely

if TYPE_CHECKING:
    from cli.render.styled import Text
    from ledger.calendar import Period
    from ledger.campaign import Campaign
    from ledger.query import Query

Row = Mapping[str, Any]
COLUMNS = ("position", "at", "who", "what", "effect", "note", "id")
ALL_COLUMNS = (
    *("position", "id", "branch", "at", "until", "recorded_at", "who", "type", "what", "effect"),
    *("by", "note", "command", "voided_by"),
)


# The question ------------------------------------------------------------------------------------


def question_params() -> list[click.Parameter]:
    """What any command takes that can be asked about a part of the history."""
    return [
        Argument(["query"], nargs=-1, metavar="[QUERY]...", shell_complete=query_terms),
        Option(["-b", "--begin"], metavar="DATE", help="From this date on."),
        Option(["-e", "--end"], metavar="DATE", help="Before this date."),
        Option(["-p", "--period"], metavar="PERIOD", help="1998-10, A..B, last week, …"),
    ]


def question(campaign: Campaign, asked: Mapping[str, Any]) -> Query:
    """The question that terms, `-b`, `-e`, `-p` and `--at` ask together.

    Raises:
        Refused: for what cannot be read; with what would be right.
    """
    from ledger.query_text import read_query

    query = read_query(campaign, asked["query"], now=int(time.time()))
    return query.within(_period(campaign, asked))


def _period(campaign: Campaign, asked: Mapping[str, Any]) -> Period:
    from ledger.calendar import Period
    from ledger.errors import Refused

    given = campaign.period(asked["period"]) if asked["period"] else Period(None, None)
    begins, ends = [given.begin], [given.end]
    if asked["begin"]:
        begins.append(campaign.instant(asked["begin"]))
    if asked["end"]:
        ends.append(campaign.instant(asked["end"]))
    if asked.get("at"):
        ends.append(campaign.instant(asked["at"]) + 1)
    begin = max([b for b in begins if b is not None], default=None)
    end = min([e for e in ends if e is not None], default=None)
    if begin is not None and end is not None and begin >= end:
        raise Refused(
            f"the period ends ({campaign.calendar.format(end)}) before it begins "
            f"({campaign.calendar.format(begin)})"
        )
    return Period(begin, end)


# history -----------------------------------------------------------------------------------------


@click.pass_context
def _history(ctx: click.Context, /, **asked: Any) -> None:
    from cli.render.tables import show_data, show_rows
    from ledger.calendar import Period, describe_period

    desk = the_desk(ctx)
    with desk.reading(asked["known_at"]) as campaign:
        query = question(campaign, asked)
        if desk.output == "journal":
            show_journal(campaign, query)
            return
        rows = _rows(campaign, query, asked)
        if show_data(desk, _flat(rows) if desk.output == "csv" else rows, ALL_COLUMNS):
            return
        heading = []
        if query.span != Period(None, None):
            last = None if asked["at"] is None else campaign.instant(asked["at"])
            period = describe_period(query.span, campaign.calendar, last)
            heading = [shown_safely(f"{campaign.name}: {period}")]
        if sys.stdout.isatty() or desk.is_colored:
            desk.show(chain(heading, history_lines(rows)))
            return
        for line in heading:
            click.echo(line)
        show_rows(desk, _flat(rows), COLUMNS, "no event")


def _rows(campaign: Campaign, query: Query, asked: Mapping[str, Any]) -> Iterator[Row]:
    """The rows in the order in which they are wanted; of a limit only those are made."""
    from ledger.projections.chronicle import chronicle

    limit, reverse = asked["limit"], asked["reverse"]
    rows = chronicle(
        campaign,
        query,
        with_effects=asked["effects"],
        until=None if asked["at"] is None else campaign.instant(asked["at"]),
        newest_first=reverse or limit is not None,
    )
    if limit is None:
        return rows
    newest = list(islice(rows, limit))
    return iter(newest if reverse else newest[::-1])


def _flat(rows: Iterator[Row]) -> Iterator[Row]:
    """Rows with what happened in words."""
    return ({**row, "what": what_of(row), "effect": effect_of(row)} for row in rows)


def show_journal(campaign: Campaign, query: Query) -> None:
    """Print the events that stand, of those that are meant, as lines of a journal."""
    for line in journal_of(campaign, query):
        sys.stdout.write(f"{line}\n")


def journal_of(campaign: Campaign, query: Query) -> Iterator[str]:
    """The events that stand, of those that a question means, as lines of a journal."""
    from cli.render.lines import journal_lines
    from ledger.moving.standing import standing_events
    from ledger.projections.chronicle import Told, tell

    story = standing_events(campaign)
    if query.terms:
        meant = {told.event.id for told in tell(campaign, query) if isinstance(told, Told)}
        story = (one for one in story if one.event.id in meant)
    return journal_lines(campaign, story, whole=not query.terms)


def history_csv(campaign: Campaign, query: Query) -> Iterator[str]:
    """The history that a question means as CSV, line by line."""
    from cli.render.tables import csv_lines
    from ledger.projections.chronicle import chronicle

    return csv_lines(_flat(chronicle(campaign, query)), ALL_COLUMNS)


def history_lines(rows: Iterator[Row]) -> Iterator[Text]:
    """Rows for a terminal of any width: an event a line, its effects below it."""
    from cli.render.styled import Text

    number = 0
    for number, row in enumerate(rows, 1):  # noqa: B007 - whether there was any
        style = "dim strike" if row["voided_by"] else ""
        who = f"{row['who']}: " if row["who"] else ""
        position = "" if row["position"] is None else f"{row['position']}"
        head = shown_safely(f"{position:>5}  {row['at']}  {who}{what_of(row)}")
        if row["id"]:
            yield Text.assemble((f"{head}  ", style), (row["id"], "cyan"))
            texts = [effect["text"] for effect in row["effects"]]
        else:
            yield Text(head + shown_safely(effect_of(row)), "italic")
            texts = []
        texts += [f"note: {row['note']}"] if row["note"] else []
        texts += [f"void by {row['voided_by']}"] if row["voided_by"] else []
        for text in texts:
            yield Text(shown_safely(f"         {text}"), style)
    if not number:
        yield Text("no event")


# log ---------------------------------------------------------------------------------------------


@click.pass_context
def _log(ctx: click.Context, /, **asked: Any) -> None:
    from cli.render.tables import show_rows
    from ledger.query import Query

    desk = the_desk(ctx)
    with desk.reading(asked["known_at"]) as campaign:
        until = None if asked["at"] is None else campaign.instant(asked["at"])
        query = question(campaign, {**asked, "at": None})
        rows = _commands(campaign, query if query.terms else Query(), until, asked["limit"])
    if desk.output == "text":
        for row in rows:
            row["undone"] = "undone" if row["voided_by"] else ""
    columns = ("id", "recorded_at", "command", "undone")
    show_rows(desk, rows, columns, "no command", in_csv=tuple(rows[0]) if rows else columns)


def _commands(
    campaign: Campaign, query: Query, until: int | None, limit: int | None
) -> list[dict[str, Any]]:
    """The commands of which an event is meant, newest last."""
    from ledger.projections.chronicle import Told, real_time, tell

    meant = None
    if query.terms:
        told = tell(campaign, query)
        meant = {one.event.commit for one in told if isinstance(one, Told)}
    undone = campaign.corrections.undone
    commits = campaign.reader.newest_commits(campaign.branch, up_to=campaign.known_at)
    rows = (
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
        for commit in commits
        if (until is None or commit.clock <= until) and (meant is None or commit.id in meant)
    )
    return list(islice(rows, limit))[::-1]


ASKING: Sequence[click.Command] = (
    ReadingCommand(
        "history",
        "Events in the order of the game, newest last: `history who:Vera type:hit -p 1998-11`. "
        "A QUERY is terms: who:, type:, date:, recorded:, by:, note:, rule:, amount:, id:, voided:. "
        "The same prefix again or a comma means or, different ones mean and, not: in front negates. "
        "Texts are part of what is meant, or a pattern: note:/knife|dagger/.",
        _history,
        [
            *question_params(),
            Option(["--effects"], is_flag=True, help="Also what happened by itself."),
            Option(["--reverse"], is_flag=True, help="Newest first."),
            Option(["--limit"], type=LIMIT, metavar="N", help="Only the N newest."),
            *moments(),
        ],
    ),
    ReadingCommand(
        "log",
        "Commands in the order in which they were recorded: `log`, `log type:hit`.",
        _log,
        [
            *question_params(),
            Option(["--limit"], type=LIMIT, metavar="N", help="Only the N newest."),
            *moments(),
        ],
    ),
)
