"""Options that all recording commands share, and names and texts as people write them."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest
from freezegun import freeze_time

if TYPE_CHECKING:
    from tests.cli.conftest import Program, Refuses

NAMES = [
    "Anna O'Neil",
    'Jack "the Knife"',
    "Žofie Élan",
    "東京の王子",
    "a;b",
    "--help me",
    "all of them",
    "[bold]Ann[/bold]",
    "back\\slash",
    "N" * 100,
    "1998-10-31",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_may_be_what_people_are_called(alley: Program, name: str) -> None:
    """Quotes, signs, scripts and length come back to the letter, everywhere."""
    alley.ok("add", "--", name, "vampire", "stamina=2", "humanity=7")
    alley.ok("hit", "--at", "+1h", "--", name, "3", "lethal")
    assert alley.json("status", "--", name)["characters"][0]["name"] == name
    assert alley.json("history")[-1]["who"] == name
    assert name in alley.ok("status")
    assert name in alley.ok("history")
    line = alley.json("log")[-1]["command"]
    assert name.split(maxsplit=1)[0].strip("\"'\\")[:3] in line


@pytest.mark.parametrize("name", NAMES)
def test_a_logged_line_can_be_run_again(alley: Program, name: str) -> None:
    """The canonical line of a command, typed into a journal, makes the same event."""
    alley.ok("add", "--", name, "vampire", "stamina=2", "humanity=7")
    alley.ok("hit", "--by", "Jack 'n' Jill", "--", name, "3", "lethal")
    line = alley.json("log")[-1]["command"]
    alley.journal(line)
    one, other = alley.json("history")[-2:]
    assert [(row["who"], row["data"], row["by"]) for row in (one, other)] == [
        (name, {"amount": 3, "type": "lethal"}, "Jack 'n' Jill")
    ] * 2


@pytest.mark.parametrize(
    "name", ["all", "Ann,Bob", "", " ", " Ann", "Ann ", "A\nB", "\x1b[31m", "N" * 101]
)
def test_a_name_that_would_be_misread_is_refused(
    alley: Program, refuses: Refuses, name: str
) -> None:
    """`all`, commas, blanks at the ends, control characters and endless names are no names."""
    assert alley.store.exists()
    refuses(1, "add", name, "vampire", "stamina=2", "humanity=7")


def test_several_and_all(alley: Program) -> None:
    """`A,B` and `all` make an event for each, `all` skips the dead."""
    assert len(alley.json("hit", "Veronica,Kincaid", "1", "lethal")["events"]) == 2
    assert len(alley.json("hit", "Veronica,Veronica", "1", "lethal")["events"]) == 1
    assert [e["who"] for e in alley.json("note", "all", "dawn")["events"]] == [
        "Veronica",
        "Kincaid",
    ]
    alley.ok("kill", "Kincaid", "--ruling", "the sun")
    assert [e["who"] for e in alley.json("note", "all", "dusk")["events"]] == ["Veronica"]


def test_several_of_whom_one_cannot_are_refused_together(alley: Program, refuses: Refuses) -> None:
    """A command for two is one command: nothing of it is done for one alone."""
    alley.ok("spend", "Veronica", "9", "blood")
    assert "Veronica" in refuses(1, "spend", "Kincaid,Veronica", "2", "blood").err


# Keys --------------------------------------------------------------------------------------------


def test_the_same_key_is_answered_once(alley: Program) -> None:
    """The same command with the same key is answered with the first result."""
    line = ("hit", "Veronica", "3", "lethal", "--key", "k1")
    first = alley.json(*line)
    before = alley.rows()
    again = alley.json(*line)
    assert alley.rows() == before
    assert again["command"] == first["command"]
    assert [e["id"] for e in again["events"]] == [e["id"] for e in first["events"]]


def test_a_key_outlives_the_clock(alley: Program) -> None:
    """The answer is the same when the clock has moved since."""
    line = ("note", "Veronica", "hunts", "--key", "k1")
    first = alley.json(*line)
    alley.ok("advance", "3d")
    again = alley.json(*line)
    assert (again["command"], again["events"][0]["at"]) == (
        first["command"],
        first["events"][0]["at"],
    )


@pytest.mark.parametrize(
    "line",
    [
        "hit Veronica 4 lethal",
        "hit Kincaid 3 lethal",
        "hit Veronica 3 lethal --at 1998-10-31",
        "hit Veronica 3 lethal --by Kincaid",
        "note Veronica x",
    ],
)
def test_a_key_with_another_command_is_refused(alley: Program, refuses: Refuses, line: str) -> None:
    """A key stands for one command, with all of its words."""
    alley.ok("hit", "Veronica", "3", "lethal", "--key", "k1")
    assert "k1" in refuses(1, *line.split(), "--key", "k1").err


@pytest.mark.parametrize(
    "line",
    [
        ("hit", "Veronica", "3", "lethal", "--key=k1"),
        ("hit", "--key", "k1", "Veronica", "3", "lethal"),
    ],
)
def test_a_key_is_no_part_of_the_command(alley: Program, line: tuple[str, ...]) -> None:
    """Wherever and however the key is written, it is the same command."""
    alley.ok("hit", "Veronica", "3", "lethal", "--key", "k1")
    before = alley.rows()
    alley.ok(*line)
    assert alley.rows() == before


def test_keys_hold_within_a_journal(alley: Program) -> None:
    """A journal that says the same thing twice under one key does it once."""
    line = "hit Veronica 1 lethal --key k1"
    alley.journal(line, line)
    alley.journal(line)
    assert alley.sheet("Veronica")["track"] == "X......"


# Dry runs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        ("hit", "Veronica", "3", "lethal", "--soak", "1"),
        ("advance", "3d"),
        ("rest", "all", "2d"),
        ("rule", "dusk=20:00"),
        ("undo",),
        ("add", "Bob", "vampire", "stamina=2", "humanity=7"),
        ("feed", "Veronica", "1", "--at", "start", "--key", "k"),
        ("amend", "{id}", "note Veronica y"),
        ("void", "{id}", "--because", "x"),
    ],
)
def test_a_dry_run_writes_nothing(alley: Program, line: tuple[str, ...]) -> None:
    """It says what would be, and not a row changes."""
    (note,) = alley.json("note", "Veronica", "x")["events"]
    before = alley.rows()
    filled = [word.replace("{id}", note["id"]) for word in line]
    assert "nothing was written" in alley.ok(*filled, "--dry-run")
    assert alley.rows() == before
    assert alley.json(*filled, "--dry-run")["command"] is None
    assert alley.rows() == before


def test_a_dry_run_is_refused_like_the_real_one(alley: Program, refuses: Refuses) -> None:
    """What would be refused is refused."""
    assert alley.store.exists()
    refuses(1, "spend", "Veronica", "99", "blood", "--dry-run")


def test_a_dry_run_of_init_makes_no_store(campaign: Program) -> None:
    """A campaign that only might begin leaves no file."""
    campaign.ok("init", "Dark", "--start", "1998-10-31", "--dry-run")
    assert list(campaign.folder.iterdir()) == []


def test_zero_does_nothing_and_says_so(alley: Program) -> None:
    """No time at all is no event."""
    before = alley.rows()
    assert "nothing was recorded" in alley.ok("rest", "Veronica", "0d")
    assert "already" in alley.ok("advance", "--to", "now")
    assert alley.rows() == before


# Real time ---------------------------------------------------------------------------------------


def test_recorded_at_is_real_time(alley: Program) -> None:
    """The moment of recording is kept in UTC, beside the date of the game."""
    with freeze_time("2026-11-30 20:15:30.250001"):
        (event,) = alley.json("note", "Veronica", "x")["events"]
    assert event["recorded_at"] == "2026-11-30T20:15:30.250001Z"
    assert alley.json("history")[-1]["recorded_at"] == "2026-11-30T20:15:30.250001Z"
    assert event["at"] == "1998-10-31 21:00:00"


def test_what_was_known_at_a_real_moment(alley: Program) -> None:
    """`--known-at` with a real date leaves out what was recorded later, the clock included."""
    with freeze_time("2050-01-01 10:00"):
        alley.ok("hit", "Veronica", "1", "lethal")
    with freeze_time("2050-01-01 11:00"):
        alley.ok("advance", "3d")
        alley.ok("hit", "Veronica", "1", "lethal")
    known = alley.json("status", "Veronica", "--known-at", "2050-01-01 10:30")
    assert (known["at"], known["characters"][0]["track"]) == ("1998-10-31 21:00:00", "X......")
    assert known["known_at"] == "2050-01-01 10:30"
    assert alley.sheet("Veronica", "--known-at", "2050-01-01T13:00+02:00")["track"] == "XX....."


def test_no_rule_reads_real_time(alley: Program) -> None:
    """The same journal a century later makes the same sheets."""
    lines = ["hit Veronica 3 lethal", "rest all 5d", "hit Kincaid 9 lethal", "advance 1y"]
    sheets = []
    for year in ("2026", "2126"):
        with freeze_time(f"{year}-01-01"):
            alley.journal(
                f"init {year} --start 1998-10-31",
                "add Veronica vampire stamina=2 humanity=7",
                "add Kincaid vampire stamina=2 humanity=7",
                *lines,
            )
        found = alley.json("--campaign", year, "status")["characters"]
        for sheet in found:
            for box in sheet["boxes"]:
                box["event"] = None
        sheets.append(found)
    assert sheets[0] == sheets[1]


# How answers look --------------------------------------------------------------------------------


def test_no_colour_where_nobody_looks(alley: Program) -> None:
    """Into a pipe there are no escape sequences, however wide the table."""
    alley.ok("note", "Veronica", "word " * 100)
    for command in ("status", "history", "due", "characters", "log"):
        assert "\x1b" not in alley.ok(command)
    assert ("word " * 100).strip() in alley.ok("history")


def test_colour_by_word(alley: Program) -> None:
    """`--color always` colours, `never` does not."""
    assert "\x1b[" in alley.ok("--color", "always", "status")
    assert "\x1b[" not in alley.ok("--color", "never", "status")


def test_no_color_is_honoured(alley: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR takes colours away, also where a terminal is pretended."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[3" not in alley.ok("status")
    assert "\x1b[3" not in alley.ok("history")


def test_csv_is_read_by_a_spreadsheet(alley: Program) -> None:
    """A header and a row for each event; no text of a player is a formula."""
    alley.ok("note", "Veronica", "x", "--note", '=HYPERLINK("http://x")')
    alley.ok("note", "Veronica", 'a, b"c')
    rows = list(csv.DictReader(io.StringIO(alley.ok("-O", "csv", "history"))))
    assert len(rows) == 5
    assert rows[-2]["note"].startswith("'=")
    assert rows[-1]["who"] == "Veronica"


def test_text_of_a_player_is_no_markup(alley: Program) -> None:
    """Square brackets are letters, not styles."""
    alley.ok("note", "Veronica", "[red]blood[/red]")
    assert "[red]blood[/red]" in alley.ok("history")
