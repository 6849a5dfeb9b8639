"""Traits: the numbers of a sheet, how they are written, and how they change."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ledger.errors import Refused
from ledger.events import Body, Effect, Recorded
from ledger.rules.pools import Pool
from ledger.rules.settings import World
from ledger.rules.storyteller.character import C, Character
from ledger.rules.storyteller.track import Levels
from ledger.rules.system import Apply, Draft, Outcome, Plan, Scene
from ledger.rules.traits import POOL, Trait, given_traits, number, read_traits

Value = int | Levels
PENALTIES: Mapping[str, int | None] = {"0": 0, "-1": -1, "-2": -2, "-5": -5, "inc": None}
MOST_LEVELS = 20


def read_levels(name: str, text: str) -> Levels:
    """Levels by their penalties, `0,-1,inc`; `none` for no level at all."""
    words = [] if text == "none" else text.split(",")
    if len(words) > MOST_LEVELS or any(word not in PENALTIES for word in words):
        raise Refused(
            f"{name}={text}: each of at most {MOST_LEVELS} is 0, -1, -2, -5 or inc; or none"
        )
    return tuple([PENALTIES[word] for word in words])  # type: ignore[misc]


LEVELS = Trait(read_levels, optional=True)
TRAITS: Mapping[str, Trait] = {
    "stamina": number(0, 20),
    "strength": number(0, 20, 1),
    "dexterity": number(0, 20, 1),
    "brawl": number(0, 20, 0),
    "melee": number(0, 20, 0),
    "athletics": number(0, 20, 0),
    "willpower": POOL,
}


class Add(Body, frozen=True, kw_only=True):
    """A new character: the traits that were given; `POOL_now` is what a pool holds."""

    traits: dict[str, Value]


class Set(Body, frozen=True, kw_only=True):
    """Traits that have another value from the event's date on; a pool's is its maximum."""

    traits: dict[str, Value]


def adder(traits: Mapping[str, Trait], system: str) -> Plan:
    """The planner of `add` for a system with these traits."""

    def plan(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
        return [Draft(Add(traits=given_traits(words, traits, scene, system)), scene.at)]

    return plan


def newcomer(kind: type[C], traits: Mapping[str, Trait]) -> Apply:
    """What `add` makes: a character of a kind, unhurt, with the traits of the event."""

    def apply(_: None, event: Recorded, __: World) -> Outcome[C]:
        assert isinstance(event.body, Add)
        given = event.body.traits
        fields: dict[str, Any] = {}
        for name, trait in traits.items():
            value = given.get(name, trait.default)
            if value is None and trait.optional:
                continue
            if trait.is_pool and isinstance(value, int):
                now = given.get(f"{name}_now", value)
                assert isinstance(now, int)
                fields[name] = Pool(now, value)
            else:
                fields[name] = value
        return kind(added=event.at, **fields), ()

    return apply


def setter(traits: Mapping[str, Trait]) -> Plan:
    """The planner of `set` for a system with these traits."""

    def plan(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
        values = read_traits(words["traits"], traits)
        now = [name for name in values if name not in traits]
        if now:
            raise Refused(
                f"{now[0].removesuffix('_now')}: `set` changes the maximum; "
                "`spend` and `gain` change what is there"
            )
        return [Draft(Set(traits=values), scene.at)]

    return plan


def traits_of(c: Character, traits: Mapping[str, Trait]) -> dict[str, Any]:
    """The traits of a sheet as they are written, pools aside; what it lacks is left out."""
    there = {name: getattr(c, name) for name, trait in traits.items() if not trait.is_pool}
    return {
        name: _written(value) if isinstance(value, tuple) else value
        for name, value in there.items()
        if value not in {None, ()}
    }


def with_traits(
    c: C, event: Recorded, values: Mapping[str, Value], traits: Mapping[str, Trait]
) -> Outcome[C]:
    """Traits change; a pool's number is its maximum, and what is held stays."""
    changes: dict[str, Any] = {}
    effects: list[Effect] = []
    for name, value in values.items():
        before: Any = getattr(c, name)
        if traits[name].is_pool and isinstance(value, int):
            changes[name] = Pool(value, value) if before is None else before.limited(value)
            what, before = f"{name} maximum", None if before is None else before.max
        else:
            changes[name], what = value, name
        after = value if isinstance(value, int) else _written(value)
        before = _written(before) if isinstance(before, tuple) else before
        effects.append(Effect(event.at, None, what, before, after, event.id))
    return msgspec.structs.replace(c, **changes), tuple(effects)


def _written(levels: Levels) -> str:
    return ",".join("inc" if level is None else str(level) for level in levels) or "none"
