"""What can be asked about on a vampire's sheet, and what her rules look at."""

from collections.abc import Mapping
from typing import Any

from ledger.calendar import describe
from ledger.rules.settings import World
from ledger.rules.storyteller.reasons import ASIDE, SHARED_BECAUSE, SHARED_LOOKS, shared_subjects
from ledger.rules.subject import Cure, Reasons, Remark, Subject
from ledger.rules.vampire.blood import AGGRAVATED_PRICE, POOLS
from ledger.rules.vampire.character import Vampire
from ledger.rules.vampire.torpor import BLOOD_LOSS, HALVES, LENGTHS, WOUNDS

GOVERNED: Mapping[str, tuple[str, ...]] = {
    **{pool: (rule,) for pool, rule in POOLS.items()},
    "blood": (POOLS["blood"], "vampire.blood.nightly"),
}
BY_BLOOD = Cure("1 blood point heals one", "vampire.blood.heal")
CURES: Mapping[str, Cure] = {
    "bashing": BY_BLOOD,
    "lethal": BY_BLOOD,
    "aggravated": Cure(
        f"{AGGRAVATED_PRICE} blood points heal one after a day of rest, "
        "and 1 Willpower for each but the first of that day",
        "vampire.blood.aggravated",
    ),
}


def sleeping(vampire: Any, world: World, at: int) -> tuple[Remark, ...]:
    """What ends the torpor, and what hunger adds to it."""
    v: Vampire = vampire
    if v.torpor is None:
        return ()
    if v.torpor.cause == BLOOD_LOSS:
        fed = "the first blood point that is fed ends it"
        return (Remark(fed, "vampire.torpor.blood-loss"),)
    said = [Remark("a sleeper pays no blood at night", "vampire.torpor.hibernation")]
    if v.torpor.open_ended:
        said.append(Remark("Humanity 0: a millennium or longer", "vampire.torpor.length"))
    if v.torpor.earliest is not None and at >= v.torpor.earliest:
        said.append(Remark("the time is over", "vampire.awakening"))
    difficulty = world.settings.awakening_difficulty
    roll = f"at most {v.humanity} dice (Humanity), difficulty {difficulty}"
    price = (
        f"an attempt costs 1 of {v.blood.now} blood points; {roll}"
        if v.blood.now
        else f"there is no blood to spend: feeding must come first; {roll}"
    )
    said.append(Remark(price, "vampire.awakening"))
    if v.torpor.cause == WOUNDS:
        said.append(Remark("whoever rises is Crippled", "vampire.awakening.crippled"))
    return tuple(said)


def _length(vampire: Any, world: World, _: int) -> str:
    v: Vampire = vampire
    return f"{describe(LENGTHS[v.humanity], world.calendar)} in the table"


def _half(vampire: Any, world: World, at: int) -> str:
    v: Vampire = vampire
    half = describe(HALVES[v.humanity](world.calendar, at), world.calendar)
    return f"half the time: {half}"


REASONS = Reasons(
    subjects=(
        *shared_subjects(GOVERNED, CURES, ("vampire.bashing.halved",)),
        Subject(
            name="torpor",
            path="torpor.cause",
            other=("sleep", "waking"),
            effects=("torpor",),
            aside=ASIDE,
            remarks=sleeping,
        ),
        Subject(
            name="earliest waking",
            path="torpor.earliest_waking",
            other=("torpor", "sleep", "waking", "earliest_waking"),
            effects=("earliest waking",),
            aside=("damage", "track", *ASIDE),
            rules=("vampire.awakening",),
        ),
    ),
    looks_at={
        **SHARED_LOOKS,
        "wod.damage.net": ("stamina", "fortitude"),
        "vampire.torpor.length": ("humanity",),
        "vampire.torpor.voluntary": ("humanity",),
        "vampire.awakening": ("humanity", "awakening_difficulty"),
        "vampire.blood.nightly": ("nightly_blood", "dusk"),
        "vampire.blood.empty": ("nightly_blood", "dusk"),
        "vampire.blood.pool": ("generation", "blood_max"),
    },
    because={
        **SHARED_BECAUSE,
        "vampire.torpor.length": _length,
        "vampire.torpor.voluntary": _half,
    },
)
