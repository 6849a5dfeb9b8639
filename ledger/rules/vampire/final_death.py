"""Below Incapacitated: torpor or Final Death (vampire.overflow, vampire.torpor.*)."""

import msgspec

from ledger.events import Body, Recorded
from ledger.rules.death import died
from ledger.rules.settings import World
from ledger.rules.storyteller.track import Damage, Track
from ledger.rules.system import Outcome
from ledger.rules.vampire.character import Vampire
from ledger.rules.vampire.torpor import VOLUNTARY, WOUNDS, fall


class Destroy(Body, frozen=True, kw_only=True):
    """Massive trauma that ends a vampire; a ruling says why for one who still stands."""

    ruling: str | None = None


def final_death(v: Vampire, rule: str, event: Recorded) -> Outcome[Vampire]:
    """The end: no torpor any more, and nothing that would end later."""
    after, effects = died(v, event.at, rule, event.id)
    return msgspec.structs.replace(after, torpor=None, conditions=()), effects


def suffer(
    v: Vampire,
    _: Track,
    damage: Damage,
    levels: int,
    over: int,
    event: Recorded,
    world: World,
) -> Outcome[Vampire]:
    """What levels mean beyond their marks; *over* of them found no free box."""
    if v.torpor is not None:
        if damage >= Damage.AGGRAVATED and levels:
            return final_death(v, "vampire.torpor.aggravated", event)
        if over and v.torpor.cause == VOLUNTARY:
            return fall(v, WOUNDS, "vampire.torpor.other", event.at, event.id, world)
        return v, ()
    if not over:
        return v, ()
    if damage >= Damage.AGGRAVATED:
        return final_death(v, "vampire.overflow", event)
    return fall(v, WOUNDS, "vampire.overflow", event.at, event.id, world)


def check_destroy(v: Vampire, event: Recorded, _: World) -> tuple[str, ...]:
    """Only for the incapacitated and the torpid, unless a ruling says why."""
    assert isinstance(event.body, Destroy)
    if event.body.ruling or v.torpor is not None or not v.track.free:
        return ()
    return (
        (
            f"{event.who} is neither incapacitated nor in torpor: "
            "say why with --ruling (vampire.destroy)"
        ),
    )


def destroy(v: Vampire, event: Recorded, _: World) -> Outcome[Vampire]:
    """Massive trauma: Final Death."""
    return final_death(v, "vampire.destroy", event)


def kill(v: Vampire, event: Recorded, _: World) -> Outcome[Vampire]:
    """The Storyteller's word."""
    return final_death(v, "wod.dead", event)
