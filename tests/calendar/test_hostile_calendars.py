import json
import time
from pathlib import Path
from typing import Any

import pytest

from cli.calendar_file import MOST_BYTES, calendar_written
from ledger.calendar import CalendarDefinition, custom
from ledger.calendar.formats import read_calendar
from ledger.errors import Refused

QUICK = 5  # seconds, on a machine that does much else


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "no JSON"),
        (b"{", "no JSON"),
        (b"\xff\xfe{}", "no JSON"),
        (b"[]", "Expected `object`, got `array`"),
        (b"3", "Expected `object`, got `int`"),
        (b"{}", "no calendar: it has no field"),
        (b'{"bread": 2}', "no calendar: it has 'bread'"),
        (b'{"months": [], "weekdays": []}', "`format`: is missing"),
        (b'{"years": {}, "days": {}, "months": {}}', "Foundry's own CalendarData"),
        (b'{"monthSettings": []}', "`exportVersion`"),
        (b"[" * 100_000, "Expected `object`, got `array`"),
        (b'{"static": ' + b"[" * 100_000, "too deep"),
        (b'{"a":' * 100_000, "too deep"),
        (b'{"format": "campaign-calendar/1", "name": ' + b"9" * 100_000 + b"}", "name"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_what_is_no_calendar_is_refused_at_once(text: bytes, says: str) -> None:
    """Neither depth nor size nor another content brings more than one sentence."""
    begin = time.perf_counter()
    with pytest.raises(Refused) as refused:
        read_calendar(text, "world.json")
    assert says in str(refused.value)
    assert "world.json" in str(refused.value)
    assert time.perf_counter() - begin < QUICK


def test_a_file_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    """A file of 100 MB is refused for its size before anything is made of it."""
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(100_000_000)  # a hole, so that the test writes nothing
    begin = time.perf_counter()
    with pytest.raises(Refused, match="more than 16 MiB"):
        calendar_written(str(path))
    assert time.perf_counter() - begin < QUICK
    assert MOST_BYTES == 16 * 1024 * 1024


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nowhere.json", "no file 'nowhere.json'"),
        ("gregorain", "did you mean gregorian?"),
        (".", "'.'"),
        ("a" * 5000, "aaa"),
        ("a\0b", "null"),
    ],
    ids=lambda value: value[:12],
)
def test_what_is_no_file_is_named(
    text: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that is neither a calendar nor a file is said to be that."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refused) as refused:
        calendar_written(text)
    assert says in str(refused.value)


def months(count: int) -> list[dict[str, Any]]:
    return [{"name": f"Month {number:03}", "days": 30} for number in range(count)]


def test_more_months_than_a_year_may_have() -> None:
    """Months are counted before they are made."""
    content = {
        "format": "campaign-calendar/1",
        "name": "Long",
        "weekdays": ["A"],
        "epoch": {"year": 1, "weekday": "A"},
        "months": months(20_000),
    }
    begin = time.perf_counter()
    with pytest.raises(Refused, match="`months`: Expected `array` of length <= 400"):
        read_calendar(json.dumps(content).encode(), "world.json")
    assert time.perf_counter() - begin < QUICK


def test_the_largest_calendar_is_still_quick() -> None:
    """400 months with the longest intervals and lists make a calendar that answers."""
    primes = [n for n in range(900_000, 920_000) if all(n % d for d in range(2, 1000))][:400]
    content: dict[str, Any] = {
        "format": "campaign-calendar/1",
        "name": "Largest",
        "weekdays": [f"Day {number}" for number in range(400)],
        "epoch": {"year": -(10**9), "weekday": "Day 7"},
        "months": [
            {
                **month,
                "interval": prime,
                "offset": 3,
                "leap": [{"days": 1, "years": "every 4, not 100, 400"}],
            }
            for month, prime in zip(months(400), primes, strict=False)
        ],
    }
    content["months"][0].pop("interval")
    begin = time.perf_counter()
    calendar = custom(read_calendar(json.dumps(content).encode(), "world.json"))
    for day in range(0, 10**12, 10**11):
        assert calendar.day_number(*calendar.date(day)) == day
    assert time.perf_counter() - begin < QUICK


def test_reading_never_gives_anything_but_a_definition_or_a_refusal() -> None:
    """Wrong types anywhere in another tool's file are refused, whichever field has them."""
    good = {
        "name": "F",
        "static_data": {
            "year_data": {
                "first_day": 1,
                "global_week": ["A", "B"],
                "timespans": [{"name": "M", "type": "month", "length": 5}],
                "leap_days": [{"name": "L", "timespan": 0, "interval": "4"}],
            },
            "eras": [{"name": "E", "settings": {}, "date": {"year": 1}}],
            "clock": {"hours": 24, "minutes": 60},
        },
    }
    assert isinstance(read_calendar(json.dumps(good).encode(), "f.json"), CalendarDefinition)
    for wrong in (None, -1, 0, 1.5, "x", [], {}, [None], 10**30, {"name": 3}, "!0", True):
        for path in (
            ("static_data",),
            ("static_data", "year_data"),
            ("static_data", "clock", "hours"),
            ("static_data", "eras", 0, "date"),
            *(("static_data", "year_data", key) for key in good["static_data"]["year_data"]),  # type: ignore[index]
            *(
                ("static_data", "year_data", "timespans", 0, key)
                for key in ("name", "length", "type", "interval", "offset")
            ),
            *(
                ("static_data", "year_data", "leap_days", 0, key)
                for key in ("timespan", "interval", "offset", "day")
            ),
        ):
            content: Any = json.loads(json.dumps(good))
            here = content
            for step in path[:-1]:
                here = here[step]
            here[path[-1]] = wrong
            try:
                made = read_calendar(json.dumps(content).encode(), "f.json")
            except Refused as refused:
                assert "f.json" in str(refused)  # noqa: PT017 - either is right, and nothing else
            else:
                assert isinstance(made, CalendarDefinition)
                custom(made).date(12345)
