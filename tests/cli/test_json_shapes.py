"""`-O json`: the keys and types of the reference, which others rely on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Program

DATE = r"-?\d{4,}-\d\d-\d\d \d\d:\d\d:\d\d"

STATUS = {"campaign", "branch", "at", "known_at", "position", "characters"}
SHEET: dict[str, type | tuple[type | None, ...]] = {
    "name": str,
    "system": str,
    "status": str,
    "conditions": list,
    "level": (str, None),
    "penalty": (int, None),
    "physical_penalty": (int, None),
    "movement": str,
    "track": str,
    "damage": dict,
    "boxes": list,
    "armor": list,
    "pools": dict,
    "meditation": dict,
    "hospital": (dict, None),
    "torpor": (dict, None),
    "pending": list,
    "traits": dict,
    "due": list,
    "findings": list,
}
EVENT: dict[str, type | tuple[type | None, ...]] = {
    "position": (int, None),
    "id": (str, None),
    "branch": str,
    "at": str,
    "until": (str, None),
    "recorded_at": (str, None),
    "who": (str, None),
    "type": str,
    "data": dict,
    "by": (str, None),
    "note": (str, None),
    "command": (str, None),
    "voided_by": (str, None),
    "effects": list,
}
EFFECT: dict[str, type | tuple[type | None, ...]] = {
    "at": str,
    "rule": (str, None),
    "text": str,
    "before": (int, str, None),
    "after": (int, str, None),
}


def check(row: dict[str, Any], shape: dict[str, Any]) -> None:
    """See that a row has these keys in this order, and values of these types."""
    assert list(row) == list(shape)
    for key, wanted in shape.items():
        types = wanted if isinstance(wanted, tuple) else (wanted,)
        assert (type(row[key]) if row[key] is not None else None) in types, key


@pytest.fixture
def rich(alley: Program) -> Program:
    """A campaign in which all sorts of things have happened."""
    alley.journal(
        "wear Veronica vest bashing=2 lethal=1 dexterity=1 levels=0,-1",
        "hit Veronica --dice 8,6,7,9 --auto 2 bashing --soak-dice 3,8 --by Kincaid ; haymaker",
        "hit Veronica 5 lethal --soak 1",
        "set Kincaid humanity=4",
        "hit Kincaid 8 lethal",
        "rule dusk=19:00",
        "rest Veronica 2d --complete",
        "spend Veronica 1 willpower --for nerves",
        "note Kincaid 'sleeps in the crypt'",
    )
    return alley


def test_status_has_the_keys_of_the_reference(rich: Program) -> None:
    """One document with the campaign and a sheet for each character."""
    document = rich.json("status")
    assert set(document) == STATUS
    assert document["campaign"] == "The Alley"
    assert (document["branch"], document["known_at"]) == ("main", None)
    assert type(document["position"]) is int
    assert [sheet["name"] for sheet in document["characters"]] == ["Veronica", "Kincaid"]
    for sheet in document["characters"]:
        assert set(sheet) == set(SHEET)
        check({key: sheet[key] for key in SHEET}, SHEET)


def test_boxes_damage_and_pools_of_a_sheet(rich: Program) -> None:
    """A sheet's tables have their keys, box by box."""
    sheet = rich.sheet("Veronica")
    assert list(sheet["damage"]) == ["permanent", "aggravated", "lethal", "bashing"]
    assert [box["level"] for box in sheet["boxes"]] == [
        *("Bruised", "Hurt", "Injured", "Wounded", "Mauled", "Crippled", "Incapacitated")
    ]
    for box in sheet["boxes"]:
        assert set(box) == {"level", "penalty", "mark", "event", "heals_at"}
        assert (box["mark"] is None) == (box["event"] is None)
    assert [box["penalty"] for box in sheet["boxes"]] == [0, -1, -1, -2, -2, -5, None]
    assert set(sheet["pools"]["blood"]) == {"now", "max", "per_turn"}
    assert set(sheet["pools"]["willpower"]) == {"now", "max"}
    (vest,) = sheet["armor"]
    assert vest == {
        "name": "vest",
        "bashing": 2,
        "lethal": 1,
        "aggravated": 0,
        "dexterity": 0,
        "helmet": 0,
        "shield": False,
        "destroyed": True,
        "track": vest["track"],
    }


def test_torpor_and_what_is_due(rich: Program) -> None:
    """A sleeper has a cause and dates; what is due has its rule."""
    sheet = rich.sheet("Kincaid")
    assert sheet["status"] == "torpor"
    assert sheet["torpor"] == {
        "cause": "wounds",
        "since": "1998-10-31 21:00:00",
        "earliest_waking": "2008-10-31 21:00:00",
        "open_ended": False,
    }
    assert (sheet["penalty"], sheet["physical_penalty"]) == (None, None)
    (due,) = sheet["due"]
    assert set(due) == {"at", "what", "rule"}
    assert (due["at"], due["rule"]) == ("2008-10-31 21:00:00", "vampire.awakening")


def test_history_is_an_array_of_events(rich: Program) -> None:
    """Every row has the keys of the reference and its effects theirs."""
    rows = rich.json("history")
    assert [row["position"] for row in rows if row["type"] != "soak"] == sorted(
        row["position"] for row in rows if row["type"] != "soak"
    )
    for row in rows:
        check(row, EVENT)
        for effect in row["effects"]:
            check(effect, EFFECT)
    verbs = [row["type"] for row in rows]
    assert verbs[:5] == ["init", "add", "add", "wear", "hit"]
    assert {"soak", "set", "rule", "rest", "spend", "note"} <= set(verbs)


def test_effects_of_time_are_rows_without_position(rich: Program) -> None:
    """With `--effects`, nights stand between the events, each with one effect."""
    rows = [row for row in rich.json("history", "--effects") if row["type"] == "effect"]
    assert rows
    for row in rows:
        check(row, EVENT)
        assert (row["position"], row["id"], row["command"]) == (None, None, None)
        (effect,) = row["effects"]
        assert effect["at"] == row["at"]
    assert [
        row["at"][11:] for row in rows if row["effects"][0]["rule"] == "vampire.blood.nightly"
    ] == [
        "19:00:00",
        "19:00:00",
    ]


def test_due_is_an_array(rich: Program) -> None:
    """Each row has a date, a name, words, a rule, and whether it is certain."""
    rows = rich.json("due")
    assert [row["at"] for row in rows] == sorted(row["at"] for row in rows)
    for row in rows:
        check(row, {"at": str, "who": str, "what": str, "rule": str, "certain": bool})
    assert {row["who"] for row in rows} == {"Veronica", "Kincaid"}
    assert rich.json("due", "--within", "0d") == []
    within = rich.json("due", "Kincaid", "--within", "20y")
    assert [row["certain"] for row in within] == [False]


def test_a_recording_command_tells_its_events(rich: Program) -> None:
    """Command id, events as in the history, and no consequences when it only goes on."""
    document = rich.json("hit", "Veronica", "2", "lethal", "--soak", "1", "--note", "again")
    assert list(document) == ["command", "events", "consequences"]
    assert document["consequences"] is None
    assert [event["type"] for event in document["events"]] == ["hit", "soak"]
    for number, event in enumerate(document["events"], 1):
        check(event, EVENT)
        assert event["id"] == f"{document['command']}.{number}"
        assert event["command"] == document["command"]
        assert event["note"] == "again"
    told = {row["id"]: row for row in rich.json("history")}
    for event in document["events"]:
        assert told[event["id"]] == event


def test_a_late_command_tells_its_consequences(rich: Program) -> None:
    """What a backdated event changes is told by paths of the status, before and after."""
    document = rich.json("spend", "Veronica", "2", "blood", "--at", "start")
    found = document["consequences"]
    assert list(found) == ["at", "changes", "findings"]
    assert found["findings"] == []
    blood = rich.sheet("Veronica")["pools"]["blood"]["now"]
    assert {"who": "Veronica", "path": "pools.blood.now", "before": blood + 2, "after": blood} in (
        found["changes"]
    )
    for change in found["changes"]:
        assert list(change) == ["who", "path", "before", "after"]
        assert "event" not in change["path"]
        assert not change["path"].startswith("due")


def test_corrections_in_json(rich: Program) -> None:
    """Void, amend, undo and redo are events with their ids and what they strike."""
    last = rich.json("history")[-1]
    undo = rich.json("undo")
    assert [event["type"] for event in undo["events"]] == ["undo"]
    assert undo["events"][0]["data"]["commands"] == [last["command"]]
    redo = rich.json("redo")
    assert [event["type"] for event in redo["events"]] == ["redo"]
    amended = rich.json("amend", last["id"], "note Kincaid elsewhere")
    assert [event["type"] for event in amended["events"]] == ["void", "note"]
    rows = {row["id"]: row for row in rich.json("history")}
    assert rows[last["id"]]["voided_by"] == amended["events"][0]["id"]
    void = rich.json("void", amended["events"][1]["id"], "--because", "a slip")
    assert [event["type"] for event in void["events"]] == ["void"]
    assert list(void["consequences"]) == ["at", "changes", "findings"]


def test_findings_in_json(rich: Program) -> None:
    """An event that falls is named with its character and the reason."""
    rich.ok("spend", "Veronica", "4", "willpower")
    document = rich.json(
        "spend", "Veronica", "3", "willpower", "--at", "start", "--accept-findings"
    )
    (finding,) = document["consequences"]["findings"]
    assert list(finding) == ["event", "who", "why"]
    assert finding["who"] == "Veronica"


def test_feed_is_a_gain(rich: Program) -> None:
    """`feed` makes an event of the type gain."""
    (event,) = rich.json("feed", "Veronica", "1")["events"]
    assert event["type"] == "gain"
    assert event["data"] == {"points": 1, "pool": "blood"}


def test_dates_before_christ_in_json(campaign: Program) -> None:
    """Dates in JSON have the astronomical year, in the same shape."""
    campaign.journal("init Rome --start '44 BC-03-15'", "add Lucius vampire stamina=2 humanity=7")
    assert campaign.json("status")["at"] == "-0043-03-15 00:00:00"
    campaign.ok("advance", "--to", "3 March 43 BC")
    assert campaign.json("status")["at"] == "-0042-03-03 00:00:00"
    campaign.ok("hit", "Lucius", "1", "lethal", "--at", "-0043-03-16 12:00")
    rows = [row["at"] for row in campaign.json("history") if row["type"] == "hit"]
    assert rows == ["-0043-03-16 12:00:00"]
    campaign.ok("advance", "50y")
    assert campaign.json("status")["at"] == "0008-03-03 00:00:00"


def test_nothing_that_is_refused_prints_json(rich: Program) -> None:
    """A refusal is words on stderr, with `-O json` too."""
    answer = rich("-O", "json", "hit", "Zed", "1", "lethal")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("campaign: ")


@pytest.mark.parametrize("command", ["characters", "campaigns", "log"])
def test_lists_are_arrays(rich: Program, command: str) -> None:
    """Lists are arrays of tables of the same keys."""
    rows = rich.json(command)
    assert rows
    assert len({tuple(row) for row in rows}) == 1
