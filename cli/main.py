"""`campaign`: the entry point, its global options, and what an error looks like."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from click.shell_completion import shell_complete

from cli.answer import OUTPUTS, into_file
from cli.branch import BRANCH_GROUP
from cli.calendar import CALENDAR_GROUP
from cli.checking import ASSERT
from cli.completing import branches
from cli.correcting import AMEND
from cli.desk import DEFAULT_STORE, Desk
from cli.explaining import EXPLAIN, TIMELINE
from cli.grammar import cut, exit_code, message_of
from cli.history import ASKING
from cli.journal import RUN
from cli.moving import EXPORT, IMPORT
from cli.reading import READING
from cli.recorded import RecordingCommand
from cli.report import REPORT
from cli.rules import RULES_GROUP
from cli.setup import DEMO, INIT
from cli.shell import SHELL
from cli.stats import STATS
from cli.store import KEEPING, campaign_names
from cli.verbs import VERBS
from cli.whatif import WHAT_IF
from ledger import __version__
from ledger.errors import LedgerError

GLOBAL = (
    *("-O", "--output", "-o", "--to-file", "--no-pager"),
    *("--db", "--campaign", "--branch", "--color"),
)
COMPLETION = "_CAMPAIGN_COMPLETE"  # set by a shell that wants to complete a command

SECTIONS = {
    "Setting up": ("init", "add", "set", "rule", "demo"),
    "At the table": (
        *("hit", "soak", "knockdown", "spend", "gain", "feed", "heal", "torpor", "wake"),
        *(
            "destroy",
            "kill",
            "rest",
            "hospital",
            "meditate",
            "story-end",
            "wear",
            "remove",
            "repair",
            "advance",
            "note",
        ),
        "assert",
    ),
    "ReQuest at the table": (
        *("test", "treat", "lose", "restore", "alter", "dispel", "deprive", "supply"),
        *("sleep", "exert", "carry", "drop", "hero"),
    ),
    "Correcting": ("undo", "redo", "void", "amend"),
    "Reading": (
        *("status", "history", "due", "explain", "timeline"),
        *("characters", "campaigns", "log", "stats", "report", "rules"),
    ),
    "Alternatives": ("what-if", "branch"),
    "Calendars": ("calendar",),
    "Many lines": ("shell", "run"),
    "Moving and keeping": (
        *("export", "import", "verify", "rebuild", "backup", "db", "completion"),
    ),
}


class Program(click.Group):
    """The program: its help is ordered as a Storyteller looks for things."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands, section by section."""
        for title, names in SECTIONS.items():
            rows = [
                (name, (command.help or "").partition(":")[0].rstrip("."))
                for name in names
                if (command := self.get_command(ctx, name)) is not None
            ]
            with formatter.section(title):
                formatter.write_dl(rows)


@click.pass_context
def _program(ctx: click.Context, /, **given: Any) -> None:
    desk, file = ctx.ensure_object(Desk), given.pop("to_file")
    if file is not None:
        ctx.with_resource(into_file(file))
    for name, value in given.items():
        setattr(desk, name, value)


PROGRAM = Program(
    "campaign",
    help="The ledger of a long tabletop campaign: what happened, who is hurt, who sleeps and until when.",
    callback=_program,
    no_args_is_help=True,
    params=[
        click.Option(
            ["--db", "store"],
            default=DEFAULT_STORE,
            envvar="CAMPAIGN_DB",
            show_default=True,
            metavar="PATH|URL",
            help="The store.",
        ),
        click.Option(
            ["--campaign"],
            envvar="CAMPAIGN",
            metavar="NAME",
            help="The campaign, where the store holds several.",
            shell_complete=campaign_names,
        ),
        click.Option(
            ["--branch"],
            envvar="CAMPAIGN_BRANCH",
            metavar="NAME",
            help="The branch; the one that you are on if not given.",
            shell_complete=branches,
        ),
        click.Option(
            ["-O", "--output"], type=click.Choice(OUTPUTS), default="text", help="How to answer."
        ),
        click.Option(["-o", "--to-file"], metavar="FILE", help="Write the answer into a file."),
        click.Option(
            ["--pager/--no-pager"],
            default=True,
            help="Long answers on a terminal through $PAGER.",
        ),
        click.Option(
            ["--color"],
            type=click.Choice(("auto", "always", "never")),
            default="auto",
            help="Colour; also NO_COLOR and FORCE_COLOR.",
        ),
    ],
)
for verb, (says, params, shape) in VERBS.items():
    PROGRAM.add_command(RecordingCommand(verb, says, params, shape))
ALONE = (
    *(INIT, DEMO, AMEND, ASSERT, RUN, SHELL, RULES_GROUP, CALENDAR_GROUP),
    *(EXPLAIN, TIMELINE, STATS, WHAT_IF, BRANCH_GROUP, REPORT, EXPORT, IMPORT),
)
for command in (*ALONE, *READING, *ASKING, *KEEPING):
    PROGRAM.add_command(command)
click.version_option(__version__, prog_name="campaign")(PROGRAM)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program and exit with the code of the reference."""
    if sys.stdout is None:  # closed by the caller, who does not want the answer
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - for the whole run
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a sign shows `?`
    # Imports and replays make hundred thousands of values that hold no cycle: looking for some
    # after every 700th would take a seventh of a command's time.
    gc.set_threshold(100_000, 50, 100)
    sys.exit(_run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    desk = Desk()
    if COMPLETION in os.environ:
        return shell_complete(PROGRAM, {}, "campaign", COMPLETION, os.environ[COMPLETION])
    try:
        # not `PROGRAM.main`, which would answer a closed pipe before we can
        words = list(sys.argv[1:] if arguments is None else arguments)
        with PROGRAM.make_context("campaign", words, obj=desk) as ctx:
            PROGRAM.invoke(ctx)
        sys.stdout.flush()
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.Abort:
        return 130
    except click.UsageError as wrong:
        return _usage(wrong)
    except LedgerError as why:
        click.echo(cut(f"campaign: {why}"), err=True)
        return exit_code(why)
    except UnicodeEncodeError:
        click.echo("campaign: a word has half a sign in it, which no file can be called", err=True)
        return 1
    except OSError as why:
        return _unsaid(why, desk)
    return 0


def _unsaid(why: OSError, desk: Desk) -> int:
    """The answer did not arrive: quietly so where whoever reads has had enough."""
    # what is left may not be flushed into the pipe at the end
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(why, BrokenPipeError):
        return 0
    done = "it is recorded, but " if desk.recorded else ""
    click.echo(f"campaign: {done}the answer cannot be written: {why.strerror}", err=True)
    return 0 if desk.recorded else 1


def _usage(wrong: click.UsageError) -> int:
    """Say what is wrong with the words; a bad value is a refusal, the rest wrong usage."""
    refused = isinstance(wrong, click.BadParameter) and not isinstance(
        wrong, click.MissingParameter
    )
    if isinstance(wrong, click.exceptions.NoArgsIsHelpError):
        click.echo(wrong.format_message(), err=True)
        return 2
    click.echo(cut(f"campaign: {message_of(wrong)}"), err=True)
    if isinstance(wrong, click.NoSuchOption) and wrong.option_name in GLOBAL:
        click.echo(f"write it in front: campaign {wrong.option_name} … COMMAND", err=True)
    elif not refused and wrong.ctx is not None:
        click.echo(f"usage: {wrong.ctx.get_usage().removeprefix('Usage: ')}", err=True)
    return 1 if refused else 2


if __name__ == "__main__":
    main()
