"""The sheet of a ReQuest character: what `status` shows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ledger.rules.request.character import Adventurer, Pending
from ledger.rules.request.characteristics import effective, is_helpless, is_out_of_want
from ledger.rules.request.conditions import is_prone
from ledger.rules.request.exertion import activity_shift
from ledger.rules.request.heroism import POOL
from ledger.rules.request.hindrances import modifiers, movement
from ledger.rules.request.load import band, encumbrance
from ledger.rules.request.locations import CHARACTERISTICS
from ledger.rules.request.privation import states
from ledger.rules.request.repose import FATIGUE
from ledger.rules.settings import World

# the gravest that holds is the status, the others are conditions; with the rule of each
GRAVEST: Mapping[str, str] = {
    "unconscious": "request.unconscious",
    "incapacitated": "request.incapacitated",
    "helpless": "request.characteristic.helpless",
}


def _holding(h: Adventurer) -> Iterator[str]:
    if h.faint is not None or is_out_of_want(h):
        yield "unconscious"
    if h.has_major:
        yield "incapacitated"
    if is_helpless(h):
        yield "helpless"
    if h.dazed is not None:
        yield "dazed"
    if is_prone(h):
        yield "prone"
    if h.doom is not None or any(part.dies_at is not None for part in h.parts):
        yield "dying"
    if h.held_until is not None:
        yield "stabilised"
    if h.acting is not None:
        yield "acting"


def status(h: Adventurer) -> tuple[str, list[str]]:
    """The first that holds, and the conditions beside it."""
    if h.death is not None:
        return "dead", []
    holding = list(_holding(h))
    first = next((word for word in GRAVEST if word in holding), "active")
    return first, [word for word in holding if word != first]


def request_sheet(h: Adventurer, world: World, _: int) -> dict[str, Any]:
    """The status of a ReQuest character."""
    word, conditions = status(h)
    pools = {} if h.hero_points is None else {POOL: h.hero_points}
    return {
        "status": word,
        "conditions": conditions,
        "body": h.anatomy.name,
        "locations": {
            location.name: {
                "hp": h.hit_points(place),
                "max": h.maximum(place),
                "wound": part.wound,
                "disabled": h.is_disabled(place),
                "scarred": part.scarred,
                "maimed": part.maimed,
                "severed": part.severed,
                "lost": part.lost,
            }
            for place, location, part in h.places()
        },
        "characteristics": {
            name: {
                "now": h.value(name).now,
                "original": h.value(name).original,
                "effective": effective(h, name),
            }
            for name in CHARACTERISTICS
        },
        "traits": {"resilience": h.resilience, "persistence": h.persistence},
        "fatigue": FATIGUE[h.fatigue],
        "states": states(h),
        "load": band(h, world).name,
        "encumbrance": encumbrance(h),
        "movement": movement(h, world),
        "activity_shift": activity_shift(h, world),
        "modifiers": [modifier.row() for modifier in modifiers(h, world)],
        "alterations": [
            {
                "label": alteration.label,
                "characteristic": alteration.characteristic,
                "amount": alteration.amount,
                "until": None
                if alteration.until is None
                else world.calendar.format(alteration.until),
            }
            for alteration in h.alterations
        ],
        "pools": {name: {"now": pool.now, "max": pool.max} for name, pool in pools.items()},
        "pending": _pending(h, world),
    }


def _pending(h: Adventurer, world: World) -> Sequence[dict[str, Any]]:
    """The tests that are owed; the dead owe none, though a result may still be entered."""
    if h.death is not None:
        return []
    rows = [
        {
            "test": test.test,
            "reason": test.reason,
            "modifier": test.modifier,
            "deadline": _deadline(h, test, world),
        }
        for test in h.pending
    ]
    if h.doom is not None and h.doom.asked:
        deadline = world.calendar.format(h.doom.dies_at)
        reason = "CON 0 by hunger, thirst or cold"
        rows.append({"test": "death", "reason": reason, "modifier": 0, "deadline": deadline})
    return rows


def _deadline(h: Adventurer, test: Pending, world: World) -> str | None:
    dies_at = h.parts[test.place].dies_at if test.mortal and test.place is not None else None
    return None if dies_at is None else world.calendar.format(dies_at)
