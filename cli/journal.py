"""Journals: `run FILE`, many commands in one transaction, all or nothing."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.desk import Desk, the_desk
from cli.grammar import (
    COMMENT,
    Argument,
    GrammarCommand,
    LineError,
    Word,
    message_of,
    read_line,
)
from cli.progress import counted, progress
from ledger.errors import LedgerError, Refused

if TYPE_CHECKING:
    from ledger.command import Command

NOT_IN_A_JOURNAL = ("run", "demo", "campaigns", "shell")


def command_named(
    ctx: click.Context, words: list[Word], unfit: Collection[str] = NOT_IN_A_JOURNAL
) -> click.Command:
    """The command that a line begins with; *unfit* are those that cannot stand where it stands.

    Raises:
        LineError: when there is none, or it cannot stand in a line.
    """
    from difflib import get_close_matches

    group = ctx.find_root().command
    assert isinstance(group, click.Group)
    verb = words[0]
    command = group.get_command(ctx, verb.text)
    if command is None:
        near = get_close_matches(verb.text, group.commands, 1)
        hint = f"; did you mean {near[0]}?" if near else "; `campaign --help` lists the commands"
        raise LineError(f"no command {verb.text!r}{hint}", verb.column)
    if verb.text in unfit:
        raise LineError(f"{verb.text} cannot stand in a journal", verb.column)
    return command


def arguments_for(command: click.Command, words: list[Word]) -> list[str]:
    """The arguments of a line; a comment only where the command can keep it."""
    arguments = [word.text for word in words[1:]]
    if COMMENT in arguments and not any(COMMENT in param.opts for param in command.params):
        place = arguments.index(COMMENT)
        del arguments[place : place + 2]
    return arguments


def perform(
    ctx: click.Context, words: list[Word], unfit: Collection[str] = NOT_IN_A_JOURNAL
) -> None:
    """Do what a line says.

    Raises:
        LineError: when it cannot be read or is refused, with the column of the word at fault.
    """
    command = command_named(ctx, words, unfit)
    try:
        arguments = arguments_for(command, words)
        with command.make_context(words[0].text, arguments, parent=ctx.find_root()) as line:
            command.invoke(line)
    except click.exceptions.Exit:
        return
    except click.ClickException as wrong:
        raise LineError(message_of(wrong), _column(words, wrong)) from None
    except LineError:
        raise
    except Refused as why:
        raise LineError(str(why), words[0].column) from None


def _column(words: list[Word], wrong: click.ClickException) -> int:
    """The column of the word that a message quotes, else of the verb."""
    message = message_of(wrong)
    for word in words[1:]:
        if repr(word.text) in message or f" {word.text} " in f" {message} ":
            return word.column
    return words[0].column


def command_in(ctx: click.Context, line: str) -> Command:
    """A line as a command that has not been recorded (for `amend`, `what-if`, `branch adopt`)."""
    words = read_line(line)
    if not words:
        raise Refused("the line is empty; it is a command that records something")
    return command_of_words(ctx, words)


def command_of_words(ctx: click.Context, words: list[Word]) -> Command:
    """The words of a line as a command that has not been recorded.

    Raises:
        Refused: for a command that records nothing.
    """
    from cli.recorded import RecordingCommand

    command = command_named(ctx, words)
    if not isinstance(command, RecordingCommand):
        raise Refused(f"{words[0].text} records no event of its own")
    arguments = arguments_for(command, words)
    with command.make_context(words[0].text, arguments, parent=ctx.find_root()) as inner:
        return command.command_of(inner)


def run_lines(ctx: click.Context, name: str, lines: Iterable[str], first: int = 1) -> int:
    """Do lines of a journal in the open transaction; how many commands there were.

    *first* is the number of the first one.

    Raises:
        LedgerError: of the kind of the first error, with the place in front.
    """
    done = 0
    for number, line in enumerate(lines, first):
        try:
            words = read_line(line)
            if words:
                perform(ctx, words)
                done += 1
        except LedgerError as why:
            column = why.column if isinstance(why, LineError) else 1
            kind = Refused if isinstance(why, Refused) else type(why)
            raise kind(f"{name}:{number}:{column}: {why}") from None
    return done


def _text_of(source: str) -> str:
    from ledger.store import belongs_to_store

    try:
        if source == "-":
            if sys.stdin is None:
                raise Refused("there is no standard input to read a journal from")
            return sys.stdin.buffer.read().decode()
        if belongs_to_store(source):
            raise Refused(f"{source} belongs to a store and is no journal")
        return Path(source).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Refused(f"{source}: a journal is UTF-8 text") from None
    except OSError as why:
        raise Refused(f"{source or repr(source)}: {why.strerror or why}") from None


def begins_with_init(name: str, lines: Iterable[str]) -> bool:
    """Whether the first command of a journal is `init`, so that it may create a store.

    Raises:
        Refused: when the first line that says something cannot be read.
    """
    for number, line in enumerate(lines, 1):
        try:
            words = read_line(line)
        except LineError as why:
            raise Refused(f"{name}:{number}:{why.column}: {why}") from None
        if words:
            return words[0].text == "init"
    return False


def run_journal(ctx: click.Context, desk: Desk, name: str, text: str) -> None:
    """Run a journal in a transaction of its own and say what was recorded."""
    # only line feeds end a line, so that numbers are those of an editor
    lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
    desk.quiet, desk.receipts = True, []
    creates = begins_with_init(name, lines)
    with desk.journal(creates=creates), progress("running") as watch:
        run_lines(ctx, name, counted(lines, watch, len(lines)))
    written = [receipt for receipt in desk.receipts if not receipt.nothing]
    events = sum(len(receipt.events) for receipt in written)
    desk.recorded = bool(written)
    for receipt in desk.receipts:
        if receipt.nothing:
            click.echo(receipt.nothing, err=desk.output != "text")
    if desk.output == "json":
        desk.print_json({"commands": len(written), "events": events})
    elif desk.output == "text":
        clock = f"; the clock stands at {desk.clock}" if written else ""
        click.echo(f"recorded {len(written)} commands, {events} events{clock}")


@click.pass_context
def _run(ctx: click.Context, /, file: str) -> None:
    desk = the_desk(ctx)
    run_journal(ctx, desk, file, _text_of(file))


RUN = GrammarCommand(
    "run",
    help="A journal from FILE or - (standard input), all or nothing.",
    callback=_run,
    params=[Argument(["file"], metavar="FILE")],
)
