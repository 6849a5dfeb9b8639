"""Below the last box: who dies, and whose bashing marks give way first (mortal.overflow, mutant.overflow)."""

import msgspec

from ledger.events import Effect, Recorded
from ledger.rules.death import died
from ledger.rules.storyteller.healing import P
from ledger.rules.storyteller.track import Damage, Mark, Track
from ledger.rules.system import Outcome


def dies(p: P, over: int, event: Recorded, rule: str) -> Outcome[P]:
    """A level without a box kills, whatever it is."""
    return died(p, event.at, rule, event.id) if over else (p, ())


def wraps(p: P, before: Track, damage: Damage, over: int, event: Recorded) -> Outcome[P]:
    """While a bashing mark is left, a level without a box takes one; after that it kills.

    A graver level has replaced the lightest mark already; bashing makes the topmost bashing mark
    lethal.
    """
    effects: tuple[Effect, ...] = ()
    left = before.count(Damage.BASHING)
    if damage is Damage.BASHING:
        left = p.track.count(Damage.BASHING)
        track = _wrapped(p.track, min(over, left), event.id)
        if track != p.track:
            effects = (Effect(event.at, "mutant.overflow", "track", p.track, track, event.id),)
            p = msgspec.structs.replace(p, track=track)
    if over <= left:
        return p, effects
    p, end = died(p, event.at, "mutant.overflow", event.id)
    return p, (*effects, *end)


def _wrapped(track: Track, levels: int, cause: str) -> Track:
    """The topmost bashing marks as lethal ones."""
    graver = track.graver(Damage.BASHING)
    turned = (Mark(Damage.LETHAL, cause),) * levels
    return Track(track.boxes, track.marks[:graver] + turned + track.marks[graver + levels :])
