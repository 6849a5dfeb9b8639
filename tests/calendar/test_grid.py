from typing import TYPE_CHECKING

from hypothesis import given, settings

from ledger.calendar import GREGORIAN, Calendar, Custom
from ledger.calendar.grid import moon_days, page_of, pages_of, rows_of, season_starts

if TYPE_CHECKING:
    from tests.calendar.worlds import world, worlds
else:  # pytest puts this folder on the path
    from worlds import world, worlds


def grid(calendar: Calendar, year: int, month: int) -> list[str]:
    """The rows of a month as text: numbers by weekday, days outside the week after a bar."""
    page = page_of(calendar, year, month)
    return [
        ("" if row.in_week else "| ")
        + " ".join("." if n is None else str(calendar.date(n).day) for n in row.days)
        for row in rows_of(calendar, page)
    ]


def test_a_gregorian_month() -> None:
    """February 2024 begins on a Thursday and has 29 days."""
    assert grid(GREGORIAN, 2024, 2) == [
        ". . . 1 2 3 4",
        "5 6 7 8 9 10 11",
        "12 13 14 15 16 17 18",
        "19 20 21 22 23 24 25",
        "26 27 28 29 . . .",
    ]


def test_days_outside_the_week_have_lines_of_their_own() -> None:
    """Within a month the week goes on behind them where it stopped."""
    outside = {"days": 2, "years": "every 1", "after": 4, "counts_for_week": False}
    calendar = world(
        months=[
            {"name": "One", "days": 7, "leap": [outside]},
            {"name": "F", "days": 5, "intercalary": True, "counts_for_week": False},
        ]
    )
    assert grid(calendar, 1, 1) == ["1 2 3", "4 . .", "| 5 6", ". 7 8", "9 . ."]
    assert grid(calendar, 1, -1) == ["| 1 2 3", "| 4 5"]
    assert [calendar.month_name(1, page.month) for page in pages_of(calendar, 1)] == ["One", "F"]


@settings(max_examples=40, deadline=None)
@given(worlds())
def test_every_day_stands_once_and_under_its_weekday(calendar: Custom) -> None:
    """The pages of a year hold its days in order, each in its column."""
    year = calendar.date(0).year
    told = []
    for page in pages_of(calendar, year):
        for row in rows_of(calendar, page):
            assert len(row.days) <= calendar.week_days
            for column, number in enumerate(row.days):
                if number is not None:
                    told.append(number)
                    assert calendar.weekday_index(number) == (column if row.in_week else None)
    assert told == list(range(calendar.year_start(year), calendar.year_start(year + 1)))


def test_moons_and_seasons() -> None:
    """A moon of 5 days is new on day 1 (from 0) and every 5 days, full in between."""
    calendar = world(
        moons=[
            {"name": "Pale", "cycle_days": "5", "new_at": "1"},
            {"name": "Lost", "cycle_days": "5"},
        ],
        seasons=[
            {"name": "Dry", "month": "Two", "day": 3},
            {"name": "Late", "month": "Two", "day": 30},
        ],
    )
    page = page_of(calendar, 1, 1)
    assert [(d.day, d.phase) for d in moon_days(calendar, page)] == [
        (1, "new"),
        (3, "full"),
        (6, "new"),
        (8, "full"),
    ]
    assert list(season_starts(calendar, page_of(calendar, 1, 2))) == [(12, "Dry")]
    assert not list(moon_days(GREGORIAN, page))
    assert not list(season_starts(GREGORIAN, page))
