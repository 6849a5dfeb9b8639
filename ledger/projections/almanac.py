"""The almanac: the months of a campaign's calendar, with what happened and what is due on each day."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ledger.calendar import Calendar, Period
from ledger.calendar.grid import Page, moon_days, season_starts
from ledger.campaign import Campaign
from ledger.projections.agenda import agenda, due_row
from ledger.projections.chronicle import chronicle
from ledger.query import Query


class Marks(NamedTuple):
    """What is told of days, by the date as it is written.

    Attributes:
        today: the day number of the moment; None without a campaign.
        happened: rows of the chronicle that stand.
        due: rows of the agenda.
    """

    today: int | None
    happened: Mapping[str, Sequence[Mapping[str, Any]]]
    due: Mapping[str, Sequence[Mapping[str, Any]]]


UNMARKED = Marks(None, {}, {})


def marks(campaign: Campaign, pages: Sequence[Page], at: int) -> Marks:
    """What has happened by an in-game second and what is due then, over all the pages."""
    day = campaign.calendar.day_seconds
    begin, end = pages[0].first * day, pages[-1].after * day
    due = [due_row(entry) for entry in agenda(campaign.lives(), at, end)]
    asked = Query().within(Period(begin, min(end, at + 1)))
    told = chronicle(campaign, asked) if begin <= at else ()
    standing = [row for row in told if row["voided_by"] is None]
    return Marks(campaign.calendar.day_of(at), _by_date(standing), _by_date(due))


def _by_date(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    found: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows:
        found[row["at"].rpartition(" ")[0]].append(row)
    return dict(found)


def day_row(calendar: Calendar, day: int) -> dict[str, Any]:
    """A day as the reference describes it; with the year in the era, and the year's name."""
    year, month, number = calendar.date(day)
    era = calendar.era_of(day)
    return {
        "date": calendar.date_text(year, month, number),
        "weekday": calendar.weekday(day),
        "month": calendar.month_name(year, month),
        "day": number,
        "day_of_year": calendar.day_of_year(day),
        "days_since_epoch": day,
        "era": None if era is None else era.name,
        "era_year": None if era is None else era.year,
        "year_name": calendar.year_name(year),
    }


def page_document(calendar: Calendar, page: Page, marked: Marks) -> dict[str, Any]:
    """A month with all its days, moons and seasons for JSON."""
    return {
        "year": calendar.year_text(page.year),
        "month": calendar.month_name(page.year, page.month),
        "days": [_marked(calendar, day, marked) for day in range(page.first, page.after)],
        "moons": [
            {"date": calendar.date_text(*calendar.date(day)), "moon": moon, "phase": phase}
            for day, moon, phase in moon_days(calendar, page)
        ],
        "seasons": [
            {"date": calendar.date_text(*calendar.date(day)), "season": season}
            for day, season in season_starts(calendar, page)
        ],
    }


def _marked(calendar: Calendar, day: int, marked: Marks) -> dict[str, Any]:
    date = calendar.date_text(*calendar.date(day))
    return {
        "date": date,
        "weekday": calendar.weekday(day),
        "today": day == marked.today,
        "happened": [row["id"] for row in marked.happened.get(date, ())],
        "due": [f"{row['who']}: {row['what']}" for row in marked.due.get(date, ())],
    }
