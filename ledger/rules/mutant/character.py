"""A mutant: extra levels, and the pools of Power Charge, Rage and Gnosis."""

from collections.abc import Mapping

import msgspec

from ledger.events import Effect, Recorded
from ledger.rules.pools import Pool
from ledger.rules.rest import Stretch
from ledger.rules.settings import World
from ledger.rules.storyteller.healing import Patient
from ledger.rules.storyteller.track import Levels, Track, body
from ledger.rules.storyteller.traits import LEVELS, TRAITS, Set, newcomer, with_traits
from ledger.rules.system import Outcome
from ledger.rules.traits import POOL, Trait, number


class Mutant(Patient, frozen=True, kw_only=True):
    """A mutant.

    Attributes:
        extra_levels: the penalties of extra health levels (wod.track.extra).
        supernatural_soak: dice against aggravated damage.
        power_charge: None when the sheet has none; `rage` and `gnosis` likewise.
        complete: the stretch of rest by which complete days are counted.
        rage_since: when the running week of Rage began; None while the pool is full.
    """

    extra_levels: Levels = ()
    supernatural_soak: int = 0
    power_charge: Pool | None = None
    rage: Pool | None = None
    gnosis: Pool | None = None
    complete: Stretch | None = None
    rage_since: int | None = None


POOLS: Mapping[str, str] = {
    "power_charge": "mutant.power-charge",
    "rage": "mutant.rage",
    "gnosis": "mutant.gnosis",
    "willpower": "wod.willpower",
}
MUTANT_TRAITS: Mapping[str, Trait] = {
    **TRAITS,
    "extra_levels": LEVELS,
    "supernatural_soak": number(0, 20, 0),
    "power_charge": POOL,
    "rage": POOL,
    "gnosis": POOL,
}


def fitted(m: Mutant, at: int) -> Mutant:
    """The mutant with the boxes that her extra levels give.

    When levels end, the lightest marks beyond the boxes go with them; nothing overflows.
    """
    boxes = body(m.extra_levels, "Hobbled")
    if boxes == m.track.boxes:
        return m
    track = Track(boxes, m.track.marks[: len(boxes)])
    same = track.lowest == m.track.lowest and len(track.marks) == len(m.track.marks)
    clock = m.clock if same else at if track.marks else None
    return msgspec.structs.replace(m, track=track, clock=clock)


def add(_: None, event: Recorded, world: World) -> Outcome[Mutant]:
    """The mutant as she enters the campaign."""
    m, effects = newcomer(Mutant, MUTANT_TRAITS)(None, event, world)
    return fitted(m, event.at), effects


def set_traits(m: Mutant, event: Recorded, _: World) -> Outcome[Mutant]:
    """Traits change, and with extra levels the track."""
    assert isinstance(event.body, Set)
    before = m.track
    m, effects = with_traits(m, event, event.body.traits, MUTANT_TRAITS)
    m = fitted(m, event.at)
    if m.track != before:
        rule = "wod.track.extra"
        effects = (*effects, Effect(event.at, rule, "track", before, m.track, event.id))
    return m, effects


def settle(m: Mutant, event: Recorded, _: World) -> Outcome[Mutant]:
    """A week of Rage begins when the pool comes off full, and ends when it is full."""
    below = m.rage is not None and m.rage.now < m.rage.max
    if below == (m.rage_since is not None):
        return m, ()
    return msgspec.structs.replace(m, rage_since=event.at if below else None), ()
