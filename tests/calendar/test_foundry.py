from typing import TYPE_CHECKING, Any

import pytest

from ledger.calendar import GREGORIAN, Calendar
from ledger.calendar.formats import foundry_document
from ledger.errors import Refused

if TYPE_CHECKING:
    from tests.calendar.worlds import world
else:  # pytest puts this folder on the path
    from worlds import world

LEAP = {"days": 1, "years": "every 4 from 2"}


def test_what_foundry_is_told() -> None:
    """Months, the week, the clock and one leap rule, in the fields of CalendarData."""
    calendar = world(
        months=[{"name": "One", "days": 10}, {"name": "Two", "days": 11, "leap": [LEAP]}],
        seasons=[{"name": "Dry", "month": "Two"}, {"name": "Wet", "month": "One"}],
        epoch={"year": 3, "weekday": "Green"},
        hours_per_day=20,
        year_zero=True,
    )
    made = foundry_document(calendar)
    assert made.from_year == 0
    assert made.document == {
        "name": "World",
        "description": "",
        # year 0 begins 64 days before 1 One 3, a Green: years of 21, 21 and (2) 22 days
        "years": {
            "yearZero": 0,
            "firstWeekday": 0,
            "leapYear": {"leapStart": 2, "leapInterval": 4},
        },
        "months": {
            "values": [
                {"name": "One", "ordinal": 1, "days": 10},
                {"name": "Two", "ordinal": 2, "days": 11, "leapDays": 12},
            ]
        },
        "days": {
            "values": [
                {"name": "Red", "ordinal": 1},
                {"name": "Green", "ordinal": 2},
                {"name": "Blue", "ordinal": 3},
            ],
            "daysPerYear": 21,
            "hoursPerDay": 20,
            "minutesPerHour": 60,
            "secondsPerMinute": 60,
        },
        "seasons": {
            "values": [
                {"name": "Dry", "monthStart": 2, "monthEnd": 2, "dayStart": None, "dayEnd": None},
                {"name": "Wet", "monthStart": 1, "monthEnd": 1, "dayStart": None, "dayEnd": None},
            ]
        },
    }


def test_without_leap_years_and_year_zero() -> None:
    """No leap rule is null; without a year zero Foundry agrees from the year 1 on."""
    made = foundry_document(world())
    assert made.document["years"]["leapYear"] is None
    assert made.document["seasons"] is None
    assert made.from_year == 1


MONTH = {"name": "One", "days": 10}


@pytest.mark.parametrize(
    ("calendar", "field"),
    [
        (GREGORIAN, "leapYear"),
        (world(months=[MONTH, {"name": "F", "days": 1, "intercalary": True}]), "months[1].intercalary"),
        (world(months=[MONTH, {"name": "T", "days": 9, "interval": 3}]), "months[1].interval"),
        (world(months=[{**MONTH, "leap": [{"days": 1, "years": "every 4, not 100"}]}]), "months[0].leap"),
        (world(months=[{**MONTH, "leap": [{"days": 1, "years": "every 1"}]}]), "months[0].leap"),
        (
            world(months=[{**MONTH, "leap": [{**LEAP, "after": 3, "counts_for_week": False}]}]),
            "months[0].leap",
        ),
        (
            world(
                months=[
                    {**MONTH, "leap": [LEAP]},
                    {"name": "Two", "days": 9, "leap": [{"days": 1, "years": "every 5"}]},
                ]
            ),
            "months[1].leap",
        ),
        (world(eras=[{"name": "Age"}]), "eras"),
        (world(moons=[{"name": "M", "cycle_days": "9"}]), "moons"),
        (world(year_names={"names": ["Wolf"]}, year_zero=True), "year_names"),
        (world(seasons=[{"name": "S", "month": "One", "day": 5}]), "seasons"),
        (world(seasons=[{"name": "S", "days": "90"}]), "seasons"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_what_foundry_cannot_say_is_refused(calendar: Calendar, field: str) -> None:
    """Nothing is lost without a word: the field is named."""
    with pytest.raises(Refused) as refused:
        foundry_document(calendar)
    assert field in str(refused.value)


@pytest.mark.parametrize("field", ["eras", "moons", "seasons", "year_names"])
def test_what_is_only_shown_may_be_left_out(field: str) -> None:
    """What changes no date may be lost where that is asked for."""
    shown: dict[str, Any] = {
        "eras": [{"name": "Age"}],
        "moons": [{"name": "M", "cycle_days": "9"}],
        "seasons": [{"name": "S", "days": "90"}],
        "year_names": {"names": ["Wolf"], "first": 1},
    }
    calendar = world(**{field: shown[field]})
    with pytest.raises(Refused, match=f"--without {field}"):
        foundry_document(calendar)
    assert foundry_document(calendar, [field]).document == {
        **foundry_document(world()).document,
    }
