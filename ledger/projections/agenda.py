"""The agenda: what will happen by itself or may be done, over all characters, in date order."""

from collections.abc import Sequence
from typing import Any

import msgspec

from ledger.replay import Life
from ledger.rules.system import Due


class Entry(msgspec.Struct, frozen=True):
    """What is due, for whom, and its in-game date as text."""

    due: Due
    who: str
    date: str


def agenda(lives: Sequence[Life], at: int, until: int | None = None) -> list[Entry]:
    """What is ahead at *at*, the horizon *until* included; None for no horizon.

    At one moment characters stand in the order in which they were added.
    """
    ahead = []
    for life in lives:
        state, world = life.at(at)
        if state is None or life.system is None:
            continue
        ahead += [
            Entry(due, life.who, world.calendar.format(due.at))
            for due in life.system.due(state, world, at)
            if until is None or due.at <= until
        ]
    return sorted(ahead, key=lambda entry: entry.due.at)


def due_row(entry: Entry) -> dict[str, Any]:
    """An entry as the reference describes it."""
    due = entry.due
    return {
        "at": entry.date,
        "who": entry.who,
        "what": due.what,
        "rule": due.rule,
        "certain": due.certain,
    }
