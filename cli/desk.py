"""The desk: which store, campaign and branch commands mean, and how answers are shown.

A command on the shell opens the store for itself; a journal opens it once, and all of its commands
happen in one transaction. What is imported here at the top is light: the library is imported when
a command runs, so that help and completion come at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ledger.errors import StoreUnusable
from ledger.text import shown_safely

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from ledger.campaign import Campaign
    from ledger.command import Command, Receipt
    from ledger.recording import Recorder
    from ledger.service import Ledger
    from ledger.store.event_store import Writer

DEFAULT_STORE = "campaign.db"


@dataclass
class Desk:
    """What holds for all commands of one call.

    Attributes:
        store: a path or a SQLAlchemy URL.
        campaign: a campaign's name; None for the only one.
        branch: a branch's name; None for the current one.
        output: text, json, ndjson, csv or journal.
        color: auto, always or never.
        pager: whether a long answer may go through one.
        writer: the transaction of a journal; None outside one.
        recorder: the campaign of a journal; None before its `init`, or outside one.
        kept: the store that stays open from one line to the next; None for none.
        quiet: whether recording says nothing (a journal).
        receipts: what became of the commands of a journal.
        clock: the campaign's date when a journal ended.
        recorded: whether something has been written, whatever becomes of the answer.
    """

    store: str = DEFAULT_STORE
    campaign: str | None = None
    branch: str | None = None
    output: str = "text"
    color: str = "auto"
    pager: bool = True
    writer: Writer | None = None
    recorder: Recorder | None = None
    kept: Ledger | None = None
    quiet: bool = False
    receipts: list[Receipt] = field(default_factory=list)
    recorded: bool = False
    clock: str = ""

    @contextmanager
    def opened(self, mode: str) -> Iterator[Ledger]:
        """The store, which closes at the end unless it is kept open for many lines."""
        from ledger.service import Ledger

        if self.kept is not None:
            yield self.kept
            return
        with Ledger.open(self.store, mode) as ledger:
            yield ledger

    @contextmanager
    def reading(self, known_at: str | None = None) -> Iterator[Campaign]:
        """The campaign to ask, perhaps as it was known at a moment."""
        from ledger.service import open_campaign

        if self.writer is not None:
            recorder = self._recorder()
            recorder.flush()
            if known_at is None:
                yield recorder.campaign
            else:
                name = recorder.campaign.name
                yield open_campaign(self.writer, name, recorder.campaign.branch.name, known_at)
            return
        with self.opened("read") as ledger, ledger.reading() as reader:
            yield open_campaign(reader, self.campaign, self.branch, known_at)

    @property
    def meant(self) -> tuple[str | None, str | None]:
        """The campaign and the branch that a command means, by name; None for the only one."""
        if self.recorder is not None:
            return self.recorder.campaign.name, self.recorder.campaign.branch.name
        return self.campaign, self.branch

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """A transaction to write in: the journal's, or one of its own."""
        from ledger.service import Ledger

        if self.writer is not None:
            if self.recorder is not None:
                self.recorder.flush()
            yield self.writer
            return
        with Ledger.open(self.store, "write") as ledger, ledger.writing() as writer:
            yield writer

    @contextmanager
    def recording(self) -> Iterator[Recorder]:
        """The campaign to record in, in the journal's transaction or one of its own."""
        from ledger.service import open_recorder

        with self.writing() as writer:
            if self.writer is not None:
                yield self._recorder()
                return
            recorder = open_recorder(writer, self.campaign, self.branch)
            yield recorder
            recorder.flush()

    def turned(self) -> None:
        """Another branch is the current one: a journal without a branch of its own goes on there."""
        from ledger.service import open_recorder

        if self.writer is not None and self.recorder is not None and self.branch is None:
            self.recorder = open_recorder(self.writer, self.recorder.campaign.name)

    def record(self, command: Command) -> None:
        """Record a command and show what became of it."""
        from ledger.service import open_recorder

        if self.writer is not None:
            recorder = self._recorder()
            receipt = recorder.record(command, report=not self.quiet)
            self.receipts.append(receipt)
            if not self.quiet:
                self._show(recorder.campaign, command, receipt)
            return
        with self.opened("write") as ledger:
            with ledger.writing() as writer:
                recorder = open_recorder(writer, self.campaign, self.branch)
                receipt = recorder.record(command)
                recorder.flush()
            self.recorded = receipt.command is not None
            with ledger.reading() as reader:
                recorder.campaign.reader = reader
                self._show(recorder.campaign, command, receipt)

    def _show(self, campaign: Campaign, command: Command, receipt: Receipt) -> None:
        """Print what became of a command."""
        from cli.render.receipts import receipt_document, receipt_lines

        if self.output == "json":
            self.print_json(receipt_document(campaign, receipt))
            return
        for line in receipt_lines(campaign, command, receipt):
            click.echo(shown_safely(line))

    def _recorder(self) -> Recorder:
        """The journal's campaign; opened at the first command that needs it."""
        from ledger.service import open_recorder

        if self.recorder is None:
            assert self.writer is not None
            self.recorder = open_recorder(self.writer, self.campaign, self.branch)
        return self.recorder

    @contextmanager
    def journal(self, *, creates: bool) -> Iterator[None]:
        """One transaction for many commands; on an error nothing of it is kept.

        A store that does not exist yet is made beside its place and put there when all is well.
        """
        from ledger.service import Ledger

        new = creates and not self.exists
        folder = Path(self.store).parent
        if new and not folder.is_dir():
            raise StoreUnusable(f"no folder {folder} for a new store {Path(self.store).name}")
        target = f"{self.store}.{os.getpid()}.new" if new else self.store
        try:
            mode = "create" if creates else "write"
            with Ledger.open(target, mode) as ledger, ledger.writing() as writer:
                self.writer = writer
                yield
                if self.recorder is not None:
                    self.recorder.flush()
                    campaign = self.recorder.campaign
                    self.clock = campaign.calendar.format(campaign.clock)
            if new:
                _put_in_place(target, self.store)
        finally:
            self.writer = self.recorder = None
            if new:
                for ending in ("", "-wal", "-shm"):
                    Path(target + ending).unlink(missing_ok=True)

    @contextmanager
    def in_memory(self) -> Iterator[None]:
        """A store in memory takes the store's place; at a prompt only for this line."""
        before, self.store = self.store, "sqlite://"
        try:
            yield
        finally:
            self.store = before

    @property
    def exists(self) -> bool:
        """Whether the store is there already; a URL counts as such."""
        return "://" in self.store or Path(self.store).exists()

    def begin(self, name: str, start: str, words: dict[str, Any]) -> Receipt:
        """Begin a campaign in the open journal, which goes on in it."""
        from ledger.service import begin_campaign

        assert self.writer is not None
        if self.recorder is not None:
            self.recorder.flush()
        recorder, receipt = begin_campaign(self.writer, name, start, **words)
        self.recorder = recorder or self.recorder
        self.receipts.append(receipt)
        return receipt

    @property
    def is_colored(self) -> bool:
        """Whether answers have colour."""
        from cli.render.terminal import has_color

        return has_color(self.color, os.environ, terminal=sys.stdout.isatty())

    def console(self) -> Console:
        """Where text goes: as wide as the terminal, without colour where that is not wanted."""
        from cli.render.console import console

        return console(color=self.is_colored)

    def show(self, lines: Iterable[RenderableType]) -> None:
        """Print lines (tables only where somebody sees them); what is longer than the terminal goes through a pager."""
        from cli.render.terminal import has_pager

        if not (self.is_colored or sys.stdout.isatty()):
            for line in lines:
                click.echo(str(line))
            return
        console = self.console()
        terminal = sys.stdout.isatty() and sys.stdin is not None and sys.stdin.isatty()
        if self.writer is not None or not has_pager(self.pager, os.environ, terminal=terminal):
            for line in lines:
                console.print(line)
            return
        with console.capture() as captured:
            for line in lines:
                console.print(line)
        text = captured.get()
        if text.count("\n") < console.height:
            click.echo(text, nl=False, color=True)
            return
        with click.get_pager_file(color=None if self.is_colored else False) as pager:
            pager.write(text)

    def print_json(self, document: Any) -> None:
        """One JSON document on stdout."""
        click.echo(self.json_text(document))

    @staticmethod
    def json_text(document: Any) -> str:
        """A JSON document, indented."""
        import msgspec

        return msgspec.json.format(msgspec.json.encode(document), indent=2).decode()


def _put_in_place(made: str, place: str) -> None:
    """Give a new store its name, unless somebody has taken the name meanwhile."""
    from ledger.errors import Conflict

    try:
        try:
            os.link(made, place)  # fails where the name is taken, as a rename would not
        except FileExistsError:
            raise
        except OSError:  # a memory stick knows no second name for a file
            os.close(os.open(place, os.O_CREAT | os.O_EXCL))
            Path(made).replace(place)
    except FileExistsError:
        raise Conflict(f"somebody else has just made {place}: try again") from None


def the_desk(ctx: click.Context) -> Desk:
    """The desk of a running command."""
    desk = ctx.find_object(Desk)
    assert desk is not None
    return desk
