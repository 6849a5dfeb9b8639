"""A session that keeps the store open while other processes come and go."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ledger.service import Ledger
from ledger.store import belongs_to_store

PROGRAM = (sys.executable, "-c", "from cli.main import main; main()")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with one vampire."""
    path = tmp_path / "campaign.db"
    lines = "init Alley --start 1998-10-31\nadd Vera vampire stamina=2 humanity=7\n"
    other(path, "run", "-", typed=lines)
    return path


def other(store: Path, *words: str, typed: str = "") -> str:
    """Another terminal, which ends with its command; what it prints."""
    done = subprocess.run(
        [*PROGRAM, "--db", str(store), *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def opened(path: Path, mode: str) -> None:
    """Open the store once more, read in it, and close it."""
    with Ledger.open(str(path), mode) as ledger, ledger.reading() as reader:
        assert reader.campaigns()


BETWEEN: dict[str, Callable[[Path], Any]] = {
    "another connection": lambda path: opened(path, "write"),
    "a reader": lambda path: opened(path, "read"),
    "another name": lambda path: belongs_to_store(str(path.parent / "." / path.name)),
    "the file of an answer": lambda path: belongs_to_store(str(path)),
    "its log": lambda path: belongs_to_store(f"{path}-wal"),
    "its index": lambda path: belongs_to_store(f"{path}-shm"),
}


@pytest.mark.parametrize("between", BETWEEN)
def test_the_log_of_an_open_store_is_not_taken_away(store: Path, between: str) -> None:
    """Whatever this process does with the file, another one that ends knows of it.

    The last connection of all removes the log. POSIX forgets the locks by which it knows that it
    is not the last as soon as their process closes the file anywhere.
    """
    with Ledger.open(str(store), "write") as kept:
        with kept.writing() as writer:
            before = writer.campaigns()
        log = Path(f"{store}-wal").stat().st_ino
        BETWEEN[between](store)
        other(store, "note", "Vera", "from elsewhere")
        assert Path(f"{store}-wal").stat().st_ino == log
        with kept.reading() as reader:
            assert reader.campaigns() == before


def test_a_session_and_another_terminal_see_each_other(store: Path) -> None:
    """What either records is there for both, branches too."""
    with subprocess.Popen(
        [*PROGRAM, "--db", str(store), "shell"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        bufsize=1,
    ) as session:
        assert session.stdin is not None
        assert session.stdout is not None

        def say(line: str) -> str:
            assert session.stdin is not None
            assert session.stdout is not None
            session.stdin.write(f"{line}\n")
            return session.stdout.readline()

        assert "branch gone leaves main" in say("branch create gone")
        assert "branch gone" in say("branch switch gone")
        other(store, "branch", "switch", "main")
        other(store, "branch", "delete", "gone")
        assert "note Vera" in say("note Vera one")
        assert "note one" in other(store, "history", "type:note")
        other(store, "note", "Vera", "two")
        assert "no branch 'gone'" in say("branch switch gone")
        assert "note Vera" in say("note Vera three")
        session.stdin.close()
        assert session.wait(60) == 1  # of the branch that is gone
    told = other(store, "history", "type:note")
    assert [line.split()[5] for line in told.splitlines()[1:]] == ["one", "two", "three"]
    assert other(store, "verify") == ""
