"""The console: Rich, but a closed pipe is the caller's business."""

from __future__ import annotations

import sys
from typing import Literal

from rich.console import Console


class PlainConsole(Console):
    """A console that does not end the program when whoever reads has had enough."""

    def on_broken_pipe(self) -> None:
        """Let the program say what that means."""
        raise BrokenPipeError


def console(*, color: bool) -> PlainConsole:
    """A console on standard output: as wide as the terminal, without a width where none is."""
    terminal = sys.stdout.isatty()

    def made(colors: Literal["auto", "standard"] | None) -> PlainConsole:
        return PlainConsole(
            file=sys.stdout,
            width=None if terminal else 10_000,
            highlight=False,
            markup=False,  # a note may hold brackets, and no smiley is meant by a word in colons
            emoji=False,
            soft_wrap=not terminal,
            color_system=colors,
            force_terminal=color,
            no_color=not color,
        )

    found = made("auto" if color else None)
    # asked for where nothing is known of the terminal
    return made("standard") if color and found.color_system is None else found
