"""Conditions that hold for some turns: dazed, prone, initiative -2."""

from collections.abc import Sequence

import msgspec

from ledger.calendar import TURN_SECONDS
from ledger.events import Effect

TURNS = 2  # every condition of the World of Darkness lasts so long (ruling)


class Condition(msgspec.Struct, frozen=True, gc=False):
    """What holds until an in-game second, by which rule, and the public id of the event."""

    name: str
    until: int
    rule: str
    cause: str


def two_turns(name: str, at: int, rule: str, cause: str) -> Condition:
    """A condition that begins at *at* and ends two turns later."""
    return Condition(name, at + TURNS * TURN_SECONDS, rule, cause)


def imposed(
    conditions: tuple[Condition, ...], new: Sequence[Condition], at: int
) -> tuple[tuple[Condition, ...], tuple[Effect, ...]]:
    """The conditions with *new* ones, which take the place of those of the same name."""
    names = {condition.name for condition in new}
    kept = tuple([c for c in conditions if c.name not in names])
    effects = tuple([Effect(at, c.rule, "condition", None, c.name, c.cause) for c in new])
    return (*kept, *new), effects


def next_end(conditions: tuple[Condition, ...]) -> int | None:
    """When the first of them ends; None when there are none."""
    return min([condition.until for condition in conditions]) if conditions else None


def ended(
    conditions: tuple[Condition, ...], at: int
) -> tuple[tuple[Condition, ...], tuple[Effect, ...]]:
    """The conditions that still hold at *at*, and an effect for each that has ended."""
    over = [c for c in conditions if c.until <= at]
    effects = tuple([Effect(at, c.rule, "condition", c.name, None, c.cause) for c in over])
    return tuple([c for c in conditions if c.until > at]), effects
