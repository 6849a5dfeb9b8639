"""`stats`: counts that a Storyteller can check by hand."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Program


@pytest.fixture
def brawl(alley: Program) -> Program:
    """Two vampires: blows, a meal, healing, a slip that was voided, and three nights."""
    alley.journal(
        "hit Veronica 5 lethal --by Kincaid --soak 1",  # positions 4 and 5: four boxes
        "hit Kincaid 2 bashing --by Veronica",  # 6: one box, halved
        "heal Veronica 2 lethal",  # 7: two boxes, two points
        "spend Kincaid 1 blood",  # 8
        "hit Kincaid 9 lethal --by Veronica",  # 9, which was none
        "void 9 --because 'the wrong sheet'",  # 10
        "advance 3d",  # 11: three points of blood each
    )
    return alley


def by(rows: list[dict[str, Any]], key: str) -> dict[str, dict[str, Any]]:
    return {row[key]: row for row in rows}


def test_who_was_hurt_and_healed(brawl: Program) -> None:
    """Boxes marked and freed, numbers that rose and fell, by time as well as by the table."""
    people = by(brawl.json("stats")["characters"], "who")
    assert people["Veronica"] == {
        "who": "Veronica",
        "events": 4,
        "damage": 4,
        "healed": 2,
        "changes": {"blood": {"gained": 0, "lost": 5}},
    }
    assert (people["Kincaid"]["events"], people["Kincaid"]["damage"]) == (4, 1)
    assert people["Kincaid"]["changes"] == {"blood": {"gained": 0, "lost": 4}}


def test_by_whose_hand(brawl: Program) -> None:
    """A blow that was voided is an event, and no damage."""
    hands = by(brawl.json("stats")["by"], "by")
    assert {name: (row["events"], row["damage"]) for name, row in hands.items()} == {
        "Kincaid": (2, 4),
        "Veronica": (2, 1),
    }


def test_what_was_done_and_when_it_was_entered(brawl: Program) -> None:
    """Types with the most frequent first, real months, and the dates of the game."""
    document = brawl.json("stats")
    assert document["types"][0] == {"type": "hit", "events": 3}
    assert sum(row["events"] for row in document["types"]) == document["events"] == 11
    (month,) = document["months"]
    assert (month["commands"], month["events"]) == (document["commands"], 11)
    assert (document["commands"], document["voided"]) == (10, 1)
    assert (document["from"], document["to"]) == ("1998-10-31 21:00:00",) * 2


def test_a_part_of_the_campaign(brawl: Program) -> None:
    """The same questions as to the history."""
    document = brawl.json("stats", "Kincaid", "type:hit", "voided:no")
    assert [row["who"] for row in document["characters"]] == ["Kincaid"]
    assert document["events"] == 1
    assert document["characters"][0]["changes"] == {}
    nothing = brawl.json("stats", "note:nowhere")
    assert (nothing["events"], nothing["from"], nothing["characters"]) == (0, None, [])


def test_numbers_as_text_and_as_one_table(brawl: Program) -> None:
    """Tables below a heading; as CSV one table of all rows."""
    told = brawl.ok("stats")
    assert told.startswith("The Alley: 11 events (1 of them void) of 10 commands, 1998-10-31")
    assert "Veronica  4       4       2       blood +0 -5" in told
    rows = list(csv.DictReader(io.StringIO(brawl.ok("stats", "-O", "csv"))))
    assert {row["about"] for row in rows} == {"who", "by", "type", "month"}
    assert [row["damage"] for row in rows if row["name"] == "Kincaid"] == ["1", "4"]
