"""The timeline: who was in which state from when to when, and what happened to whom."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ledger.events import Recorded
from ledger.projections.bill import reading
from ledger.projections.moments import moments
from ledger.replay import Life

WOUNDS = ("minor", "serious", "major")  # of hit locations, the gravest last


class Plight(msgspec.Struct, frozen=True):
    """How somebody is: the status of the sheet, and the hurt level; None for unhurt."""

    status: str
    level: str | None


class Span(msgspec.Struct, frozen=True):
    """One state from an in-game second until another, which is not in it any more."""

    begin: int
    end: int
    plight: Plight


class Course(msgspec.Struct, frozen=True):
    """What a period was for one character.

    Attributes:
        spans: one after the other without a gap; none before the character was added.
        events: the standing events of the character in that period, both of its ends included.
    """

    who: str
    spans: tuple[Span, ...]
    events: tuple[Recorded, ...]


def plight_of(sheet: Mapping[str, Any]) -> Plight:
    """How somebody is by the sheet: the level of a track, or the gravest wound of a location."""
    level = sheet.get("level")
    wounds = [place["wound"] for place in sheet.get("locations", {}).values() if place["wound"]]
    if level is None and wounds:
        level = max(wounds, key=WOUNDS.index)
    return Plight(sheet["status"], level)


def courses(lives: Sequence[Life], begin: int, end: int) -> list[Course]:
    """The courses of some lives from an in-game second to another, a forecast where that is ahead."""
    return [
        Course(
            life.who,
            tuple(_spans(life, begin, end)),
            tuple([e for e in life.events if e.who is not None and begin <= e.at <= end]),
        )
        for life in lives
    ]


def _spans(life: Life, begin: int, end: int) -> Iterator[Span]:
    """The spans of a life; what lasts no second is left out, unless it is the last."""
    since, now = begin, None
    for at, plight in _changes(life, end):
        if plight == now:
            continue
        moment = max(at, begin)
        if now is not None and moment > since:
            yield Span(since, moment, now)
        since, now = moment, plight
    if now is not None:
        yield Span(since, end, now)


def _changes(life: Life, until: int) -> Iterator[tuple[int, Plight]]:
    """The plight after each moment that changed the character."""
    for moment in moments(life, until):
        if moment.after is not moment.before:
            sheet = reading(life, moment.after, moment.world_after, moment.at)
            if sheet is not None:
                yield moment.at, plight_of(sheet)


def period_of(
    lives: Sequence[Life], start: int, clock: int, begin: int | None, end: int | None
) -> tuple[int, int]:
    """The period that is meant where its ends are not said: from the first event to the clock.

    *start* is where a campaign without events begins. A period of one moment is shown as a minute.
    """
    first = min([e.at for life in lives for e in life.events if e.who is not None], default=start)
    begin = (first if end is None else min(first, end)) if begin is None else begin
    end = max(clock, begin) if end is None else end
    return begin, end if end > begin else begin + MINUTE


MINUTE = 60


def course_row(course: Course, life: Life) -> dict[str, Any]:
    """A course as a document."""
    calendar = life.origin.calendar
    return {
        "who": course.who,
        "spans": [
            {
                "from": calendar.format(span.begin),
                "to": calendar.format(span.end),
                "status": span.plight.status,
                "level": span.plight.level,
            }
            for span in course.spans
        ],
        "marks": [
            {"at": calendar.format(event.at), "event": event.id, "type": event.verb}
            for event in course.events
        ],
    }
