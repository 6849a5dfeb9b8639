"""The system `mortal`: people who heal with time and die below Incapacitated."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ledger.events import Recorded
from ledger.rules.settings import World
from ledger.rules.storyteller import healing, sheet
from ledger.rules.storyteller.healing import Hospital, Patient
from ledger.rules.storyteller.nature import Nature, Pool
from ledger.rules.storyteller.overflow import dies, wraps
from ledger.rules.storyteller.reasons import (
    HEALING,
    HEALING_BECAUSE,
    HOSPITAL,
    SHARED_BECAUSE,
    SHARED_LOOKS,
    shared_subjects,
)
from ledger.rules.storyteller.sources import AIMED, SOURCES
from ledger.rules.storyteller.track import BASHING, Damage, Track
from ledger.rules.storyteller.traits import (
    TRAITS,
    Add,
    Set,
    adder,
    newcomer,
    setter,
    traits_of,
    with_traits,
)
from ledger.rules.storyteller.verbs import SHARED_PROCESSES, forbids, shared_verbs, status_of
from ledger.rules.subject import Reasons
from ledger.rules.system import Outcome, System, Verb


class Mortal(Patient, frozen=True, kw_only=True):
    """A mortal."""


POOLS: Mapping[str, str] = {"willpower": "wod.willpower"}


def soak(m: Mortal, damage: Damage, _: World) -> Pool:
    """Stamina against bashing, nothing else (wod.soak.pool)."""
    return (("Stamina", m.stamina),) if damage is BASHING else ()


def suffer(
    m: Mortal,
    before: Track,
    damage: Damage,
    _: int,
    over: int,
    event: Recorded,
    world: World,
) -> Outcome[Mortal]:
    """New damage starts the clock again; below the last box is death, or what mutants bear."""
    m = msgspec.structs.replace(m, clock=event.at)
    if world.settings.mortal_bashing == "wraps":
        return wraps(m, before, damage, over, event)
    return dies(m, over, event, "mortal.overflow")


NATURE: Nature[Mortal] = Nature(
    sources=SOURCES,
    aimed=AIMED,
    harmless=frozenset({"sunlight"}),
    treated={Damage.AGGRAVATED: Damage.LETHAL},
    bears_permanent=False,
    soak=soak,
    after_soak=lambda _, net: (net, None),
    daze_margin=0,
    suffer=suffer,
)


def set_traits(m: Mortal, event: Recorded, _: World) -> Outcome[Mortal]:
    """Traits change."""
    assert isinstance(event.body, Set)
    return with_traits(m, event, event.body.traits, TRAITS)


def mortal_sheet(m: Mortal, world: World, at: int) -> dict[str, Any]:
    """The status of a mortal."""
    rows = sheet.patient_rows(m, status_of(m), POOLS, world, at)
    return {**rows, "traits": traits_of(m, TRAITS)}


REASONS = Reasons(
    subjects=(
        *shared_subjects({pool: (rule,) for pool, rule in POOLS.items()}, {}, HEALING),
        HOSPITAL,
    ),
    looks_at={
        **SHARED_LOOKS,
        "mortal.overflow": ("mortal_bashing",),
        "mutant.overflow": ("mortal_bashing",),
    },
    because={**SHARED_BECAUSE, **HEALING_BECAUSE},
)


MORTAL: System[Mortal] = System(
    name="mortal",
    verbs={
        "add": Verb(Add, newcomer(Mortal, TRAITS), plan=adder(TRAITS, "mortal")),
        "set": Verb(Set, set_traits, plan=setter(TRAITS)),
        "hospital": Verb(Hospital, healing.hospital, healing.check_hospital),
        **shared_verbs(NATURE, POOLS),
    },
    forbids=forbids,
    processes=(*SHARED_PROCESSES, healing.HEALING),
    sheet=mortal_sheet,
    due=healing.due,
    reasons=REASONS,
)
