"""A World of Darkness character: the state that every such system has."""

from typing import TypeVar

from ledger.rules.pools import Pool
from ledger.rules.rest import Stretch
from ledger.rules.storyteller.armor import Piece
from ledger.rules.storyteller.conditions import Condition
from ledger.rules.storyteller.track import Track
from ledger.rules.system import State


class Character(State, frozen=True, kw_only=True):
    """What the systems of the World of Darkness share.

    Attributes:
        track: the body's health track.
        armor: pieces in the order in which they were last put on, taken off ones included.
        conditions: what holds for a time, in the order in which it began.
        rest: the stretch of rest that is running or was the last; None before the first.
        willpower: None when the sheet has none.
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


C = TypeVar("C", bound=Character)
