"""What hinders a character: modifiers with their causes, and movement (section 2 and 6)."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from ledger.rules.request.character import Adventurer
from ledger.rules.request.load import NORMAL, OVERLOADED, RULES, TOO_MUCH, band, encumbrance
from ledger.rules.request.privation import states
from ledger.rules.request.repose import FATIGUE
from ledger.rules.settings import World

LIMBS = "request.location.penalties"
IMPOSSIBLE, BASE, PERSISTENCE = "impossible", "base score", "Persistence"


class Modifier(msgspec.Struct, frozen=True):
    """A modifier: to what, by how much in percent and strike ranks, at most what, and why."""

    applies_to: str
    percent: int
    why: str
    rule: str
    strike_rank: int = 0
    cap: str | None = None

    def row(self) -> dict[str, Any]:
        """As the reference describes it."""
        return {
            "applies_to": self.applies_to,
            "percent": self.percent,
            "strike_rank": self.strike_rank,
            "cap": self.cap,
            "why": self.why,
            "rule": self.rule,
        }


# what the loss of one limb of a kind, and of two or more, does besides the -20 % of each:
# applies to, percent, cap
ONE: Mapping[str, tuple[tuple[str, int, str | None], ...]] = {
    "arm": (("two-handed weapons", 0, IMPOSSIBLE), ("skills that use two arms", -20, None)),
    "leg": (("mobility skills", -20, None),),
}
BOTH: Mapping[str, tuple[tuple[str, int, str | None], ...]] = {
    "arm": (
        ("weapons", 0, IMPOSSIBLE),
        ("most skills with STR or DEX", 0, IMPOSSIBLE),
        ("Athletics, Dodge and the like", -40, None),
    ),
    "leg": (
        ("most mobility skills", 0, IMPOSSIBLE),
        ("Dodge, Stealth and the like", -40, None),
    ),
}
EACH: Mapping[str, tuple[tuple[str, int, str | None], ...]] = {
    "torso": (("skills with DEX or STR in the base", -20, None),),
    "head": (("all skills", -20, None), ("concentration", 0, PERSISTENCE)),
}
# by the level of fatigue: percent, metres, whether movement is halved, strike ranks
TOLL: Mapping[str, tuple[int, int, bool, int]] = {
    "Fresh": (0, 0, False, 0),
    "Winded": (-10, 0, False, 0),
    "Tired": (-20, -1, False, 0),
    "Wearied": (-30, -1, False, -2),
    "Exhausted": (-40, 0, True, -4),
    "Debilitated": (-50, 0, True, -6),
}
LADEN = "AGILITY, STEALTH, RESISTANCE and MAGIC skills"


def disabled(h: Adventurer, kind: str) -> list[str]:
    """The names of the disabled locations of a kind."""
    return [
        location.name
        for place, location, _ in h.places()
        if location.kind == kind and h.is_disabled(place)
    ]


def modifiers(h: Adventurer, world: World) -> Iterator[Modifier]:
    """Everything that hinders, one row a cause and what it applies to."""
    yield from _limbs(h)
    level = FATIGUE[h.fatigue]
    percent, _, _, ranks = TOLL[level]
    if percent:
        yield Modifier("all skills", percent, level, "request.fatigue.levels", ranks)
    if "tired" in states(h):
        yield Modifier("all skills", -10, "tired", "request.tired")
    yield from _load(h, world)
    if h.acting is not None:
        rule = "request.incapacitated"
        yield Modifier("physical actions", 0, "acting", rule, cap=IMPOSSIBLE)
        yield Modifier("all skills", 0, "acting", rule, cap=BASE)


def _limbs(h: Adventurer) -> Iterator[Modifier]:
    for place, location, _ in h.places():
        if h.is_disabled(place):
            yield Modifier("physical actions", -20, f"{location.name} disabled", LIMBS)
    for kind in ("arm", "leg"):
        gone = disabled(h, kind)
        table = BOTH if len(gone) > 1 else ONE
        for applies_to, percent, cap in table[kind] if gone else ():
            why = f"{' and '.join(gone)} disabled"
            yield Modifier(applies_to, percent, why, LIMBS, cap=cap)
    for kind, rows in EACH.items():
        for name in disabled(h, kind):
            for applies_to, percent, cap in rows:
                yield Modifier(applies_to, percent, f"{name} disabled", LIMBS, cap=cap)


def _load(h: Adventurer, world: World) -> Iterator[Modifier]:
    load, rule = band(h, world), RULES[world.settings.load]
    why = f"{load.name}: {encumbrance(h)} ENC"
    if load is TOO_MUCH:
        yield Modifier("physical tests", load.percent, why, rule)
        yield Modifier("fatigue tests", load.percent, why, rule)
    elif load is OVERLOADED:
        yield Modifier("all skills", load.percent, why, rule, cap=BASE)
        yield Modifier(
            "actions and reactions but movement or concentration", 0, why, rule, cap=IMPOSSIBLE
        )
        yield Modifier("sprinting", 0, why, rule, cap=IMPOSSIBLE)
    elif load is not NORMAL and load.percent:
        yield Modifier(LADEN, load.percent, why, rule, load.strike_rank)


def movement(h: Adventurer, world: World) -> int:
    """Metres a round: what is taken off, then half for each cause (request.movement)."""
    load = band(h, world)
    _, metres, halved, _ = TOLL[FATIGUE[h.fatigue]]
    legs = len(disabled(h, "leg"))
    if legs > 1:
        return 1
    halves = legs + len(disabled(h, "torso"))
    halves += sum([halved, h.dazed is not None, load is TOO_MUCH])
    return max(0, h.movement + metres + load.metres) >> halves
