"""Charts of a character's numbers over in-game time, as SVG that needs nothing beside it.

The axis is not a calendar's: a brawl of seconds and a century of torpor stand on one chart, so the
distance between two moments grows with the logarithm of the time between them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple
from xml.etree import ElementTree as ET

import ziaplot  # type: ignore[import-untyped]

from ledger.calendar import Calendar
from ledger.projections.series import Key, Point, spans

WIDTHS = {"wide": (860, 12), "narrow": (360, 11)}  # of the drawing, and of its letters, in pixels
PANELS = {
    "damage": "Health: levels marked",
    "locations": "Hit points by location",
    "pools": "Pools",
    "characteristics": "Characteristics",
}
# told apart by those who see fewer colours, too (after Okabe and Ito); black and white print has
# the strokes
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9", "#333333")
STROKES = ("-", "--", ":", "-.")
DAMAGE = {
    "permanent": "#3b3b3b",
    "aggravated": "#a4262c",
    "lethal": "#e07a5f",
    "bashing": "#f2cc8f",
}
BANDS = {
    "torpor": "#7e57c2",
    "incapacitated": "#e57373",
    "unconscious": "#90a4ae",
    "helpless": "#ffb74d",
    "dead": "#424242",
}
CLOCK = "#1a7f37"
LEDGE = 14  # pixels on the left, for letters wider than a machine without fonts reckons
FULL = 1000  # the length of the axis in its own unit


class Entry(NamedTuple):
    """A line of a legend.

    Attributes:
        label: what it is.
        colour: of the line or area.
        kind: area, band or the stroke of a line.
    """

    label: str
    colour: str
    kind: str


class Chart(NamedTuple):
    """A chart in the widths that screens have.

    Attributes:
        title: what it shows.
        legend: its lines and areas.
        drawings: the SVG by width, `wide` and `narrow`.
    """

    title: str
    legend: tuple[Entry, ...]
    drawings: Mapping[str, str]


class Axis(NamedTuple):
    """Where the moments of a chart stand.

    Attributes:
        places: in-game second → place from 0 to `FULL`.
        begin: the first in-game second.
        end: the last.
    """

    places: Mapping[int, float]
    begin: int
    end: int


def axis(moments: Sequence[int]) -> Axis:
    """An axis on which these in-game seconds have room, whatever lies between them."""
    inside = sorted(set(moments))
    place, places = 0.0, [0.0]
    for before, after in pairwise(inside):
        place += math.log2(1 + after - before)
        places.append(place)
    scale = FULL / place if place else 0
    found = {at: p * scale for at, p in zip(inside, places, strict=True)}
    return Axis(found, inside[0], inside[-1])


def charts(
    points: Sequence[Point],
    end: int,
    clock: int,
    calendar: Calendar,
    levels: Sequence[str],
    name: str,
) -> Iterator[Chart]:
    """The charts of a character: one for each group of numbers that the sheet has.

    *end* is the last in-game second shown, *levels* the names of the health levels from the top,
    *name* makes the ids of the drawings unique on a page.
    """
    if not points:
        return
    marks = [point.at for point in points] + [end]
    if points[0].at <= clock <= end:
        marks.append(clock)
    along = axis(marks)
    for group, title in PANELS.items():
        keys = list(
            dict.fromkeys(key for point in points for key in point.values if key[0] == group)
        )
        if not keys or (group == "characteristics" and not _vary(points, keys)):
            continue
        panel = _Panel(points, group, keys, along, clock if clock < end else None)
        drawings = {
            size: _drawn(panel, size, calendar, levels, f"{name}-{group}-{size}", title)
            for size in WIDTHS
        }
        yield Chart(title, tuple(panel.legend()), drawings)


def _vary(points: Sequence[Point], keys: Sequence[Key]) -> bool:
    return any(
        point.values.get(key) != points[0].values.get(key) for point in points for key in keys
    )


class _Panel:
    """The lines and areas of one group of numbers."""

    def __init__(
        self,
        points: Sequence[Point],
        group: str,
        keys: Sequence[Key],
        along: Axis,
        clock: int | None,
    ) -> None:
        self.points = points
        self.stacked = group == "damage"
        self.keys = [key for key in keys if not self.stacked or _occurs(points, key)]
        self.along = along
        self.clock = clock  # where a forecast begins
        self.colours = {
            key: DAMAGE[key[1]] if self.stacked else COLOURS[number % len(COLOURS)]
            for number, key in enumerate(self.keys)
        }
        self.strokes = {key: STROKES[n % len(STROKES)] for n, key in enumerate(self.keys)}
        held = [
            value for point in points for key, value in point.values.items() if key in self.colours
        ]
        self.bottom = min([0, *held])
        self.top = max([1, *held])
        self.bands = [
            (self.place(span.begin), self.place(span.end), span.plight.status)
            for span in spans(points, along.end)
            if span.plight.status in BANDS
        ]

    def place(self, at: int | None) -> float:
        return FULL if at is None else self.along.places[at]

    def legend(self) -> Iterator[Entry]:
        for key in self.keys:
            kind = "area" if self.stacked else self.strokes[key]
            yield Entry(key[1].replace("_", " "), self.colours[key], kind)
        for status in dict.fromkeys(status for *_, status in self.bands):
            yield Entry(status, BANDS[status], "band")
        if self.clock is not None:
            yield Entry("the clock; what follows is a forecast", CLOCK, ":")

    def draw(self, graph: ziaplot.Graph, bottom: float, top: float) -> None:
        for begin, end, status in self.bands:
            band = ziaplot.LineFill([begin, end], [top, top], [bottom, bottom])
            graph.add(band.color("none").fill(f"{BANDS[status]}40"))
        below = [0] * (2 * len(self.points))
        for key in self.keys:
            xs, ys = self.steps(key)
            if self.stacked:
                above = [low + high for low, high in zip(below, ys, strict=True)]
                graph.add(ziaplot.LineFill(xs, above, below).color("none").fill(self.colours[key]))
                below = above
            else:
                line = ziaplot.PolyLine(xs, ys).color(self.colours[key])
                graph.add(line.stroke(self.strokes[key]).strokewidth(2))
        if self.clock is not None:
            at = self.place(self.clock)
            line = ziaplot.PolyLine([at, at], [bottom, top]).color(CLOCK)
            graph.add(line.stroke(":").strokewidth(2))

    def steps(self, key: Key) -> tuple[list[float], list[int]]:
        """A value stays until the next point, and then is another at once."""
        xs: list[float] = []
        ys: list[int] = []
        following = [point.at for point in self.points[1:]] + [None]
        for point, until in zip(self.points, following, strict=True):
            xs += [self.place(point.at), self.place(until)]
            ys += [point.values.get(key, 0)] * 2
        return xs, ys


def _occurs(points: Sequence[Point], key: Key) -> bool:
    return any(point.values.get(key) for point in points)


def _drawn(
    panel: _Panel, size: str, calendar: Calendar, levels: Sequence[str], name: str, title: str
) -> str:
    """A panel as SVG of a width."""
    width, letters = WIDTHS[size]
    top = max(panel.top, len(levels)) if panel.stacked else panel.top
    rows = top - panel.bottom
    height = max(150, min(18 * rows, 260)) + 40
    ziaplot.config.precision = 1
    ziaplot.css(
        f"* {{ font_size: {letters}; }} Graph {{ color: #fff; edge_color: #555; edge_width: 1; }} "
        "Graph.GridX { color: #eee; stroke: -; } Graph.GridY { color: #eee; stroke: -; } "
        f"Graph.TickX {{ height: 4; stroke_width: 1; font_size: {letters}; pad: 0; color: #333; }} "
        f"Graph.TickY {{ height: 4; stroke_width: 1; font_size: {letters}; pad: 0; color: #333; }}"
    )
    graph = ziaplot.Graph().size(width, height)
    margin = 7 * letters  # for a label beside the last moment
    room = (
        width
        - margin
        - (8 * letters if size == "wide" and panel.stacked and levels else 3 * letters)
    )
    graph.xrange(-15, FULL + FULL * margin / 2 / room)
    graph.yrange(panel.bottom, top + rows / 40)  # a line along the top is seen whole
    at, labels = _dates(panel.along, calendar, FULL * 8 * letters / room)
    graph.xticks(at, labels)
    if panel.stacked and levels:
        named = size == "wide"
        graph.yticks(
            range(top + 1), ["", *[levels[n] if named else str(n + 1) for n in range(top)]]
        )
    else:
        stride = max(1, math.ceil(rows / 6))
        numbers = list(range(panel.bottom - panel.bottom % stride, top + 1, stride))
        graph.yticks(numbers, [str(number) for number in numbers])
    panel.draw(graph, panel.bottom, top)
    return _embedded(graph.svgxml(), name, title)


def _dates(along: Axis, calendar: Calendar, apart: float) -> tuple[list[float], list[str]]:
    """Where dates stand below an axis, so that none covers another, and how they are written."""
    at: list[float] = []
    labels: list[str] = []
    last = ""
    for moment, place in along.places.items():
        if at and place - at[-1] < apart:
            continue
        date, _, time = calendar.format(moment).rpartition(" ")
        at.append(place)
        labels.append(time if date == last else date)
        last = date
    return at, labels


def _embedded(svg: ET.Element, name: str, title: str) -> str:
    """A drawing that stands in a page: no size of its own, and ids that no other drawing has."""
    width, height = svg.attrib.pop("width"), svg.attrib.pop("height")
    svg.attrib.pop("xmlns")  # an address, and in a page without a use
    svg.set("viewBox", f"-{LEDGE} 0 {int(width) + LEDGE} {height}")
    svg.set("role", "img")
    svg.set("aria-label", title)
    for element in svg.iter():
        for attribute, value in element.attrib.items():
            if attribute == "id":
                element.set(attribute, f"{name}-{value}")
            elif value.startswith("url(#"):
                element.set(attribute, value.replace("url(#", f"url(#{name}-"))
    return ET.tostring(svg, encoding="unicode")
