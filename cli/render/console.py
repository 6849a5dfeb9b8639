"""The console: Rich, but a closed pipe is the caller's business; when it has colour, and a pager."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Literal

from rich.console import Console

NO_PAGER = ("", "cat")  # what PAGER says to those who want none


class PlainConsole(Console):
    """A console that does not end the program when whoever reads has had enough."""

    def on_broken_pipe(self) -> None:
        """Let the program say what that means."""
        raise BrokenPipeError


def has_color(flag: str, environment: Mapping[str, str], *, terminal: bool) -> bool:
    """Whether an answer has colour: by the flag, else NO_COLOR, else FORCE_COLOR, else a terminal."""
    if flag != "auto":
        return flag == "always"
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return environment["FORCE_COLOR"] != "0"
    return terminal and environment.get("TERM") != "dumb"


def has_pager(flag: bool, environment: Mapping[str, str], *, terminal: bool) -> bool:
    """Whether a long answer goes through a pager: only on a terminal, and not where it is declined."""
    return flag and terminal and environment.get("PAGER", "less").strip() not in NO_PAGER


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
