from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Program, Refuses

TINY: dict[str, Any] = {
    "format": "campaign-calendar/1",
    "name": "Tiny",
    "hours_per_day": 10,
    "weekdays": ["Ash", "Birch", "Cedar"],
    "months": [
        {"name": "Neap", "days": 20},
        {"name": "Feast", "days": 2, "intercalary": True, "counts_for_week": False},
        {"name": "Spring", "days": 20, "leap": [{"days": 1, "years": "every 4"}]},
    ],
    "epoch": {"year": 1, "weekday": "Ash"},
}


def laid(folder: Path, name: str, content: Any) -> str:
    (folder / name).write_text(json.dumps(content), encoding="utf-8")
    return name


@pytest.fixture
def tiny(campaign: Program) -> Program:
    """A campaign in a tiny world."""
    file = laid(campaign.folder, "tiny.json", TINY)
    campaign.ok("init", "Tides", "--start", "0004-01-20 05:00", "--calendar", file)
    return campaign


# Days ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("date", "row"),
    [
        (
            [],
            {
                "date": "0004-01-20",
                "weekday": "Birch",
                "month": "Neap",
                "day": 20,
                "day_of_year": 20,
                "days_since_epoch": 145,
                "era": None,
                "era_year": None,
                "year_name": None,
            },
        ),
        (["+1d"], {"date": "0004-Feast-01", "weekday": None, "month": "Feast", "day_of_year": 21}),
        (["21 spring 4"], {"date": "0004-02-21", "day_of_year": 43, "weekday": "Birch"}),
        (["-0001-01-01"], {"days_since_epoch": -43, "day_of_year": 1}),
    ],
)
def test_day(tiny: Program, date: list[str], row: dict[str, Any]) -> None:
    """All that the calendar says of a day."""
    assert tiny.json("calendar", "day", *date).items() >= row.items()


def test_day_as_text(tiny: Program) -> None:
    """The same for a reader, with an era where there is one."""
    said = tiny.ok("calendar", "day", "0004-Feast-01")
    assert said == (
        "0004-Feast-01: in no week, day 1 of Feast, day 21 of the year; 146 days since the epoch\n"
    )
    said = tiny.ok("calendar", "day", "44 BC-03-15", "--calendar", "julian")
    assert "Wednesday, day 15 of March, day 74 of the year, BC 44;" in said


@pytest.mark.parametrize(
    ("dates", "days", "seconds"),
    [
        (["0004-01-20", "0004-02-01"], 3, 3 * 36_000),
        (["0004-02-01", "0004-01-20"], -3, -3 * 36_000),
        (["0004-01-20 06:00", "0004-Feast-01 05:00"], 0, 9 * 3600),
        (["0004-Feast-01 05:00", "0004-01-20 06:00"], 0, -9 * 3600),
        (["now", "now"], 0, 0),
        (["--", "-0001-01-01", "0001-01-01"], 43, 43 * 36_000),
        (["-0001-01-01", "start"], 188, 188 * 36_000 + 5 * 3600),
    ],
)
def test_between(tiny: Program, dates: list[str], days: int, seconds: int) -> None:
    """The whole span in each unit, negative when reversed."""
    assert tiny.json("calendar", "between", *dates) == {"days": days, "seconds": seconds}


def test_convert(campaign: Program) -> None:
    """The same moment in another calendar; none of it needs a store."""
    made = campaign.json(
        "calendar", "convert", "1066-10-14", "--to", "gregorian", "--calendar", "julian"
    )
    assert made == {
        "from": {"calendar": "julian", "at": "1066-10-14 00:00:00", "weekday": "Saturday"},
        "to": {"calendar": "gregorian", "at": "1066-10-20 00:00:00", "weekday": "Saturday"},
    }
    assert not campaign.store.exists()


# Months --------------------------------------------------------------------------------------------


def test_show_a_month(tiny: Program) -> None:
    """Today stands in brackets; a star has happened, a plus is due."""
    tiny.journal(
        "rule nightly_blood=off",
        "add Wes vampire stamina=2 humanity=9",
        "[0004-01-20 06:00] hit Wes 8 lethal",
        "note Wes gone",
    )
    text = tiny.ok("calendar", "show")
    assert text.splitlines()[:9] == [
        "Neap 0004",
        " Ash   Bir   Ced",
        " 1     2     3",
        " 4     5     6",
        " 7     8     9",
        " 10    11    12",
        " 13    14    15",
        " 16    17    18",
        " 19   [20]*",
    ]
    assert "0004-01-20 06:00:00  Wes: hit 8 lethal" in text
    due = tiny.ok("calendar", "show", "Spring 4")
    assert " 1+" in due
    assert "0004-02-01 06:00:00  due: Wes: may try to wake (may)" in due


def test_show_another_moment(tiny: Program) -> None:
    """At another date, and as known before, other days are marked."""
    tiny.journal("rule nightly_blood=off", "add Wes vampire stamina=2 humanity=9")
    tiny.ok("hit", "Wes", "8", "lethal", "--at", "0004-01-20 06:00")
    tiny.ok("advance", "5d")
    ahead = tiny.ok("calendar", "show", "Spring 4", "--at", "0004-01-20 06:00")
    assert " 1+" in ahead
    assert "[" not in ahead
    assert "[3]" in tiny.ok("calendar", "show")
    before = tiny.ok("calendar", "show", "Neap 4", "--at", "0004-01-20 05:30")
    assert "hit 8" not in before
    known = tiny.ok("calendar", "show", "--known-at", "3")
    assert "[20]*" in known
    assert "hit 8" not in known
    assert tiny.json("calendar", "day", "--known-at", "3")["date"] == "0004-01-20"


def test_show_a_year(tiny: Program) -> None:
    """All months and spans of a year, one below the other."""
    text = tiny.ok("calendar", "show", "4")
    heads = [line for line in text.splitlines() if line.endswith("0004")]
    assert heads == ["Neap 0004", "Feast 0004", "Spring 0004"]
    assert " 1    2  (in no week)" in text
    pages = tiny.json("calendar", "show", "0004")
    assert [page["month"] for page in pages["months"]] == ["Neap", "Feast", "Spring"]
    days = [day for page in pages["months"] for day in page["days"]]
    assert len(days) == 43
    assert [day["date"] for day in days if day["today"]] == ["0004-01-20"]


def test_show_needs_no_campaign(campaign: Program) -> None:
    """Any calendar may be looked at, an example as well."""
    text = campaign.ok("calendar", "example", "hollow-crown")
    laid(campaign.folder, "crown.json", json.loads(text))
    shown = campaign.ok("calendar", "show", "Sheaf 412", "--calendar", "crown.json")
    assert shown.startswith("Sheaf 0412 (Crown 412)\n")
    assert "Old Mother: full moon" in shown
    assert "Autumn begins" in shown


# Files ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tidewheel", "hollow-crown"])
def test_examples_are_calendars(campaign: Program, name: str) -> None:
    """What is shipped is read, and read again as it is written."""
    text = campaign.ok("calendar", "example", name)
    laid(campaign.folder, "world.json", json.loads(text))
    once = campaign.ok("calendar", "import", "world.json")
    laid(campaign.folder, "again.json", json.loads(once))
    assert campaign.ok("calendar", "import", "again.json") == once


def test_import_of_another_tools_file(campaign: Program) -> None:
    """A file of another tool becomes ours, from standard input as well."""
    file = {
        "name": "Reach",
        "static_data": {
            "year_data": {
                "global_week": ["Ax", "Bow"],
                "timespans": [{"name": "One", "type": "month", "length": 7}],
            }
        },
    }
    made = campaign.json("calendar", "import", laid(campaign.folder, "reach.json", file))
    assert made == {
        "format": "campaign-calendar/1",
        "name": "Reach",
        "weekdays": ["Ax", "Bow"],
        "months": [{"name": "One", "days": 7}],
        "epoch": {"year": 1, "weekday": "Ax"},
    }
    assert json.loads(campaign.ok("calendar", "import", "-", typed=json.dumps(file))) == made


def test_export(tiny: Program) -> None:
    """Foundry is told what it can be told; our own form is all of it."""
    assert json.loads(tiny.ok("calendar", "export", "--format", "own")) == TINY
    answer = tiny("calendar", "export")
    assert (answer.code, answer.out) == (1, "")
    assert "`months[1].intercalary`" in answer.err
    plain = {**TINY, "months": [TINY["months"][0], TINY["months"][2]]}
    file = laid(tiny.folder, "plain.json", plain)
    made = tiny.json("calendar", "export", "--calendar", file)
    assert made["years"]["leapYear"] == {"leapStart": 0, "leapInterval": 4}
    assert made["days"]["hoursPerDay"] == 10


def test_export_of_years_that_foundry_does_not_have(campaign: Program) -> None:
    """A campaign that begins before Foundry's first year would lose its dates."""
    plain = {**TINY, "months": [TINY["months"][0]]}
    file = laid(campaign.folder, "plain.json", plain)
    campaign.ok("init", "Early", "--start", "-0003-01-01", "--calendar", file)
    answer = campaign("calendar", "export")
    assert answer.code == 1
    assert "`year`: the campaign begins in -0003" in answer.err


def test_schema(campaign: Program) -> None:
    """The schema of the format is JSON and names it."""
    schema = json.loads(campaign.ok("calendar", "schema"))
    assert schema["$defs"]["CalendarDefinition"]["properties"]["format"]["enum"] == [
        "campaign-calendar/1"
    ]


# A campaign's own calendar -------------------------------------------------------------------------


def test_the_calendar_is_the_campaigns_for_its_life(tiny: Program) -> None:
    """The file may go: the campaign has it in its first event."""
    (tiny.folder / "tiny.json").unlink()
    tiny.ok("advance", "1d")
    assert tiny.json("status")["at"] == "0004-Feast-01 05:00:00"
    (first, _) = tiny.json("history")
    assert first["data"]["calendar"] == TINY
    assert "init Tides calendar Tiny" in tiny.ok("history")
    assert tiny("verify").code == 0


@pytest.mark.parametrize("form", ["jsonl", "journal"])
def test_an_export_needs_no_other_file(tiny: Program, form: str) -> None:
    """Run or imported elsewhere, an export brings its calendar along."""
    tiny.journal("add Wes vampire stamina=2 humanity=5", "hit Wes 8 lethal", "advance 3d")
    sheet = tiny.sheet("Wes")
    (tiny.folder / f"out.{form}").write_text(tiny.ok("export", "--format", form), encoding="utf-8")
    (tiny.folder / "tiny.json").unlink()
    verb = "import" if form == "jsonl" else "run"
    tiny.ok("--db", "copy.db", verb, f"out.{form}")
    (copy,) = tiny.json("--db", "copy.db", "status", "Wes")["characters"]
    assert copy["torpor"] == sheet["torpor"]
    assert tiny.json("--db", "copy.db", "status")["at"] == "0004-02-01 05:00:00"
    again = tiny.ok("--db", "copy.db", "export", "--format", "journal")
    assert again == tiny.ok("export", "--format", "journal")
    assert tiny("--db", "copy.db", "verify").code == 0


def test_a_calendar_may_be_typed_out(campaign: Program) -> None:
    """The JSON itself stands where a file would, of any length, over several lines too."""
    many = {**TINY, "weekdays": [f"Day {'of the week ' * 5}{n}" for n in range(200)]}
    many["epoch"] = {"year": 1, "weekday": many["weekdays"][0]}
    campaign.ok("init", "Typed", "--start", "0001-01-01", "--calendar", json.dumps(many, indent=2))
    assert campaign.json("calendar", "day")["weekday"] == many["weekdays"][0]
    journal = campaign.ok("export", "--format", "journal")
    campaign.ok("--db", "copy.db", "run", "-", typed=journal)
    assert len(journal.splitlines()) == 1
    campaign.ok("init", "Two", "--start", "0001-01-01", f"--calendar={json.dumps(many)}")


def test_any_name_survives_the_journal(campaign: Program) -> None:
    """Quotes of both kinds, semicolons and backslashes in names come back as they are."""
    week = ['Ol\' "Red"', "B; \\ [x]", "Zürich"]
    odd = {**TINY, "weekdays": week, "epoch": {"year": 1, "weekday": "Zürich"}}
    file = laid(campaign.folder, "odd.json", odd)
    campaign.ok("init", "Odd", "--start", "0001-01-01", "--calendar", file)
    journal = campaign.ok("export", "--format", "journal")
    campaign.ok("--db", "copy.db", "run", "-", typed=journal)
    own = campaign.ok("--db", "copy.db", "calendar", "export", "--format", "own")
    assert json.loads(own) == odd


def test_a_known_calendar_stays_a_name(campaign: Program) -> None:
    """A campaign in 1197 is played by the calendar of its time."""
    campaign.ok("init", "Crusade", "--start", "1197-02-28", "--calendar", "Julian")
    assert campaign.json("history")[0]["data"]["calendar"] == "julian"
    campaign.ok("advance", "3y")
    campaign.ok("advance", "1d")
    assert campaign.json("status")["at"] == "1200-02-29 00:00:00"
    assert "--calendar julian" in campaign.ok("export", "--format", "journal")


@pytest.mark.parametrize(
    ("calendar", "says"),
    [
        ("nowhere.json", "no file 'nowhere.json'"),
        ("julain", "did you mean julian?"),
        ("{}", "no calendar"),
        ('{"format": "campaign-calendar/1"}', "`name`: is missing"),
        ("broken.json", "no JSON"),
    ],
)
def test_what_is_no_calendar_begins_no_campaign(
    campaign: Program, refuses: Refuses, calendar: str, says: str
) -> None:
    """Nothing is written, and no store is made."""
    (campaign.folder / "broken.json").write_text("{")
    answer = refuses(1, "init", "Void", "--start", "0001-01-01", "--calendar", calendar)
    assert says in answer.err
    assert not campaign.store.exists()


def test_dates_are_read_by_the_new_calendar(campaign: Program, refuses: Refuses) -> None:
    """The start of a campaign has to exist in its own world."""
    file = laid(campaign.folder, "tiny.json", TINY)
    answer = refuses(1, "init", "Void", "--start", "0003-02-21", "--calendar", file)
    assert "Spring 0003 has 20 days" in answer.err
    answer = refuses(1, "init", "Void", "--start", "0003-02-20 10:00", "--calendar", file)
    assert "hours run from 0 to 9" in answer.err


def test_calendar_lines_stand_in_journals(tiny: Program) -> None:
    """Reading commands of the calendar print from a journal."""
    text = tiny.journal("calendar day +1d", "calendar between start now")
    assert "0004-Feast-01" in text
    assert "0 days, 0 seconds in all" in text


def test_on_both_databases(campaign: Program, store_target: str) -> None:
    """A world's calendar is kept and moved by each database in the same way."""
    store, file = store_target, laid(campaign.folder, "tiny.json", TINY)
    campaign.ok("--db", store, "init", "Tides", "--start", "0004-01-20", "--calendar", file)
    campaign.ok("--db", store, "advance", "1 week")
    assert campaign.json("--db", store, "calendar", "day")["date"] == "0004-02-01"
    archive = campaign.ok("--db", store, "export")
    campaign.ok("--db", "copy.db", "import", "-", typed=archive)
    assert campaign.ok("--db", "copy.db", "export") == archive
    assert campaign("--db", store, "verify").code == 0
