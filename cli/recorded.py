"""The command that records: what was typed becomes a command of the ledger, with its envelope."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from secrets import randbits
from typing import TYPE_CHECKING, Any

import click

from cli.desk import the_desk
from cli.grammar import ARGUMENTS, COMMENT, GrammarCommand, Option, written
from ledger.text import refuse_unfit

if TYPE_CHECKING:
    from ledger.command import Command

Words = dict[str, Any]
Shape = Callable[[Words], Words]

# what belongs to the recording of any command, not to its verb
ENVELOPE = ("at", "by", "note", "secret", "key", "dry_run", "accept_findings")


def envelope() -> list[click.Parameter]:
    """The options that every recording command has."""
    return [
        Option(["--at"], metavar="DATE", help="When it happened; the clock if not given."),
        Option(["--by"], metavar="WHO", help="Who did it."),
        Option(["--note"], metavar="TEXT", help="Anything worth keeping."),
        Option(
            ["--secret"], is_flag=True, help="For the Storyteller: no player's report tells it."
        ),
        Option([COMMENT], hidden=True),
        Option(["--key"], metavar="KEY", help="Record once: the same key again is answered."),
        Option(["--dry-run"], is_flag=True, help="Judge it and write nothing."),
        Option(
            ["--accept-findings"],
            is_flag=True,
            help="Record it even where later events become unlawful.",
        ),
    ]


class RecordingCommand(GrammarCommand):
    """A verb that records events."""

    def __init__(
        self,
        name: str,
        says: str,
        params: Sequence[click.Parameter],
        shape: Shape,
    ) -> None:
        own = {param.name for param in params}
        shared = [param for param in envelope() if param.name not in own]
        super().__init__(name, params=[*params, *shared], help=says, callback=None)
        self.shape = shape

    def invoke(self, ctx: click.Context) -> None:
        """Record what was typed."""
        the_desk(ctx).record(self.command_of(ctx))

    def command_of(self, ctx: click.Context) -> Command:
        """What was typed, as a command of the ledger."""
        from ledger.command import Command

        given = {key: value for key, value in ctx.params.items() if _is_given(value)}
        for argument in ctx.meta[ARGUMENTS]:
            refuse_unfit(argument)
        comment = given.pop("comment", None)
        line = canonical(self.name or "", ctx.meta[ARGUMENTS], given)
        if comment is not None:
            given.setdefault("note", comment)
        kept = {key: given.pop(key) for key in ENVELOPE if key in given}
        if (seed := given.pop("seed", None)) is not None and not given.get("roll"):
            raise click.BadParameter("--seed goes with --roll")
        if given.pop("roll", False):
            kept["seed"] = randbits(48) if seed is None else seed
        words = self.shape(given)
        who, duration = words.pop("who", ()), words.pop("duration", None)
        return Command(
            verb=self.name or "", line=line, who=who, words=words, duration=duration, **kept
        )


def _is_given(value: Any) -> bool:
    return value is not None and value is not False and value != ()


def canonical(verb: str, arguments: Sequence[str], given: Mapping[str, Any]) -> str:
    """A command as typed, in one way of quoting, without its key and its dry run.

    A comment behind it is written as the note that it is.
    """
    options = list(arguments)
    rest = options[options.index("--") :] if "--" in options else []
    options = options[: len(options) - len(rest)]
    key = given.get("key")
    for form in ([f"--key={key}"], ["--key", key]) if key is not None else ():
        for place in range(len(options) - len(form) + 1):
            if options[place : place + len(form)] == form:
                del options[place : place + len(form)]
                break
    if given.get("dry_run") and "--dry-run" in options:
        options.remove("--dry-run")
    if COMMENT in options and given.get("note") is not None:
        place = options.index(COMMENT)
        del options[place : place + 2]
    options = ["--note" if word == COMMENT else word for word in options]
    return written([verb, *options, *rest])
