"""Dice pools of ten-sided dice (wod.dice.ones)."""

from collections.abc import Sequence
from typing import Annotated

import msgspec

DIFFICULTY = 6  # where nothing else is said
Dice = tuple[Annotated[int, msgspec.Meta(ge=1, le=10)], ...]
Difficulty = Annotated[int, msgspec.Meta(ge=2, le=10)]


def net_successes(dice: Sequence[int], difficulty: int) -> int:
    """Successes less ones; negative or zero for a roll that failed."""
    return sum(die >= difficulty for die in dice) - sum(die == 1 for die in dice)


def unbotched(dice: Sequence[int], difficulty: int) -> int:
    """Successes of a roll that cannot be botched (damage, soak): never below 0."""
    return max(0, net_successes(dice, difficulty))
