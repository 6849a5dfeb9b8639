"""Setting up: `init` and `demo`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from importlib import resources
from typing import Any

import click
from click.core import ParameterSource

from cli.desk import Desk, the_desk
from cli.grammar import ARGUMENTS, Argument, GrammarCommand, Option
from cli.journal import run_lines
from cli.values import PAIR, as_table
from cli.verbs import canonical


@click.pass_context
def _init(
    ctx: click.Context,
    /,
    name: str,
    start: str,
    calendar: str,
    settings: tuple[Any, ...],
    dry_run: bool,
) -> None:
    from ledger.service import begin_campaign

    desk = the_desk(ctx)
    line = canonical("init", ctx.meta[ARGUMENTS])
    table = as_table(settings)
    if desk.writer is not None:
        if desk.recorder is not None:
            desk.recorder.flush()
        desk.recorder, receipt = begin_campaign(
            desk.writer, name, start, calendar=calendar, settings=table, line=line
        )
        desk.receipts.append(receipt)
        return
    _check(start, calendar, table)
    if dry_run:
        click.echo(f"a dry run: {name} would begin at {start}")
        return
    with desk.journal(creates=True):
        assert desk.writer is not None
        desk.recorder, receipt = begin_campaign(
            desk.writer, name, start, calendar=calendar, settings=table, line=line
        )
        campaign = desk.recorder.campaign if desk.recorder is not None else None
    if campaign is not None and desk.output == "json":
        from cli.render.receipts import receipt_document

        desk.print_json(receipt_document(campaign, receipt))
    elif campaign is not None:
        date = campaign.calendar.format(campaign.clock)
        shown = shlex.quote(desk.store)
        click.echo(f"{name} begins at {date} in {shown}; now `campaign add WHO SYSTEM TRAIT=N…`")


def _check(start: str, calendar: str, settings: Any) -> None:
    """Refuse bad values before a store is created for them."""
    from ledger.calendar import find_calendar, read_instant
    from ledger.rules.settings import Settings, changed

    found = find_calendar(calendar)
    read_instant(start, found, clock=None, start=None)
    changed(Settings(), settings, found)


@click.pass_context
def _demo(ctx: click.Context, /) -> None:
    desk = the_desk(ctx)
    if ctx.find_root().get_parameter_source("store") is ParameterSource.DEFAULT:
        desk.store = "sqlite://"
    text = resources.files("cli").joinpath("demo.journal").read_text(encoding="utf-8")
    with desk.journal(creates=True):
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
                markup=False,
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
        Option(["--calendar"], metavar="NAME", default="gregorian", help="The world's calendar."),
        Option(
            ["--set", "settings"],
            type=PAIR,
            multiple=True,
            metavar="KEY=VALUE",
            help="A setting from the start; as often as wanted.",
        ),
        Option(["--dry-run"], is_flag=True, help="Judge it and write nothing."),
    ],
)
DEMO = GrammarCommand(
    "demo", help="A worked campaign in memory: see what the ledger is for.", callback=_demo
)
