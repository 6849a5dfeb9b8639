"""Traits: the numbers of a sheet, how they are written and changed."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ledger.errors import Refused
from ledger.events import Body, Effect, Recorded
from ledger.rules.pools import LARGEST_POOL, Pool
from ledger.rules.storyteller.character import C
from ledger.rules.system import Draft, Outcome, Plan, Scene, refuse_unknown


class Trait(msgspec.Struct, frozen=True):
    """A number on the sheet: its range, and what holds where `add` does not give it.

    Attributes:
        default: None when there is none: the trait must be given, or is absent if `optional`.
        optional: a sheet may lack it.
        is_pool: the number is a pool's maximum, and `A/B` says what is there and the maximum.
    """

    low: int
    high: int
    default: int | None = None
    optional: bool = False
    is_pool: bool = False


POOL = Trait(0, LARGEST_POOL, optional=True, is_pool=True)
TRAITS: Mapping[str, Trait] = {
    "stamina": Trait(0, 20),
    "strength": Trait(0, 20, 1),
    "dexterity": Trait(0, 20, 1),
    "brawl": Trait(0, 20, 0),
    "melee": Trait(0, 20, 0),
    "athletics": Trait(0, 20, 0),
    "willpower": POOL,
}


class Set(Body, frozen=True, kw_only=True):
    """Traits that have another value from the event's date on."""

    traits: dict[str, int]


def read_traits(words: Mapping[str, str], traits: Mapping[str, Trait]) -> dict[str, int]:
    """TRAIT=VALUE words as numbers; `A/B` of a pool becomes `POOL_now` and `POOL`.

    Raises:
        Refused: for an unknown trait (with a did-you-mean), no number, or one out of range.
    """
    read: dict[str, int] = {}
    for name, text in words.items():
        if name not in traits:
            raise refuse_unknown(name, tuple(traits), "trait")
        now, slash, most = text.partition("/")
        if slash and traits[name].is_pool:
            read[f"{name}_now"] = _number(name, now, traits[name])
            read[name] = _number(name, most, traits[name])
            if read[f"{name}_now"] > read[name]:
                raise Refused(f"{name}={text}: more than the maximum; write NOW/MAXIMUM")
        else:
            read[name] = _number(name, text, traits[name])
    return read


def require(read: Mapping[str, int], traits: Mapping[str, Trait], who: str, system: str) -> None:
    """Refuse a new character who lacks a trait that has no default."""
    missing = [
        name
        for name, trait in traits.items()
        if trait.default is None and not trait.optional and name not in read
    ]
    if missing:
        wanted = " ".join(f"{name}=N" for name in missing)
        raise Refused(f"{who} needs {wanted}: `add {who} {system} {wanted}`")


def _number(name: str, text: str, trait: Trait) -> int:
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit():
        raise Refused(f"{name}={text}: {name} is a number from {trait.low} to {trait.high}")
    number = int(text) if len(digits) < 10 else trait.high + 1
    if not trait.low <= number <= trait.high:
        raise Refused(f"{name}={text}: {name} goes from {trait.low} to {trait.high}")
    return number


def setter(traits: Mapping[str, Trait]) -> Plan:
    """The planner of `set` for a system with these traits."""

    def plan(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
        read = read_traits(words["traits"], traits)
        now = [name for name in read if name not in traits]
        if now:
            raise Refused(
                f"{now[0].removesuffix('_now')}: `set` changes the maximum; "
                "`spend` and `gain` change what is there"
            )
        return [Draft(Set(traits=read), scene.at)]

    return plan


def with_traits(c: C, event: Recorded, values: Mapping[str, int]) -> Outcome[C]:
    """Traits change; a pool's number is its maximum, and what is held stays."""
    changes: dict[str, Any] = {}
    effects: list[Effect] = []
    for name, value in values.items():
        before = getattr(c, name)
        if name == "willpower":
            changes[name] = Pool(value, value) if before is None else before.limited(value)
            what, before = f"{name} maximum", None if before is None else before.max
        else:
            changes[name], what = value, name
        effects.append(Effect(event.at, None, what, before, value, event.id))
    return msgspec.structs.replace(c, **changes), tuple(effects)
