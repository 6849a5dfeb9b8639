"""Hero points: what a player may buy with one (request.dazed, .unconscious, .incapacitated)."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from ledger.errors import Refused
from ledger.events import Body, Effect, Recorded
from ledger.rules.request.character import Adventurer, Spell
from ledger.rules.request.characteristics import is_out_of_want
from ledger.rules.request.conditions import posture, woken
from ledger.rules.settings import World
from ledger.rules.system import Draft, Outcome, Scene, body_of

POOL = "hero_points"
POOLS: Mapping[str, str | None] = {POOL: None}
RULES: Mapping[str, str] = {
    "avoid-daze": "request.dazed",
    "wake": "request.unconscious",
    "act": "request.incapacitated",
}


class Heroic(Body, frozen=True, kw_only=True):
    """A hero point is spent: on a daze, a faint (with the result of its test), or one last act."""

    act: Literal["avoid-daze", "wake", "act"]
    result: Literal["success", "failure"] | None = None


def plan_hero(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """A hero point; only waking has a result."""
    if words["act"] == "wake" and "result" not in words:
        raise Refused(f"hero {scene.who} wake: success or failure of the Resilience test?")
    if words["act"] != "wake" and "result" in words:
        raise Refused(f"hero {scene.who} {words['act']} has no success or failure")
    return [Draft(body_of(Heroic, words, "hero"), scene.at)]


def check_hero(h: Adventurer, event: Recorded, _: World) -> tuple[str, ...]:
    """There must be a point, and something to spend it on."""
    body, who = event.body, event.who
    assert isinstance(body, Heroic)
    rule = f"({RULES[body.act]})"
    if h.hero_points is None or not h.hero_points.now:
        return (f"{who} has no hero point {rule}",)
    if body.act == "avoid-daze":
        return () if h.dazed is not None else (f"{who} is not dazed {rule}",)
    if body.act == "act":
        if h.acting is not None:
            return (f"{who} acts already {rule}",)
        return () if h.has_major else (f"{who} is not incapacitated {rule}",)
    if h.faint is None:
        want = " by a wound: want holds her down" if is_out_of_want(h) else ""
        return (f"{who} is not unconscious{want} {rule}",)
    if h.faint.tried:
        return (f"{who} has spent a hero point on this faint already {rule}",)
    return ()


def heroic(h: Adventurer, event: Recorded, world: World) -> Outcome[Adventurer]:
    """The point goes, and what it buys happens."""
    body, pool = event.body, h.hero_points
    assert isinstance(body, Heroic)
    assert pool is not None
    rule, at = RULES[body.act], event.at
    after = pool.spent(1)
    effects = [Effect(at, rule, POOL, pool.now, after.now, event.id)]
    h = msgspec.structs.replace(h, hero_points=after)
    if body.act == "avoid-daze":
        effects.append(Effect(at, rule, "condition", "dazed", None, event.id))
        h = msgspec.structs.replace(h, dazed=None)
    elif body.act == "act":
        until = at + world.settings.combat_round_seconds
        if h.faint is not None:  # it begins anew when the round is over
            effects.append(Effect(at, rule, "condition", "unconscious", None, event.id))
        effects.append(Effect(at, rule, "condition", None, "acting", event.id))
        h = msgspec.structs.replace(h, acting=Spell(until, rule, event.id), faint=None)
    elif body.result == "success":
        awake, more = woken(h, at, event.id)
        effects += (*more, *posture(h, awake, at, rule, event.id))
        h = awake
    else:
        assert h.faint is not None
        h = msgspec.structs.replace(h, faint=msgspec.structs.replace(h.faint, tried=True))
    return h, tuple(effects)
