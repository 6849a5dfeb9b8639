"""`what-if`: the same campaign with some changes, and what they would make different."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from cli.answer import ReadingCommand
from cli.desk import Desk, the_desk
from cli.grammar import Option, Word
from cli.journal import command_in, command_of_words
from cli.reading import moments
from cli.values import PAIR, as_table
from ledger.text import shown_safely

if TYPE_CHECKING:
    from ledger.campaign import Campaign
    from ledger.command import Command
    from ledger.projections.difference import Consequences
    from ledger.whatif import Changes


@click.pass_context
def _what_if(
    ctx: click.Context,
    /,
    without: tuple[str, ...],
    do: tuple[str, ...],
    replace: tuple[tuple[str, str], ...],
    rules: tuple[tuple[str, str], ...],
    save: str | None,
    at: str | None,
    known_at: str | None,
) -> None:
    from ledger.whatif import Changes

    changes = Changes(
        rules=tuple(as_table(rules).items()),
        without=[one.strip() for part in without for one in part.split(",") if one.strip()],
        replace=replace,
        do=do,
    )
    if save is not None:
        _keep(ctx, changes, save, at, known_at)
        return
    desk = the_desk(ctx)
    with desk.reading(known_at) as campaign:
        from ledger.whatif import imagined, outcome

        recorder, then = imagined(campaign), campaign.clock
        found = outcome(recorder, _commands(ctx, campaign, changes), at)
        lines = difference_lines(desk, recorder.campaign, found, found.at if at else then, WOULD)
    print_lines(lines)


def _keep(
    ctx: click.Context, changes: Changes, name: str, at: str | None, known_at: str | None
) -> None:
    """The same on a branch of its own, which stays."""
    from ledger.branching import create_branch
    from ledger.service import open_campaign, open_recorder
    from ledger.whatif import outcome

    desk = the_desk(ctx)
    with desk.writing() as writer:
        campaign = open_campaign(writer, *desk.meant, known_at)
        commands = _commands(ctx, campaign, changes)
        create_branch(writer, campaign, name)
        recorder, then = open_recorder(writer, campaign.name, name), campaign.clock
        found = outcome(recorder, commands, at)
        recorder.flush()
        lines = difference_lines(desk, recorder.campaign, found, found.at if at else then, WOULD)
    desk.recorded = True
    print_lines(lines)
    if desk.output == "text":
        shown = shown_safely(name)
        click.echo(f"kept as branch {shown}: `--branch`, `branch diff` and `branch adopt` know it")


def _commands(ctx: click.Context, campaign: Campaign, changes: Changes) -> list[Command]:
    from ledger.whatif import commands_of

    def parse(words: Sequence[str]) -> Command:
        return command_of_words(ctx, [Word(word, 1) for word in words])

    def read(line: str) -> Command:
        return command_in(ctx, line)

    return commands_of(campaign, changes, parse, read)


WOULD = ("is", "would be")


def difference_lines(
    desk: Desk,
    campaign: Campaign,
    found: Consequences,
    then: int,
    heads: tuple[str, str],
) -> list[str]:
    """What differs between two histories, the second of which is *campaign*, in the wanted form."""
    import msgspec

    from cli.render.differences import consequences_document
    from cli.render.tables import csv_lines

    document = consequences_document(campaign.calendar, found)
    if desk.output == "json":
        return [desk.json_text(document)]
    if desk.output == "ndjson":
        return [msgspec.json.encode(change).decode() for change in document["changes"]]
    if desk.output == "journal":
        raise click.UsageError("differences are no journal; `--save BRANCH` keeps a what-if")
    if desk.output == "csv":
        rows = csv_lines(document["changes"], ("who", "path", "before", "after"))
        return [row.removesuffix("\n") for row in rows]
    return [shown_safely(line) for line in _lines(campaign, found, then, heads)]


def print_lines(lines: Sequence[str]) -> None:
    """Print an answer, after whatever was written is safe."""
    for line in lines:
        click.echo(line)


def _lines(
    campaign: Campaign, found: Consequences, then: int, heads: tuple[str, str]
) -> Iterator[str]:
    from cli.render.differences import table_lines

    calendar = campaign.calendar
    here, now = calendar.format(then), calendar.format(found.at)

    def named(event: str) -> str:
        row = campaign.event(event)
        meant = f" {row.who}" if row.who else ""
        return f"{calendar.format(row.at)} {row.verb}{meant} ({row.id})"

    one, other = ("the clock", "it") if heads == WOULD else heads
    verbs = heads if heads == WOULD else ("is", "is")
    moment = f" at {now}"
    if then != found.at:
        moment = f"; {one} {verbs[0]} at {here}, {other} {verbs[1]} at {now}"
    if not (found.changes or found.findings or found.due):
        yield f"{campaign.name}: nothing differs{moment}"
        return
    yield f"{campaign.name}: what differs{moment}"
    yield from table_lines(calendar, found, heads, named)


WHAT_IF = ReadingCommand(
    "what-if",
    (
        "The same campaign with some changes: `what-if --without 12`, "
        '`what-if --do "hit Vera 3 lethal" --at +1d`. Writes nothing.'
    ),
    _what_if,
    [
        Option(
            ["--without"], multiple=True, metavar="ID", help="Leave an event out; may be repeated."
        ),
        Option(["--do"], multiple=True, metavar="LINE", help="Record a line too; may be repeated."),
        Option(
            ["--replace"],
            multiple=True,
            nargs=2,
            metavar="ID LINE",
            help="Put a line in an event's place; may be repeated.",
        ),
        Option(
            ["--rule", "rules"],
            multiple=True,
            type=PAIR,
            metavar="KEY=VALUE",
            help="A setting from the campaign's start on; may be repeated.",
        ),
        Option(["--save"], metavar="BRANCH", help="Keep it as a new branch."),
        *moments(),
    ],
)
