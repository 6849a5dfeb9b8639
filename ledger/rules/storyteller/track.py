"""The health track: levels, marks, and what the lowest mark means (wod.track.*)."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Literal

import msgspec


class Damage(IntEnum):
    """The kinds of damage, the graver the higher (wod.track.order)."""

    BASHING = 1
    LETHAL = 2
    AGGRAVATED = 3
    PERMANENT = 4

    @property
    def word(self) -> str:
        """The name as users write it."""
        return self.name.lower()


# under names of their own: an attribute of an enumeration takes long, and a fold asks for many
BASHING, LETHAL, AGGRAVATED, PERMANENT = Damage

DAMAGE = {damage.word: damage for damage in Damage}
SIGNS = {Damage.BASHING: "/", Damage.LETHAL: "X", Damage.AGGRAVATED: "*", Damage.PERMANENT: "#"}


class Box(msgspec.Struct, frozen=True, gc=False):
    """One health level (wod.track.levels, wod.track.movement).

    Attributes:
        level: its name.
        penalty: dice taken from every action; None when no action is possible.
        movement: what movement is left.
    """

    level: str
    penalty: int | None
    movement: str


UNHURT = "unhindered"
BODY = (
    Box("Bruised", 0, UNHURT),
    Box("Hurt", -1, UNHURT),
    Box("Injured", -1, "half running speed"),
    Box("Wounded", -2, "walk; no attack after moving in a turn"),
    Box("Mauled", -2, "3 yards a turn"),
    Box("Crippled", -5, "1 yard a turn"),
    Box("Incapacitated", None, "none"),
)


# the penalties of further levels, which a body or a piece of armour may have; None for no action
Levels = tuple[Literal[0, -1, -2, -5] | None, ...]


def body(extra: Sequence[int | None] = (), sixth: str = "Crippled") -> tuple[Box, ...]:
    """The boxes of a body with extra levels (wod.track.extra) and its name for the sixth.

    An extra box stands below the last of its penalty and is like that one in all else.
    """
    boxes = [msgspec.structs.replace(b, level=sixth) if b.penalty == -5 else b for b in BODY]
    for penalty in extra:
        last = max(place for place, box in enumerate(boxes) if box.penalty == penalty)
        boxes.insert(last + 1, boxes[last])
    return tuple(boxes)


class Mark(msgspec.Struct, frozen=True, gc=False):
    """A marked level: the kind of damage, and the public id of the event that marked it.

    The cause is None for a level that hunger took.
    """

    damage: Damage
    cause: str | None


class Track(msgspec.Struct, frozen=True, gc=False):
    """Boxes from top to bottom, and the marks in them, gravest first (wod.track.order)."""

    boxes: tuple[Box, ...] = BODY
    marks: tuple[Mark, ...] = ()

    def __str__(self) -> str:
        signs = "".join([SIGNS[mark.damage] for mark in self.marks])
        return signs + "." * (len(self.boxes) - len(signs))

    @property
    def disables(self) -> bool:
        """Whether the lowest marked box allows no action."""
        return bool(self.marks) and self.boxes[len(self.marks) - 1].penalty is None

    @property
    def free(self) -> int:
        """How many boxes have no mark."""
        return len(self.boxes) - len(self.marks)

    @property
    def lowest(self) -> Box | None:
        """The lowest marked box, which gives level, penalty and movement; None when unhurt."""
        return self.boxes[len(self.marks) - 1] if self.marks else None

    def count(self, damage: Damage) -> int:
        """How many levels of one kind are marked."""
        return self.not_lighter(damage) - self.graver(damage)

    def graver(self, damage: Damage) -> int:
        """How many levels are marked with graver damage; they are the topmost."""
        number = 0
        for mark in self.marks:
            if mark.damage <= damage:
                break
            number += 1
        return number

    def not_lighter(self, damage: Damage) -> int:
        """How many levels are marked with that damage or graver; they are the topmost."""
        marks = self.marks
        number = len(marks)
        while number and marks[number - 1].damage < damage:
            number -= 1
        return number

    def caused_by(self, event: str) -> list[Mark]:
        """The marks that an event left."""
        return [mark for mark in self.marks if mark.cause == event]

    def marked(self, damage: Damage, levels: int, cause: str | None) -> tuple["Track", int]:
        """The track with *levels* more, and how many of them found no free box.

        A level without a box replaces the lightest mark if that is lighter (wod.track.full).
        """
        kept, added, over = self.marks, levels, 0
        free = len(self.boxes) - len(kept)
        lightest = self.not_lighter(damage) if kept else 0  # the place of the first lighter mark
        if levels > free:
            over = levels - free
            replaced = min(over, len(kept) - lightest)
            kept = kept[: len(kept) - replaced]
            added = free + replaced
        if not added:
            return self, over
        new = (Mark(damage, cause),) * added
        return Track(self.boxes, kept[:lightest] + new + kept[lightest:]), over

    def healed(self, levels: int, damage: Damage | None = None) -> "Track":
        """The track with *levels* fewer, the lowest marks first, or the lowest of one kind."""
        if damage is None:
            return Track(self.boxes, self.marks[: len(self.marks) - levels])
        last = self.not_lighter(damage)
        return Track(self.boxes, self.marks[: last - levels] + self.marks[last:])

    @property
    def cleared(self) -> "Track":
        """The track with no mark."""
        return Track(self.boxes)


def worst(penalties: Sequence[int | None]) -> int | None:
    """The gravest of some penalties: None (no action possible) before any number; 0 for none."""
    return None if None in penalties else min([p for p in penalties if p is not None], default=0)
