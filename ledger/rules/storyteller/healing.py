"""Healing by time: one box after the other, the lowest first (healing.*).

The clock of a box starts when it becomes the lowest marked one; new damage on the body starts it
again. Hospital care heals each box as if it were one kind of damage less grave.
"""

from collections.abc import Mapping
from typing import Literal, TypeVar

import msgspec

from ledger.calendar import Duration
from ledger.events import Body, Effect, Recorded
from ledger.rules.settings import World
from ledger.rules.storyteller.character import Character
from ledger.rules.storyteller.track import BASHING, PERMANENT, Damage, Track
from ledger.rules.system import Due, Outcome, Process


class Care(msgspec.Struct, frozen=True, gc=False):
    """Hospital care since an in-game second, in bed or as an outpatient."""

    since: int
    outpatient: bool = False


class Patient(Character, frozen=True, kw_only=True):
    """A character who heals by time.

    Attributes:
        clock: the in-game second at which the lowest marked box began to heal; None when unhurt.
        care: hospital care; None without it.
    """

    clock: int | None = None
    care: Care | None = None


P = TypeVar("P", bound=Patient)


class Hospital(Body, frozen=True, kw_only=True):
    """Admission, discharge (perhaps as an outpatient), or the end of an outpatient's care."""

    step: Literal["admit", "discharge", "end"]
    outpatient: bool = False


DAY = Duration(days=1)
MONTH = Duration(months=1)
# by the name of the level; what is below heals in a month
LETHAL: Mapping[str, Duration] = {
    "Bruised": DAY,
    "Hurt": Duration(days=3),
    "Injured": Duration(weeks=1),
    "Wounded": Duration(weeks=2),
}
AGGRAVATED: Mapping[str, Duration] = {
    "Bruised": Duration(days=3),
    "Hurt": Duration(weeks=1),
    "Injured": Duration(weeks=2),
}


def healing_time(damage: Damage, level: str) -> Duration:
    """How long one level takes (healing.bashing, healing.lethal, healing.aggravated)."""
    if damage is BASHING:
        return DAY
    return (LETHAL if damage is Damage.LETHAL else AGGRAVATED).get(level, MONTH)


def cared_time(damage: Damage, level: str) -> Duration:
    """The same under hospital care: lethal as bashing, aggravated as lethal."""
    return healing_time(Damage(max(damage - 1, Damage.BASHING)), level)


RULES = {
    Damage.BASHING: "healing.bashing",
    Damage.LETHAL: "healing.lethal",
    Damage.AGGRAVATED: "healing.aggravated",
}


def heals_next(track: Track, start: int, care: Care | None, world: World) -> tuple[int, str] | None:
    """When the lowest marked box heals whose clock started at *start*, and by which rule.

    None when nothing is marked, or only what never heals, or not within the calendar's reach.
    """
    lowest = track.lowest
    if lowest is None or (damage := track.marks[-1].damage) is PERMANENT:
        return None
    uncared = world.later(start, healing_time(damage, lowest.level))
    if care is not None:
        begins = world.later(care.since, Duration(days=world.settings.hospital_days))
        cared = world.later(start, cared_time(damage, lowest.level))
        if begins is not None and cared is not None:
            cared = max(cared, begins)
            if uncared is None or cared < uncared:
                return cared, "healing.hospital"
    return None if uncared is None else (uncared, RULES[damage])


def next_healing(p: Patient, world: World, since: int) -> int | None:
    """When the lowest box heals; the next second where a change has put that into the past."""
    if p.clock is None:
        return None
    found = heals_next(p.track, p.clock, p.care, world)
    return None if found is None else max(found[0], since + 1)


def heal_one(p: P, world: World, at: int) -> Outcome[P]:
    """The lowest box is free, and the clock of the next one starts."""
    assert p.clock is not None
    found = heals_next(p.track, p.clock, p.care, world)
    assert found is not None
    track, cause = p.track.healed(1), p.track.marks[-1].cause
    effect = Effect(at, found[1], "track", p.track, track, cause)
    clock = at if track.marks else None
    return msgspec.structs.replace(p, track=track, clock=clock), (effect,)


HEALING = Process(2, next_healing, heal_one, ("track", "clock", "care"))


def forecast(p: Patient, world: World, at: int) -> dict[int, tuple[int, str]]:
    """The date and rule by which each marked box heals, by the box's place from the top.

    *at* is the in-game second from which one looks ahead.
    """
    dates: dict[int, tuple[int, str]] = {}
    track, start = p.track, p.clock
    while start is not None and (found := heals_next(track, start, p.care, world)) is not None:
        start = max(found[0], at + 1)
        dates[len(track.marks) - 1] = start, found[1]
        track = track.healed(1)
    return dates


def due(p: Patient, world: World, at: int) -> list[Due]:
    """A row for each box that will heal."""
    if p.death is not None:
        return []
    return [
        Due(when, f"{p.track.boxes[place].level} heals ({p.track.marks[place].damage.word})", rule)
        for place, (when, rule) in forecast(p, world, at).items()
    ]


def check_hospital(p: Patient, event: Recorded, world: World) -> tuple[str, ...]:
    """Care begins once, and ends only where it is given (healing.hospital)."""
    body, who = event.body, event.who
    assert isinstance(body, Hospital)
    if body.step == "admit":
        return () if p.care is None else (f"{who} is under hospital care already",)
    if p.care is None:
        return (f"{who} is under no hospital care",)
    if body.step == "end":
        return () if p.care.outpatient else (f"{who} is in hospital: say discharge",)
    if p.care.outpatient:
        return (f"{who} has left the hospital already: say end",)
    days = world.settings.hospital_days
    enough = world.calendar.add(p.care.since, Duration(days=days))
    if body.outpatient and event.at < enough:
        named = world.calendar.format(enough)
        return (f"{who} can be an outpatient after {days} days, from {named} (healing.hospital)",)
    return ()


def hospital(p: P, event: Recorded, _: World) -> Outcome[P]:
    """Care begins, goes on outside the hospital, or ends."""
    body = event.body
    assert isinstance(body, Hospital)
    care: Care | None = None
    if body.step == "admit":
        care = Care(event.at)
    elif body.outpatient and p.care is not None:
        care = Care(p.care.since, outpatient=True)
    effect = Effect(event.at, "healing.hospital", "care", _care(p.care), _care(care), event.id)
    return msgspec.structs.replace(p, care=care), (effect,)


def _care(care: Care | None) -> str | None:
    if care is None:
        return None
    return "outpatient" if care.outpatient else "in hospital"
