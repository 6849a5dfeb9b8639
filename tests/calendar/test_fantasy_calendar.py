import json
from typing import Any

import pytest

from ledger.calendar import Custom, custom, read_instant
from ledger.calendar.formats import read_calendar
from ledger.errors import Refused


def span(name: str, length: int, **more: Any) -> dict[str, Any]:
    return {"name": name, "type": "month", "length": length, "interval": 1, "offset": 0, **more}


def leap(interval: str | int, timespan: int = 0, **more: Any) -> dict[str, Any]:
    return {
        "name": "Leap",
        "intercalary": False,
        "timespan": timespan,
        "adds_week_day": False,
        "day": 0,
        "week_day": "",
        "interval": interval,
        "offset": 0,
        "not_numbered": False,
        **more,
    }


def outside(timespan: int = 0, **more: Any) -> dict[str, Any]:
    """A leap day that no week counts, every second year."""
    return leap("2", timespan, intercalary=True, **more)


def era(name: str, year: int, timespan: int = 0, day: int = 1, **settings: Any) -> dict[str, Any]:
    date = {"year": year, "timespan": timespan, "day": day, "epoch": 0}
    return {"name": name, "formatting": "", "settings": settings, "date": date}


WEEK = ["Ax", "Bow", "Cup"]


def made(
    spans: list[dict[str, Any]] | None = None,
    leaps: list[dict[str, Any]] | None = None,
    *,
    year: dict[str, Any] | None = None,
    **static: Any,
) -> Custom:
    year_data = {
        "first_day": 1,
        "overflow": True,
        "global_week": WEEK,
        "timespans": [span("One", 10), span("Two", 10)] if spans is None else spans,
        "leap_days": leaps or [],
        **(year or {}),
    }
    document = {
        "name": "Reach",
        "static_data": {"year_data": year_data, "moons": [], **static},
        "dynamic_data": {"year": 1, "timespan": 0, "day": 1},
        "events": [],
        "categories": [],
    }
    return custom(read_calendar(json.dumps(document).encode(), "reach.json"))


def day(calendar: Custom, text: str) -> int:
    return calendar.day_of(read_instant(text, calendar, clock=None, start=None))


def leap_years(calendar: Custom) -> list[int]:
    """The astronomical years in which the first month is longer than its ten days."""
    return [year for year in range(-60, 121) if calendar.month_length(year, 1) > 10]


@pytest.mark.parametrize(
    ("rule", "leaps"),
    [
        (leap("4"), lambda y: y % 4 == 0),
        (leap(4), lambda y: y % 4 == 0),
        (leap("4", offset=3), lambda y: y % 4 == 3),
        (leap("4", offset="-1"), lambda y: y % 4 == 3),
        (leap("100,!20,5"), lambda y: y % 100 == 0 or (y % 5 == 0 and y % 20)),
        (leap("5, !20, 100"), lambda y: y % 100 == 0 or (y % 5 == 0 and y % 20)),
        (leap("+8,!4,3", offset=1), lambda y: y % 8 == 0 or (y % 3 == 1 and y % 4 != 1)),
        (leap("+!8,4"), lambda y: y % 8 == 4),
        (leap("!5,4"), lambda y: y % 4 == 0 and y % 5),
        (leap("4,!3"), lambda y: y % 4 == 0),  # nothing to leave out of
        (leap("2,5", offset=10, cyclic_interval=True), lambda y: y % 10 in {2, 5}),
        (leap("1"), lambda _: True),
    ],
    ids=lambda value: f"{value['interval']} {value['offset']}" if isinstance(value, dict) else "",
)
def test_leap_lists(rule: dict[str, Any], leaps: Any) -> None:
    """A list of intervals, with the offset or without it; the largest interval decides."""
    assert leap_years(made(leaps=[rule])) == [year for year in range(-60, 121) if leaps(year)]


def test_years_before_the_first_are_judged_without_a_gap() -> None:
    """Without a year zero -1 stands in its place: leap are -5, -1 and 4."""
    calendar = made(leaps=[leap("4")])
    leaps = [calendar.year_text(year) for year in leap_years(calendar) if -8 <= year <= 4]
    assert leaps == ["-0009", "-0005", "-0001", "0004"]
    assert calendar.day_number(calendar.year_meant(-1), 1, 11) == -11


def test_a_year_zero() -> None:
    """Where it exists it is leap like 4 and -4, and the epoch is its first day."""
    calendar = made(leaps=[leap("4")], settings={"year_zero_exists": True})
    assert calendar.format(0) == "0000-01-01 00:00:00"
    assert [year for year in leap_years(calendar) if abs(year) < 9] == [-8, -4, 0, 4, 8]
    assert calendar.year_text(0) == "0000"


def test_the_first_day() -> None:
    """The first weekday is that of the first counted day."""
    feast = span("Feast", 2, type="intercalary")
    calendar = made([feast, span("One", 10)], year={"first_day": 3})
    assert [calendar.weekday(n) for n in range(4)] == [None, None, "Cup", "Ax"]


def test_spans_that_come_some_years() -> None:
    """A timespan has an interval and an offset, a span no weekday."""
    calendar = made([span("One", 10), span("Hush", 3, type="intercalary", interval=8, offset=10)])
    assert calendar.day_number(2, 1, 1) == 10
    assert calendar.weekday(day(calendar, "0002-Hush-03")) is None
    assert calendar.date_text(*calendar.date(day(calendar, "0002-Hush-03") + 1)) == "0003-01-01"


@pytest.mark.parametrize(
    ("rule", "dates"),
    [
        (outside(day=10), ["0002-01-10", "0002-01-11|", "0002-02-01"]),
        (outside(day=30), ["0002-01-10", "0002-01-11|", "0002-02-01"]),
        (outside(day=4), ["0002-01-04", "0002-01-05|", "0002-01-06"]),
        (outside(day=0), ["0001-02-10", "0002-01-01|", "0002-01-02"]),
        (outside(day=10, not_numbered=True), ["0002-01-10", "0002-Leap-01|", "0002-02-01"]),
        (outside(day=0, not_numbered=True), ["0001-02-10", "0002-Leap-01|", "0002-01-01"]),
    ],
    ids=lambda value: f"{value['day']} {value['not_numbered']}" if isinstance(value, dict) else "",
)
def test_leap_days_outside_the_week(rule: dict[str, Any], dates: list[str]) -> None:
    """Such a day has no weekday; it takes a number of its month, or is a span of its own."""
    calendar = made(leaps=[rule])
    number = day(calendar, dates[1].rstrip("|"))
    written = [calendar.date_text(*calendar.date(n)) for n in range(number - 1, number + 2)]
    assert written == [date.rstrip("|") for date in dates]
    assert calendar.weekday(number) is None
    before, after = (calendar.weekday_index(n) for n in (number - 1, number + 1))
    assert before is not None
    assert after == (before + 1) % 3
    assert calendar.month_length(3, 1) == 10


def test_a_leap_day_of_a_span_lengthens_it() -> None:
    """What is added to a span stands outside the week like the span."""
    calendar = made([span("One", 10), span("Feast", 1, type="intercalary")], [leap("2", 1)])
    assert calendar.weekday(day(calendar, "0002-Feast-02")) is None
    assert calendar.month_length(3, -1) == 1


def test_weeks_of_whole_months_may_begin_anew() -> None:
    """Where months are whole weeks, it makes no difference that they begin anew."""
    calendar = made([span("One", 9), span("Two", 12)], year={"overflow": False})
    assert calendar.weekday(day(calendar, "0002-02-01")) == "Ax"


def test_what_is_shown_beside_dates() -> None:
    """Eras begin on their days and may count their own years; moons and seasons are kept."""
    calendar = made(
        eras=[
            era("Late", 60, 1, 5, restart=True),
            era("Old", -5, starting_era=True),
            era("Middle", 41),
        ],
        moons=[{"name": "Pale", "cycle": 29.5, "shift": 3, "granularity": 32}],
        seasons={
            "data": [
                {"name": "Dry", "timespan": 1, "day": 4},
                {"name": "Wet", "transition_length": 90.5, "duration": 2},
            ]
        },
        clock={"enabled": True, "hours": 20, "minutes": 50, "offset": 0},
    )
    days = [
        calendar.era_of(day(calendar, date))
        for date in ("0040-02-10", "0041-01-01", "0060-02-05", "0062-01-01")
    ]
    assert days == [("Old", 40), ("Middle", 41), ("Late", 1), ("Late", 3)]
    kept = calendar.definition
    assert [(m.name, str(m.cycle_days), str(m.new_at)) for m in kept.moons] == [
        ("Pale", "29.5", "3")
    ]
    assert [(s.month, s.day, str(s.days)) for s in kept.seasons] == [
        ("Two", 4, "None"),
        (None, 1, "92.5"),
    ]
    assert calendar.day_seconds == 20 * 50 * 60


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"leaps": [leap("0")]}, "leap_days[0].interval"),
        ({"leaps": [leap("")]}, "leap_days[0].interval"),
        ({"leaps": [leap("4,,2")]}, "leap_days[0].interval"),
        ({"leaps": [leap("-4")]}, "leap_days[0].interval"),
        ({"leaps": [leap("4,!4")]}, "leap_days[0].interval"),
        ({"leaps": [leap("!4")]}, "leap_days[0].interval"),
        ({"leaps": [leap("9999999999")]}, "leap_days[0].interval"),
        ({"leaps": [leap("2,5", offset=0, cyclic_interval=True)]}, "leap_days[0].interval"),
        ({"leaps": [leap("4", offset="soon")]}, "leap_days[0].offset"),
        ({"leaps": [leap("4", 7)]}, "leap_days[0].timespan"),
        ({"leaps": [leap("4", adds_week_day=True)]}, "leap_days[0].adds_week_day"),
        ({"leaps": [outside(day=4, not_numbered=True)]}, "leap_days[0].day"),
        ({"leaps": [outside(day=10, not_numbered=True, name="")]}, "leap_days[0].name"),
        ({"leaps": [outside(day=10, not_numbered=True), leap("4")]}, "leap_days[0].day"),
        (
            {"spans": [span("One", 9), span("Two", 9, interval=2)], "leaps": [leap("4", 1)]},
            "leap_days[0].interval",
        ),
        ({"spans": [span("One", -20)]}, "timespans[0].length"),
        ({"spans": [span("One", 10, interval=0)]}, "timespans[0].interval"),
        ({"spans": [span("One", 10, week=["A"])]}, "timespans[0].week"),
        ({"spans": [span("One", 10, type="year")]}, "timespans[0].type"),
        ({"spans": []}, "timespans"),
        ({"spans": [span("One", 10**9)]}, "timespans[0].length"),
        ({"spans": [span("One", 10, interval=2)]}, "timespans"),
        ({"spans": [span(f"M{n}", 9) for n in range(500)]}, "timespans"),
        ({"eras": [era("Far", 10**12)]}, "eras[0].date.year"),
        ({"moons": [{"name": "M", "cycle": 0}]}, "moons[0].cycle"),
        ({"moons": [{"name": "M"}]}, "moons[0].cycle"),
        ({"moons": [{"name": "M", "cycle": "NaN"}]}, "moons[0].cycle"),
        ({"year": {"global_week": []}}, "global_week"),
        ({"year": {"first_day": 4}}, "first_day"),
        ({"year": {"overflow": False}}, "overflow"),
        (
            {"year": {"overflow": False}, "spans": [span("One", 9)], "leaps": [leap("4")]},
            "overflow",
        ),
        ({"eras": [era("Doom", 9, ends_year=True)]}, "eras[0].settings.ends_year"),
        ({"eras": [era("Doom", 9, timespan=5)]}, "eras[0].date.timespan"),
        ({"clock": {"hours": 0}}, "clock.hours"),
        ({"cycles": {"data": [{"names": []}]}}, "cycles"),
        ({"moons": [{"name": "M", "custom_phase": True}]}, "moons[0].custom_phase"),
        ({"seasons": {"data": [{"name": "S"}]}}, "seasons.data[0]"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_said_is_refused(changes: dict[str, Any], field: str) -> None:
    """What ours cannot say, and what makes no sense, is refused by its own field."""
    with pytest.raises(Refused) as refused:
        made(**changes)
    assert field in str(refused.value)
    assert str(refused.value).startswith("reach.json")


def test_a_leap_day_each_time_a_rare_month_comes() -> None:
    """A month that does not come every year may have a day more each time it comes."""
    calendar = made([span("One", 9), span("Two", 9, interval=2)], [leap("1", 1)])
    assert [calendar.month_length(year, 2) for year in (1, 2, 3, 4)] == [0, 10, 0, 10]
