"""The calendars that are known by name, and the one that a campaign has."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.calendar.custom import Custom, custom
from ledger.calendar.definition import CalendarDefinition
from ledger.calendar.gregorian import GREGORIAN
from ledger.calendar.instant_text import read_instant
from ledger.calendar.julian import JULIAN
from ledger.calendar.reckoning import Calendar
from ledger.calendar.wording import proposal, quoted
from ledger.errors import Refused

CALENDARS: Final[Mapping[str, Calendar]] = MappingProxyType(
    {calendar.name: calendar for calendar in (GREGORIAN, JULIAN)}
)


def find_calendar(name: str) -> Calendar:
    """The calendar of that name, in any case; Refused with the nearest name when unknown."""
    found = CALENDARS.get(name.strip().casefold())
    if found is None:
        raise Refused(
            f"there is no calendar {quoted(name)}{proposal(name, CALENDARS)}\n"
            f"calendars known by name: {', '.join(CALENDARS)}"
        )
    return found


def calendar_of(kept: str | CalendarDefinition) -> Calendar:
    """The calendar of a name, or of a world's own definition; Refused when the name is unknown."""
    return find_calendar(kept) if isinstance(kept, str) else custom(kept)


def kept_of(calendar: Calendar) -> str | CalendarDefinition:
    """What a campaign keeps of its calendar: a known name, else the whole definition."""
    if CALENDARS.get(calendar.name) is calendar:
        return calendar.name
    assert isinstance(calendar, Custom), "there is no other calendar without a name"
    return calendar.definition


def converted(instant: int, calendar: Calendar, other: Calendar) -> int:
    """The in-game second of another calendar that is the same moment.

    Both count from epochs of their own, of which each says when it was on the Gregorian calendar.
    Refused beyond the other's 64 bits.
    """
    moment = instant + _epoch(calendar)
    return other.within_reach(moment - _epoch(other), calendar.format(instant))


def _epoch(calendar: Calendar) -> int:
    """When a calendar's epoch was, in seconds of the Gregorian calendar."""
    if not isinstance(calendar, Custom):
        return 0
    return read_instant(calendar.definition.epoch.gregorian, GREGORIAN, clock=None, start=None)
