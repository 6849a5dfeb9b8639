"""How far a long command has come: a bar on a terminal's standard error, and nothing anywhere else."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress

Watch = Callable[[int, int | None], None]
T = TypeVar("T")
PATIENCE = 0.5  # seconds until a bar appears: what is done by then needs none


class Bar:
    """A bar that appears when its command takes long."""

    def __init__(
        self, what: str, patience: float = PATIENCE, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._what = what
        self._clock = clock
        self._due = clock() + patience
        self._shown: Progress | None = None

    def __call__(self, done: int, total: int | None) -> None:
        """So much is done of so much; None where nobody knows how much there is."""
        now = self._clock()
        if now < self._due:
            return
        self._due = now + 0.1  # a terminal wants no more than ten a second
        if self._shown is None:
            self._shown = _progress()
            self._shown.add_task(self._what, total=total)
            self._shown.start()
        self._shown.update(self._shown.task_ids[0], completed=done, total=total)

    def close(self) -> None:
        """Take the bar away."""
        if self._shown is not None:
            self._shown.stop()


def _progress() -> Progress:
    from rich.console import Console
    from rich.progress import Progress

    return Progress(
        console=Console(file=sys.stderr),
        transient=True,
        # what a journal prints meanwhile on the same terminal stands above the bar
        redirect_stdout=sys.stdout.isatty(),
        redirect_stderr=False,
    )


def _unseen(done: int, total: int | None) -> None:
    """Nobody looks."""


@contextmanager
def progress(what: str, patience: float = PATIENCE) -> Iterator[Watch]:
    """Somewhere to tell how much is done, while *what* goes on; seen after *patience* seconds."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield _unseen
        return
    bar = Bar(what, patience)
    try:
        yield bar
    finally:
        bar.close()


def counted(items: Iterable[T], watch: Watch, total: int | None) -> Iterator[T]:
    """The same items, of which each is told as done."""
    for done, item in enumerate(items, 1):
        yield item
        watch(done, total)
