"""Spending and gaining points of the pools, and the end of a story (wod.willpower)."""

from collections.abc import Mapping

import msgspec

from ledger.events import Body, Effect, Recorded
from ledger.naming import refuse_unknown
from ledger.rules.pools import Gain, Pool, Spend
from ledger.rules.settings import World
from ledger.rules.storyteller.character import C, Character
from ledger.rules.system import Check, Outcome


class StoryEnd(Body, frozen=True, kw_only=True):
    """The end of a story, and whether it was unsatisfying."""

    unsatisfying: bool = False


def pools_of(c: Character, rules: Mapping[str, str]) -> dict[str, Pool]:
    """The pools that a sheet has; *rules* names those of its system with the rule of each."""
    return {name: pool for name in rules if (pool := getattr(c, name)) is not None}


def checked_points(rules: Mapping[str, str]) -> Check:
    """The check of `spend` and `gain`: the pool is on the sheet, and what is spent is there."""

    def check(c: Character, event: Recorded, _: World) -> tuple[str, ...]:
        body = event.body
        assert isinstance(body, (Spend, Gain))
        pool: Pool | None = getattr(c, body.pool) if body.pool in rules else None
        if pool is None:
            known = tuple(pools_of(c, rules))
            return (f"{event.who}: {refuse_unknown(body.pool, known, 'pool')}",)
        there = pool.now
        if isinstance(body, Spend) and body.points > there:
            return (f"{event.who} has {there} {body.pool}, not {body.points} ({rules[body.pool]})",)
        return ()

    return check


def spend(rules: Mapping[str, str], c: C, event: Recorded) -> Outcome[C]:
    """Points go out."""
    body = event.body
    assert isinstance(body, Spend)
    before = getattr(c, body.pool)
    after = before.spent(body.points)
    why = body.purpose or ""
    effect = Effect(event.at, rules[body.pool], body.pool, before.now, after.now, event.id, why)
    return msgspec.structs.replace(c, **{body.pool: after}), (effect,)


def gain(rules: Mapping[str, str], c: C, event: Recorded) -> Outcome[C]:
    """Points come in, cut at the maximum."""
    body = event.body
    assert isinstance(body, Gain)
    before = getattr(c, body.pool)
    after = before.gained(body.points)
    cut = body.points - (after.now - before.now)
    why = f"{cut} beyond the maximum of {before.max} are lost" if cut else body.source or ""
    effect = Effect(event.at, rules[body.pool], body.pool, before.now, after.now, event.id, why)
    return msgspec.structs.replace(c, **{body.pool: after}), (effect,)


def end_story(c: C, event: Recorded, _: World) -> Outcome[C]:
    """All Willpower comes back, unless the ending was unsatisfying."""
    assert isinstance(event.body, StoryEnd)
    will = c.willpower
    if event.body.unsatisfying or will is None or will.now >= will.max:
        return c, ()
    full = Pool(will.max, will.max)
    effect = Effect(event.at, "wod.willpower", "willpower", will.now, full.now, event.id)
    return msgspec.structs.replace(c, willpower=full), (effect,)
