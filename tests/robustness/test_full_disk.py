"""A full disk: the command is refused as a whole, and once there is room work goes on."""

import os
import resource
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

Call = Callable[..., Any]
LONG = "what the porter said " * 400
BESIDE = 32_768  # what SQLite wants beside a file in WAL mode, even to read it


@pytest.fixture
def alley(sqlite_target: str, begin: Callable[..., None]) -> Path:
    """A store with a campaign."""
    begin(sqlite_target, "Vera")
    return Path(sqlite_target)


@pytest.fixture
def fill(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let no store grow by more than so many pages from now on."""
    connect = sqlite3.connect

    def run(pages: int) -> None:
        def limited(*args: Any, **kwargs: Any) -> sqlite3.Connection:
            base: sqlite3.Connection = connect(*args, **kwargs)
            (size,) = base.execute("PRAGMA page_count").fetchone()
            base.execute(f"PRAGMA max_page_count = {size + pages}")
            return base

        monkeypatch.setattr(sqlite3, "connect", limited)

    return run


def rows(store: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(store)) as base:
        tables = ("campaigns", "branches", "commits", "events")
        return [row for table in tables for row in base.execute(f"SELECT * FROM {table}")]


def is_full(answer: Any) -> None:
    assert answer.code == 3, answer
    assert answer.out == ""
    assert answer.err.startswith("campaign: ")
    assert "disk is full" in answer.err
    assert len(answer.err.splitlines()) <= 2


@pytest.mark.parametrize("pages", range(3))
def test_a_command_is_refused_whole(
    call: Call, alley: Path, fill: Callable[[int], None], pages: int
) -> None:
    """A command that finds no room leaves no row, wherever in its writing the room ends."""
    before = rows(alley)
    fill(pages)
    is_full(call("note", "Vera", LONG))
    assert rows(alley) == before
    assert call("verify") == (0, "", "")


@pytest.mark.parametrize("pages", [0, 5, 25])
def test_a_journal_is_refused_whole(
    call: Call, alley: Path, fill: Callable[[int], None], pages: int
) -> None:
    """A journal that finds no room half way leaves none of its commands."""
    before = rows(alley)
    fill(pages)
    is_full(call("run", "-", typed=(f"note Vera '{LONG}'\n" * 20).encode()))
    assert rows(alley) == before
    assert call("verify") == (0, "", "")


def test_work_goes_on_when_there_is_room(
    call: Call, alley: Path, fill: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was refused for want of room is recorded once there is some."""
    fill(0)
    is_full(call("note", "Vera", LONG))
    monkeypatch.undo()
    os.chdir(alley.parent)
    assert call("note", "Vera", LONG).code == 0
    assert call("verify") == (0, "", "")


def test_reading_needs_no_room(call: Call, alley: Path, fill: Callable[[int], None]) -> None:
    """A full disk stops nobody from reading."""
    assert alley.exists()
    fill(0)
    for command in ("status", "history", "due", "log", "characters", "verify", "export"):
        assert call(command).code == 0


def limited(size: int) -> Callable[[], None]:
    """Let files of a new process not grow beyond so many bytes, as the system itself sees to it."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def process(alley: Path, size: int, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["campaign", *words],
        cwd=alley.parent,
        preexec_fn=limited(size),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_systems_own_limit_is_obeyed(call: Call, alley: Path) -> None:
    """Where the system refuses to let the file's log grow, nothing is recorded and it is said."""
    before = rows(alley)
    alley.with_name("long.journal").write_text(f"note Vera '{LONG}'\n" * 20)
    done = process(alley, BESIDE, "run", "long.journal")
    assert (done.returncode, done.stdout) == (3, "")
    assert len(done.stderr.splitlines()) <= 2
    assert rows(alley) == before
    assert call("verify") == (0, "", "")


def test_init_without_room_leaves_no_file(alley: Path) -> None:
    """A store that cannot be made is not there by half."""
    before = set(alley.parent.iterdir())
    done = process(alley, 8_192, "--db", "new.db", "init", "Again", "--start", "1998-10-31")
    assert (done.returncode, done.stdout) == (3, "")
    assert len(done.stderr.splitlines()) <= 2
    assert set(alley.parent.iterdir()) == before


def test_a_backup_without_room_leaves_no_file(alley: Path) -> None:
    """Half a copy is worse than none."""
    done = process(alley, BESIDE, "backup", "copy.db")
    assert done.returncode == 1
    assert "copy.db cannot be written" in done.stderr
    assert not alley.with_name("copy.db").exists()


def test_an_export_without_room_is_no_success(alley: Path) -> None:
    """Who keeps an export on a full disk must not believe that it is whole."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            ["campaign", "export"],
            cwd=alley.parent,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 1
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr
