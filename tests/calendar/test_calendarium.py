import json
from typing import Any

import pytest

from ledger.calendar import Custom, custom, read_instant
from ledger.calendar.formats import read_calendar
from ledger.errors import Refused


def month(name: str, length: int, **more: Any) -> dict[str, Any]:
    return {
        "type": "month",
        "name": name,
        "length": length,
        "interval": 1,
        "offset": 0,
        "id": "x",
        **more,
    }


def condition(interval: int, *, exclusive: bool = False, ignore: bool = False) -> dict[str, Any]:
    return {"ignore": ignore, "exclusive": exclusive, "interval": interval}


def leap(*conditions: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "type": "leapday",
        "name": "Graft",
        "interval": list(conditions),
        "offset": 0,
        "timespan": 0,
        "intercalary": False,
        "id": "y",
        **more,
    }


def made(seasonal: dict[str, Any] | None = None, **static: Any) -> Custom:
    document = {
        "id": "ID",
        "name": "Orchard",
        "description": "",
        "static": {
            "firstWeekDay": 1,
            "overflow": True,
            "incrementDay": False,
            "weekdays": [
                {"type": "day", "name": name, "id": name} for name in ("Ax", "Bow", "Cup")
            ],
            "months": [month("One", 10), month("Two", 10)],
            "leapDays": [],
            "moons": [],
            "eras": [],
            **static,
        },
        "seasonal": seasonal or {"seasons": [], "offset": 0, "type": "Periodic"},
        "current": {"year": 1, "month": 0, "day": 1},
    }
    return custom(read_calendar(json.dumps(document).encode(), "orchard.json"))


def day(calendar: Custom, text: str) -> int:
    return calendar.day_of(read_instant(text, calendar, clock=None, start=None))


def leap_years(calendar: Custom) -> list[int]:
    years = [year for year in range(-60, 121) if calendar.month_length(year, 1) > 10]
    return [calendar.year_shown(year) for year in years]


@pytest.mark.parametrize(
    ("rule", "leaps"),
    [
        (leap(condition(60), condition(20, exclusive=True), condition(5)), lambda y: y % 60 == 0 or (y % 5 == 0 and y % 20)),
        (leap(condition(5), condition(20, exclusive=True), condition(60)), lambda y: y % 60 == 0 or (y % 5 == 0 and y % 20)),
        (leap(condition(4), offset=3), lambda y: y % 4 == 3),
        (leap(condition(4, ignore=True), offset=3), lambda y: y % 4 == 0),
        (leap(condition(4), condition(10, exclusive=True, ignore=True), offset=2), lambda y: y % 4 == 2 and y % 10),
    ],
    ids=["falling", "rising", "offset", "ignored", "exclusive ignored"],
)  # fmt: skip
def test_leap_lists(rule: dict[str, Any], leaps: Any) -> None:
    """Conditions are read from the smallest interval on; there is no year zero."""
    found = leap_years(made(leapDays=[rule]))
    assert found == [y if y > 0 else y - 1 for y in range(-60, 121) if leaps(y)]


def test_weeks_and_spans() -> None:
    """The first weekday is that of the first counted day; spans have none."""
    calendar = made(months=[month("Feast", 2, type="intercalary"), month("One", 10)])
    assert [calendar.weekday(n) for n in range(4)] == [None, None, "Bow", "Cup"]
    assert calendar.date_text(*calendar.date(-1)) == "-0001-01-10"
    assert calendar.day_seconds == 86_400


def test_months_of_some_years() -> None:
    """A month comes in the years of its interval and offset, and keeps its number."""
    calendar = made(
        months=[month("One", 10), month("Drift", 6, interval=5, offset=1), month("Two", 10)]
    )
    assert [calendar.month_length(year, 2) for year in (1, 2, 5, 6, -4)] == [6, 0, 0, 6, 6]
    assert calendar.date_text(*calendar.date(day(calendar, "10 One 2") + 1)) == "0002-03-01"


@pytest.mark.parametrize(
    ("more", "date"),
    [
        ({}, "0004-Graft-01"),
        ({"after": 10}, "0004-Graft-01"),
        ({"numbered": True}, "0004-01-11"),
        ({"numbered": True, "after": 4}, "0004-01-05"),
    ],
)
def test_leap_days_outside_the_week(more: dict[str, Any], date: str) -> None:
    """A numbered one stands in its month, another behind it as a span."""
    calendar = made(leapDays=[leap(condition(4), intercalary=True, **more)])
    assert calendar.weekday(day(calendar, date)) is None
    assert calendar.year_start(5) - calendar.year_start(4) == 21


def test_what_is_shown_beside_dates() -> None:
    """Eras, moons and seasons are kept; an era that shows its own years counts them."""
    calendar = made(
        eras=[
            {"name": "Old", "isStartingEra": True, "date": {"year": 0, "month": 0, "day": 0}},
            {
                "name": "New",
                "format": "Year {{era_year}}",
                "date": {"year": 7, "month": 1, "day": 3},
            },
        ],
        moons=[{"name": "Pale", "cycle": 29.5, "offset": 2.25, "faceColor": "#fff"}],
        seasonal={
            "seasons": [
                {"name": "Dry", "month": 1, "day": 4},
                {"name": "Wet", "duration": 90, "peak": 2},
            ]
        },
    )
    assert calendar.era_of(day(calendar, "0007-02-02")) == ("Old", 7)
    assert calendar.era_of(day(calendar, "0008-02-03")) == ("New", 2)
    assert [str(moon.new_at) for moon in calendar.definition.moons] == ["2.25"]
    assert [(s.month, str(s.days)) for s in calendar.definition.seasons] == [
        ("Two", "None"),
        (None, "92"),
    ]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"firstWeekDay": 3}, "static.firstWeekDay"),
        ({"firstWeekDay": "Ax"}, "static.firstWeekDay"),
        ({"weekdays": []}, "static.weekdays"),
        ({"weekdays": [{"name": None}]}, "static.weekdays[0].name"),
        ({"overflow": False}, "static.overflow"),
        ({"offset": 2}, "static.offset"),
        ({"useCustomYears": True}, "static.useCustomYears"),
        ({"months": [month("One", -1)]}, "static.months[0].length"),
        ({"months": [month("One", 5, interval=0)]}, "static.months[0].interval"),
        ({"months": [month("One", 5, interval=10**9)]}, "static.months[0].interval"),
        ({"months": [month("One", 5, week=[{"name": "Z"}])]}, "static.months[0].week"),
        ({"months": [month("One", 5, type="moon")]}, "static.months[0].type"),
        ({"leapDays": [leap()]}, "static.leapDays[0].interval"),
        ({"leapDays": [leap(condition(0))]}, "static.leapDays[0].interval[0].interval"),
        ({"leapDays": [leap(condition(4), condition(4))]}, "static.leapDays[0].interval[1].interval"),
        ({"leapDays": [leap(condition(4, exclusive=True))]}, "interval[0].exclusive"),
        ({"leapDays": [leap(condition(4), timespan=9)]}, "static.leapDays[0].timespan"),
        ({"leapDays": [leap(condition(4), intercalary=True, after=4)]}, "static.leapDays[0].after"),
        ({"leapDays": [leap(condition(4), intercalary=True), leap(condition(2))]}, "leapDays[0].after"),
        ({"leapDays": [leap(condition(4), intercalary=True, name=None)]}, "static.leapDays[0].name"),
        ({"eras": [{"name": "E", "endsYear": True, "date": {"year": 1, "month": 0, "day": 1}}]}, "endsYear"),
        ({"eras": [{"name": "E"}]}, "static.eras[0].date"),
        ({"eras": [{"name": "E", "date": {"year": 1, "month": 9, "day": 1}}]}, "static.eras[0].date.month"),
        ({"moons": [{"name": "M", "cycle": 0}]}, "static.moons[0].cycle"),
        ({"months": []}, "static.months"),
        ({"months": [month("One", 10**9)]}, "static.months[0].length"),
        ({"seasonal": {"seasons": [{"name": "S"}]}}, "seasonal.seasons[0]"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_what_cannot_be_said_is_refused(changes: dict[str, Any], field: str) -> None:
    """What ours cannot say, and what makes no sense, is refused by its own field."""
    with pytest.raises(Refused) as refused:
        made(**changes)
    assert field in str(refused.value)
    assert str(refused.value).startswith("orchard.json")
