"""What time gives back to a mutant: Power Charge by the day, Rage by the week."""

import msgspec

from ledger.calendar import Duration
from ledger.events import Effect
from ledger.rules.mutant.character import Mutant
from ledger.rules.settings import World
from ledger.rules.system import Outcome

WEEK = Duration(weeks=1)


def next_charge(m: Mutant, world: World, since: int) -> int | None:
    """When the running day of complete rest ends; None while the pool is full."""
    if m.complete is None or m.power_charge is None or m.power_charge.now >= m.power_charge.max:
        return None
    return m.complete.next_day(since, world.calendar.day_seconds)


def charge(m: Mutant, world: World, at: int) -> Outcome[Mutant]:
    """One point for a day of complete rest (mutant.power-charge)."""
    assert m.power_charge is not None
    assert m.complete is not None
    pool = m.power_charge.gained(1)
    effect = Effect(at, "mutant.power-charge", "power_charge", m.power_charge.now, pool.now)
    complete = m.complete.counted(at, world.calendar.day_seconds)
    return msgspec.structs.replace(m, power_charge=pool, complete=complete), (effect,)


def next_week(m: Mutant, world: World, _: int) -> int | None:
    """When the running week of Rage ends; None while the pool is full."""
    return None if m.rage_since is None else world.later(m.rage_since, WEEK)


def week_passes(m: Mutant, _: World, at: int) -> Outcome[Mutant]:
    """One point for a week below the maximum (mutant.rage)."""
    assert m.rage is not None
    pool = m.rage.gained(1)
    effect = Effect(at, "mutant.rage", "rage", m.rage.now, pool.now)
    since = at if pool.now < pool.max else None
    return msgspec.structs.replace(m, rage=pool, rage_since=since), (effect,)
