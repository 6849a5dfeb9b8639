"""`export` and `import`: a campaign as a file, as a journal, as a table, and back into a store."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.answer import into_file
from cli.desk import Desk, the_desk
from cli.grammar import Argument, GrammarCommand, Option
from cli.history import history_csv, journal_of, question, question_params
from cli.progress import Watch, counted, progress
from ledger.errors import Refused

if TYPE_CHECKING:
    from ledger.campaign import Campaign

FORMATS = ("jsonl", "journal", "csv")


@click.pass_context
def _export(ctx: click.Context, /, form: str | None, file: str | None, **asked: Any) -> None:
    desk = the_desk(ctx)
    form = form or {"csv": "csv", "journal": "journal"}.get(desk.output, "jsonl")
    if form == "jsonl" and any(asked.values()):
        raise click.UsageError("jsonl keeps everything; ask with --format journal or csv")
    place = nullcontext() if file is None else into_file(file)
    with place, desk.reading() as campaign, progress("exporting") as watch:
        out = sys.stdout.buffer
        for line in _lines(campaign, form, asked, watch):
            out.write(line)
        out.flush()


def _lines(
    campaign: Campaign, form: str, asked: Mapping[str, Any], watch: Watch
) -> Iterator[bytes]:
    """The lines of an export, line feeds included."""
    if form == "jsonl":
        from ledger.moving.exporting import archive_lines

        yield from archive_lines(campaign.reader, campaign.row, watch)
    elif form == "journal":
        lines = journal_of(campaign, question(campaign, asked))
        for line in counted(lines, watch, campaign.position):
            yield f"{line}\n".encode()
    else:
        lines = history_csv(campaign, question(campaign, asked))
        for line in counted(lines, watch, campaign.position):
            yield line.encode()


@contextmanager
def _opened(source: str) -> Iterator[Iterator[bytes]]:
    """The lines of a file, or of standard input."""
    if source == "-":
        yield iter(sys.stdin.buffer)
        return
    from ledger.store import belongs_to_store

    if belongs_to_store(source):
        raise Refused(f"{source} belongs to a store; `export` writes what `import` reads")
    try:
        with Path(source).open("rb") as file:
            yield iter(file)
    except OSError as why:
        if why.filename != str(Path(source)):  # not of this file
            raise
        raise Refused(f"{source or repr(source)}: {why.strerror or why}") from None


@click.pass_context
def _import(ctx: click.Context, /, file: str) -> None:
    from ledger.moving.archive import read_header
    from ledger.moving.importing import import_archive

    desk = the_desk(ctx)
    _refuse_in_journal(desk, "import")
    with _opened(file) as lines:
        first = next(lines, b"")
        read_header(first, file)  # before a store is made for it
        with desk.journal(creates=True), progress("importing") as watch:
            assert desk.writer is not None
            again = _measured(first, lines, watch, _size(file))
            done = import_archive(desk.writer, again, file)
    if desk.output == "json":
        desk.print_json({"campaign": done.campaign, "commits": done.commits, "events": done.events})
    elif done.commits or done.branches:
        click.echo(f"{done.campaign}: {done.commits} new commands, {done.events} new events")
    else:
        click.echo(f"{done.campaign}: 0 new; all of it was known already")


def _size(source: str) -> int | None:
    """The bytes of a file; None where nobody knows before the end."""
    return None if source == "-" else Path(source).stat().st_size or None


def _measured(
    first: bytes, lines: Iterator[bytes], watch: Watch, size: int | None
) -> Iterator[bytes]:
    """All lines; told as done by their bytes."""
    done = 0
    for line in chain([first], lines):
        yield line
        done += len(line)
        watch(done, size)


def _refuse_in_journal(desk: Desk, name: str) -> None:
    if desk.writer is not None:
        raise click.UsageError(f"{name} concerns the whole store and stands in no journal")


EXPORT = GrammarCommand(
    "export",
    help="The campaign on standard output: to the letter, as a journal, or as a table.",
    callback=_export,
    params=[
        *question_params(),
        Option(
            ["--format", "form"],
            type=click.Choice(FORMATS),
            help="jsonl (if not given) keeps everything, journal what stands, csv the history.",
        ),
        Option(["-o", "--to-file", "file"], metavar="FILE", help="Where to write it."),
    ],
)
IMPORT = GrammarCommand(
    "import",
    help="A jsonl export from FILE or - (standard input); what is known already is skipped.",
    callback=_import,
    params=[Argument(["file"], metavar="FILE")],
)
