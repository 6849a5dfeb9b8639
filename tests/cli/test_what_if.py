"""`what-if`: what would be different, in JSON and text, and that nothing is written."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Answer, Program

    Refuses = Callable[..., Answer]
Changes = dict[tuple[str, str], tuple[Any, Any]]


@pytest.fixture
def inn(campaign: Program, sqlite_template: Path) -> Program:
    """Three kinds of people at an inn; positions are in the comments."""
    shutil.copy(sqlite_template, campaign.store)
    campaign.journal(
        'init "The Inn" --start "1998-10-31 21:00"',  # 1
        "add Ulla vampire stamina=2 humanity=7 blood=6",  # 2
        'add "Tom \'Tin\' O\\"Hara" mortal stamina=2',  # 3
        "add Xerxes mutant stamina=2 rage=3",  # 4
        "[1998-11-01 20:00] hit Ulla 5 lethal --soak 1",  # 5, 6
        "[1998-11-01 21:00] heal Ulla 2",  # 7
        '[1998-11-02 20:00] hit "Tom \'Tin\' O\\"Hara" 8 bashing',  # 8
        "[1998-11-03 20:00] spend Xerxes 1 rage",  # 9
        "[1998-11-04 21:00] rule nightly_blood=off dusk=19:00",  # 10
        "advance --to 1998-11-06",  # 11
    )
    return campaign


TOM = "Tom 'Tin' O\"Hara"


def changes(document: Any) -> Changes:
    return {(c["who"], c["path"]): (c["before"], c["after"]) for c in document["changes"]}


WHAT_IFS: list[tuple[list[str], Changes, list[str]]] = [
    # nothing at all
    ([], {}, []),
    # a blow that missed takes its soak along; the healing has nothing to heal: two points more
    (
        ["--without", "5"],
        {
            ("Ulla", "track"): ("XX.....", "......."),
            ("Ulla", "level"): ("Hurt", None),
            ("Ulla", "pools.blood.now"): (0, 2),
        },
        ["Ulla has 0 bashing or lethal levels"],
    ),
    # the same event twice is left out once, and with a comma too
    (["--without", "7,9", "--without", "7"], {("Xerxes", "pools.rage.now"): (2, 3)}, []),
    # bashing in its place: the soak stays; 5 less 1, halved, less 2
    (["--replace", "5", "hit Ulla 5 bashing"], {("Ulla", "track"): ("XX.....", ".......")}, []),
    # a line at the clock
    (["--do", "hit Ulla 1 aggravated"], {("Ulla", "track"): ("XX.....", "*XX....")}, []),
    # a line in the past, which the later healing meets
    (
        ["--do", "hit Ulla 1 lethal --at '1998-11-01 20:30'"],
        {("Ulla", "track"): ("XX.....", "XXX....")},
        [],
    ),
    # lines in order, the second of which needs the first
    (
        ["--do", "add Zoe vampire stamina=1 humanity=9", "--do", "hit Zoe 2 lethal"],
        {("Zoe", "track"): (None, "XX....."), ("Zoe", "status"): (None, "active")},
        [],
    ),
    # another rule from the start on, past a setting of a later date
    (["--rule", "mortal_bashing=wraps"], {(TOM, "track"): ("///////", "X///...")}, []),
    (["--rule", "nightly_blood=off"], {("Ulla", "pools.blood.now"): (0, 4)}, []),
    # all at once
    (
        [
            *("--rule", "nightly_blood=off", "--without", "7", "--replace", "9", "note Xerxes -"),
            *("--do", "feed Ulla 1"),
        ],
        {
            ("Ulla", "track"): ("XX.....", "XXXX..."),
            ("Ulla", "pools.blood.now"): (0, 7),
            ("Xerxes", "pools.rage.now"): (2, 3),
        },
        [],
    ),
    # a dead man may be hit after all where he has not died
    (
        ["--without", "8", "--do", f'hit "{TOM.replace(chr(34), chr(92) + chr(34))}" 1 lethal'],
        {(TOM, "status"): ("dead", "active"), (TOM, "track"): ("///////", "X......")},
        [],
    ),
    # corrections are lines too
    (["--do", "undo"], {}, []),
    # the rules of the game find what would be unlawful without somebody
    (
        ["--without", "4"],
        {("Xerxes", "status"): ("active", None), ("Xerxes", "track"): (".......", None)},
        ["Xerxes has not been added by then"],
    ),
]


@pytest.mark.parametrize("words, expected, why", WHAT_IFS)
def test_what_would_be_different(
    inn: Program, words: list[str], expected: Changes, why: list[str]
) -> None:
    """The values that differ, what would be unlawful, and not a byte written."""
    before = inn.rows()
    document = inn.json("what-if", *words)
    found = changes(document)
    assert expected.items() <= found.items()
    if not expected and words != ["--do", "undo"]:
        assert found == {}
    assert [w in f["why"] for w, f in zip(why, document["findings"], strict=True)] == [True] * len(
        why
    )
    assert set(document) == {"at", "changes", "findings"}
    assert inn.rows() == before


def test_paths_are_single_values_without_ids_and_forecast(inn: Program) -> None:
    """The paths are those of the status down to single values."""
    found = changes(inn.json("what-if", "--do", "hit Ulla 9 lethal"))
    paths = [path for _, path in found]
    assert ("Ulla", "torpor.cause") in found
    assert ("Ulla", "boxes.3.mark") in found
    assert not [path for path in paths if path.endswith("event") or path.startswith("due")]


@pytest.mark.parametrize(
    "words, says",
    [
        (["--without", "1"], "init cannot be voided"),
        (["--without", "99"], "no event at position 99; the last is 11"),
        (["--without", "zzz"], "no event has the id"),
        (["--without", "5", "--replace", "5", "hit Ulla 1 lethal"], "left out and replaced"),
        (["--replace", "5", "hit Ulla 1 lethal", "--replace", "5", "note Ulla x"], "twice"),
        (["--replace", "8", "status"], "records no event"),
        (["--replace", "8", "undo"], "not a undo"),
        (["--do", ""], "the line is empty"),
        (["--do", "hit Ula 1 lethal"], "did you mean Ulla?"),
        (["--do", "hti Ulla 1 lethal"], "did you mean hit?"),
        (["--do", "hit Ulla 1 lethal --dry-run"], "--dry-run"),
        (["--do", 'hit "Ulla 1 lethal'], "has no end"),
        (["--do", "init Another --start 2000-01-01"], "records no event"),
        (["--do", "spend Ulla 9 blood"], "blood"),
        (["--rule", "nightly_blod=off"], "did you mean nightly_blood?"),
        (["--rule", "nightly_blood=perhaps"], "on or off"),
        (["--rule", "dusk=18:00", "--rule", "dusk=19:00"], "twice"),
        (["--at", "someday"], "someday"),
        (["--known-at", "6", "--without", "9"], "no event at position 9; the last is 6"),
        (["--save", "main"], "'main' already"),
        (["--save", " "], "no blank"),
        (["--save", "x", "--do", "hit Ula 1 lethal"], "did you mean Ulla?"),
    ],
)
@pytest.mark.usefixtures("inn")
def test_what_makes_no_sense_is_refused(refuses: Refuses, words: list[str], says: str) -> None:
    """A message, exit code 1, and no branch."""
    assert says in refuses(1, "what-if", *words).err


def test_an_unknown_option_is_wrong_usage(inn: Program) -> None:
    """As everywhere."""
    assert inn("what-if", "--witout", "5").code == 2


def test_at_an_earlier_and_at_a_later_date(inn: Program) -> None:
    """Both histories are looked at on the date that is asked for."""
    early = inn.json("what-if", "--without", "8", "--at", "1998-11-01 20:30")
    assert early == {"at": "1998-11-01 20:30:00", "changes": [], "findings": []}
    late = inn.json("what-if", "--do", "hit Ulla 9 lethal", "--at", "1999-06-01")
    assert late["at"] == "1999-06-01 00:00:00"
    assert changes(late)["Ulla", "torpor.cause"] == (None, "wounds")


def test_each_by_its_own_clock_where_no_date_is_given(inn: Program) -> None:
    """Time that would pass shows what it would bring."""
    inn.journal("rule nightly_blood=on", "feed Ulla 4")
    document = inn.json("what-if", "--do", "advance 2d")
    assert document["at"] == "1998-11-08 00:00:00"
    assert changes(document) == {("Ulla", "pools.blood.now"): (4, 2)}


def test_on_what_was_known_then(inn: Program) -> None:
    """What was recorded since does not count, and the clock is what it was."""
    document = inn.json("what-if", "--known-at", "6", "--do", "hit Ulla 1 lethal")
    assert document["at"] == "1998-11-01 20:00:00"
    assert changes(document)["Ulla", "track"] == ("XXXX...", "XXXXX..")


def test_what_was_recorded_later_is_not_known_then(inn: Program, refuses: Refuses) -> None:
    """Neither by its position nor by its id."""
    late = inn.json("history")[8]["id"]
    for name in ("9", late, late[:9]):
        assert "no event" in refuses(1, "what-if", "--known-at", "6", "--without", name).err


def test_saved_on_a_branch(inn: Program) -> None:
    """What it showed is what the branch is; the branch it came from keeps its digest."""
    words = ["--without", "7", "--rule", "nightly_blood=off", "--do", "hit Ulla 1 aggravated"]
    main = inn.rows()
    shown = inn.json("what-if", *words)
    assert inn.json("what-if", *words, "--save", "gentle") == shown
    assert set(main) <= set(inn.rows())
    assert inn.json("branch", "diff", "gentle") == shown
    assert inn.sheet("Ulla")["track"] == "XX....."
    sheet = inn.json("--branch", "gentle", "status", "Ulla")["characters"][0]
    assert (sheet["track"], sheet["pools"]["blood"]["now"]) == ("*XXXX..", 6)
    inn.ok("verify")


def test_saved_from_what_was_known(inn: Program) -> None:
    """The branch leaves where that was known."""
    inn.ok("what-if", "--known-at", "6", "--do", "feed Ulla 1", "--save", "then")
    rows = {row["name"]: row for row in inn.json("branch", "list")}
    assert (rows["then"]["forked_at"], rows["then"]["position"]) == (6, 7)


def test_findings_are_accepted_on_the_branch(inn: Program) -> None:
    """Its log says so, and it is the same after it was recorded."""
    document = inn.json("what-if", "--without", "5", "--save", "missed")
    assert [f["who"] for f in document["findings"]] == ["Ulla"]
    log = inn.json("--branch", "missed", "log")
    assert "--accept-findings" in log[-1]["command"]
    sheet = inn.json("--branch", "missed", "status", "Ulla")["characters"][0]
    assert [f["event"] for f in sheet["findings"]] == [document["findings"][0]["event"]]


def test_a_what_if_on_a_branch_starts_from_there(inn: Program) -> None:
    """Chained, as often as anybody likes."""
    inn.ok("what-if", "--do", "hit Ulla 1 aggravated", "--save", "one")
    inn.ok("--branch", "one", "what-if", "--do", "hit Ulla 1 aggravated", "--save", "two")
    third = inn.json("--branch", "two", "what-if", "--do", "hit Ulla 1 aggravated")
    assert changes(third)["Ulla", "track"] == ("**XX...", "***XX..")


def test_text_is_a_table(inn: Program) -> None:
    """Names, words for paths, values of both, and the events that would be unlawful."""
    out = inn.ok("what-if", "--without", "5")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[:5] == [
        "The Inn: what differs at 1998-11-06 00:00:00",
        "who what is would be",
        "Ulla level Hurt none",
        "penalty -1 0",
        "track XX..... .......",
    ]
    assert "blood 0 2" in lines
    assert lines[-1].startswith("unlawful then: 1998-11-01 21:00:00 heal Ulla (")
    assert max(map(len, out.splitlines()[:-1])) <= 100


def test_text_tells_who_comes_and_goes_and_what_is_due(inn: Program) -> None:
    """Somebody who is not there any more needs no list of values."""
    out = inn.ok("what-if", "--without", "4", "--do", "add Zoe mortal stamina=2")
    assert "in the campaign" in out
    assert "boxes" not in out
    out = inn.ok("what-if", "--do", "hit Ulla 8 lethal")
    assert "earliest waking" in out
    assert "may try to wake" not in out  # that is the earliest waking
    out = inn.ok("what-if", "--do", "hit Xerxes 1 lethal")
    assert "Bruised heals (lethal): not due" in " ".join(out.split())


@pytest.mark.parametrize(
    "words, says",
    [
        ([], "The Inn: nothing differs at 1998-11-06 00:00:00\n"),
        (["--do", "note Ulla x", "--at", "start"], "nothing differs at 1998-10-31 21:00:00\n"),
        (["--do", "advance 1d"], "is at 1998-11-06 00:00:00, it would be at 1998-11-07 00:00:00"),
    ],
)
def test_text_says_when(inn: Program, words: list[str], says: str) -> None:
    """The moment of the answer is in its heading."""
    assert says in inn.ok("what-if", *words)


def test_csv_is_for_a_spreadsheet(inn: Program) -> None:
    """The changes as rows."""
    out = inn.ok("-O", "csv", "what-if", "--do", "feed Ulla 2")
    assert out.splitlines() == ["who,path,before,after", "Ulla,pools.blood.now,0,2"]


def test_a_store_that_cannot_be_written_is_asked_all_the_same(inn: Program) -> None:
    """Nothing of a what-if needs a place to write."""
    with sqlite3.connect(inn.store) as base:
        base.execute("PRAGMA journal_mode = DELETE")
    inn.store.chmod(0o444)
    content = inn.store.read_bytes()
    inn.json("what-if", "--without", "5", "--rule", "nightly_blood=off")
    assert inn.store.read_bytes() == content
    assert [path.name for path in inn.folder.iterdir()] == [inn.store.name]


def test_in_a_journal(inn: Program) -> None:
    """It looks at what the journal has recorded so far, and the journal goes on undisturbed."""
    out = inn.journal("feed Ulla 3", 'what-if --do "hit Ulla 3 lethal" --save x', "feed Ulla 1")
    assert "Wounded" in out or "Mauled" in out
    assert inn.sheet("Ulla")["pools"]["blood"]["now"] == 4
    assert (
        inn.json("--branch", "x", "status", "Ulla")["characters"][0]["pools"]["blood"]["now"] == 3
    )


def test_a_rule_for_the_whole_campaign_can_be_recorded(inn: Program, refuses: Refuses) -> None:
    """`rule --throughout` is what a what-if shows, and undo takes it back."""
    shown = inn.json("what-if", "--rule", "nightly_blood=off")
    before = inn.sheet("Ulla")
    done = inn.json("rule", "nightly_blood=off", "--throughout")
    assert done["consequences"]["changes"] == shown["changes"]
    assert inn.sheet("Ulla")["pools"]["blood"]["now"] == 4
    exported = inn.ok("export", "--format", "journal").splitlines()
    assert exported[1] == "[1998-10-31 21:00:00] rule nightly_blood=off"
    assert "[1998-11-04 21:00:00] rule dusk=19:00" in exported
    assert "takes no date" in refuses(1, "rule", "dusk=17:00", "--throughout", "--at", "now").err
    inn.ok("undo")
    assert inn.sheet("Ulla") == before
    inn.ok("verify")


def test_demo_shows_one(campaign: Program) -> None:
    """The demo asks what would have been."""
    out = campaign.ok("demo")
    assert "> what-if" in out
    assert "would be" in out


def test_json_is_one_document(inn: Program) -> None:
    """Also where a branch is kept."""
    out = inn.ok("-O", "json", "what-if", "--do", "feed Ulla 1", "--save", "fed")
    assert json.loads(out)["findings"] == []
