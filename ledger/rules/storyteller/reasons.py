"""What can be asked about on a World of Darkness sheet, and what its rules look at."""

from collections.abc import Mapping
from typing import Any

from ledger.calendar import describe
from ledger.rules.settings import World
from ledger.rules.storyteller.conditions import TURNS
from ledger.rules.storyteller.healing import RULES, Patient, cared_time, healing_time
from ledger.rules.subject import Because, Cure, Subject

CONDITIONS = ("dazed", "prone", "initiative -2")
ASIDE = ("condition", "knockdown")  # what a blow does besides


def shared_subjects(
    pools: Mapping[str, tuple[str, ...]], cures: Mapping[str, Cure], healing: tuple[str, ...]
) -> tuple[Subject, ...]:
    """The track, its boxes, armour, pools, conditions and traits.

    *pools* gives each pool its rules, *cures* what takes away marks that time does not, *healing* the
    rules by which time does.
    """
    return (
        Subject(
            name="level",
            path="track",
            other=(
                *("health", "track", "boxes", "damage", "wounds"),
                *("penalty", "physical_penalty", "movement"),
            ),
            effects=("track",),
            told=("damage",),
            aside=ASIDE,
            rules=healing,
            reads=(
                ("level", "wod.track.levels"),
                ("penalty", "wod.track.penalty"),
                ("movement", "wod.track.movement"),
            ),
            always=True,
            marks="boxes",
            cures=cures,
        ),
        Subject(
            name="box *",
            path="boxes.*.mark",
            called="level",
            effects=("track",),
            aside=ASIDE,
            rules=healing,
            quiet=True,
            marks="boxes.*",
            cures=cures,
        ),
        Subject(
            name="status",
            path="status",
            other=("death", "dead", "alive"),
            effects=("status", "torpor"),
            aside=(*ASIDE, "earliest waking"),
            normal=("active",),
        ),
        *[
            Subject(
                name=pool,
                path=f"pools.{pool}.now",
                effects=(pool,),
                rules=rules,
                usual=f"pools.{pool}.max",
            )
            for pool, rules in pools.items()
        ],
        *[
            Subject(
                name=f"{pool} maximum",
                path=f"pools.{pool}.max",
                effects=(f"{pool} maximum",),
                rules=rules[:1],
                quiet=True,
            )
            for pool, rules in pools.items()
        ],
        Subject(
            name="conditions",
            path="conditions",
            other=("condition", *CONDITIONS),
            effects=("condition",),
            aside=("knockdown",),
        ),
        Subject(
            name="*",
            path="armor.*.track",
            other=("armor", "armour"),
            called="name",
            effects=("*",),
            quiet=True,
        ),
        Subject(name="*", path="traits.*", effects=("*",), quiet=True),
    )


HOSPITAL = Subject(
    name="hospital",
    path="hospital.since",
    other=("care", "outpatient"),
    effects=("care",),
    told=("care",),
    rules=("healing.hospital",),
)

SHARED_LOOKS: Mapping[str, tuple[str, ...]] = {
    "wod.dazed": ("stamina",),
    "wod.knockdown": ("stamina", "brawl"),
    "wod.damage.net": ("stamina",),
    "wod.track.extra": ("extra_levels",),
    "healing.hospital": ("hospital_days",),
}


def _healing(patient: Any, world: World, _: int) -> str:
    """How long the box took that was the lowest, and since when."""
    p: Patient = patient
    if p.clock is None or p.track.lowest is None:
        return ""
    damage, level = p.track.marks[-1].damage, p.track.lowest.level
    since = world.calendar.format(p.clock)
    time = describe(healing_time(damage, level), world.calendar)
    return f"{level}, {damage.word}: {time} since {since}"


def _cared(patient: Any, world: World, at: int) -> str:
    """The same under hospital care."""
    p: Patient = patient
    if p.clock is None or p.track.lowest is None or p.care is None:
        return ""
    damage, level = p.track.marks[-1].damage, p.track.lowest.level
    time = describe(cared_time(damage, level), world.calendar)
    admitted = world.calendar.format(p.care.since)
    days = world.settings.hospital_days
    return f"{_healing(p, world, at)}; with care {time}, from {days} days after {admitted}"


SHARED_BECAUSE: Mapping[str, Because] = {
    "wod.dazed": lambda c, *_: f"more levels than Stamina {c.stamina} bears; {TURNS} turns",
}
HEALING_BECAUSE: Mapping[str, Because] = {
    **dict.fromkeys(RULES.values(), _healing),
    "healing.hospital": _cared,
}
HEALING = (*RULES.values(), "healing.hospital")
PERMANENT = Cure("never heals", "wod.track.order")
