"""`shell`: a prompt over the same grammar; the store stays open, and each line sees what is new."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager

import click

from cli.desk import Desk, the_desk
from cli.grammar import GrammarCommand, LineError, Word, cut, exit_code, message_of, read_line
from cli.journal import perform, run_journal
from ledger.errors import LedgerError

LEAVING = ("exit", "quit")
HELP = ("help", "?")
HERE = ("shell",)  # what cannot stand at its own prompt


@click.pass_context
def _shell(ctx: click.Context, /) -> None:
    desk = the_desk(ctx)
    if desk.writer is not None:
        raise click.UsageError("shell stands in no journal")
    if not on_a_terminal():
        ctx.exit(read_lines(ctx, desk, () if sys.stdin is None else sys.stdin.buffer))
    from cli.prompt import session, shown_prompt

    program = ctx.find_root().command
    assert isinstance(program, click.Group)
    prompt = session(program, desk, (*LEAVING, *HELP))
    with keeping_open(desk) as keep:
        while True:
            keep()
            try:
                text = prompt.prompt(shown_prompt(*where(desk)))
            except KeyboardInterrupt:
                continue  # the line is given up
            except EOFError:
                return
            try:
                if not do(ctx, desk, text):
                    return
            except KeyboardInterrupt:
                click.echo("campaign: broken off; nothing of it is recorded", err=True)


def on_a_terminal() -> bool:
    """Whether somebody types and reads what is printed."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def read_lines(ctx: click.Context, desk: Desk, lines: Iterable[bytes]) -> int:
    """Do line by line what comes without a terminal; the exit code of the first that failed."""
    failed: list[int] = []
    with keeping_open(desk) as keep:
        for raw in lines:
            keep()
            try:
                line = raw.decode().rstrip("\r\n")
            except UnicodeDecodeError:
                click.echo("campaign: a line is UTF-8 text", err=True)
                failed.append(1)
                continue
            going_on = do(ctx, desk, line, failed)
            sys.stdout.flush()
            if not going_on:
                break
    return failed[0] if failed else 0


@contextmanager
def keeping_open(desk: Desk) -> Iterator[Callable[[], None]]:
    """The store stays open from the first line on that finds one; yields what opens it."""
    from ledger.service import Ledger

    with ExitStack() as stack:

        def keep() -> None:
            if desk.kept is None and desk.exists:
                try:
                    desk.kept = stack.enter_context(Ledger.open(desk.store, "write"))
                except LedgerError:
                    return  # the line that needs it says why
            # it stays in its campaign, though another is begun elsewhere meanwhile
            desk.campaign = desk.campaign or where(desk)[0]

        try:
            yield keep
        finally:
            desk.kept = None


def where(desk: Desk) -> tuple[str | None, str | None, str]:
    """The campaign, its branch and its date, as far as they are known."""
    if not desk.exists:
        return None, None, ""
    try:
        with desk.reading() as campaign:
            return campaign.name, campaign.branch.name, campaign.calendar.format(campaign.clock)
    except LedgerError:
        return None, None, ""


def do(ctx: click.Context, desk: Desk, text: str, failed: list[int] | None = None) -> bool:
    """Do what was typed, and say what is wrong with it; False to leave.

    Several lines at once are a journal: all of it is recorded, or nothing. The exit code of what
    went wrong is appended to *failed*.
    """
    desk.quiet, desk.receipts, desk.recorded = False, [], False
    code = 0
    try:
        if "\n" in text.strip():
            run_journal(ctx, desk, "pasted", text.strip("\n"))
            return True
        words = read_line(text)
        if words and words[0].text in LEAVING:
            return False
        if words and words[0].text in HELP:
            _help(ctx, words)
        elif words:
            perform(ctx, words, HERE)
    except LineError as why:
        place = f"column {why.column}: " if why.column > 1 else ""
        click.echo(cut(f"campaign: {place}{why}"), err=True)
        code = 1
    except LedgerError as why:
        click.echo(cut(f"campaign: {why}"), err=True)
        code = exit_code(why)
    except click.ClickException as wrong:
        click.echo(cut(f"campaign: {message_of(wrong)}"), err=True)
        code = 2
    except click.Abort:
        code = 130
    if code and failed is not None:
        failed.append(code)
    return True


def _help(ctx: click.Context, words: list[Word]) -> None:
    """The commands, or one of them."""
    from cli.journal import command_named

    root = ctx.find_root()
    if len(words) == 1:
        click.echo(root.get_help())
        return
    command = command_named(root, words[1:], ())
    with command.make_context(words[1].text, [], parent=root, resilient_parsing=True) as inner:
        click.echo(command.get_help(inner))


SHELL = GrammarCommand(
    "shell",
    help="A prompt for the same commands: `exit` or ctrl-d leaves it.",
    callback=_shell,
)
