"""Documents that sum a campaign up: `stats` and `report`."""

from typing import Annotated

import msgspec

from cli.documents.events import DueRow, EventRow
from cli.documents.sheets import Status
from cli.documents.values import Date

Month = Annotated[
    str,
    msgspec.Meta(pattern=r"^\d{4}-\d\d$", title="month", description="A real month, `YYYY-MM`."),
]


class Moved(msgspec.Struct, frozen=True):
    """How much a number of the sheet rose and fell, altogether."""

    gained: int
    lost: int


class CharacterNumbers(msgspec.Struct, frozen=True):
    """What became of a character.

    Attributes:
        events: how many, those that do not stand included.
        damage: boxes that were marked.
        healed: boxes that became free.
        changes: for each number of the sheet that has moved.
    """

    who: str
    events: int
    damage: int
    healed: int
    changes: dict[str, Moved]


class HandNumbers(msgspec.Struct, frozen=True):
    """What was done by somebody, as named with `--by`.

    Attributes:
        events: how many, those that do not stand included.
        damage: boxes that were marked.
        healed: boxes that became free.
        changes: for each number of a sheet that has moved.
    """

    by: str
    events: int
    damage: int
    healed: int
    changes: dict[str, Moved]


class TypeNumbers(msgspec.Struct, frozen=True):
    """How many events of a type there are."""

    type: str
    events: int


class MonthNumbers(msgspec.Struct, frozen=True):
    """What was entered in a real month."""

    month: Month
    commands: int
    events: int


class Statistics(msgspec.Struct, frozen=True):
    """A campaign, or the part of it that was asked for, in numbers.

    Attributes:
        begin: the date of the first event; null for no event.
        end: the date of the last event; null likewise.
        events: how many, those that do not stand included.
        voided: how many of them do not stand.
    """

    campaign: str
    branch: str
    begin: Date | None = msgspec.field(name="from")
    end: Date | None = msgspec.field(name="to")
    commands: int
    events: int
    voided: int
    characters: list[CharacterNumbers]
    by: list[HandNumbers]
    types: list[TypeNumbers]
    months: list[MonthNumbers]


class Dates(msgspec.Struct, frozen=True):
    """A period, both ends included."""

    begin: Date
    end: Date


class SeriesPoint(msgspec.Struct, frozen=True):
    """What holds from a moment on, until the next point.

    Attributes:
        level: the health level, or the gravest wound of a hit location; null for unhurt.
        values: the numbers of the sheet, as `GROUP.NAME`.
    """

    at: Date
    status: str
    level: str | None
    values: dict[str, int]


class Report(Status, frozen=True, kw_only=True):
    """All that a report tells: the document of `status`, and what is drawn and listed beside it.

    Attributes:
        player: for whom it is; null for the Storyteller.
        series: the charts, by character.
        due: what is ahead for all of them.
        history: the events of the period, with what happened by itself.
    """

    player: str | None
    period: Dates
    series: dict[str, list[SeriesPoint]]
    due: list[DueRow]
    history: list[EventRow]
