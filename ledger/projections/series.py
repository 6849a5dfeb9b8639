"""Series: the numbers of a sheet over in-game time, a point for each change of one of them.

They are read off the sheet itself, so that a system needs no second description: what a row of
`GROUPS` finds in it becomes a series.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from ledger.replay import Life
from ledger.rules.settings import World
from ledger.rules.system import State

# what of a sheet makes series: its key → the key of the number in each of its rows; None where the
# value is the number itself
GROUPS: Mapping[str, str | None] = {
    "damage": None,
    "pools": "now",
    "locations": "hp",
    "characteristics": "effective",
}
Key = tuple[str, str]  # group and name: ("pools", "blood")


class Point(msgspec.Struct, frozen=True):
    """What holds from a moment on, until the next point.

    Attributes:
        at: the in-game second.
        status: the sheet's own (active, torpor, dead, …).
        level: how a reader calls the worst wound; None when there is none.
        values: the numbers by group and name; one that is absent then is not there.
    """

    at: int
    status: str
    level: str | None
    values: Mapping[Key, int]


class Span(msgspec.Struct, frozen=True):
    """A time in which status and level stay the same.

    Attributes:
        begin: its first in-game second.
        end: the in-game second at which it is over; None for one that goes on.
    """

    begin: int
    end: int | None
    status: str
    level: str | None


def series(life: Life, begin: int, end: int) -> list[Point]:
    """The points of a life from *begin* to *end*, both included, oldest first.

    The first stands at *begin*, or where the character is added. Time after the last event is a
    forecast: as if nothing more were recorded.
    """
    points: list[Point] = []
    for at, state, world in _moments(life, end):
        point = _point(life, state, world, max(at, begin))
        if at <= begin:
            points = [point]
        elif not points or not _same(points[-1], point):
            points.append(point)
    return points


def spans(points: list[Point]) -> list[Span]:
    """The times of one status and level after each other."""
    found: list[Span] = []
    for point in points:
        if found and (found[-1].status, found[-1].level) == (point.status, point.level):
            continue
        if found:
            found[-1] = msgspec.structs.replace(found[-1], end=point.at)
        found.append(Span(point.at, None, point.status, point.level))
    return found


def _moments(life: Life, end: int) -> Iterator[tuple[int, State, World]]:
    """Every moment until *end* at which something happens, with the character after it."""
    system = life.system
    if system is None:
        return
    for place, step in enumerate(life.steps):
        at = step.event.at
        following = life.steps[place + 1].event.at if place + 1 < len(life.steps) else None
        if at > end:
            return
        if step.state is None or following == at:  # of one moment only the last counts
            continue
        state, world, until = step.state, step.world, end if following is None else following - 1
        yield at, state, world
        while (due := system.next_due(state, world, at)) is not None and due[0] <= min(until, end):
            state, _ = system.elapse(state, world, at, due[0])
            at = due[0]
            yield at, state, world


def _point(life: Life, state: State, world: World, at: int) -> Point:
    assert life.system is not None
    sheet = life.system.sheet(state, world, at)
    values = {
        (group, name): value if number is None else value[number]
        for group, number in GROUPS.items()
        for name, value in (sheet.get(group) or {}).items()
    }
    return Point(at, sheet["status"], _level(sheet), values)


def _level(sheet: Mapping[str, Any]) -> str | None:
    """The worst wound in a word: a health level, or the wound of a place of the body."""
    if "level" in sheet:
        level = sheet["level"]
        return level if level is None else str(level)
    wounds = [row["wound"] for row in (sheet.get("locations") or {}).values()]
    return next((wound for wound in ("major", "serious", "minor") if wound in wounds), None)


def _same(one: Point, other: Point) -> bool:
    return (one.status, one.level, one.values) == (other.status, other.level, other.values)
