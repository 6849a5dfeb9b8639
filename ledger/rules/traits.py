"""Traits: the numbers of a sheet, how they are written, and which must be there."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from ledger.errors import Refused
from ledger.naming import refuse_unknown
from ledger.rules.pools import LARGEST_POOL
from ledger.rules.system import Scene


class Trait(msgspec.Struct, frozen=True):
    """A trait of a sheet: how it is read, and what holds where `add` does not give it.

    Attributes:
        read: the value that was written for a trait of this name.
        default: None when there is none: the trait must be given, or is absent if `optional`.
        optional: a sheet may lack it.
        is_pool: the number is a pool's maximum, and `A/B` says what is there and the maximum.
    """

    read: Callable[[str, str], Any]
    default: int | None = None
    optional: bool = False
    is_pool: bool = False


def number(low: int, high: int, default: int | None = None, **kwargs: bool) -> Trait:
    """A trait that is a whole number from *low* to *high*."""

    def read(name: str, text: str) -> int:
        digits = text.removeprefix("-")
        if not digits.isascii() or not digits.isdigit():
            raise Refused(f"{name}={text}: {name} is a number from {low} to {high}")
        value = int(text) if len(digits) < 10 else high + 1
        if not low <= value <= high:
            raise Refused(f"{name}={text}: {name} goes from {low} to {high}")
        return value

    return Trait(read, default, **kwargs)


POOL = number(0, LARGEST_POOL, optional=True, is_pool=True)


def read_traits(words: Mapping[str, str], traits: Mapping[str, Trait]) -> dict[str, Any]:
    """TRAIT=VALUE words as values; `A/B` of a pool becomes `POOL_now` and `POOL`.

    Raises:
        Refused: for an unknown trait (with a did-you-mean), or a value that it does not take.
    """
    values: dict[str, Any] = {}
    for name, text in words.items():
        if name not in traits:
            raise refuse_unknown(name, tuple(traits), "trait")
        now, slash, most = text.partition("/")
        if slash and traits[name].is_pool:
            there, maximum = traits[name].read(name, now), traits[name].read(name, most)
            if isinstance(there, int) and isinstance(maximum, int) and there > maximum:
                raise Refused(f"{name}={text}: more than the maximum; write NOW/MAXIMUM")
            values[f"{name}_now"], values[name] = there, maximum
        else:
            values[name] = traits[name].read(name, text)
    return values


def given_traits(
    words: Mapping[str, Any], traits: Mapping[str, Trait], scene: Scene, system: str
) -> dict[str, Any]:
    """The traits of a new character.

    Raises:
        Refused: when one that has no default is missing, besides what `read_traits` refuses.
    """
    foreign = [word for word in words if word != "traits"]
    if foreign:
        raise Refused(f"{scene.who}: a {system} takes no --{foreign[0]}")
    values = read_traits(words["traits"], traits)
    missing = [
        name
        for name, trait in traits.items()
        if trait.default is None and not trait.optional and name not in values
    ]
    if missing:
        wanted = " ".join(f"{name}=N" for name in missing)
        raise Refused(f"{scene.who} needs {wanted}: `add {scene.who} {system} {wanted}`")
    return values
