"""What the readers of other tools' files share: typed decoding, refusals that name the field.

A file is read through types that say what a calendar needs of it; other fields are passed by. What
those types do not allow is refused by its path in the file.
"""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Final, NoReturn, TypeVar

import msgspec
from msgspec import Meta

from ledger.calendar.definition import (
    FORMAT,
    LONGEST_MONTH,
    MOST_MONTHS,
    MOST_WEEKDAYS,
    CalendarDefinition,
)
from ledger.calendar.leap_years import LONGEST_INTERVAL
from ledger.calendar.wording import quoted
from ledger.errors import Refused

Kind = TypeVar("Kind")
# Our bounds, so that what is beyond them is refused by the other tool's own field.
Length = Annotated[int, Meta(ge=0, le=LONGEST_MONTH)]
Part = Annotated[int, Meta(ge=1, le=LONGEST_MONTH)]
Interval = Annotated[int, Meta(ge=1, le=LONGEST_INTERVAL)]
Months = Meta(min_length=1, max_length=MOST_MONTHS)
Weekdays = Meta(min_length=1, max_length=MOST_WEEKDAYS)
_LONGEST_CYCLE: Final = 1_000_000
_PLACE: Final = re.compile(r"(?P<why>.*?)(?: - at `(?P<place>[^`]*)`)?", re.DOTALL)
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(?P<field>[^`]*)`")
_MISSING: Final = re.compile(r"Object missing required field `(?P<field>[^`]*)`")


class Foreign(msgspec.Struct, frozen=True, kw_only=True):
    """The base of what is read of another tool's file."""


def refuse(source: str, place: str, why: str) -> NoReturn:
    """Refuse a file for one field."""
    raise Refused(f"{source}: `{place}`: {why}")


def decoded(raw: bytes, kind: type[Kind], source: str) -> Kind:
    """A JSON text as a value of a type; Refused, with the place in it, when it is none."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.ValidationError as wrong:
        raise Refused(f"{source}: {_said(str(wrong))}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise Refused(f"{source} is no JSON text: {wrong}") from None
    except RecursionError:
        raise Refused(f"{source} is no calendar: its lists stand too deep in each other") from None


def defined(content: Mapping[str, Any], source: str) -> CalendarDefinition:
    """A definition from the fields that a reader has found; Refused when they make none."""
    try:
        return msgspec.convert({"format": FORMAT, **content}, CalendarDefinition)
    except msgspec.ValidationError as wrong:
        raise Refused(f"{source} makes no calendar of ours: {_said(str(wrong))}") from None


def _said(wrong: str) -> str:
    """An error of the decoder with the place first."""
    found = _PLACE.fullmatch(wrong)
    assert found is not None
    place, why = (found["place"] or "").removeprefix("$").removeprefix("."), found["why"]
    for pattern, says in ((_UNKNOWN, "is no field here"), (_MISSING, "is missing")):
        if named := pattern.fullmatch(why):
            place, why = ".".join(filter(None, (place, named["field"]))), says
    return f"`{place}`: {why}" if place else why


def tidy(name: str, source: str, place: str) -> str:
    """A name with single blanks; Refused when nothing is left of it."""
    tidied = " ".join(name.replace("−", "-").split())  # noqa: RUF001 - that sign is meant
    if not tidied:
        refuse(source, place, "a name is empty")
    return tidied


def within(number: int, count: int, source: str, place: str, what: str) -> int:
    """A place in a list, from 0; Refused when the list is shorter."""
    if not 0 <= number < count:
        refuse(source, place, f"{number} is the place of no {what}; there are {count}, from 0")
    return number


def no_calendar(source: str, fields: Mapping[str, Any]) -> NoReturn:
    """Refuse a file of some other content."""
    named = ", ".join(map(quoted, list(fields)[:5])) or "no field"
    raise Refused(
        f"{source} is no calendar: it has {named}\n"
        "calendars: our own JSON (`calendar schema`), Simple Calendar, Fantasy-Calendar, Calendarium"
    )


def cycle(days: Decimal, source: str, place: str) -> Decimal:
    """The cycle of a moon in days; Refused when it is none that a moon could have."""
    if not days.is_finite() or not 1 <= days <= _LONGEST_CYCLE:
        refuse(source, place, f"{str(days)[:30]} is no number of days from 1 to {_LONGEST_CYCLE}")
    return days
