"""The program in this process, and children that record until they are killed."""

import io
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest

from cli.main import main
from ledger.command import Command
from ledger.service import Ledger, begin_campaign

APPENDER = Path(__file__).with_name("appender.py")


class Answer(NamedTuple):
    """What a call gave back."""

    code: int
    out: str
    err: str


Call = Callable[..., Answer]


@pytest.fixture
def call(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Call:
    """Run the program in an empty folder; nothing it says may be a traceback."""
    for name in ("CAMPAIGN_DB", "CAMPAIGN", "CAMPAIGN_BRANCH", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)

    def run(*words: str, typed: bytes = b"") -> Answer:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8"))
        capsysbinary.readouterr()
        with pytest.raises(SystemExit) as done:
            main(list(words))
        out, err = capsysbinary.readouterr()
        answer = Answer(int(done.value.code or 0), out.decode(), err.decode())
        assert "Traceback" not in answer.err
        return answer

    return run


Begin = Callable[..., None]


@pytest.fixture(scope="session")
def begin() -> Begin:
    """Begin a campaign of vampires in a store."""

    def run(target: str, *names: str) -> None:
        with Ledger.open(target, "write") as ledger, ledger.writing() as writer:
            recorder, _ = begin_campaign(writer, "The Alley", "1998-10-31 21:00")
            assert recorder is not None
            for who in names:
                words = {"system": "vampire", "traits": {"stamina": "3", "humanity": "7"}}
                recorder.record(Command(verb="add", line=f"add {who}", who=(who,), words=words))
            recorder.flush()

    return run


class Appenders:
    """Children that record commands, and what they have said."""

    def __init__(self) -> None:
        self._server = subprocess.Popen(
            [sys.executable, str(APPENDER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._numbers = count(1)

    def start(self, target: str, who: str, commands: int = 0) -> int:
        """Start a child; its number."""
        number = next(self._numbers)
        assert self._server.stdin is not None
        self._server.stdin.write(f"{number} {target} {who} {commands}\n".encode())
        self._server.stdin.flush()
        return number

    def hear(self) -> tuple[int, str, str]:
        """The next thing that a child says: its number, a word, a value."""
        assert self._server.stdout is not None
        line = self._server.stdout.readline().decode()
        assert line, "the fork server has ended"
        number, word, value = line.split()
        return int(number), word, value

    def stop(self) -> None:
        """End the server; children that are still at work go on to their end."""
        self._server.communicate(timeout=60)


@pytest.fixture
def appenders() -> Iterator[Appenders]:
    """A fork server."""
    server = Appenders()
    yield server
    server.stop()
