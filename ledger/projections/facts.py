"""Facts: the traits and settings that rules look at, each since a date and by an event."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from ledger.events import shown
from ledger.projections.moments import Moment
from ledger.rules.settings import Settings, World
from ledger.rules.system import State


class Fact(msgspec.Struct, frozen=True):
    """What a rule looked at.

    Attributes:
        name: a trait or a campaign setting.
        value: as it is written.
        since: the in-game date from which it holds; null for what holds where nothing is said.
        event: the public id of the event that says so; null likewise.
        type: that event's verb; null likewise.
    """

    name: str
    value: str
    since: str | None = None
    event: str | None = None
    type: str | None = None


Facts = Mapping[str, Fact]
SETTINGS = frozenset(Settings.__struct_fields__)


def at_first(names: Iterable[str], world: World) -> Facts:
    """The settings among some names as they are where nothing is said."""
    return {name: Fact(name, setting(world, name)) for name in names if name in SETTINGS}


def after(facts: Facts, names: Iterable[str], moment: Moment) -> Facts:
    """The facts of these names after a moment."""
    event = moment.event
    if event is None or (moment.after is moment.before and moment.world_after is moment.world):
        return facts
    new = {}
    for name in names:
        old, now = (
            (setting(moment.world, name), setting(moment.world_after, name))
            if name in SETTINGS
            else (trait(moment.before, name), trait(moment.after, name))
        )
        if now != old and now is not None:
            date = moment.world.calendar.format(moment.at)
            new[name] = Fact(name, now, date, event.id, event.verb)
    return {**facts, **new} if new else facts


def setting(world: World, name: str) -> str:
    """A setting as it is written."""
    value: Any = getattr(world.settings, name)
    if name == "dusk":
        hour, minute, _ = world.calendar.clock(world.dusk)
        return f"{hour:02}:{minute:02}"
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def trait(state: State | None, name: str) -> str | None:
    """A trait as it is written; None for one that is not there."""
    value = getattr(state, name, None)
    if isinstance(value, tuple):
        return ",".join("inc" if item is None else str(item) for item in value) or "none"
    return None if value is None else shown(value)
