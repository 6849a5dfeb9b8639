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
    assert foundry_document(calendar) == {
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


@pytest.mark.parametrize(
    ("content", "begins", "years"),
    [
        ({}, None, (1, 0, None)),
        ({"epoch": {"year": 900, "weekday": "Green"}}, None, (900, 1, None)),
        ({"epoch": {"year": 900, "weekday": "Green"}}, 950, (900, 1, None)),
        # it begins before the epoch: 18,000 days before a Green is a Green
        ({"epoch": {"year": 900, "weekday": "Green"}}, 412, (0, 1, None)),
        ({"epoch": {"year": 8, "weekday": "Red"}, "year_zero": True}, 8, (8, 0, (2, 4))),
        # leap years counted from 7 on would be others: 142 days before a Red is a Blue
        ({"epoch": {"year": 7, "weekday": "Red"}, "year_zero": True}, 8, (0, 2, (2, 4))),
    ],
)
def test_where_foundrys_seconds_begin(
    content: dict[str, Any], begins: int | None, years: tuple[int, int, tuple[int, int] | None]
) -> None:
    """They begin with ours where that is possible, else with the year 0."""
    months = [{"name": "One", "days": 10}, {"name": "Two", "days": 10}]
    if years[2]:
        months[1]["leap"] = [LEAP]
    zero, weekday, leap = years
    made = foundry_document(world(months=months, **content), (), begins)
    assert made["years"] == {
        "yearZero": zero,
        "firstWeekday": weekday,
        "leapYear": leap and {"leapStart": leap[0], "leapInterval": leap[1]},
    }


def test_years_that_foundry_does_not_have() -> None:
    """A campaign that begins before them is refused; without a year zero that is before 1."""
    with pytest.raises(Refused, match="`year`: the campaign begins in -0001"):
        foundry_document(world(), (), 0)
    assert foundry_document(world(year_zero=True), (), 0)["seasons"] is None


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
    assert foundry_document(calendar, [field]) == foundry_document(world())
