"""The system `mutant`: extra levels, bashing that wraps, and pools of their own."""

from typing import Any

import msgspec

from ledger.events import Recorded
from ledger.rules.mutant.character import MUTANT_TRAITS, POOLS, Mutant, add, set_traits, settle
from ledger.rules.mutant.pools import charge, next_charge, next_week, week_passes
from ledger.rules.rest import Rest, rested
from ledger.rules.settings import World
from ledger.rules.storyteller import healing, sheet, verbs
from ledger.rules.storyteller.healing import Hospital
from ledger.rules.storyteller.nature import Nature, Pool
from ledger.rules.storyteller.overflow import wraps
from ledger.rules.storyteller.reasons import (
    HEALING,
    HEALING_BECAUSE,
    HOSPITAL,
    PERMANENT,
    SHARED_BECAUSE,
    SHARED_LOOKS,
    shared_subjects,
)
from ledger.rules.storyteller.sources import AIMED, SOURCES
from ledger.rules.storyteller.track import AGGRAVATED, LETHAL, Damage, Track
from ledger.rules.storyteller.traits import Add, Set, adder, setter, traits_of
from ledger.rules.subject import Reasons
from ledger.rules.system import Outcome, Process, System, Verb


def soak(m: Mutant, damage: Damage, world: World) -> Pool:
    """Stamina, against lethal only where the setting says so; a trait against aggravated."""
    if damage is AGGRAVATED:
        return (("supernatural_soak", m.supernatural_soak),)
    if damage is LETHAL and not world.settings.mutant_soaks_lethal:
        return ()
    return (("Stamina", m.stamina),)


def suffer(
    m: Mutant, before: Track, damage: Damage, _: int, over: int, event: Recorded, world: World
) -> Outcome[Mutant]:
    """New damage starts the clock again and breaks complete rest; bashing marks give way."""
    complete = m.complete
    if complete is not None:
        complete = complete.broken(event.at, event.at, world.calendar.day_seconds)
    m = msgspec.structs.replace(m, clock=event.at, complete=complete)
    return wraps(m, before, damage, over, event)


NATURE: Nature[Mutant] = Nature(
    sources=SOURCES,
    aimed=AIMED,
    harmless=frozenset({"sunlight"}),
    treated={},
    bears_permanent=True,
    soak=soak,
    after_soak=lambda _, net: (net, None),
    daze_margin=2,
    suffer=suffer,
)


def rest(m: Mutant, event: Recorded, world: World) -> Outcome[Mutant]:
    """Rest counts twice: by the day, and by the day that is all complete (mutant.power-charge)."""
    assert isinstance(event.body, Rest)
    m, effects = verbs.rest(m, event, world)
    length = world.calendar.day_seconds
    complete = rested(m.complete, event.at, event.end, event.body, length)
    if not event.body.complete:
        complete = complete.broken(event.at, event.end, length)
    return msgspec.structs.replace(m, complete=complete), effects


def mutant_sheet(m: Mutant, world: World, at: int) -> dict[str, Any]:
    """The status of a mutant."""
    rows = sheet.patient_rows(m, verbs.status_of(m), POOLS, world, at)
    return {**rows, "traits": traits_of(m, MUTANT_TRAITS)}


REASONS = Reasons(
    subjects=(
        *shared_subjects(
            {pool: (rule,) for pool, rule in POOLS.items()}, {"permanent": PERMANENT}, HEALING
        ),
        HOSPITAL,
    ),
    looks_at={**SHARED_LOOKS, "wod.damage.net": ("stamina", "mutant_soaks_lethal")},
    because={**SHARED_BECAUSE, **HEALING_BECAUSE},
)


MUTANT: System[Mutant] = System(
    name="mutant",
    verbs={
        **verbs.shared_verbs(NATURE, POOLS),
        "add": Verb(Add, add, plan=adder(MUTANT_TRAITS, "mutant")),
        "set": Verb(Set, set_traits, plan=setter(MUTANT_TRAITS)),
        "rest": Verb(Rest, rest, plan=verbs.plan_rest),
        "hospital": Verb(Hospital, healing.hospital, healing.check_hospital),
    },
    forbids=verbs.forbids,
    processes=(
        *verbs.SHARED_PROCESSES,
        healing.HEALING,
        Process(2, next_charge, charge, ("complete", "power_charge")),
        Process(2, next_week, week_passes, ("rage_since",)),
    ),
    sheet=mutant_sheet,
    due=healing.due,
    settle=settle,
    reasons=REASONS,
)
