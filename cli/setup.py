"""Setting up: `init` and `demo`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cli.calendar_file import calendar_written
from cli.desk import Desk, the_desk
from cli.grammar import ARGUMENTS, COMMENT, Argument, GrammarCommand, Option
from cli.journal import run_lines
from cli.recorded import canonical
from cli.values import PAIR, as_table
from ledger.text import refuse_unfit, shown_safely

if TYPE_CHECKING:
    from ledger.calendar import CalendarDefinition


@click.pass_context
def _init(ctx: click.Context, /, name: str, start: str, **given: Any) -> None:
    desk = the_desk(ctx)
    calendar = calendar_written(given["calendar"])
    arguments = [_kept(argument, given["calendar"], calendar) for argument in ctx.meta[ARGUMENTS]]
    line = canonical("init", arguments, given)
    words = {
        "calendar": calendar,
        "settings": as_table(given["settings"]),
        "note": given["note"] or given["comment"],
        "dry_run": given["dry_run"],
        "line": line,
    }
    if desk.writer is not None:
        desk.begin(name, start, words)
        return
    judged = given["dry_run"] and not desk.exists
    with desk.in_memory() if judged else nullcontext(), desk.journal(creates=True):
        receipt = desk.begin(name, start, words)
        campaign = desk.recorder.campaign if desk.recorder is not None else None
    if campaign is None:
        click.echo(f"a dry run: {name} would begin at {start}; nothing was written")
        return
    if desk.kept is not None:  # at a prompt it goes on in the new one
        desk.campaign, desk.branch = name, None
    if desk.output == "json":
        from cli.render.receipts import receipt_document

        desk.print_json(receipt_document(campaign, receipt))
    else:
        date = campaign.calendar.format(campaign.clock)
        shown = shlex.quote(desk.store)
        now = "now `campaign add WHO SYSTEM TRAIT=N…`"
        click.echo(shown_safely(f"{name} begins at {date} in {shown}; {now}"))


def _kept(argument: str, said: str, calendar: str | CalendarDefinition) -> str:
    """An argument as it is kept; a calendar that was typed out, whatever its length, in short."""
    if isinstance(calendar, str) or not said.lstrip().startswith("{") or said not in argument:
        refuse_unfit(argument)
        return argument
    import msgspec

    return argument.replace(said, msgspec.json.encode(calendar).decode())


@click.pass_context
def _demo(ctx: click.Context, /) -> None:
    desk = the_desk(ctx)
    root = ctx.find_root()
    named = root.get_parameter_source("store") is ParameterSource.COMMANDLINE
    # whoever sits at a prompt has named the store for what is played in it
    keeps = named and root.invoked_subcommand == ctx.info_name
    text = (Path(__file__).parent / "demo.journal").read_text(encoding="utf-8")
    with nullcontext() if keeps else desk.in_memory(), desk.journal(creates=True):
        for first, lines in _paragraphs(text):
            _tell(ctx, desk, first, lines)


def _paragraphs(text: str) -> Iterator[tuple[int, list[str]]]:
    """The paragraphs of a journal, each with the number of its first line."""
    first = 1
    for paragraph in text.rstrip("\n").split("\n\n"):
        lines = paragraph.split("\n")
        yield first, lines
        first += len(lines) + 1


def _tell(ctx: click.Context, desk: Desk, first: int, lines: list[str]) -> None:
    """A paragraph is told by its comment; its commands are shown and done."""
    for number, line in enumerate(lines, first):
        if desk.output == "text":
            said = line.startswith(";")
            desk.console().print(
                line.lstrip("; ") if said else f"> {line}",
                style="bold cyan" if said else "bold",
            )
        run_lines(ctx, "demo", [line], first=number)
    if desk.output == "text":
        click.echo()


INIT = GrammarCommand(
    "init",
    help='A new campaign: `init "The Alley" --start "1998-10-31 21:00"`.',
    callback=_init,
    params=[
        Argument(["name"], metavar="NAME"),
        Option(["--start"], metavar="DATE", required=True, help="Where the clock starts."),
        Option(
            ["--calendar"],
            metavar="NAME|FILE",
            default="gregorian",
            help="The world's calendar: gregorian, julian, or a file (see `calendar`).",
        ),
        Option(
            ["--set", "settings"],
            type=PAIR,
            multiple=True,
            metavar="KEY=VALUE",
            help="A setting from the start; as often as wanted.",
        ),
        Option(["--note"], metavar="TEXT", help="Anything worth keeping."),
        Option(["--dry-run"], is_flag=True, help="Judge it and write nothing."),
        Option([COMMENT], hidden=True),
    ],
)
DEMO = GrammarCommand(
    "demo", help="A worked campaign in memory: see what the ledger is for.", callback=_demo
)
