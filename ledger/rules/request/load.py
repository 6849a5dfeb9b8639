"""Load: what somebody carries, and how it weighs on her (request.load.*)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ledger.errors import Refused
from ledger.events import Amount, Body, Effect, Recorded
from ledger.naming import refuse_unknown
from ledger.rules.request.character import Adventurer, Item
from ledger.rules.request.characteristics import effective
from ledger.rules.settings import World
from ledger.rules.system import Draft, Outcome, Scene, body_of

FOUR_LEGS = 4  # and more carry double


class Band(msgspec.Struct, frozen=True):
    """A load and what it costs.

    Attributes:
        name: as the sheet shows it.
        part: the largest load is (STR + SIZ) / part.
        percent: on skills.
        strike_rank: added to the strike rank, negative for later.
        metres: taken from movement.
        shift: levels by which activity is harder.
    """

    name: str
    part: int
    percent: int = 0
    strike_rank: int = 0
    metres: int = 0
    shift: int = 0


# by the setting `load`
RULES: Mapping[str, str] = {
    "levels": "request.load.levels",
    "simple": "request.load.simple",
}
OVERLOADED = Band("overloaded", 1, -50, 0, -5, 2)
BANDS = (
    Band("trivial", 10),
    Band("light", 5, -10, -1),
    Band("medium", 2, -20, -2, -1),
    Band("heavy", 1, -50, -5, -2, 1),
)
NORMAL = Band("normal", 1)  # of the simple system, which knows only this and too much
TOO_MUCH = Band("overloaded", 1, -20)


class Carry(Body, frozen=True, kw_only=True):
    """Something more to carry.

    Attributes:
        encumbrance: in ENC, without the rider.
        item: its name; None for what has none.
        rider: the name of somebody who rides; None for a thing.
        weight: of the rider with her load, as it was when this was recorded.
    """

    encumbrance: Amount
    item: str | None = None
    rider: str | None = None
    weight: Amount = 0

    @property
    def name(self) -> str | None:
        """What `drop` calls it."""
        return self.item or self.rider


class Drop(Body, frozen=True, kw_only=True):
    """Something is carried no longer."""

    item: str


def encumbrance(h: Adventurer) -> int:
    """All that is carried, in ENC."""
    return sum(item.encumbrance for item in h.items)


def strength(h: Adventurer) -> int:
    """STR + SIZ as they count, doubled on four legs or more (request.load.animals)."""
    both = effective(h, "STR") + effective(h, "SIZ")
    return both * (2 if h.anatomy.legs >= FOUR_LEGS else 1)


def band(h: Adventurer, world: World) -> Band:
    """How heavy the load is, by the campaign's way to count (request.load.simple, .levels)."""
    carried, both = encumbrance(h), effective(h, "STR") + effective(h, "SIZ")
    double = 2 if h.anatomy.legs >= FOUR_LEGS else 1
    if world.settings.load == "simple":
        return TOO_MUCH if carried > both * double else NORMAL
    for level in BANDS:
        if carried <= max(1, both // level.part) * double:
            return level
    return OVERLOADED


def load_shift(h: Adventurer, world: World) -> int:
    """By how many levels the load makes activity harder."""
    return band(h, world).shift


def plan_carry(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """A thing with its ENC, or a rider, who weighs her SIZ and what she carries now."""
    rider = words.get("rider")
    if rider is None:
        if "encumbrance" not in words:
            raise Refused(f"carry {scene.who}: how much? `carry WHO ENC [ITEM]`")
        if "weight" in words:
            raise Refused("--weight is a rider's; say who with --rider")
        return [Draft(body_of(Carry, words, "carry"), scene.at)]
    if rider == scene.who:
        raise Refused(f"{rider} cannot ride on {rider}")
    other = scene.other(rider)
    if not isinstance(other, Adventurer):
        raise Refused(f"--rider {rider}: only a request character, added by then, has a SIZ")
    weight = effective(other, "SIZ") + encumbrance(other)
    given = {"encumbrance": 0, "weight": weight, **words}
    return [Draft(body_of(Carry, given, "carry"), scene.at)]


def check_carry(h: Adventurer, event: Recorded, world: World) -> tuple[str, ...]:
    """Nobody carries more than twice her STR + SIZ."""
    assert isinstance(event.body, Carry)
    total = sum(item.encumbrance for item in _with(h, event.body))
    most = 2 * strength(h)
    if total <= most:
        return ()
    return (f"{event.who} can carry {most} ENC, not {total} ({RULES[world.settings.load]})",)


def _with(h: Adventurer, more: Carry) -> tuple[Item, ...]:
    """The things carried with one more; one with a name takes its own place."""
    name = more.name
    old = next((item for item in h.items if item.name == name), None)
    weight = more.encumbrance + more.weight
    if old is not None and name is None:
        weight += old.encumbrance
    kept = tuple([item for item in h.items if item is not old])
    return (*kept, Item(name, weight))


def carry(h: Adventurer, event: Recorded, world: World) -> Outcome[Adventurer]:
    """Something is taken up."""
    body = event.body
    assert isinstance(body, Carry)
    after = msgspec.structs.replace(h, items=_with(h, body))
    return after, _weighed(h, after, body.name, event, world)


def check_drop(h: Adventurer, event: Recorded, _: World) -> tuple[str, ...]:
    """Only what is carried can be dropped."""
    assert isinstance(event.body, Drop)
    names = [item.name for item in h.items if item.name is not None]
    if event.body.item in names:
        return ()
    return (f"{event.who} carries {refuse_unknown(event.body.item, names, 'item')}",)


def drop(h: Adventurer, event: Recorded, world: World) -> Outcome[Adventurer]:
    """Something is put down."""
    assert isinstance(event.body, Drop)
    name = event.body.item
    kept = tuple([item for item in h.items if item.name != name])
    after = msgspec.structs.replace(h, items=kept)
    return after, _weighed(h, after, name, event, world)


def _weighed(
    before: Adventurer, after: Adventurer, name: str | None, event: Recorded, world: World
) -> tuple[Effect, ...]:
    rule = RULES[world.settings.load]
    old, new = band(before, world).name, band(after, world).name
    told = f"{name or 'a load'}; {new}" if old != new else name or "a load"
    carried = encumbrance(before), encumbrance(after)
    return (Effect(event.at, rule, "encumbrance", *carried, event.id, told),)
