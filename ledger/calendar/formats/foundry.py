"""Foundry VTT's own CalendarData (version 13 on): what `calendar export` writes.

Foundry counts years from its year zero, has one leap rule for the whole year (every so many years
from a first one on), no intercalary days, no leap months and no eras, and its weeks count every
day. What it cannot say is refused by the name of our field. Years before its year zero are outside
its reckoning: it knows no leap years and no weekdays there.
"""

from collections.abc import Sequence
from typing import Any, Final

from ledger.calendar.custom import Custom
from ledger.calendar.definition import CalendarDefinition, Month
from ledger.calendar.leap_years import Item, Recurrence, read_years
from ledger.calendar.reckoning import Calendar
from ledger.errors import Refused

OMISSIBLE: Final = ("eras", "moons", "seasons", "year_names")


def foundry_document(
    calendar: Calendar, without: Sequence[str] = (), begins: int | None = None
) -> dict[str, Any]:
    """The calendar as CalendarData.

    *without* names display fields that may be lost; *begins* is the astronomical year in which the
    campaign begins, None without one. Foundry's seconds are ours where its year zero can be our
    epoch's.

    Raises:
        Refused: for what Foundry cannot say, naming our field.
    """
    if not isinstance(calendar, Custom):
        raise Refused(
            f"the {calendar.name} calendar has leap years every 4, not 100, 400 years; Foundry's "
            "`leapYear` is one interval"
        )
    definition = calendar.definition
    _refuse_unsaid(definition, without)
    leap = _leap_rule(definition.months)
    origin = _origin(calendar, leap, begins)
    weekday = calendar.weekday_index(calendar.year_start(origin))
    assert weekday is not None, "all days count, for spans that do not are refused"
    return {
        "name": definition.name,
        "description": "",
        "years": {
            "yearZero": origin,
            "firstWeekday": weekday,
            "leapYear": leap and {"leapStart": leap.residue, "leapInterval": leap.every},
        },
        "months": {
            "values": [_month(month, number) for number, month in enumerate(definition.months, 1)]
        },
        "days": {
            "values": [
                {"name": name, "ordinal": number}
                for number, name in enumerate(definition.weekdays, 1)
            ],
            "daysPerYear": sum(month.days for month in definition.months),
            "hoursPerDay": definition.hours_per_day,
            "minutesPerHour": definition.minutes_per_hour,
            "secondsPerMinute": definition.seconds_per_minute,
        },
        "seasons": _seasons(definition, without),
    }


def _origin(calendar: Custom, leap: Recurrence | None, begins: int | None) -> int:
    """The year in which Foundry's seconds begin, and before which it is of no use.

    It is the epoch's, unless the campaign begins earlier, or leap years would be others when they
    are counted from there.
    """
    first = 0 if calendar.definition.year_zero else 1
    epoch = calendar.definition.astronomical(calendar.definition.epoch.year)
    if begins is not None and begins < first:
        raise Refused(
            f"`year`: the campaign begins in {calendar.year_text(begins)}, and Foundry's calendar "
            f"agrees with ours from {calendar.year_text(first)} on"
        )
    in_step = leap is None or epoch % leap.every == 0
    late = begins is None or begins >= epoch
    return epoch if epoch >= first and in_step and late else 0


def _lost(field: str, why: str) -> Refused:
    may = f"; `--without {field}` leaves it out" if field in OMISSIBLE else ""
    return Refused(f"`{field}`: Foundry's calendar {why}{may}")


def _refuse_unsaid(definition: CalendarDefinition, without: Sequence[str]) -> None:
    for number, month in enumerate(definition.months):
        place = f"months[{number}]"
        if month.intercalary:
            raise _lost(f"{place}.intercalary", f"knows no days between months ({month.name})")
        if month.interval > 1:
            raise _lost(f"{place}.interval", f"has every month in every year ({month.name})")
        if any(not leap.counts_for_week for leap in month.leap):
            raise _lost(f"{place}.leap", f"has a weekday for every day ({month.name})")
    for field, why in (
        ("eras", "knows no eras"),
        ("moons", "knows no moons"),
        ("year_names", "knows no names of years"),
    ):
        if getattr(definition, field) and field not in without:
            raise _lost(field, why)


def _leap_rule(months: Sequence[Month]) -> Recurrence | None:
    """The one leap rule of all months; None where there is none."""
    rules: dict[tuple[Item, ...], int] = {}
    for number, month in enumerate(months):
        for leap in month.leap:
            rules.setdefault(read_years(leap.years), number)
    if not rules:
        return None
    (rule, first), *others = rules.items()
    if others:
        raise _lost(f"months[{others[0][1]}].leap", "has one leap rule for all months")
    if len(rule) > 1 or rule[0].years.every == 1:
        raise _lost(
            f"months[{first}].leap",
            "has leap years every so many years, 2 at least, and no more to it",
        )
    return rule[0].years


def _month(month: Month, ordinal: int) -> dict[str, Any]:
    said = {"name": month.name, "ordinal": ordinal, "days": month.days}
    more = sum(leap.days for leap in month.leap)
    return {**said, "leapDays": month.days + more} if more else said


def _seasons(definition: CalendarDefinition, without: Sequence[str]) -> dict[str, Any] | None:
    """Seasons from month to month; any other is refused, for its last day is not the same each year."""
    if not definition.seasons or "seasons" in without:
        return None
    starts = []
    for season in definition.seasons:
        if season.month is None or season.day != 1:
            raise _lost("seasons", f"has seasons of whole months ({season.name})")
        starts.append(definition.month_named(season.month, "seasons") + 1)
    count = len(definition.months)
    ends = [(following - 2) % count + 1 for following in (*starts[1:], starts[0])]
    return {
        "values": [
            {
                "name": season.name,
                "monthStart": start,
                "monthEnd": end,
                "dayStart": None,
                "dayEnd": None,
            }
            for season, start, end in zip(definition.seasons, starts, ends, strict=True)
        ]
    }
