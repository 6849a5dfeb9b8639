"""A calendar as it is named on the command line: a known name, a file, or the JSON itself."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.errors import Refused

if TYPE_CHECKING:
    from ledger.calendar import CalendarDefinition

MOST_BYTES = 16 * 1024 * 1024  # exports of other tools bring their notes with them


def calendar_written(text: str, chosen: str | None = None) -> str | CalendarDefinition:
    """The known name, or the definition that a file or the text itself holds.

    *chosen* is the name of one among several calendars of a file; None for the only one.

    Raises:
        Refused: when there is neither a calendar nor a file of that name, or it cannot be read.
    """
    from ledger.calendar import CALENDARS, find_calendar

    if text.lstrip().startswith("{"):
        return _read(text.encode(errors="surrogatepass"), "the calendar", chosen)
    if text.strip().casefold() in CALENDARS:
        return find_calendar(text).name
    try:
        return read_file(text, chosen)
    except FileNotFoundError:
        try:
            find_calendar(text)
        except Refused as why:
            raise Refused(f"no file {text[:60]!r}, and {why}") from None
        raise


def read_file(path: str, chosen: str | None = None) -> CalendarDefinition:
    """The definition in a file, or on standard input for `-`.

    Raises:
        FileNotFoundError: when there is none of that name.
        Refused: when it cannot be read, is too large, or holds no calendar.
    """
    try:
        if path == "-":
            return _read(sys.stdin.buffer.read(MOST_BYTES + 1), "standard input", chosen)
        with Path(path).open("rb") as file:
            return _read(file.read(MOST_BYTES + 1), path, chosen)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as why:
        said = why.strerror if isinstance(why, OSError) else None
        raise Refused(f"{path[:60]!r}: {said or why}") from None


def _read(raw: bytes, source: str, chosen: str | None) -> CalendarDefinition:
    from ledger.calendar.formats import read_calendar

    if len(raw) > MOST_BYTES:
        raise Refused(f"{source} is no calendar: it has more than {MOST_BYTES >> 20} MiB")
    return read_calendar(raw.removeprefix(b"\xef\xbb\xbf"), source, chosen)
