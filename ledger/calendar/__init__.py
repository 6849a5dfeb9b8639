"""In-game time: instants, durations, calendars, and how people write them."""

from ledger.calendar.calendars import (
    CALENDARS,
    calendar_of,
    converted,
    find_calendar,
    kept_of,
)
from ledger.calendar.custom import Custom, custom
from ledger.calendar.definition import CalendarDefinition, definition_schema
from ledger.calendar.duration import Duration
from ledger.calendar.duration_text import (
    TURN_SECONDS,
    apart,
    describe,
    describe_roughly,
    read_duration,
)
from ledger.calendar.gregorian import GREGORIAN, Gregorian
from ledger.calendar.instant_text import read_instant
from ledger.calendar.period import Period, describe_period, read_period
from ledger.calendar.reckoning import (
    COMMON_ERAS,
    FIRST_INSTANT,
    LAST_INSTANT,
    Calendar,
    Date,
    Era,
    EraYear,
)

__all__ = [
    "CALENDARS",
    "COMMON_ERAS",
    "FIRST_INSTANT",
    "GREGORIAN",
    "LAST_INSTANT",
    "TURN_SECONDS",
    "Calendar",
    "CalendarDefinition",
    "Custom",
    "Date",
    "Duration",
    "Era",
    "EraYear",
    "Gregorian",
    "Period",
    "apart",
    "calendar_of",
    "converted",
    "custom",
    "definition_schema",
    "describe",
    "describe_period",
    "describe_roughly",
    "find_calendar",
    "kept_of",
    "read_duration",
    "read_instant",
    "read_period",
]
