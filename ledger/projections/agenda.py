"""The agenda: what will happen by itself or may be done, over all characters, in date order."""

from collections.abc import Sequence
from typing import Any

from ledger.replay import Life


def due_rows(lives: Sequence[Life], at: int, until: int | None = None) -> list[dict[str, Any]]:
    """What is ahead at *at*, the horizon *until* included; None for no horizon.

    At one moment characters stand in the order in which they were added.
    """
    ahead = []
    for life in lives:
        state, world = life.at(at)
        if state is None or life.system is None:
            continue
        ahead += [
            (due, life.who, world.calendar.format(due.at))
            for due in life.system.due(state, world, at)
            if until is None or due.at <= until
        ]
    return [
        {"at": date, "who": who, "what": due.what, "rule": due.rule, "certain": due.certain}
        for due, who, date in sorted(ahead, key=lambda row: row[0].at)
    ]
