"""`explain`: why a value is what it is; `timeline`: who was in which state, and when."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from cli.answer import ReadingCommand
from cli.desk import the_desk
from cli.grammar import Argument, Option
from cli.reading import LIMIT, asked_for, moments, names, safely
from cli.store import character_names

if TYPE_CHECKING:
    from ledger.campaign import Campaign


@click.pass_context
def _explain(
    ctx: click.Context,
    /,
    who: str,
    subject: tuple[str, ...],
    limit: int | None,
    at: str | None,
    known_at: str | None,
) -> None:
    desk = the_desk(ctx)
    with desk.reading(known_at) as campaign:
        document = explanation_document(campaign, who, subject, at, known_at)
    for account in document["accounts"]:
        lines = account["lines"]
        account["earlier"] = 0 if limit is None else max(len(lines) - limit, 0)
        account["lines"] = lines[account["earlier"] :]
    if desk.output == "json":
        desk.print_json(document)
    elif desk.output != "text":
        from cli.render.tables import show_data

        rows = [
            {"subject": account["subject"], **line}
            for account in document["accounts"]
            for line in account["lines"]
        ]
        columns = ("subject", "at", "event", "type", "rule", "text", "before", "after", "change")
        show_data(desk, rows, columns)
    else:
        from cli.render.explanation import explanation_lines

        console = desk.console()
        for line in explanation_lines(safely(document)):
            console.print(line)


def explanation_document(
    campaign: Campaign, who: str, subject: Sequence[str], at: str | None, known_at: str | None
) -> dict[str, Any]:
    """Why a character's sheet, or what the words point at on it, is as it is."""
    import msgspec

    from ledger.errors import Refused
    from ledger.projections.explanation import explain, rules_of

    instant = campaign.clock if at is None else campaign.instant(at)
    life = campaign.life(who)
    word = " ".join(subject) or None
    accounts = explain(life, instant, word)
    if accounts is None or life.system is None:
        raise Refused(f"{who} has not been added by {campaign.calendar.format(instant)}")
    return {
        "campaign": campaign.name,
        "branch": campaign.branch.name,
        "at": campaign.calendar.format(instant),
        "known_at": known_at,
        "who": who,
        "system": life.system.name,
        "subject": word,
        "accounts": [msgspec.to_builtins(account) for account in accounts],
        "rules": rules_of(accounts),
        "findings": [{"event": found.event, "why": found.why} for found in life.findings],
    }


@click.pass_context
def _timeline(ctx: click.Context, /, who: tuple[str, ...], **asked: str | None) -> None:
    from ledger.errors import Refused
    from ledger.projections.timeline import course_row, courses, period_of

    desk = the_desk(ctx)
    with desk.reading(asked["known_at"]) as campaign:
        given = {key: asked[key] for key in ("begin", "end", "at")}
        said = {
            key: None if text is None else campaign.instant(text) for key, text in given.items()
        }
        now = campaign.clock if said["at"] is None else said["at"]
        lives = campaign.lives(asked_for(who))
        begin, end = period_of(lives, campaign.start, now, said["begin"], said["end"])
        if said["end"] is not None and said["begin"] is not None and said["end"] <= begin:
            ends, begins = (campaign.calendar.format(said[key] or 0) for key in ("end", "begin"))
            raise Refused(f"the period ends ({ends}) before it begins ({begins})")
        found = courses(lives, begin, end)
        calendar = campaign.calendar
    rows = [course_row(course, life) for course, life in zip(found, lives, strict=True)]
    if desk.output == "json":
        desk.print_json(rows)
    elif desk.output != "text":
        from cli.render.tables import show_data

        spans = [{"who": row["who"], **span} for row in rows for span in row["spans"]]
        show_data(desk, spans, ("who", "from", "to", "status", "level"))
    else:
        from cli.render.timeline import SIGNS, timeline_lines

        console = desk.console()
        heading = f"{campaign.name}  {calendar.format(begin)} to {calendar.format(end)}"
        width = shutil.get_terminal_size().columns
        signs = _can_show(SIGNS)
        for line in timeline_lines(heading, found, begin, end, calendar, width=width, signs=signs):
            console.print(line)


def _can_show(signs: str) -> bool:
    """Whether what is printed can have these signs in it."""
    try:
        signs.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


EXPLAIN = ReadingCommand(
    "explain",
    "Why it is so: `explain Vera level`, blood, torpor, a box, a pool, a location, any value.",
    _explain,
    [
        Argument(["who"], metavar="WHO", shell_complete=character_names),
        Argument(["subject"], nargs=-1, metavar="[WHAT]..."),
        Option(["--limit"], type=LIMIT, metavar="N", help="Only the N newest lines of each bill."),
        *moments(),
    ],
)
TIMELINE = ReadingCommand(
    "timeline",
    "Who was in which state, and when: a chart for the terminal.",
    _timeline,
    [
        names(),
        Option(["--from", "begin"], metavar="DATE", help="From this date; the first event."),
        Option(["--to", "end"], metavar="DATE", help="Until this date, past or future; the clock."),
        *moments(),
    ],
)
