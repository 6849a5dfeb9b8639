"""`run`: all or nothing, and where the error is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Program, Refuses

GOOD = "hit Veronica 3 lethal"


@pytest.mark.parametrize(
    ("line", "place", "says"),
    [
        ("hit Veronika 3 lethal", ":3:", "did you mean Veronica"),
        ("hti Veronica 3 lethal", ":3:1:", "did you mean hit"),
        ("  hti Veronica", ":3:3:", "hti"),
        ("hit Veronica -2 lethal", ":3:14:", "-2"),
        ("hit Veronica 3 lethal --sok 2", ":3:", "--sok"),
        ("hit Veronica 3 lethal --dice 3,12", ":3:", "12"),
        ("spend Veronica 99 blood", ":3:1:", "blood"),
        ("note Veronica 'no end", ":3:15:", "quotation"),
        ("[1998-02-30] note Veronica x", ":3:", "1998-02-30"),
        ("[1998-11-01]", ":3:2:", "date"),
        ("assert Veronica level=Mauled", ":3:1:", "expected Mauled"),
        ("run other.journal", ":3:1:", "journal"),
        ("undo 9", ":3:", "undo"),
        ("hit", ":3:", "WHO"),
    ],
)
def test_an_error_has_a_place_and_keeps_nothing(
    alley: Program, refuses: Refuses, line: str, place: str, says: str
) -> None:
    """File, line and column are said, the exit code is 1, and the lines before are not kept."""
    Path("a.journal").write_text(f"; the alley\n{GOOD}\n{line}\n{GOOD}\n")
    answer = refuses(1, "run", "a.journal")
    assert answer.err.startswith(f"campaign: a.journal{place}")
    assert says in answer.err
    assert alley.sheet("Veronica")["track"] == "......."


def test_a_journal_is_done_as_a_whole(alley: Program) -> None:
    """Every line is a commit of its own, and all of them stand."""
    Path("a.journal").write_text(f"{GOOD} --soak 1\n\n; nothing\nadvance 1h\nheal Veronica 1\n")
    assert (
        alley.ok("run", "a.journal").splitlines()[-1].startswith("recorded 3 commands, 4 events;")
    )
    assert [row["command"] for row in alley.json("log")[-3:]] == [
        f"{GOOD} --soak 1",
        "advance 1h",
        "heal Veronica 1",
    ]


def test_a_journal_creates_a_store_with_init_only(campaign: Program) -> None:
    """A first `init` makes the store; a refusal later on leaves nothing behind."""
    begin = "; new\ninit Dark --start 1998-10-31\nadd Ann vampire stamina=2 humanity=7\n"
    answer = campaign("run", "-", typed=begin + "hit Ann 3 nonsense\n")
    assert answer.code == 1
    assert "-:4:" in answer.err
    assert campaign("status").code != 0
    campaign.ok("run", "-", typed=begin)
    assert campaign.sheet("Ann")["track"] == "......."


def test_reading_commands_stand_in_a_journal(alley: Program) -> None:
    """They print what is so at their place, what was recorded before them included."""
    out = alley.journal(GOOD, "status Veronica", "heal Veronica 1", "status Veronica")
    assert out.index("XXX....") < out.index("XX.....")


def test_an_assertion_that_holds_is_silent(alley: Program) -> None:
    """What is as it should be says nothing."""
    assert alley.ok("assert", "Veronica", "level=none", "pools.blood.now=10") == ""
    before = alley.rows()
    assert "0 commands" in alley.journal("assert Veronica level=none")
    assert alley.rows() == before


def test_undo_in_a_journal_takes_back_a_line(alley: Program) -> None:
    """One line is one commit, also in a journal."""
    alley.journal(GOOD, "hit Veronica 2 lethal", "undo", "assert Veronica track=XXX....")
    assert alley.sheet("Veronica")["track"] == "XXX...."


def test_bytes_that_are_no_text_are_refused(alley: Program, refuses: Refuses) -> None:
    """A journal is UTF-8."""
    assert alley.store.exists()
    assert "UTF-8" in refuses(1, "run", "-", typed=b"note Veronica \xff\n").err


def test_an_empty_journal_does_nothing(alley: Program) -> None:
    """No line, no commit, no error."""
    before = alley.rows()
    alley.ok("run", "-", typed="")
    alley.ok("run", "-", typed="\n\n ; nothing\n")
    assert alley.rows() == before


def test_a_journal_of_the_rule_book_ends_at_position_nine(campaign: Program) -> None:
    """The example of the reference gives the sheet of the reference."""
    campaign.journal(
        'init "The Alley" --start "1998-10-31 21:00"',
        "add Veronica vampire stamina=2 strength=1 humanity=7",
        "add Kincaid vampire stamina=4 fortitude=1 humanity=5",
        "[1998-10-31 22:00] hit Veronica --dice 8,6,7,9 --auto 2 bashing --soak-dice 3,8 "
        "--by Kincaid   ; haymaker",
        "[1998-10-31 22:00:03] hit Kincaid 1 bashing --soak-dice 4,5,1,9,3 --by Veronica",
        "rest all 3d",
    )
    document = campaign.json("status")
    assert (document["position"], document["at"]) == (9, "1998-11-03 22:00:03")
    veronica, kincaid = document["characters"]
    assert (veronica["level"], veronica["penalty"], veronica["track"]) == ("Hurt", -1, "//.....")
    assert veronica["pools"]["blood"] == {"now": 7, "max": 10, "per_turn": 1}
    assert (kincaid["level"], kincaid["track"]) == (None, ".......")
