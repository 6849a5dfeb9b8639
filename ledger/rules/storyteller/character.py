"""A World of Darkness character: the state that every such system has."""

from typing import TypeVar

import msgspec

from ledger.rules.pools import Pool
from ledger.rules.rest import Stretch
from ledger.rules.storyteller.armor import Piece
from ledger.rules.storyteller.conditions import Condition
from ledger.rules.storyteller.track import Track
from ledger.rules.system import State


class Rolls(msgspec.Struct, frozen=True, gc=False):
    """The meditations for one pool on one calendar day.

    Attributes:
        raised: by how much their difficulty has risen.
        at_hardest: whether one was rolled at difficulty 10.
    """

    pool: str
    day: int
    raised: int = 0
    at_hardest: bool = False


class Meditations(msgspec.Struct, frozen=True, gc=False):
    """Today's rolls, and what they have earned: (in-game second, pool, points, event) each."""

    rolls: tuple[Rolls, ...] = ()
    earned: tuple[tuple[int, str, int, str], ...] = ()


class Character(State, frozen=True, kw_only=True):
    """What the systems of the World of Darkness share.

    Attributes:
        track: the body's health track.
        armor: pieces in the order in which they were last put on, taken off ones included.
        conditions: what holds for a time, in the order in which it began.
        rest: the stretch of rest that is running or was the last; None before the first.
        willpower: None when the sheet has none.
        meditations: rolls of the last day on which there were any, and points still to come.
    """

    stamina: int
    strength: int = 1
    dexterity: int = 1
    brawl: int = 0
    melee: int = 0
    athletics: int = 0
    track: Track = Track()
    armor: tuple[Piece, ...] = ()
    conditions: tuple[Condition, ...] = ()
    rest: Stretch | None = None
    willpower: Pool | None = None
    meditations: Meditations = Meditations()


C = TypeVar("C", bound=Character)
