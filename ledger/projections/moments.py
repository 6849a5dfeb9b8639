"""Moments: a life taken apart into every single thing that changed it, by an event or by time."""

from bisect import bisect_right
from collections.abc import Iterator

import msgspec

from ledger.events import Effect, Recorded
from ledger.replay import Life
from ledger.rules.settings import World
from ledger.rules.system import State


class Moment(msgspec.Struct, frozen=True, gc=False):
    """One event, or one thing that time brought about.

    Attributes:
        at: the in-game second.
        event: the event with its answers; None where only time passed.
        before: the character as it found her; None before she was added.
        after: the character afterwards.
        world: the calendar, and the settings in force before it.
        world_after: the same after it.
        effects: what it did.
    """

    at: int
    event: Recorded | None
    before: State | None
    after: State | None
    world: World
    world_after: World
    effects: tuple[Effect, ...]


def moments(life: Life, until: int) -> Iterator[Moment]:
    """All moments up to an in-game second, its own included; after the last event a forecast."""
    end = bisect_right(life.steps, until, key=lambda step: step.event.at)
    for place in range(end + 1):
        yield from moments_at(life, place, until)


def moments_at(life: Life, place: int, until: int) -> list[Moment]:
    """The moments of the step at a place: the time before its event, then the event.

    At the place behind the last step that is not later than *until*, the time up to *until*.
    """
    last = life.steps[place - 1] if place else None
    step = life.steps[place] if place < len(life.steps) else None
    event = None if step is None or step.event.at > until else step.event
    state, world = (None, life.origin) if last is None else (last.state, last.world)
    found: list[Moment] = []
    if last is not None and state is not None:
        end = until if event is None else event.at
        found += passing(life, state, world, last.event.at, end)
        state = found[-1].after if found else state
    if step is not None and event is not None:
        found.append(Moment(event.at, event, state, step.state, world, step.world, step.effects))
    return found


def passing(
    life: Life, state: State, world: World, since: int, until: int | None
) -> Iterator[Moment]:
    """What time alone brings about later than *since*, one by one; without *until* for ever."""
    system = life.system
    while system is not None and (due := system.next_due(state, world, since)) is not None:
        at, process = due
        if until is not None and at > until:
            return
        after, effects = process.happen(state, world, at)
        yield Moment(at, None, state, after, world, world, effects)
        state = after
