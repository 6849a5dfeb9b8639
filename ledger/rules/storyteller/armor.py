"""Worn armour: soak dice, boxes of its own, destruction (wod.armor, wod.track.armor-levels)."""

from typing import Annotated

import msgspec

from ledger.events import Amount, Body
from ledger.rules.storyteller.track import Box, Damage, Levels, Track

RATED = {Damage.BASHING: "bashing", Damage.LETHAL: "lethal", Damage.AGGRAVATED: "aggravated"}


class Wear(Body, frozen=True, kw_only=True):
    """A piece that is put on: its ratings, or only its name when it is put on again.

    Attributes:
        levels: the penalties of the piece's own health levels; None stands for incapacitated.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    bashing: Amount = 0
    lethal: Amount = 0
    aggravated: Amount = 0
    dexterity: Amount = 0
    strength: Amount = 0
    helmet: Amount = 0
    shield: bool = False
    levels: Levels = ()

    @property
    def is_rated(self) -> bool:
        """Whether anything but the name was given."""
        return self != Wear(name=self.name)


class Remove(Body, frozen=True, kw_only=True):
    """A piece that is taken off; it keeps its marks."""

    name: str


class Repair(Body, frozen=True, kw_only=True):
    """A piece whose own levels are cleared."""

    name: str


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A piece of armour as it is now: its ratings as given, and what has become of it."""

    made: Wear
    track: Track
    worn: bool = True
    destroyed: bool = False

    @property
    def serves(self) -> bool:
        """Whether it protects at all."""
        return self.worn and not self.destroyed

    def rating(self, damage: Damage) -> int:
        """The rating against a kind of damage, the helmet's bonus aside; 0 against permanent."""
        return getattr(self.made, RATED[damage]) if damage in RATED else 0

    def dice(self, damage: Damage) -> int:
        """The soak dice against a kind of damage; a helmet adds only to what is above 0."""
        rating = self.rating(damage)
        return rating + self.made.helmet if rating > 0 else 0

    def is_destroyed_by(self, damage: Damage, rolled: int) -> bool:
        """Whether one attack with so much rolled damage destroys it (wod.armor.destroyed)."""
        rating = self.rating(damage)
        return rating > 0 and rolled >= 2 * rating

    def dexterity_penalty(self, strength: int, melee: int) -> int:
        """The Dexterity penalty as it counts for this wearer (wod.armor.dexterity)."""
        eased = melee >= 3 or strength >= 2 * self.made.strength
        return self.made.dexterity // 2 if eased else self.made.dexterity

    @property
    def penalty(self) -> int | None:
        """The penalty of its levels on physical pools; 0 when none or all of them are marked."""
        lowest = self.track.lowest
        return 0 if lowest is None or not self.track.free else lowest.penalty


def new_piece(made: Wear) -> Piece:
    """The piece as it leaves the smith, put on."""
    boxes = tuple(Box(made.name, penalty, "") for penalty in made.levels)
    return Piece(made, Track(boxes))


def in_the_way(armor: tuple[Piece, ...], shield: bool) -> tuple[Piece, ...]:
    """The pieces that protect against a blow; a shield only where the blow says so."""
    return tuple([p for p in armor if p.serves and (shield or not p.made.shield)])
