"""Files of calendars: our own and those of other tools, told apart by what is in them."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ledger.calendar.definition import FORMAT, CalendarDefinition
from ledger.calendar.formats import calendarium, fantasy_calendar, simple_calendar
from ledger.calendar.formats.foundry import foundry_document
from ledger.calendar.formats.reading import decoded, no_calendar, refuse

__all__ = ["foundry_document", "read_calendar"]


def read_calendar(raw: bytes, source: str, chosen: str | None = None) -> CalendarDefinition:
    """The calendar of a JSON text.

    *source* names it in a refusal, and names a calendar that has no name of its own. *chosen* is
    the name of one among several calendars; None for the only one.

    Raises:
        Refused: for what is no calendar, or says what ours cannot; naming the field.
    """
    fields = decoded(raw, dict[str, msgspec.Raw], source)
    if "format" in fields:
        return decoded(raw, CalendarDefinition, source)
    if "exportVersion" in fields:
        return simple_calendar.read_export(raw, source, chosen)
    if "calendar" in fields:
        return simple_calendar.read_preset(raw, source)
    if "static_data" in fields:
        return fantasy_calendar.read_export(raw, source)
    if "static" in fields:
        return calendarium.read_export(raw, source)
    return _refuse_others(fields, source)


def _refuse_others(fields: Mapping[str, Any], source: str) -> CalendarDefinition:
    if {"years", "days", "months"} <= fields.keys():
        refuse(source, "years", "this is Foundry's own CalendarData, which is written and not read")
    if {"monthSettings", "weekdaySettings"} & fields.keys():
        refuse(source, "exportVersion", "is missing; only version 2 of Simple Calendar is read")
    if {"months", "weekdays"} <= fields.keys():
        refuse(source, "format", f"is missing; our own calendars have {FORMAT!r} there")
    no_calendar(source, fields)
