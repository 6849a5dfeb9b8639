"""How far a long command is: seen on a terminal only, late, and never in the answer."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pytest

from cli import progress as progress_of
from cli.progress import Bar, counted, progress

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Program


class Terminal(io.StringIO):
    """A standard error that somebody looks at."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Terminal]:
    """Put a terminal in the place of standard error, which pytest has taken after any fixture."""

    def put() -> Terminal:
        shown = Terminal()
        monkeypatch.setattr(sys, "stderr", shown)
        monkeypatch.setenv("TERM", "xterm")
        return shown

    return put


def ticking() -> Callable[[], float]:
    """A clock that goes on by a second whenever it is looked at."""
    seconds = iter(range(10_000))
    return lambda: float(next(seconds))


def test_what_is_quick_shows_nothing(seen: Callable[[], Terminal]) -> None:
    """Nobody wants a bar that is gone before it is read."""
    terminal = seen()
    bar = Bar("verifying", clock=lambda: 0.0)
    for done in range(100):
        bar(done, 100)
    bar.close()
    assert terminal.getvalue() == ""


def test_what_takes_long_shows_how_far_it_is(seen: Callable[[], Terminal]) -> None:
    """A name and a share, taken away at the end."""
    terminal = seen()
    bar = Bar("verifying", clock=ticking())
    for done in range(1, 5):
        bar(done, 8)
    bar.close()
    assert "verifying" in terminal.getvalue()
    assert "50%" in terminal.getvalue()
    assert terminal.getvalue().endswith("\x1b[2K")


def test_items_pass_as_they_are() -> None:
    """Counting changes nothing, and tells each when it is done with."""
    told: list[tuple[int, int | None]] = []
    passing = counted("abc", lambda done, total: told.append((done, total)), 3)
    assert [(item, len(told)) for item in passing] == [("a", 0), ("b", 1), ("c", 2)]
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_nobody_is_told_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe gets no bar, and a closed standard error neither."""
    for stream in (io.StringIO(), None):
        monkeypatch.setattr(sys, "stderr", stream)
        with progress("verifying", patience=0) as watch:
            watch(1, 2)
    assert stream is None


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("verify",), "verifying"),
        (("rebuild",), "rebuilding The Alley"),
        (("export",), "exporting"),
        (("export", "--format", "journal"), "exporting"),
        (("export", "--format", "csv"), "exporting"),
        (("--db", "other.db", "import", "archive.jsonl"), "importing"),
        (("run", "night.journal"), "running"),
        (("backup", "copy.db"), "copying"),
    ],
)
def test_long_commands_say_how_far_they_are(
    alley: Program, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], what: str
) -> None:
    """Each command that may take longer than a second has a bar, up to all that there is."""
    alley.ok("-o", "archive.jsonl", "export")
    (alley.folder / "night.journal").write_text("advance 1d\nhit Veronica 1 lethal\n")
    bars: list[Recorded] = []

    class Recorded(Bar):
        """A bar that keeps what it is told."""

        def __init__(self, what: str, *_: float) -> None:
            self.what = what
            self.told: list[tuple[int, int | None]] = [(0, None)]
            bars.append(self)

        def __call__(self, done: int, total: int | None) -> None:
            self.told.append((done, total))

        def close(self) -> None:
            self.told.append((-1, None))

    monkeypatch.setattr(progress_of, "Bar", Recorded)
    terminal = Terminal()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", terminal)
        assert alley(*words).code == 0
    (bar,) = bars
    assert bar.what == what
    *_, (done, total), end = bar.told
    assert end == (-1, None)
    assert done > 0 or what == "copying"
    assert total in {None, done} or "--format" in words
    assert terminal.getvalue() == ""
