import json
from typing import Any

import pytest

from ledger.calendar import Custom, custom, read_instant
from ledger.calendar.formats import read_calendar
from ledger.errors import Refused


def month(
    name: str, number: int, days: int, leap: int | None = None, **more: Any
) -> dict[str, Any]:
    return {
        "name": name,
        "abbreviation": name[:3],
        "numericRepresentation": number,
        "numericRepresentationOffset": 0,
        "numberOfDays": days,
        "numberOfLeapYearDays": days if leap is None else leap,
        "intercalary": number < 0,
        "intercalaryInclude": False,
        "startingWeekday": None,
        **more,
    }


def content(**changes: Any) -> dict[str, Any]:
    """One calendar as Simple Calendar keeps it; a dict changes fields within."""
    base: dict[str, Any] = {
        "id": "default",
        "name": "Isles",
        "currentDate": {"year": 3, "month": 0, "day": 0, "seconds": 0},
        "general": {"gameWorldTimeIntegration": "mixed"},
        "leapYear": {"rule": "custom", "customMod": 4},
        "months": [month("One", 1, 30), month("Feast", -1, 2), month("Two", 2, 20, 21)],
        "moons": [],
        "noteCategories": [],
        "seasons": [],
        "time": {"hoursInDay": 20, "minutesInHour": 50, "secondsInMinute": 40, "gameTimeRatio": 1},
        "weekdays": [{"name": name, "abbreviation": name[:2]} for name in ("Ax", "Bow", "Cup")],
        "year": {"firstWeekday": 1, "yearZero": 0, "prefix": "", "postfix": "", "yearNames": []},
    }
    for key, value in changes.items():
        base[key] = {**base[key], **value} if isinstance(value, dict) else value
    return base


def export(*calendars: dict[str, Any], version: int = 2) -> bytes:
    document = {"exportVersion": version, "globalConfig": {}, "calendars": calendars, "notes": {}}
    return json.dumps(document).encode()


def made(**changes: Any) -> Custom:
    return custom(read_calendar(export(content(**changes)), "isles.json"))


def day(calendar: Custom, text: str) -> int:
    return calendar.day_of(read_instant(text, calendar, clock=None, start=None))


def test_an_export() -> None:
    """The clock, the week, the year zero and the leap years come along."""
    calendar = made()
    assert (calendar.name, calendar.hours_per_day, calendar.day_seconds) == ("Isles", 20, 40_000)
    assert calendar.format(0) == "0000-01-01 00:00:00"
    assert calendar.weekday(0) == "Bow"
    assert calendar.weekday(day(calendar, "0000-Feast-02")) is None
    assert [calendar.month_length(year, 2) for year in (-4, -1, 0, 3, 4)] == [21, 20, 21, 20, 21]
    # 51 counted days in year 0, which is a leap year
    assert calendar.weekday(day(calendar, "0001-01-01")) == "Bow"


def test_a_preset_takes_the_name_of_its_file() -> None:
    """A preset has the same fields under another key, and no name."""
    preset = content()
    del preset["name"]
    raw = json.dumps({"calendar": preset, "notes": []}).encode()
    assert read_calendar(raw, "worlds/far isles.json").name == "far isles"


def test_one_of_several_calendars() -> None:
    """Of several calendars one has to be named."""
    raw = export(content(), content(name="Other"))
    assert read_calendar(raw, "two.json", "Other").name == "Other"
    with pytest.raises(Refused, match=r"`calendars`: 2 calendars \(Isles, Other\)"):
        read_calendar(raw, "two.json")
    with pytest.raises(Refused, match="`calendars`: none is called 'Third'"):
        read_calendar(raw, "two.json", "Third")


@pytest.mark.parametrize(
    ("rule", "leap", "common"),
    [
        ({"rule": "none", "customMod": 0}, [], [0, 4, 400]),
        ({"rule": "custom", "customMod": 3}, [0, 3, -3, 9], [1, 2, -1]),
        ({"rule": "custom", "customMod": 4, "startingYear": 1}, [1, 5, -3], [0, 4]),
        ({"rule": "gregorian"}, [4, 400, 0, -400], [100, 1, 1900]),
        ({"rule": "gregorian", "startingYear": 2}, [2, 6, 402], [102, 4]),
    ],
)
def test_leap_years(rule: dict[str, Any], leap: list[int], common: list[int]) -> None:
    """A leap year is judged on the year shown, from the starting year on in both directions."""
    calendar = made(leapYear={"customMod": 0, **rule})
    assert {calendar.month_length(year, 2) for year in common} == {20}
    assert {calendar.month_length(year, 2) for year in leap} <= {21}


def test_months_that_vanish_in_leap_years() -> None:
    """A month may lose days in leap years, all of them too."""
    calendar = made(months=[month("One", 1, 10), month("Thin", 2, 5, 3), month("Gone", 3, 4, 0)])
    assert [calendar.month_length(3, n) for n in (1, 2, 3)] == [10, 5, 4]
    assert [calendar.month_length(4, n) for n in (1, 2, 3)] == [10, 3, 0]
    with pytest.raises(Refused, match="0004 has no day of Gone"):
        day(calendar, "0004-03-01")


def test_spans_may_count_for_the_week() -> None:
    """An intercalary month counts where it is included."""
    months = [month("One", 1, 30), month("Feast", -1, 2, intercalaryInclude=True)]
    calendar = made(months=months)
    assert calendar.weekday(day(calendar, "0000-Feast-01")) == calendar.weekday(30) == "Bow"


def test_years_before_the_epoch() -> None:
    """Days before the year that the world's seconds begin with are below zero."""
    calendar = made(year={"yearZero": 900})
    assert calendar.format(-1) == "0899-02-20 19:49:39"
    assert calendar.weekday(-1) == "Ax"


def test_what_is_shown_beside_dates() -> None:
    """Suffixes become the era; names of years, seasons and moons are kept."""
    calendar = made(
        year={
            "postfix": " DR ",
            "yearNames": ["Wolf", "Hare"],
            "yearNamesStart": 1,
            "yearNamingRule": "repeat",
        },
        seasons=[{"name": "Rains", "startingMonth": 2, "startingDay": 9, "color": "#fff"}],
        moons=[
            {
                "name": "Pale",
                "cycleLength": 29.53,
                "cycleDayAdjust": 0.5,
                "firstNewMoon": {"yearReset": "none", "year": 0, "month": 1, "day": 1},
                "phases": [],
            },
            {
                "name": "Wild",
                "cycleLength": 7,
                "firstNewMoon": {"yearReset": "leap-year", "year": 0, "month": 0, "day": 0},
            },
        ],
    )
    assert calendar.era_of(day(calendar, "3 Two 1495 DR")) == ("DR", 1495)
    assert [calendar.year_name(year) for year in (0, 1, 2)] == ["Hare", "Wolf", "Hare"]
    kept = calendar.definition
    assert [(s.name, s.month, s.day) for s in kept.seasons] == [("Rains", "Two", 10)]
    assert [(m.name, str(m.cycle_days), str(m.new_at)) for m in kept.moons] == [
        ("Pale", "29.53", "30.5"),
        ("Wild", "7", "None"),
    ]


FEAST = month("Feast", -1, 2)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"leapYear": {"customMod": 0}}, "leapYear.customMod"),
        ({"leapYear": {"customMod": -4}}, "leapYear.customMod"),
        ({"leapYear": {"customMod": 10**9}}, "leapYear.customMod"),
        ({"leapYear": {"rule": "lunar"}}, "leapYear.rule"),
        ({"months": [month("One", 1, -20)]}, "months[0].numberOfDays"),
        ({"months": [month("One", 1, 0)]}, "months[0].numberOfDays"),
        ({"months": [month("One", 1, 20, -1)]}, "months[0].numberOfLeapYearDays"),
        ({"months": [month("One", 1, 20, startingWeekday=0)]}, "months[0].startingWeekday"),
        ({"months": [month("One", 3, 20)]}, "months[0].numericRepresentation"),
        (
            {"months": [month("One", 1, 20, numericRepresentationOffset=1)]},
            "months[0].numericRepresentationOffset",
        ),
        ({"months": [month(" ", 1, 20)]}, "months[0].name"),
        ({"months": [FEAST]}, "`months`"),
        ({"months": [month("One", 1, 20), month("one", 2, 20)]}, "`months`"),
        ({"weekdays": []}, "weekdays"),
        ({"months": []}, "months"),
        ({"months": [month("One", 1, 10**9)]}, "months[0].numberOfDays"),
        ({"months": [month(f"M{n}", n, 9) for n in range(1, 500)]}, "calendars[0].months"),
        ({"time": {"hoursInDay": 10**9}}, "time.hoursInDay"),
        ({"year": {"yearZero": 10**12}}, "year.yearZero"),
        ({"moons": [{"name": "M", "cycleLength": 0}]}, "moons[0].cycleLength"),
        ({"year": {"firstWeekday": 3}}, "year.firstWeekday"),
        ({"year": {"yearZero": "none"}}, "year.yearZero"),
        ({"year": {"yearNames": ["A"], "yearNamingRule": "random"}}, "year.yearNamingRule"),
        ({"time": {"hoursInDay": 0}}, "time.hoursInDay"),
        ({"time": {"minutesInHour": -1}}, "time.minutesInHour"),
        ({"time": {"secondsInMinute": 1.5}}, "time.secondsInMinute"),
        ({"seasons": [{"name": "S", "startingMonth": 9}]}, "seasons[0].startingMonth"),
        ({"moons": [{"name": "M", "cycleLength": "long"}]}, "moons[0].cycleLength"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_said_is_refused(changes: dict[str, Any], field: str) -> None:
    """What ours cannot say, and what makes no sense, is refused by its own field."""
    with pytest.raises(Refused) as refused:
        made(**changes)
    assert field in str(refused.value)
    assert str(refused.value).startswith("isles.json")


def test_other_versions_are_refused() -> None:
    """Only the second version of the export is read."""
    with pytest.raises(Refused, match="`exportVersion`: 1; only 2 is read"):
        read_calendar(export(content(), version=1), "isles.json")
