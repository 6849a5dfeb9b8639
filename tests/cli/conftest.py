"""The program in this process: quick, with its exit code and both of its outputs."""

import io
import json
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

import click
import msgspec
import pytest

from cli.documents import DOCUMENTS, WITHOUT
from cli.documents.events import Receipt
from cli.main import PROGRAM, main
from ledger.rules import KINDS


class Answer(NamedTuple):
    """What a call gave back."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)


def see_data(row: dict[str, Any]) -> None:
    """See that what an event says is what events of its type can say."""
    bodies = [body for kind, body in KINDS.items() if kind.split(".")[1] == row["type"]]
    fitting = []
    for body in bodies:
        with suppress(msgspec.ValidationError):
            fitting.append(msgspec.convert(row["data"], body))
    assert fitting or (row["type"], row["data"]) == ("effect", {}), row


def command_meant(arguments: Sequence[str]) -> str:
    """The command that a line begins with, after the program's options: `status`, `rules show`."""
    words = list(arguments)
    while words[0] not in PROGRAM.commands:
        del words[: 1 if words[0].startswith("--") and "=" in words[0] else 2]
    found = PROGRAM.commands[words[0]]
    return " ".join(words[:2]) if isinstance(found, click.Group) else words[0]


class Program:
    """`campaign` in a folder of its own."""

    def __init__(
        self, folder: Path, capture: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch
    ) -> None:
        self.folder = folder
        self.store = folder / "campaign.db"
        self._capture = capture
        self._patch = patch

    def __call__(self, *arguments: str, typed: str | bytes = b"") -> Answer:
        """Run it, with *typed* on standard input."""
        raw = typed.encode() if isinstance(typed, str) else typed
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        self._capture.readouterr()
        code: int | str | None = 0
        try:
            main(list(arguments))
        except SystemExit as done:
            code = done.code or 0
        assert isinstance(code, int)
        return Answer(code, *self._capture.readouterr())

    def ok(self, *arguments: str, typed: str | bytes = b"") -> str:
        """Run what must succeed, silently on stderr; its output."""
        answer = self(*arguments, typed=typed)
        assert (answer.code, answer.err) == (0, ""), answer
        return answer.out

    def json(self, *arguments: str, typed: str | bytes = b"") -> Any:
        """Run what must succeed; the document that it prints, which is as the reference says."""
        document = json.loads(self.ok("-O", "json", *arguments, typed=typed))
        self.see_shape(document, *arguments)
        return document

    def see_shape(self, document: Any, *arguments: str) -> None:
        """See that a document is of its command's type: all keys, no others, values of theirs."""
        command = command_meant(arguments)
        if command in WITHOUT:  # its JSON is of another format, with a reader of its own
            return
        assert command in DOCUMENTS, f"say in cli.documents what `{command}` prints"
        read = msgspec.convert(document, DOCUMENTS[command])
        again = json.loads(msgspec.json.encode(read))
        assert again == document, "a key is missing, or one too many is there"
        rows = document if command == "history" else []
        rows = document["events"] if DOCUMENTS[command] is Receipt else rows
        for row in rows:
            see_data(row)

    def journal(self, *lines: str) -> str:
        """Run lines as a journal, all of which must succeed."""
        return self.ok("run", "-", typed="\n".join(lines))

    def sheet(self, who: str, *arguments: str) -> dict[str, Any]:
        """The sheet of one character."""
        (found,) = self.json("status", who, *arguments)["characters"]
        assert isinstance(found, dict)
        return found

    def rows(self) -> list[tuple[Any, ...]]:
        """All commits and events as they are stored, and the branches."""
        with closing(sqlite3.connect(self.store)) as base:
            found: list[tuple[Any, ...]] = []
            for table in ("campaigns", "branches", "commits", "events"):
                found += base.execute(f"SELECT * FROM {table} ORDER BY 1, 2, 3").fetchall()
        return found


@pytest.fixture
def campaign(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Program:
    """The program in an empty folder."""
    for name in ("CAMPAIGN_DB", "CAMPAIGN", "CAMPAIGN_BRANCH", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return Program(tmp_path, capsys, monkeypatch)


@pytest.fixture
def alley(campaign: Program, sqlite_template: Path) -> Program:
    """The program beside a store with two vampires in it."""
    shutil.copy(sqlite_template, campaign.store)
    campaign.journal(
        'init "The Alley" --start "1998-10-31 21:00"',
        "add Veronica vampire stamina=2 strength=1 humanity=7",
        "add Kincaid vampire stamina=4 fortitude=1 humanity=5",
    )
    return campaign


@pytest.fixture
def quiet_environment() -> dict[str, str]:
    """The environment for a process of its own."""
    return {k: v for k, v in os.environ.items() if not k.startswith(("CAMPAIGN", "NO_COLOR"))}


Refuses = Callable[..., Answer]


@pytest.fixture
def refuses(campaign: Program) -> Refuses:
    """Run what must fail: a message on stderr only, in few lines, and not a row written."""

    def refuse(code: int, *arguments: str, typed: str | bytes = b"") -> Answer:
        before = campaign.rows() if campaign.store.exists() else None
        answer = campaign(*arguments, typed=typed)
        assert answer.code == code, answer
        assert answer.out == ""
        assert answer.err.startswith("campaign: ")
        assert len(answer.err.splitlines()) <= 4
        assert "Traceback" not in answer.err
        assert (campaign.rows() if campaign.store.exists() else None) == before
        return answer

    return refuse
