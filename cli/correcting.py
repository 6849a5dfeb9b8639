"""`amend ID LINE`: an event is voided, and a line takes its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import msgspec

from cli.completing import events
from cli.grammar import Argument, Option
from cli.recorded import RecordingCommand
from cli.shapes import as_given

if TYPE_CHECKING:
    from ledger.command import Command


class AmendCommand(RecordingCommand):
    """A verb whose last argument is itself a line."""

    def command_of(self, ctx: click.Context) -> Command:
        """The command, with the line that takes the place inside it."""
        from cli.journal import command_in

        outer = super().command_of(ctx)
        inner = command_in(ctx, outer.words["line"])
        words = {key: value for key, value in outer.words.items() if key != "line"}
        return msgspec.structs.replace(outer, words=words, inner=inner)


AMEND = AmendCommand(
    "amend",
    'An event is voided and LINE takes its place: `amend ID "hit Vera 8 lethal"`.',
    [
        Argument(["event"], metavar="ID", shell_complete=events),
        Argument(["line"], metavar="LINE"),
        Option(["--because"], metavar="TEXT", help="Why."),
    ],
    as_given,
)
