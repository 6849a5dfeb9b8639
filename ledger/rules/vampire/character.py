"""A vampire: her traits, her blood by generation, and how she enters a campaign."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ledger.errors import Refused
from ledger.events import Effect, Recorded
from ledger.rules.pools import LARGEST_POOL, Pool
from ledger.rules.settings import World
from ledger.rules.storyteller.character import Character
from ledger.rules.storyteller.traits import TRAITS, Add, Set, newcomer, setter, with_traits
from ledger.rules.system import Draft, Outcome, Scene
from ledger.rules.traits import POOL, Trait, given_traits, number


class Torpor(msgspec.Struct, frozen=True, gc=False):
    """The deathlike sleep.

    Attributes:
        cause: "wounds", "blood loss" or "voluntary".
        since: the in-game second at which it began.
        earliest: the first in-game second at which waking may be tried; None when only feeding
            ends it.
        open_ended: whether it may last longer than that without limit (Humanity 0).
        event: the public id of the event that brought it; None when hunger did.
        rest_until: the end of recorded rest that goes on while she sleeps.
    """

    cause: str
    since: int
    earliest: int | None
    open_ended: bool
    event: str | None
    rest_until: int


class HealedDay(msgspec.Struct, frozen=True, gc=False):
    """How many aggravated levels have been healed for the day of rest that was complete at `day`."""

    day: int
    levels: int


class Vampire(Character, frozen=True, kw_only=True):
    """A vampire.

    Attributes:
        blood_max: the maximum that was given instead of the generation's; None for that one.
        blood: the blood pool.
        torpor: None while awake.
        night: the last dusk at which the nightly point fell due; None before the first.
        healed: the aggravated levels healed for the last day of rest; None for none ever.
    """

    humanity: int
    fortitude: int = 0
    generation: int = 13
    blood_max: int | None = None
    blood: Pool = Pool(0, 0)
    torpor: Torpor | None = None
    night: int | None = None
    healed: HealedDay | None = None


VAMPIRE_TRAITS: Mapping[str, Trait] = {
    **TRAITS,
    "humanity": number(0, 10),
    "fortitude": number(0, 20, 0),
    "generation": number(1, 20, 13),
    "blood": POOL,
    "blood_max": number(0, LARGEST_POOL, optional=True),
    "willpower": number(0, LARGEST_POOL, 5, is_pool=True),
}

# generation: (maximum, points per turn); vampire.blood.pool
GENERATIONS: Mapping[int, tuple[int, int]] = {
    13: (10, 1),
    12: (11, 1),
    11: (12, 1),
    10: (13, 1),
    9: (14, 2),
    8: (15, 3),
    7: (20, 4),
    6: (30, 6),
    5: (40, 8),
    4: (50, 10),
}


def blood_maximum(generation: int, blood_max: int | None) -> int | None:
    """The most blood a body holds; None when the generation does not say and nothing was given."""
    return blood_max if blood_max is not None else GENERATIONS.get(generation, (None, 0))[0]


def plan_add(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """A new vampire; `blood=N` alone is what is in the body, `blood=A/B` gives the maximum too."""
    values: dict[str, Any] = given_traits(words, VAMPIRE_TRAITS, scene, "vampire")
    if "blood_now" in values:
        if "blood_max" in values:
            raise Refused("blood=NOW/MAXIMUM and blood_max both give the maximum; give one")
        values["blood_max"], values["blood"] = values["blood"], values.pop("blood_now")
    maximum = blood_maximum(values.get("generation", 13), values.get("blood_max"))
    if maximum is None:
        raise Refused(
            f"generation {values['generation']} has no blood pool of its own: give blood_max=N "
            "(vampire.blood.pool)"
        )
    if values.get("blood", 0) > maximum:
        raise Refused(f"blood={values['blood']} is more than the maximum of {maximum}")
    return [Draft(Add(traits=values), scene.at)]


def add(_: None, event: Recorded, world: World) -> Outcome[Vampire]:
    """The vampire as she enters the campaign: unhurt, awake, full unless it is said otherwise."""
    assert isinstance(event.body, Add)
    v, effects = newcomer(Vampire, VAMPIRE_TRAITS)(None, event, world)
    maximum = blood_maximum(v.generation, v.blood_max) or 0
    held = event.body.traits.get("blood", maximum)
    assert isinstance(held, int)
    return msgspec.structs.replace(v, blood=Pool(held, maximum)), effects


def plan_set(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """Traits from TRAIT=VALUE words; `blood=N` is the maximum, like any pool that is set."""
    (draft,) = setter(VAMPIRE_TRAITS)(words, scene)
    assert isinstance(draft.body, Set)
    traits = dict(draft.body.traits)
    if "blood" in traits:
        traits["blood_max"] = traits.pop("blood")
    return [Draft(Set(traits=traits), draft.at)]


def check_set(v: Vampire, event: Recorded, _: World) -> tuple[str, ...]:
    """A generation without a pool of its own wants a maximum."""
    assert isinstance(event.body, Set)
    traits: dict[str, Any] = event.body.traits
    generation = traits.get("generation", v.generation)
    if blood_maximum(generation, traits.get("blood_max", v.blood_max)) is None:
        return (f"generation {generation} wants blood_max=N too (vampire.blood.pool)",)
    return ()


def set_traits(v: Vampire, event: Recorded, _: World) -> Outcome[Vampire]:
    """Traits change; with the generation or `blood_max` the maximum, not what is in the body."""
    assert isinstance(event.body, Set)
    after, effects = with_traits(v, event, event.body.traits, VAMPIRE_TRAITS)
    maximum = blood_maximum(after.generation, after.blood_max) or 0
    if maximum == v.blood.max:
        return after, effects
    rule = "vampire.blood.pool"
    grown = Effect(event.at, rule, "blood maximum", v.blood.max, maximum, event.id)
    return msgspec.structs.replace(after, blood=v.blood.limited(maximum)), (*effects, grown)
