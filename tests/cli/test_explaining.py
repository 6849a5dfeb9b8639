"""`explain`, `timeline` and `due` as they are read on a terminal."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len

if TYPE_CHECKING:
    from tests.cli.conftest import Program

ID = re.compile(r"\b[k-z]{12}\.(\d)\b")


def told(text: str) -> str:
    """What was printed, with the same letters for every id."""
    return ID.sub(r"ID.\1", text)


@pytest.fixture
def audit(campaign: Program) -> Program:
    """A vampire and a mortal, both hurt."""
    campaign.journal(
        'init "The Audit" --start "1998-10-31 21:00"',
        "add Jacinta vampire stamina=2 humanity=8",
        "add Korbin mortal stamina=2",
        "hit Jacinta 6 bashing --soak 0 --by Korbin ; a chair",
        "heal Jacinta 1",
        "hit Korbin 2 lethal",
        "rule dusk=17:00",
        "advance 4d",
    )
    return campaign


def test_a_bill_reads_like_one(audit: Program) -> None:
    """Date, change, balance, event, rule; nights in one line; what is ahead."""
    assert told(audit.ok("explain", "Jacinta", "blood")) == (
        "Jacinta  vampire  1998-11-04 21:00:00\n"
        "\n"
        "blood  5\n"
        "  1998-10-31 21:00:00        10  add stamina=2 humanity=8  ID.1\n"
        "  1998-10-31 21:00:00    -1   9  heal 1  ID.1\n"
        "        track ///.... → //.....  Blood heals bashing and lethal (vampire.blood.heal)\n"
        "        blood 10 → 9  Blood heals bashing and lethal (vampire.blood.heal)\n"
        "  1998-10-31 21:00:00         9  rule dusk=17:00  ID.1\n"
        "        dusk 18:00 → 17:00\n"
        "  1998-11-01 17:00:00    -4   5  4 times, until 1998-11-04 17:00:00\n"
        "        One blood point a night (vampire.blood.nightly)\n"
        "  rests on  dusk 17:00, since 1998-10-31 21:00:00 (rule ID.1)\n"
        "  rests on  generation 13, since 1998-10-31 21:00:00 (add ID.1)\n"
        "  ahead     1998-11-05 17:00:00  blood 5 → 4, and so on until 1998-11-09 17:00:00: "
        "blood 1 → 0  (vampire.blood.nightly)\n"
    )


def test_a_level_tells_blows_soak_and_what_heals(audit: Program) -> None:
    """The order of a blow, step by step, and each mark with what takes it away."""
    assert told(audit.ok("explain", "Jacinta", "level")).splitlines()[2:12] == [
        "level  //.....  level Hurt, penalty -1, movement unhindered",
        "  1998-10-31 21:00:00        .......  add stamina=2 humanity=8  ID.1",
        "  1998-10-31 21:00:00        ///....  hit 6 bashing by Korbin  ID.1",
        "        soak 0 by Korbin  ID.2",
        "        note: a chair",
        "        damage 6 → 6 (0 soaked)  Damage minus soak (wod.damage.net)",
        "        damage 6 → 3  Bashing damage is halved (vampire.bashing.halved)",
        "        track ....... → ///....  Graver marks stand higher (wod.track.order)",
        "  1998-10-31 21:00:00        //.....  heal 1  ID.1",
        "        track ///.... → //.....  Blood heals bashing and lethal (vampire.blood.heal)",
    ]
    assert (
        "  1998-11-03 21:00:00        X......  track XX..... → X......  from ID.1\n"
        "        Hurt, lethal: 3 days since 1998-10-31 21:00:00  How lethal damage heals"
        " (healing.lethal)\n"
    ) in told(audit.ok("explain", "Korbin", "--at", "1998-11-03 22:00"))
    assert "heals at 1998-11-03 21:00:00 (healing.lethal)" in audit.ok(
        *("explain", "Korbin", "hurt", "--at", "1998-11-02")
    )


def test_explanations_name_every_rule_in_our_words(audit: Program) -> None:
    """What a bill cites stands beside it, once, with its wording."""
    document = audit.json("explain", "Jacinta")
    assert set(document) == {
        *("campaign", "branch", "at", "known_at", "who", "system", "subject"),
        *("accounts", "rules", "findings"),
    }
    for account in document["accounts"]:
        assert set(account) == {
            *("subject", "path", "value", "lines", "reads", "marks", "facts", "remarks", "ahead"),
            "earlier",
        }
        for line in account["lines"]:
            assert set(line) == {
                *("at", "event", "position", "type", "who", "data", "until", "by", "note"),
                *("cause", "answers", "rule", "text", "because", "before", "after", "change"),
                *("working", "facts"),
            }
            named = [line["rule"], *[step["rule"] for step in line["working"]]]
            assert {rule for rule in named if rule} <= set(document["rules"])
    assert set(document["rules"]["vampire.bashing.halved"]) == {"title", "text", "source"}


def test_a_bill_is_a_table_too(audit: Program) -> None:
    """`-O csv` has a row a line."""
    rows = list(csv.DictReader(io.StringIO(audit.ok("-O", "csv", "explain", "Jacinta", "blood"))))
    assert [row["after"] for row in rows] == ["10", "9", "9", "8", "7", "6", "5"]
    assert [row["change"] for row in rows] == ["", "-1", "0", *["-1"] * 4]


def test_a_long_bill_can_begin_late(audit: Program) -> None:
    """`--limit` leaves earlier lines out and says how many; what is left still adds up."""
    (blood,) = audit.json("explain", "Jacinta", "blood", "--limit", "2")["accounts"]
    assert (blood["earlier"], len(blood["lines"])) == (5, 2)
    assert [line["before"] for line in blood["lines"]] == [7, 6]
    assert "  5 earlier lines, then\n" in audit.ok("explain", "Jacinta", "blood", "--limit", "2")
    assert audit("explain", "Jacinta", "--limit", "0").code == 1


def test_an_unlawful_event_is_told(audit: Program) -> None:
    """What has no effect on the sheet stands below it, with the reason."""
    assert "without effect" not in audit.ok("explain", "Jacinta")
    audit.ok("void", "4", "--because", "another night", "--accept-findings")
    found = told(audit.ok("explain", "Jacinta", "blood"))
    assert "without effect: ID.1: Jacinta has 0 bashing or lethal levels, not 1" in found
    assert "heal 1" not in found


def test_a_chart_of_a_night_and_of_a_century(
    audit: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line a character, marks below, an axis and a legend, as wide as the terminal."""
    monkeypatch.setenv("COLUMNS", "50")
    assert audit.ok("timeline") == (
        "The Audit  1998-10-31 21:00:00 to 1998-11-04 21:00:00\n"
        "Jacinta  ▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂\n"
        "         3\n"
        "Korbin   ▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▁▁▁▁▁▁▁▁▁·\n"
        "         2\n"
        "         ┬────────────┬────────────┬──────────────\n"
        "         1998-10-31   1998-11-02   1998-11-03\n"
        "· unhurt   ▁ Bruised   ▂ Hurt   ^ event\n"
        "2-9 so many\n"
    )
    audit.ok("hit", "Jacinta", "8", "lethal")
    century = audit.ok("timeline", "Jacinta", "--to", "2098-11-01").splitlines()
    assert century[1].startswith("Jacinta  ░░░░░")
    assert century[4].split() == ["1998", "2015", "2032", "2050", "2067", "2084"]
    minute = audit.ok(
        *("timeline", "Jacinta", "--from", "1998-11-04 21:00", "--to", "1998-11-04 21:01")
    )
    assert "21:00:00   21:00:" in minute
    assert all(len(line) <= 50 for line in minute.splitlines()[1:])


def test_a_chart_without_signs_or_colour(audit: Program, quiet_environment: dict[str, str]) -> None:
    """Where the terminal knows ASCII only, digits and letters stand for the states."""
    environment = {**quiet_environment, "PYTHONIOENCODING": "ascii", "COLUMNS": "60"}
    command = [sys.executable, "-m", "cli.main", "--db", str(audit.store), "timeline"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.isascii()
    assert "?" not in done.stdout
    assert done.stdout.splitlines()[1] == "Jacinta  " + "2" * 51
    assert "2 Hurt" in done.stdout
    assert "+----" in done.stdout


def test_a_chart_keeps_to_a_narrow_terminal(
    audit: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long and wide names are cut, and no line is wider than the terminal."""
    audit.ok("add", "Bartholomäus von und zu Hohenlohe", "mortal", "stamina=2")
    audit.ok("add", "吸血鬼ノスフェラトゥ伯爵様", "vampire", "stamina=2", "humanity=7")
    for columns in ("30", "41", "200"):
        monkeypatch.setenv("COLUMNS", columns)
        lines = audit.ok("timeline").splitlines()[1:]
        assert max(map(cell_len, lines)) <= int(columns)


def test_a_chart_of_nobody_and_of_one_moment(campaign: Program) -> None:
    """An empty campaign, and one in which all happened in one second, have a chart too."""
    campaign.ok("init", "Empty", "--start", "1998-10-31 21:00")
    assert campaign.json("timeline") == []
    assert "1998-10-31 21:00:00 to 1998-10-31 21:01:00" in campaign.ok("timeline")
    campaign.ok("add", "Vera", "vampire", "stamina=2", "humanity=7")
    (row,) = campaign.json("timeline")
    assert row == {
        "who": "Vera",
        "spans": [
            {
                "from": "1998-10-31 21:00:00",
                "to": "1998-10-31 21:01:00",
                "status": "active",
                "level": None,
            }
        ],
        "marks": [{"at": "1998-10-31 21:00:00", "event": row["marks"][0]["event"], "type": "add"}],
    }


def test_what_is_due_says_how_far_ahead(audit: Program) -> None:
    """The text has a column for that, and data has none of it."""
    audit.ok("hit", "Korbin", "2", "lethal", "--at", "1998-11-04 21:00")
    audit.ok("torpor", "Jacinta")
    assert [re.split(r"  +", line)[:4] for line in audit.ok("due").splitlines()] == [
        ["at", "in", "who", "what"],
        ["1998-11-07 21:00:00", "3 days", "Korbin", "Hurt heals (lethal)"],
        ["1998-11-08 09:00:00", "3 days 12 hours", "Jacinta", "may try to wake"],
        ["1998-11-08 21:00:00", "4 days", "Korbin", "Bruised heals (lethal)"],
    ]
    rows = audit.json("due")
    assert set(rows[0]) == {"at", "who", "what", "rule", "certain"}
    assert [row["certain"] for row in rows] == [True, False, True]
    assert "  now  " in audit.ok("due", "Jacinta", "--at", "1999-01-01")


def test_traits_stand_on_the_sheet(audit: Program) -> None:
    """Newcomers look for them; what is 0 is left out of the text."""
    assert "  traits   stamina 2, strength 1, dexterity 1, humanity 8, generation 13\n" in audit.ok(
        "status", "Jacinta"
    )
    audit.ok("set", "Jacinta", "humanity=7")
    assert audit.sheet("Jacinta")["traits"]["humanity"] == 7
    audit.ok("assert", "Jacinta", "traits.humanity=7", "traits.fortitude=0")
