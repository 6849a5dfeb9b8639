"""Calendars of invented worlds for the tests: generated ones, and small ones by hand."""

from typing import Any

import msgspec
from hypothesis import strategies as st

from ledger.calendar import CalendarDefinition, Custom, custom

FORMAT = "campaign-calendar/1"


def world(**content: Any) -> Custom:
    """A calendar from the fields of its definition; some months and a week if none are given."""
    given = {
        "format": FORMAT,
        "name": "World",
        "weekdays": ["Red", "Green", "Blue"],
        "months": [{"name": "One", "days": 10}, {"name": "Two", "days": 10}],
        "epoch": {"year": 1, "weekday": "Red"},
    }
    return custom(msgspec.convert({**given, **content}, CalendarDefinition))


def _rule(items: list[tuple[bool, int, int]]) -> str:
    words = [
        ("" if taken or not place else "not ") + str(every) + (f" from {first}" if first else "")
        for place, (taken, every, first) in enumerate(items)
    ]
    return "every " + ", ".join(words)


# Small intervals, so that their cycles are short enough to walk through.
INTERVALS = st.sampled_from([1, 2, 3, 4, 6, 8, 12, 24])
RULES = st.lists(
    st.tuples(st.booleans(), INTERVALS, st.integers(-30, 30)), min_size=1, max_size=4
).map(_rule)


@st.composite
def months(draw: st.DrawFn, name: str, *, lasting: bool = False) -> dict[str, Any]:
    """A month or a span; a *lasting* one is a month that comes every year."""
    intercalary = not lasting and draw(st.booleans())
    days = draw(st.integers(1 if lasting else 0, 12))
    counts = not intercalary or draw(st.booleans())
    leap = []
    for _ in range(draw(st.integers(0 if days else 1, 2 if days else 1))):
        outside = counts and draw(st.booleans())
        more = {"days": draw(st.integers(1, 3)), "years": draw(RULES)}
        if outside:
            more |= {"counts_for_week": False, "after": draw(st.integers(0, days))}
        leap.append(more)
    interval = 1 if lasting else draw(st.sampled_from([1, 1, 1, 2, 3, 8]))
    return {
        "name": name,
        "days": days,
        "leap": leap,
        "interval": interval,
        "offset": draw(st.integers(-9, 9)) if interval > 1 else 0,
        "intercalary": intercalary,
        "counts_for_week": counts,
    }


@st.composite
def worlds(draw: st.DrawFn) -> Custom:
    """A calendar with leap lists, leap months and spans; its cycle is 24 years at most."""
    count = draw(st.integers(1, 5))
    lasting = draw(st.integers(0, count - 1))
    week = [f"Day {number}" for number in range(1, draw(st.integers(1, 8)) + 1)]
    year_zero = draw(st.booleans())
    return world(
        weekdays=week,
        months=[
            draw(months(name, lasting=place == lasting))
            for place, name in enumerate(["Ash", "Birch", "Cedar", "Elm", "Fir"][:count])
        ],
        epoch={
            "year": draw(st.integers(-50, 50).filter(lambda year: year_zero or year)),
            "weekday": draw(st.sampled_from(week)),
        },
        year_zero=year_zero,
        hours_per_day=draw(st.integers(1, 30)),
        minutes_per_hour=draw(st.integers(1, 70)),
        seconds_per_minute=draw(st.integers(1, 70)),
    )


CYCLE_YEARS = 24
