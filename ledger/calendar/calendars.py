"""The calendars that are known by name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.calendar.gregorian import GREGORIAN
from ledger.calendar.reckoning import Calendar
from ledger.calendar.wording import proposal, quoted
from ledger.errors import Refused

CALENDARS: Final[Mapping[str, Calendar]] = MappingProxyType({GREGORIAN.name: GREGORIAN})


def find_calendar(name: str) -> Calendar:
    """The calendar of that name, in any case; Refused with the nearest name when unknown."""
    found = CALENDARS.get(name.strip().casefold())
    if found is None:
        raise Refused(
            f"there is no calendar {quoted(name)}{proposal(name, CALENDARS)}\n"
            f"calendars known by name: {', '.join(CALENDARS)}"
        )
    return found
