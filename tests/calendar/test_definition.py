import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger.calendar import CalendarDefinition, custom, definition_schema
from ledger.calendar.formats import read_calendar
from ledger.errors import Refused

GOOD: dict[str, Any] = {
    "format": "campaign-calendar/1",
    "name": "World",
    "weekdays": ["Red", "Green"],
    "months": [{"name": "One", "days": 10}, {"name": "Two", "days": 10}],
    "epoch": {"year": 1, "weekday": "Red"},
}


def refusal(**changes: Any) -> str:
    """What is said of a calendar with some fields changed; a dotted name goes deeper."""
    content = json.loads(json.dumps(GOOD))
    for path, value in changes.items():
        *way, last = path.split("__")
        here = content
        for step in way:
            here = here[int(step)] if step.isdigit() else here[step]
        here[last] = value
    with pytest.raises(Refused) as refused:
        read_calendar(json.dumps(content).encode(), "world.json")
    message = str(refused.value)
    assert message.startswith("world.json")
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "a  b"}, "name"),
        ({"name": "a\u202eb"}, "name"),
        ({"weekdays": []}, "weekdays"),
        ({"weekdays": ["Red", "red"]}, "weekdays"),
        ({"weekdays": ["x" + str(n) for n in range(401)]}, "weekdays"),
        ({"months": []}, "months"),
        ({"months": 5}, "months"),
        ({"months__0__name": "12"}, "name"),
        ({"months__0__name": "a..b"}, "name"),
        ({"months__0__name": "two"}, "months"),
        ({"months__0__days": -20}, "months[0].days"),
        ({"months__0__days": "twenty"}, "months[0].days"),
        ({"months__0__days": 2.5}, "months[0].days"),
        ({"months__0__days": True}, "months[0].days"),
        ({"months__0__days": 10**9}, "months[0].days"),
        ({"months__0__days": 0}, "days"),
        ({"months__0__interval": 0}, "months[0].interval"),
        ({"months__0__interval": -3}, "months[0].interval"),
        ({"months__0__interval": 10**12}, "months[0].interval"),
        ({"months__0__counts_for_week": False}, "counts_for_week"),
        ({"months__0__leap": [{"days": 0, "years": "every 4"}]}, "months[0].leap[0].days"),
        ({"months__0__leap": [{"days": 1, "years": "every 0"}]}, "months[0].leap[0]"),
        ({"months__0__leap": [{"days": 1, "years": "often"}]}, "months[0].leap[0].years"),
        ({"months__0__leap": [{"days": 1, "years": "every 4", "after": 3}]}, "after"),
        ({"months__0__leap": [{"days": 9_999, "years": "every 4"}]}, "days"),
        ({"months__0__laep": []}, "months[0].laep"),
        ({"epoch__weekday": "Blue"}, "epoch.weekday"),
        ({"epoch__year": 0}, "year_zero"),
        ({"epoch__year": 10**12}, "epoch.year"),
        ({"epoch__gregorian": "yesterday"}, "gregorian"),
        ({"hours_per_day": 0}, "hours_per_day"),
        ({"minutes_per_hour": -1}, "minutes_per_hour"),
        ({"seconds_per_minute": 10**9}, "seconds_per_minute"),
        ({"moons": [{"name": "M", "cycle_days": "NaN"}]}, "cycle_days"),
        ({"moons": [{"name": "M", "cycle_days": "0"}]}, "cycle_days"),
        ({"moons": [{"name": "M", "cycle_days": "1e400"}]}, "cycle_days"),
        ({"seasons": [{"name": "S"}]}, "month"),
        ({"seasons": [{"name": "S", "month": "Six"}]}, "seasons"),
        ({"year_names": {"names": []}}, "year_names.names"),
        ({"eras": [{"name": "A"}, {"name": "B"}]}, "begins"),
        ({"eras": [{"name": "A", "backwards": True}]}, "backwards"),
        ({"eras": [{"name": "A", "restarts_at": 1}]}, "restarts_at"),
        (
            {"eras": [{"name": "A", "begins": {"year": 5, "month": "One", "day": 11}}]},
            "eras",
        ),
        (
            {
                "eras": [
                    {"name": "A", "begins": {"year": 5, "month": "One", "day": 2}},
                    {"name": "B", "begins": {"year": 4, "month": "One", "day": 2}},
                ]
            },
            "eras",
        ),
        ({"format": "campaign-calendar/2"}, "format"),
        ({"weeks": 3}, "weeks"),
    ],
    ids=lambda value: json.dumps(value)[:60] if isinstance(value, dict) else "",
)
def test_what_makes_no_calendar_is_refused_by_its_field(
    changes: dict[str, Any], field: str
) -> None:
    """Whatever is wrong, the refusal names the field and the file, in one line."""
    assert field in refusal(**changes)


def test_a_missing_field_is_named() -> None:
    """What a calendar cannot do without is asked for."""
    content = {key: value for key, value in GOOD.items() if key != "epoch"}
    with pytest.raises(Refused, match=r"world\.json: `epoch`: is missing"):
        read_calendar(json.dumps(content).encode(), "world.json")


def test_a_month_of_every_year_is_needed() -> None:
    """Years without a day could not be told apart."""
    months = [
        {"name": "One", "days": 5, "interval": 2},
        {"name": "F", "days": 3, "intercalary": True},
    ]
    assert "months" in refusal(months=months)


def test_the_schema_is_that_of_the_types() -> None:
    """The schema names every field of the format, and what is read is written the same."""
    schema = definition_schema()
    fields = schema["$defs"]["CalendarDefinition"]["properties"]
    assert set(fields) == set(CalendarDefinition.__struct_fields__)
    made = read_calendar(json.dumps(GOOD).encode(), "world.json")
    assert msgspec.json.decode(msgspec.json.encode(made), type=CalendarDefinition) == made
    assert custom(made).format(0) == "0001-01-01 00:00:00"


def test_the_documented_example_is_a_calendar() -> None:
    """The calendar that the documentation shows is read, with every field of the format."""
    text = (Path(__file__).parents[2] / "docs" / "calendar.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```json\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    made = custom(read_calendar(example.encode(), "docs/calendar.md"))
    assert set(json.loads(example)) == set(CalendarDefinition.__struct_fields__)
    assert made.format(0) == "0001-01-01 00:00:00"
