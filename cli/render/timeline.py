"""Timelines as text: a line a character, a sign for each stretch of time, an axis with dates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from ledger.text import shown_safely

if TYPE_CHECKING:
    from ledger.calendar import Calendar
    from ledger.projections.timeline import Course, Plight


class Look(NamedTuple):
    """How a state looks: how grave it is, its signs (plain and ASCII), its style, what it is called."""

    grave: int
    sign: str
    plain: str
    style: str
    name: str


UNHURT = Look(0, "·", ".", "green", "unhurt")
LEVELS = {
    "Bruised": Look(1, "▁", "1", "yellow", "Bruised"),
    "Hurt": Look(2, "▂", "2", "yellow", "Hurt"),
    "Injured": Look(3, "▃", "3", "yellow", "Injured"),
    "Wounded": Look(4, "▄", "4", "yellow", "Wounded"),
    "Mauled": Look(5, "▅", "5", "yellow", "Mauled"),
    "Crippled": Look(6, "▆", "6", "red", "Crippled"),
    "Hobbled": Look(6, "▆", "6", "red", "Hobbled"),
    "Incapacitated": Look(7, "▇", "7", "red", "Incapacitated"),
    "minor": Look(2, "▂", "2", "yellow", "minor wound"),
    "serious": Look(4, "▄", "4", "yellow", "serious wound"),
    "major": Look(6, "▆", "6", "red", "major wound"),
}
STATUSES = {
    "helpless": Look(8, "▓", "h", "red", "helpless"),
    "incapacitated": Look(9, "█", "!", "red", "incapacitated"),
    "unconscious": Look(10, "▒", "u", "magenta", "unconscious"),
    "torpor": Look(11, "░", "z", "magenta", "torpor"),
    "dead": Look(12, "†", "x", "bold red", "dead"),
}
AXIS = ("─", "┬")
PLAIN_AXIS = ("-", "+")
SIGNS = "".join(
    [UNHURT.sign, *AXIS, *[look.sign for look in (*LEVELS.values(), *STATUSES.values())]]
)
COUNTS = ((1, "^ event"), (2, "2-9 so many"), (10, "+ more"))
LONGEST_NAME = 20
NARROWEST = 10  # columns of a chart


def look_of(plight: Plight) -> Look:
    """How a state looks; a level that no table has looks like the lightest."""
    if plight.status in STATUSES:
        return STATUSES[plight.status]
    if plight.level is None:
        return UNHURT
    return LEVELS.get(plight.level, LEVELS["Bruised"]._replace(name=plight.level))


def timeline_lines(
    heading: str,
    courses: Sequence[Course],
    begin: int,
    end: int,
    calendar: Calendar,
    *,
    width: int,
    signs: bool,
) -> Iterator[Text]:
    """A chart of *width* columns; without *signs* in ASCII."""
    names = [shown_safely(course.who) for course in courses]
    room = min(max(map(cell_len, names), default=0), LONGEST_NAME, max(width // 3, 1))
    columns = Columns(begin, end, max(width - room - 2, NARROWEST))
    yield Text(heading, "bold")
    used: dict[Look, None] = {}
    most = 0
    for name, course in zip(names, courses, strict=True):
        line = Text(set_cell_size(name, room) + "  ")
        for look in columns.looks(course):
            line.append(
                " " if look is None else _sign(look, signs=signs), look.style if look else ""
            )
            if look is not None:
                used[look] = None
        line.rstrip()
        yield line
        counts = columns.counts(course)
        if any(counts):
            most = max(most, *counts)
            marks = "".join(map(_count, counts)).rstrip()
            yield Text(" " * (room + 2) + marks, "cyan")
    ruler, labels = axis(columns, calendar, signs=signs)
    yield Text(" " * (room + 2) + ruler)
    yield Text(" " * (room + 2) + labels)
    legend = [f"{_sign(look, signs=signs)} {look.name}" for look in sorted(used)]
    legend += [word for least, word in COUNTS if most >= least]
    yield from _wrapped(legend, width)


def _wrapped(entries: Sequence[str], width: int) -> Iterator[Text]:
    line = ""
    for entry in entries:
        if line and cell_len(line) + 3 + cell_len(entry) > width:
            yield Text(line)
            line = ""
        line = f"{line}   {entry}" if line else entry
    if line:
        yield Text(line)


def _sign(look: Look, *, signs: bool) -> str:
    return look.sign if signs else look.plain


def _count(events: int) -> str:
    return " ^23456789"[events] if events < 10 else "+"


class Columns(NamedTuple):
    """The columns of a chart: a period in equal stretches."""

    begin: int
    end: int
    number: int

    def starts(self, column: int) -> int:
        """The in-game second at which a column starts."""
        return self.begin + (self.end - self.begin) * column // self.number

    def at(self, instant: int) -> int:
        """The column that an in-game second falls into."""
        span = self.end - self.begin
        return min((instant - self.begin) * self.number // span, self.number - 1)

    def looks(self, course: Course) -> list[Look | None]:
        """The gravest state of each column, and in the last one how it ends; None before any."""
        found: list[Look | None] = [None] * self.number
        for span in course.spans:
            look = look_of(span.plight)
            last = self.at(max(span.end - 1, span.begin))
            for column in range(self.at(span.begin), last + 1):
                there = found[column]
                if there is None or look.grave >= there.grave:
                    found[column] = look
        if course.spans:
            found[-1] = look_of(course.spans[-1].plight)
        return found

    def counts(self, course: Course) -> list[int]:
        """How many events fall into each column."""
        found = [0] * self.number
        for event in course.events:
            found[self.at(event.at)] += 1
        return found


def axis(columns: Columns, calendar: Calendar, *, signs: bool) -> tuple[str, str]:
    """A ruler, and below its ticks the dates, as short as they are still different."""
    line, tick = AXIS if signs else PLAIN_AXIS
    whole = [calendar.format(columns.starts(c)) for c in range(columns.number)]
    for cut in _cuts(whole):
        labels = [cut(date) for date in whole]
        step = max(map(len, labels)) + 3
        ticks = list(range(0, max(columns.number - max(map(len, labels)) + 1, 1), step))
        if len({labels[t] for t in ticks}) == len(ticks):
            break
    ruler = "".join(tick if column in set(ticks) else line for column in range(columns.number))
    below = ""
    for place in ticks:
        below = below.ljust(place) + labels[place]
    return ruler, below


Cut = Callable[[str], str]


def _cuts(dates: Sequence[str]) -> list[Cut]:
    """How dates may be cut: year, month, day, minute, second."""
    one_day = len({_day(date) for date in dates}) == 1
    if one_day:
        return [lambda date: date[-8:-3], lambda date: date[-8:]]
    return [
        lambda date: _day(date).rpartition("-")[0].rpartition("-")[0],
        lambda date: _day(date).rpartition("-")[0],
        _day,
        lambda date: date[:-3],
        lambda date: date,
    ]


def _day(date: str) -> str:
    return date.rpartition(" ")[0]
