"""How the systems of the World of Darkness differ in what a blow does: policies, as data."""

from collections.abc import Callable, Mapping
from typing import Generic

import msgspec

from ledger.events import Recorded
from ledger.rules.settings import World
from ledger.rules.storyteller.character import C
from ledger.rules.storyteller.track import Damage, Track
from ledger.rules.system import Outcome

Pool = tuple[tuple[str, int], ...]  # a dice pool spelt out: (trait, dice)


class Nature(msgspec.Struct, Generic[C], frozen=True):
    """What a blow meets.

    Attributes:
        sources: the kind of damage that a source does (wod.damage.source).
        aimed: the same where the blow is aimed: (source, "head" or "vital").
        harmless: sources that do nothing, whatever kind is given.
        treated: kinds of damage that count as another kind.
        bears_permanent: whether permanent damage exists for it.
        soak: the dice of the body against a kind of damage, armour aside (wod.soak.pool).
        after_soak: levels that are left of the net damage, and the rule that took the others.
        daze_margin: a blow of more levels than Stamina and this dazes (wod.dazed).
        suffer: what levels mean beyond their marks: the state after marking, the track before, the
            kind, how many levels reached the body, and how many of them found no free box.
    """

    sources: Mapping[str, Damage]
    aimed: Mapping[tuple[str, str], Damage]
    harmless: frozenset[str]
    treated: Mapping[Damage, Damage]
    bears_permanent: bool
    soak: Callable[[C, Damage, World], Pool]
    after_soak: Callable[[Damage, int], tuple[int, str | None]]
    daze_margin: int
    suffer: Callable[[C, Track, Damage, int, int, Recorded, World], Outcome[C]]
