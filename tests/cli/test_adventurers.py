"""ReQuest on the command line: the sheet as text, dice that the ledger rolls, four games at one table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Program, Refuses

TRAITS = "STR=13 CON=11 SIZ=15 INT=12 POW=10 DEX=14 CHA=9 resilience=45 persistence=35"
MOUSE = {
    "name": "mouse",
    "locations": [
        {"name": "tail", "from": 1, "to": 4, "hp": 1},
        {"name": "body", "from": 5, "to": 20, "hp": 3, "vital": True, "kind": "torso"},
    ],
    "minimum": {"STR": 1, "SIZ": 1, "INT": 1},
    "legs": 4,
}


@pytest.fixture
def ford(campaign: Program) -> Program:
    """A campaign with one adventurer."""
    campaign.journal(
        'init "The Ford" --start "1312-05-02 08:00"', f"add Fahir request {TRAITS} hero_points=2"
    )
    return campaign


SHEET = """\
The Ford  1312-05-02 08:00:00

Fahir  request  incapacitated  prone, dying
  right leg    6/6
  left leg    -7/6   major, maimed, disabled, scarred
  abdomen      7/7
  chest        8/8
  right arm    3/5   minor
  left arm    -6/5   major, severed (40 % gone), disabled, scarred
  head         6/6
  STR 13  CON 9/11  SIZ 15  INT 12  POW 10  DEX 14 (as 24)  CHA 9
  resilience 45, persistence 35, hero points 2/2
  Fresh, movement 3, medium load (6 ENC)
  magic    Coordination: DEX +10 until 1312-05-02 08:10:00
  hinders  physical actions: -20 %  (left leg disabled)
  hinders  physical actions: -20 %  (left arm disabled)
  hinders  two-handed weapons: impossible  (left arm disabled)
  hinders  skills that use two arms: -20 %  (left arm disabled)
  hinders  mobility skills: -20 %  (left leg disabled)
  hinders  AGILITY, STEALTH, RESISTANCE and MAGIC skills: -20 %, strike rank -2  (medium: 6 ENC)
  owes     resilience, by 1312-05-02 08:45:00  (major wound: left leg)
  due      1312-05-02 08:10:00  effective DEX 24 → 14 (Coordination ends)
  due      1312-05-02 08:45:00  dies (left leg)
"""


def test_the_sheet_says_all_that_a_player_wants_to_know(ford: Program) -> None:
    ford.journal(
        "hit Fahir 2 --location 'right arm'",
        "lose Fahir 2 CON",
        "alter Fahir DEX +10 --label Coordination --lasts 10min",
        "carry Fahir 6 pack",
        "hit Fahir 13 --location 'left leg' --weapon crushing",
        "hit Fahir 11 --location 'left arm' --weapon slashing --lost 40",
    )
    ford.ok("test", "Fahir", "resilience", "success", "--dry-run")
    ford.journal("undo", "hit Fahir 11 --location 'left arm' --weapon slashing --lost 40 "
                 "--resilience failure", "undo",
                 "hit Fahir 11 --location 'left arm' --weapon slashing --lost 40")  # fmt: skip
    text = ford.ok("status")
    assert text.count("owes") == 2
    assert text == SHEET.replace(
        "  due      1312-05-02 08:10",
        "  owes     resilience, by 1312-05-02 08:45:00  (major wound: left arm)\n"
        "  due      1312-05-02 08:10",
    )


def test_the_dead_owe_and_are_hindered_no_more(ford: Program) -> None:
    ford.journal("hit Fahir 7 --location 'left leg'", "hit Fahir 17 --location chest")
    text = ford.ok("status")
    assert "Fahir  request  dead\n" in text
    assert "owes" not in text
    assert "hinders" not in text
    assert ford.ok("due") == "nothing is due\n"


# Dice of the ledger ------------------------------------------------------------------------------


def test_the_ledger_rolls_the_location_and_shows_it(ford: Program) -> None:
    """The die is shown, recorded, and in the journal that is exported."""
    text = ford.ok("hit", "Fahir", "1", "--roll", "--seed", "3")
    (hit,) = [row for row in ford.json("history") if row["type"] == "hit"]
    face = hit["data"]["d20"]
    assert 1 <= face <= 20
    assert f"rolled: d20 {face}\n" in text
    assert f"hit Fahir 1 --d20 {face}\n" in ford.ok("export", "--format", "journal")


@pytest.mark.parametrize("seed", ["0", "1", "2", "7"])
def test_a_seed_rolls_the_same_again(ford: Program, seed: str) -> None:
    ford.ok("hit", "Fahir", "7", "--location", "head")
    first = ford.ok("test", "Fahir", "resilience", "--roll", "--seed", seed)
    before = ford.sheet("Fahir")
    ford.ok("undo")
    assert ford.sheet("Fahir")["pending"][0]["test"] == "resilience"
    again = ford.ok("test", "Fahir", "resilience", "--roll", "--seed", seed)
    rolled = [line for line in first.splitlines() if "rolled:" in line]
    assert len(rolled) == 1
    assert rolled[0] in again
    assert ford.sheet("Fahir") == before


def test_what_was_rolled_is_not_rolled_again(ford: Program) -> None:
    """A replay, an export and an import keep the dice; without a seed each roll is another."""
    ford.ok("hit", "Fahir", "7", "--location", "head")
    ford.ok("test", "Fahir", "resilience", "--roll")
    for _ in range(12):
        ford.ok("hit", "Fahir", "0", "--roll")
    rows = [row for row in ford.json("history") if row["type"] == "hit"]
    assert len({row["data"].get("d20") for row in rows}) > 2
    (test,) = [row for row in ford.json("history") if row["type"] == "test"]
    assert "d100 " in test["data"]["rolled"]
    assert ("minutes" not in test["data"]) == (test["data"]["result"] == "success")
    Path("ford.jsonl").write_text(ford.ok("export"))
    Path("ford.journal").write_text(ford.ok("export", "--format", "journal"))
    ford.ok("--db", "copy.db", "import", "ford.jsonl")
    ford.ok("--db", "again.db", "run", "ford.journal")
    ford.ok("rebuild")
    for store in ("campaign.db", "copy.db", "again.db"):
        sheet = json.loads(ford.ok("--db", store, "-O", "json", "status"))["characters"][0]
        assert sheet == ford.sheet("Fahir")


def test_a_rolled_success_is_a_success_by_the_score(ford: Program) -> None:
    """Up to 5 always, above 95 never, and the score in between."""
    for seed in range(12):
        ford.ok("hit", "Fahir", "6" if not seed else "0", "--location", "left arm")
        if seed:
            ford.ok("undo", "2")
        ford.ok("test", "Fahir", "resilience", "--roll", "--seed", str(seed))
        test = [row for row in ford.json("history") if row["type"] == "test"][-1]["data"]
        d100 = int(test["rolled"].split()[1])
        assert (test["result"] == "success") == (d100 <= 45)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (["hit", "Fahir", "1", "--seed", "3"], "--roll"),
        (["hit", "Fahir", "1", "--roll", "--location", "head"], "--location"),
        (["hit", "Fahir", "1", "--roll", "--d20", "3"], "--d20"),
        (["hit", "Fahir", "1", "--roll", "--seed", "-1"], "-1"),
        (["test", "Fahir", "resilience", "--roll"], "owes no"),
        (["test", "Fahir", "death", "--roll"], "owes no"),
        (["test", "Fahir", "persistence", "--roll"], "Fresh"),
    ],
)
def test_there_is_nothing_to_roll(
    ford: Program, refuses: Refuses, line: list[str], says: str
) -> None:
    assert ford.sheet("Fahir")["pending"] == []
    assert says in refuses(1, *line).err


# At one table ------------------------------------------------------------------------------------


def test_four_games_share_a_clock_a_history_and_what_is_due(campaign: Program) -> None:
    campaign.journal(
        'init "All Four" --start "1998-10-31 12:00"',
        "add Vera vampire stamina=2 humanity=7",
        "add Bruno mortal stamina=2 willpower=4",
        "add Xenia mutant stamina=3 gnosis=6",
        f"add Fahir request {TRAITS}",
        "hit Vera 2 lethal",
        "hit Bruno,Xenia 2 lethal",
        "hit Fahir 5 --location chest",
        "deprive Fahir food",
        "rest all 2d",
    )
    document = campaign.json("status")
    assert document["at"] == "1998-11-02 12:00:00"
    sheets = {sheet["name"]: sheet for sheet in document["characters"]}
    assert [sheet["system"] for sheet in sheets.values()] == [
        "vampire", "mortal", "mutant", "request",
    ]  # fmt: skip
    assert sheets["Vera"]["pools"]["blood"]["now"] == 8
    assert sheets["Xenia"]["track"] != sheets["Bruno"]["track"] or sheets["Bruno"]["track"]
    assert sheets["Fahir"]["locations"]["chest"]["hp"] == 8
    rows = campaign.json("history", "--effects")
    assert [row["at"] for row in rows] == sorted(row["at"] for row in rows)
    assert {row["who"] for row in rows if row["type"] == "effect"} >= {"Vera", "Fahir"}
    due = campaign.json("due")
    assert [row["at"] for row in due] == sorted(row["at"] for row in due)
    assert {row["who"] for row in due} == {"Vera", "Bruno", "Xenia", "Fahir"}
    assert campaign.json("due", "Fahir")[0] == {
        "at": "1998-11-05 12:00:00",
        "who": "Fahir",
        "what": "starving begins",
        "rule": "request.starving",
        "certain": True,
    }
    campaign.ok("verify")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (["hit", "Vera", "2", "lethal", "--location", "head"], "location"),
        (["hit", "Fahir", "2", "lethal", "--location", "head"], "type"),
        (["hit", "all", "2", "lethal"], "where"),
        (["soak", "Fahir", "2"], "not for request"),
        (["treat", "Vera", "head", "healing", "success"], "not for vampire"),
        (["deprive", "Vera", "food"], "not for vampire"),
        (["feed", "Fahir", "2"], "not for request"),
    ],
)
def test_each_game_keeps_its_own_verbs(
    campaign: Program, refuses: Refuses, line: list[str], says: str
) -> None:
    campaign.journal(
        'init "Two" --start 1998-10-31',
        "add Vera vampire stamina=2 humanity=7",
        f"add Fahir request {TRAITS}",
    )
    assert says in refuses(1, *line).err


def test_a_body_file_stands_in_the_store_and_not_beside_it(campaign: Program) -> None:
    """What was read once is recorded; the file may go."""
    body = Path("mouse.json")
    body.write_text(json.dumps(MOUSE))
    campaign.journal("init Mice --start 1312-05-02", f"add Pip request {TRAITS} --body mouse.json")
    body.unlink()
    assert list(campaign.sheet("Pip")["locations"]) == ["tail", "body"]
    Path("mice.journal").write_text(campaign.ok("export", "--format", "journal"))
    campaign.ok("--db", "again.db", "run", "mice.journal")
    assert "tail" in campaign.ok("--db", "again.db", "status")


@pytest.mark.parametrize("text", ["", "{}", "\xff", "[1]"])
def test_a_body_file_that_is_none_is_refused(
    campaign: Program, refuses: Refuses, text: str
) -> None:
    campaign.ok("init", "Mice", "--start", "1312-05-02")
    Path("body.json").write_bytes(text.encode("latin-1"))
    traits = TRAITS.split()
    refuses(1, "add", "Pip", "request", *traits, "--body", "body.json")
    refuses(1, "add", "Pip", "request", *traits, "--body", "missing.json")
    refuses(1, "add", "Pip", "request", *traits, "--body", ".")
    refuses(1, "add", "Pip", "request", *traits[:-1])
