"""Series: the numbers of a sheet over in-game time, a point for each change of one of them.

They are read off the sheet itself, so that a system needs no second description: what a row of
`GROUPS` finds in it becomes a series.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from ledger.projections.moments import moments
from ledger.projections.timeline import Plight, Span, plight_of
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
        plight: how the character is.
        values: the numbers by group and name; one that is absent then is not there.
    """

    at: int
    plight: Plight
    values: Mapping[Key, int]


def series(life: Life, begin: int, end: int) -> list[Point]:
    """The points of a life from *begin* to *end*, both included, oldest first.

    The first stands at *begin*, or where the character is added. Time after the last event is a
    forecast: as if nothing more were recorded.
    """
    points: list[Point] = []
    for at, state, world in _states(life, end):
        point = _point(life, state, world, max(at, begin))
        if at <= begin:
            points = [point]
        elif not points or (points[-1].plight, points[-1].values) != (point.plight, point.values):
            points.append(point)
    return points


def spans(points: Sequence[Point], end: int) -> list[Span]:
    """The times of one plight after each other, the last one until *end*."""
    found: list[Span] = []
    for point in points:
        if not found or found[-1].plight != point.plight:
            found[-1:] = [msgspec.structs.replace(last, end=point.at) for last in found[-1:]]
            found.append(Span(point.at, end, point.plight))
    return found


def _states(life: Life, end: int) -> Iterator[tuple[int, State, World]]:
    """Every in-game second until *end* at which something happens, with the character after it."""
    last = None
    for moment in moments(life, end):
        if last is not None and last.after is not None and last.at < moment.at:
            yield last.at, last.after, last.world_after
        last = moment
    if last is not None and last.after is not None:
        yield last.at, last.after, last.world_after


def _point(life: Life, state: State, world: World, at: int) -> Point:
    assert life.system is not None
    sheet = life.system.sheet(state, world, at)
    values = {
        (group, name): value if number is None else value[number]
        for group, number in GROUPS.items()
        for name, value in (sheet.get(group) or {}).items()
    }
    return Point(at, plight_of(sheet), values)
