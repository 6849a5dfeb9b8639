"""Meditation for Gnosis or Willpower: an hour, a roll, and a difficulty that rises (mutant.gnosis)."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from ledger.errors import Refused
from ledger.events import Amount, Body, Effect, Recorded
from ledger.naming import refuse_unknown
from ledger.rules.points import pools_of
from ledger.rules.settings import World
from ledger.rules.storyteller.character import C, Character, Meditations, Rolls
from ledger.rules.system import Check, Draft, Outcome, Scene, body_of

DIFFICULTIES: Mapping[str, int] = {"enigmas": 8, "meditation": 7}
HARDEST = 10
POOLS = ("gnosis", "willpower")


class Meditate(Body, frozen=True, kw_only=True):
    """A roll of meditation; the event's span is the time it took.

    Attributes:
        method: enigmas or meditation, rolled with Wits.
        successes: 0 for a failure.
        botch: a failure that may have taken longer.
    """

    pool: Literal["gnosis", "willpower"]
    method: Literal["enigmas", "meditation"] = "meditation"
    successes: Amount = 0
    botch: bool = False


def difficulties(rolls: Rolls) -> dict[str, int]:
    """The difficulty of each method after some rolls of a day."""
    return {name: min(base + rolls.raised, HARDEST) for name, base in DIFFICULTIES.items()}


def rolls_of(c: Character, pool: str, day: int) -> Rolls:
    """What was rolled for a pool on a calendar day."""
    for rolls in c.meditations.rolls:
        if rolls.pool == pool and rolls.day == day:
            return rolls
    return Rolls(pool, day)


def plan_meditate(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """One hour; a botch may take more."""
    hours = words.get("hours", 1)
    if hours != 1 and not words.get("botch"):
        raise Refused("--hours goes with --botch; other meditations take one hour")
    fields = {key: value for key, value in words.items() if key not in {"hours", "failure"}}
    until = scene.at + hours * scene.world.calendar.hour_seconds
    return [Draft(body_of(Meditate, fields, "meditate"), scene.at, until)]


def check_meditate(rules: Mapping[str, str]) -> Check:
    """The check of `meditate` for a system with these pools."""

    def check(c: Character, event: Recorded, world: World) -> tuple[str, ...]:
        body = event.body
        assert isinstance(body, Meditate)
        pools = [pool for pool in pools_of(c, rules) if pool in POOLS]
        if body.pool not in pools:
            return (f"{event.who}: {refuse_unknown(body.pool, pools, 'pool to meditate for')}",)
        if body.pool != "willpower":
            return ()
        if not world.settings.willpower_meditation:
            return ("meditation for Willpower is off (setting willpower_meditation)",)
        rolls = rolls_of(c, body.pool, world.calendar.day_of(event.at))
        if rolls.at_hardest and difficulties(rolls)[body.method] >= HARDEST:
            return ("a second roll at difficulty 10 on one day is not allowed (wod.willpower)",)
        return ()

    return check


def meditate(c: C, event: Recorded, world: World) -> Outcome[C]:
    """The roll counts for its day; the points come at the end of the hour."""
    body = event.body
    assert isinstance(body, Meditate)
    day = world.calendar.day_of(event.at)
    before = rolls_of(c, body.pool, day)
    difficulty = difficulties(before)[body.method]
    harder = body.pool == "willpower" or not body.successes
    after = Rolls(
        body.pool,
        day,
        before.raised + harder,
        before.at_hardest or difficulty == HARDEST,
    )
    kept = tuple([r for r in c.meditations.rolls if r.day == day and r.pool != body.pool])
    earned = c.meditations.earned
    if body.successes:
        earned = (*earned, (event.end, body.pool, body.successes, event.id))
    rule = "wod.willpower" if body.pool == "willpower" else "mutant.gnosis"
    effects: tuple[Effect, ...] = ()
    if harder:
        what = f"difficulty of meditation for {body.pool}"
        worse = difficulties(after)[body.method]
        effects = (Effect(event.at, rule, what, difficulty, worse, event.id),)
    meditations = Meditations((*kept, after), earned)
    return msgspec.structs.replace(c, meditations=meditations), effects


def next_insight(c: Character, _: World, __: int) -> int | None:
    """When the next meditation ends that has earned points."""
    earned = c.meditations.earned
    return min([at for at, *_ in earned]) if earned else None


def insight(c: C, _: World, at: int) -> Outcome[C]:
    """What a meditation has earned comes at its end."""
    effects: list[Effect] = []
    for when, pool, points, cause in c.meditations.earned:
        if when != at:
            continue
        before = getattr(c, pool)
        after = before.gained(points)
        rule = "wod.willpower" if pool == "willpower" else "mutant.gnosis"
        effects.append(Effect(at, rule, pool, before.now, after.now, cause))
        c = msgspec.structs.replace(c, **{pool: after})
    earned = tuple([e for e in c.meditations.earned if e[0] != at])
    meditations = Meditations(c.meditations.rolls, earned)
    return msgspec.structs.replace(c, meditations=meditations), tuple(effects)


def today(c: Character, rules: Mapping[str, str], world: World, at: int) -> dict[str, Any]:
    """Today's difficulties for each pool that one may meditate for."""
    day = world.calendar.day_of(at)
    return {
        pool: difficulties(rolls_of(c, pool, day))
        for pool in pools_of(c, rules)
        if pool == "gnosis" or (pool == "willpower" and world.settings.willpower_meditation)
    }
