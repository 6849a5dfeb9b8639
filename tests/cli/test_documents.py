"""The documents of `-O json`, in a campaign in which all sorts of things have happened."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click
import msgspec
import pytest

from cli.documents import DOCUMENTS, WITHOUT
from cli.main import PROGRAM

if TYPE_CHECKING:
    from tests.cli.conftest import Program

JOURNAL = """
init "The Alley" --start "1998-10-31 21:00" --set willpower_meditation=on
add Veronica vampire stamina=2 strength=1 humanity=7 generation=8
add Kincaid vampire stamina=4 fortitude=1 humanity=5
add Ada vampire stamina=3 humanity=1 generation=3 blood_max=40 blood=12
add Bruno mortal stamina=2 willpower=4
add Xenia mutant stamina=3 extra_levels=0,-1 gnosis=6 rage=1/3 power_charge=5
add Fahir request STR=12 CON=10 SIZ=12 INT=13 POW=11 DEX=12 CHA=10 resilience=40 persistence=40 hero_points=2
add Bess request STR=20 CON=14 SIZ=20 INT=5 POW=8 DEX=12 CHA=4 resilience=50 persistence=20
wear Veronica vest bashing=2 lethal=1 dexterity=1 levels=0,-1
hit Veronica --dice 8,6,7,9 --auto 2 bashing --soak-dice 3,8 --by Kincaid ; haymaker
hit Veronica 5 lethal --soak 1
set Kincaid humanity=4
hit Kincaid 8 lethal
torpor Ada
hit Bruno 3 lethal
hit Xenia 2 aggravated --source claws
knockdown Xenia failure
hospital Bruno admit
meditate Xenia gnosis --with enigmas --failure
hit Fahir 7 --location "left arm" --weapon slashing
hit Fahir 30 --location "right leg" --weapon slashing --severs --lost 40
alter Bess DEX +10 --label Coordination --lasts 10min
lose Bess 2 CON
deprive Bess food
carry Bess 20 packs
rule dusk=19:00
rest Veronica 2d --complete
spend Veronica 1 willpower --for nerves
hit Bruno 2 bashing --at "1998-10-31 21:30"
note Kincaid 'sleeps in the crypt'
"""


@pytest.fixture
def crowd(campaign: "Program") -> "Program":
    """A store with somebody of every system in it, most of them in trouble."""
    campaign.journal(*JOURNAL.strip().split("\n"))
    return campaign


@pytest.mark.parametrize(
    "line",
    [
        "status",
        "status --at 2500-01-01",
        "status --known-at 12",
        "history",
        "history --effects --at 1999-06-01",
        "due",
        "timeline --to 1999-06-01",
        "characters",
        "campaigns",
        "log",
        "explain Veronica",
        "explain Veronica blood --limit 2",
        "explain Kincaid torpor --at 2200-01-01",
        "explain Bruno level --at 1998-11-10",
        "explain Xenia gnosis",
        "rules list",
        "rules show wod.dead",
        "stats",
        "stats -p 1998-11",
        "report --to 1998-12-01",
        "report Bruno",
        "what-if --without 12 --at 1998-12-01",
        "what-if --rule nightly_blood=off --save quiet",
        "branch list",
        "branch create elsewhere",
        "calendar show",
        "calendar show 1998",
        "calendar day",
        "calendar day 1998-11-05",
        "calendar between start now",
        "calendar convert now --to julian",
        "backup copy.db",
        "db status",
        "db path",
        "db current",
        "db upgrade",
        "rest all 1d --dry-run",
        "spend Veronica 2 blood --at start",
        "advance 2 weeks",
        "undo 2",
        "add Zoe mortal stamina=2 --key zoe",
    ],
)
def test_document_is_of_its_type(crowd: "Program", line: str) -> None:
    """Every key of the reference is there, no other is, and all values are of their types."""
    assert crowd.json(*line.split())  # which compares it with its type


def test_journals_and_imports_count(crowd: "Program") -> None:
    """What reads files says what it has recorded."""
    kept = crowd.ok("export")
    told = crowd.json("--db", "other.db", "import", "-", typed=kept)
    assert told["events"] == crowd.json("status")["position"]
    assert crowd.json("run", "-", typed="advance 1d\nnote Bess lame") == {
        "commands": 2,
        "events": 2,
    }


def test_every_sort_of_value_was_seen(crowd: "Program") -> None:
    """The crowd is rich: what may be null or empty is something somewhere."""
    dates = ("start", "1998-10-31 22:00", "now", "1998-11-30")
    sheets = [sheet for at in dates for sheet in crowd.json("status", "--at", at)["characters"]]
    filled = {
        (sheet["system"], key)
        for sheet in sheets
        for key, value in sheet.items()
        if value not in (None, [], {}, "")
    }
    keys = {(sheet["system"], key) for sheet in sheets for key in sheet}
    never = {
        *{(system, "findings") for system in ("vampire", "mortal", "mutant", "request")},
        *{(system, "pending") for system in ("vampire", "mortal", "mutant")},
        *{("vampire", "hospital"), ("vampire", "meditation")},
        *{("mutant", "hospital"), ("mortal", "torpor"), ("mutant", "torpor")},
        *{("mortal", "armor"), ("mutant", "armor")},
    }
    assert keys - filled <= never


def test_branches_are_of_their_types(crowd: "Program") -> None:
    """A branch from its fork to its end."""
    crowd.json("branch", "create", "elsewhere")
    crowd.json("branch", "switch", "elsewhere")
    crowd.ok("hit", "Bess", "2", "--location", "head")
    assert crowd.json("branch", "diff", "main")["changes"]
    assert len(crowd.json("branch", "list")) == 2
    crowd.json("branch", "switch", "main")
    assert crowd.json("branch", "adopt", "elsewhere")["adopted"]
    crowd.json("branch", "delete", "elsewhere")


def test_findings_are_of_their_type(crowd: "Program") -> None:
    """An event that a late entry makes unlawful is told on the sheet and by the command."""
    crowd.ok("spend", "Veronica", "10", "blood")
    told = crowd.json("spend", "Veronica", "5", "blood", "--at", "start", "--accept-findings")
    assert told["consequences"]["findings"]
    assert crowd.sheet("Veronica")["findings"]


def commands(group: click.Group, before: str = "") -> Iterator[str]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, f"{before}{name} ")
        else:
            yield f"{before}{name}"


def test_every_command_has_its_document() -> None:
    """A command that is new says in `cli.documents` what it prints, or that it prints no JSON."""
    assert set(commands(PROGRAM)) == set(DOCUMENTS) | WITHOUT
    assert not set(DOCUMENTS) & WITHOUT


@pytest.mark.parametrize("wrong", [{"extra": 1}, {"penalty": "much"}, {"track": None}])
def test_documents_are_judged_strictly(crowd: "Program", wrong: dict[str, Any]) -> None:
    """The judge itself: a key too many and a value of another type do not pass."""
    document = crowd.json("status", "Bruno")
    document["characters"][0] |= wrong
    with pytest.raises((msgspec.ValidationError, AssertionError)):
        crowd.see_shape(document, "status", "Bruno")


def test_a_script_reads_with_the_types(crowd: "Program") -> None:
    """What is printed is read as values with names."""
    read = msgspec.json.decode(crowd.ok("-O", "json", "status", "Ada"), type=DOCUMENTS["status"])
    assert read.characters[0].torpor.cause == "voluntary"
