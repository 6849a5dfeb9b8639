"""Spending and gaining points of the pools, and the end of a story (wod.willpower)."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

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


def check_gain(rules: Mapping[str, str]) -> Check:
    """The check of `gain`: the pool is on the sheet."""

    def check(c: Character, event: Recorded, _: World) -> tuple[str, ...]:
        body = event.body
        assert isinstance(body, Gain)
        if body.pool in rules and getattr(c, body.pool) is not None:
            return ()
        return _no_pool(c, body.pool, event, rules)

    return check


def check_spend(rules: Mapping[str, str]) -> Check:
    """The check of `spend`: the pool is on the sheet, and what is spent is there."""

    def check(c: Character, event: Recorded, _: World) -> tuple[str, ...]:
        body = event.body
        assert isinstance(body, Spend)
        pool: Pool | None = getattr(c, body.pool) if body.pool in rules else None
        if pool is None:
            return _no_pool(c, body.pool, event, rules)
        if body.points > pool.now:
            there = f"{event.who} has {pool.now} {body.pool}"
            return (f"{there}, not {body.points} ({rules[body.pool]})",)
        return ()

    return check


def _no_pool(c: Character, pool: str, event: Recorded, rules: Mapping[str, str]) -> tuple[str, ...]:
    return (f"{event.who}: {refuse_unknown(pool, tuple(pools_of(c, rules)), 'pool')}",)


def spender(rules: Mapping[str, str]) -> Callable[[C, Recorded, World], Outcome[C]]:
    """What `spend` does: points go out."""

    def spend(c: C, event: Recorded, _: World) -> Outcome[C]:
        body = event.body
        assert isinstance(body, Spend)
        name: str = body.pool
        before: Pool = getattr(c, name)
        after = before.spent(body.points)
        why = body.purpose or ""
        effect = Effect(event.at, rules[name], name, before.now, after.now, event.id, why)
        return replace(c, **{name: after}), (effect,)

    return spend


def gainer(rules: Mapping[str, str]) -> Callable[[C, Recorded, World], Outcome[C]]:
    """What `gain` does: points come in, cut at the maximum."""

    def gain(c: C, event: Recorded, _: World) -> Outcome[C]:
        body = event.body
        assert isinstance(body, Gain)
        name: str = body.pool
        before: Pool = getattr(c, name)
        after = before.gained(body.points)
        cut = body.points - (after.now - before.now)
        why = f"{cut} beyond the maximum of {before.max} are lost" if cut else body.source or ""
        effect = Effect(event.at, rules[name], name, before.now, after.now, event.id, why)
        return replace(c, **{name: after}), (effect,)

    return gain


def end_story(c: C, event: Recorded, _: World) -> Outcome[C]:
    """All Willpower comes back, unless the ending was unsatisfying."""
    assert isinstance(event.body, StoryEnd)
    will = c.willpower
    if event.body.unsatisfying or will is None or will.now >= will.max:
        return c, ()
    full = Pool(will.max, will.max)
    effect = Effect(event.at, "wod.willpower", "willpower", will.now, full.now, event.id)
    return replace(c, willpower=full), (effect,)
