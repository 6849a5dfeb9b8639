"""Spending and gaining points of the pools, as in every game.

A system names its pools with the rule of each; None where no rule says more than the number does.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from ledger.events import Effect, Recorded
from ledger.naming import refuse_unknown
from ledger.rules.pools import Gain, Pool, Spend
from ledger.rules.settings import World
from ledger.rules.system import Apply, Check, Outcome, S


def pools_of(c: S, rules: Mapping[str, str | None]) -> dict[str, Pool]:
    """The pools that a sheet has; *rules* names those of its system with the rule of each."""
    return {name: pool for name in rules if (pool := getattr(c, name)) is not None}


def check_gain(rules: Mapping[str, str | None]) -> Check:
    """The check of `gain`: the pool is on the sheet."""

    def check(c: S, event: Recorded, _: World) -> tuple[str, ...]:
        body = event.body
        assert isinstance(body, Gain)
        if body.pool in rules and getattr(c, body.pool) is not None:
            return ()
        return _no_pool(c, body.pool, event, rules)

    return check


def check_spend(rules: Mapping[str, str | None]) -> Check:
    """The check of `spend`: the pool is on the sheet, and what is spent is there."""

    def check(c: S, event: Recorded, _: World) -> tuple[str, ...]:
        body = event.body
        assert isinstance(body, Spend)
        pool: Pool | None = getattr(c, body.pool) if body.pool in rules else None
        if pool is None:
            return _no_pool(c, body.pool, event, rules)
        if body.points > pool.now:
            there = f"{event.who} has {pool.now} {body.pool}"
            rule = rules[body.pool]
            return (f"{there}, not {body.points}" + (f" ({rule})" if rule else ""),)
        return ()

    return check


def _no_pool(c: S, pool: str, event: Recorded, rules: Mapping[str, str | None]) -> tuple[str, ...]:
    return (f"{event.who}: {refuse_unknown(pool, tuple(pools_of(c, rules)), 'pool')}",)


def spender(rules: Mapping[str, str | None]) -> Apply:
    """What `spend` does: points go out."""

    def spend(c: S, event: Recorded, _: World) -> Outcome[S]:
        body = event.body
        assert isinstance(body, Spend)
        name: str = body.pool
        before: Pool = getattr(c, name)
        after = before.spent(body.points)
        why = body.purpose or ""
        effect = Effect(event.at, rules[name], name, before.now, after.now, event.id, why)
        return replace(c, **{name: after}), (effect,)

    return spend


def gainer(rules: Mapping[str, str | None]) -> Apply:
    """What `gain` does: points come in, cut at the maximum."""

    def gain(c: S, event: Recorded, _: World) -> Outcome[S]:
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
