"""How a reading command answers: `-O` says as what, `-o` where; in front of it or behind."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import click

from cli.desk import the_desk
from cli.grammar import GrammarCommand, Option
from ledger.errors import Refused

OUTPUTS = ("text", "json", "ndjson", "csv", "journal")


@contextmanager
def into_file(path: str) -> Iterator[None]:
    """Let standard output be a file, which is there only if all goes well.

    What is no regular file (a device, a pipe) is written to as it is, and behind a link stands
    the file that is meant.

    Raises:
        Refused: when it cannot be made, or holds a store.
    """
    from ledger.store import belongs_to_store

    before = sys.stdout
    try:
        if path.endswith(os.sep):  # which is lost in the next line
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        place = os.path.realpath(path)
        passes = Path(place).exists() and not Path(place).is_file() and not Path(place).is_dir()
        if belongs_to_store(place):
            raise Refused(f"{path} belongs to a store; an answer never overwrites one")
        made = place if passes else f"{place}.{os.getpid()}.new"
        raw = Path(made).open("wb")  # noqa: SIM115 - closed below, with the wrapper around it
    except (OSError, ValueError) as why:
        reason = why.strerror if isinstance(why, OSError) else why
        raise Refused(f"{path or repr(path)} cannot be written: {reason}") from None
    file = io.TextIOWrapper(raw, encoding="utf-8", errors="replace", newline="\n")
    try:
        sys.stdout = file
        yield
        file.close()
        if not passes:
            Path(made).replace(place)
    except OSError as why:
        if isinstance(why, BrokenPipeError) or why.filename not in {None, made, place}:
            raise
        raise Refused(f"{path or repr(path)} cannot be written: {why.strerror}") from None
    finally:
        sys.stdout = before
        raw.close()
        if not passes:
            Path(made).unlink(missing_ok=True)


class ReadingCommand(GrammarCommand):
    """A command that only asks; `-O` and `-o` may stand behind it too."""

    def __init__(
        self, name: str, says: str, callback: Callable[..., Any], params: Sequence[click.Parameter]
    ) -> None:
        ways = [
            Option(
                ["-O", "--output", "answer_as"],
                type=click.Choice(OUTPUTS),
                help="How to answer; as in front of the command.",
            ),
            Option(["-o", "--to-file", "answer_to"], metavar="FILE", help="Where to write it."),
        ]
        super().__init__(name, help=says, callback=callback, params=[*params, *ways])

    def invoke(self, ctx: click.Context) -> Any:
        """Answer as it is wished, and leave the desk as it was."""
        desk, file = the_desk(ctx), ctx.params.pop("answer_to")
        before, desk.output = desk.output, ctx.params.pop("answer_as") or desk.output
        try:
            with nullcontext() if file is None else into_file(file):
                return super().invoke(ctx)
        finally:
            desk.output = before
