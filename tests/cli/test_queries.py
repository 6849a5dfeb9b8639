"""Questions to the history: which events are meant, by their positions, in both databases."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cli.main import PROGRAM
from cli.store import TERMS
from ledger.campaign import Campaign
from ledger.query import PREFIXES
from ledger.query_text import READERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ledger.replay import Life
    from tests.cli.conftest import Program, Refuses

STORY = (
    'init "Harrow Street" --start "1998-10-31 20:00"',  # 1
    "add Ann vampire stamina=3 humanity=7",
    "add Annabel mortal stamina=2 strength=2",
    "add Bram mutant stamina=3",  # 4
    '[1998-10-31 21:00] hit Ann 4 bashing --by Bram --note "a broken Bottle"',  # 5
    "[1998-10-31 21:00:03] hit Annabel 2 bashing --by Ann --soak 1",  # 6, its soak 7
    '[1998-11-01 22:00] hit Bram --dice 8,6,7,1 --auto 2 lethal --by "the hunters"',  # 8: four
    'note Ann "swears on the Straße, half = 50% off"',  # 9
    "spend Ann 3 blood --for strength ; thirsty work",  # 10
    "rest all 1d",  # 11 to 13
    "void 9 --because 'his brother'",  # 14
    "amend 5 \"hit Ann 6 bashing --at '1998-10-31 20:30'\"",  # void 15, hit 16 in its place
    "soak Ann 1",  # 17, of 16
    "amend 16 \"hit Ann 5 bashing --at '1998-11-01 23:00'\"",  # void 18, hit 19 in its place
)
EVERYTHING = "1 2 3 4 16 5 6 7 8 9 10 11 12 13 19 17 14 15 18"  # in the order of the game
QUESTIONS = {
    "": EVERYTHING,
    # names: exactly, else in other capitals, else a part; without a prefix too
    "who:Ann type:hit": "16 5 19",
    "who:ann type:hit": "16 5 19",
    "who:anna type:hit": "6",
    "Annabel": "3 6 7 12",
    "Ann,Bram type:add": "2 4",
    "who:Bram who:Annabel type:add": "3 4",
    "who:/^ann/ type:add": "2 3",
    "who:/zoe/": "",
    "all type:rest": "11 12 13",
    "not:who:all": "1 14 15 18",
    "not:Ann type:hit,soak": "6 7 8",
    "not:not:who:Bram": "4 8 13",
    # types: verbs, to the letter
    "type:hit": "16 5 6 8 19",
    "type:HIT,soak": "16 5 6 7 8 19 17",
    "type:/^(add|soak)$/": "2 3 4 7 17",
    "type:effect": "",
    "not:type:hit,soak,add,void": "1 9 10 11 12 13",
    # by: a name, else a part of a text
    "by:Ann": "6 7",
    "by:HUNT": "8",
    "by:Bram type:hit": "16 5 19",
    "by:/^the /,Ann type:hit": "6 8",
    "not:by:Bram type:hit": "6 8",
    # notes: of any event, and the text of a note
    "note:bottle": "16 5 19",
    "note:straße": "9",
    "note:STRASSE": "9",
    "note:50%": "9",
    "note:5_% type:note": "",
    "note:thirsty,bottle": "16 5 10 19",
    "note:/b[ou]tt/": "16 5 19",
    r"note:Straße\, type:note": "9",
    "note:/Straße, half/": "9",
    "not:note:bottle type:hit": "6 8",
    # amounts: N, else the successes of the dice
    "amount:>4 type:hit": "16 19",
    "amount:>=4 type:hit": "16 5 8 19",
    "amount:4": "5 8",
    "amount:=2,<2": "6 7 17",
    "amount:<=1": "7 17",
    "amount:5.. type:hit": "16 19",
    "amount:4..5": "5 8 19",
    "amount:..1": "7 17",
    "not:amount:>1 type:hit,rest": "11 12 13",
    "amount:3 type:spend": "10",
    # dates of the game, the moved soak where it stands by now
    "date:1998-10-31 type:hit,soak": "16 5 6 7",
    "date:1998-11-01 type:hit,soak": "8 19 17",
    "not:date:1998-10-31 type:hit,soak": "8 19 17",
    "date:1998-10-31,1998-11-02 type:add,void": "2 3 4 14 15 18",
    "date:..1998-10 type:soak": "7",
    "date:yesterday who:Ann type:hit": "19",
    # ids: a position, or the beginning of an id
    "id:6": "6",
    "id:6,8 type:hit": "6 8",
    "not:id:6 type:hit": "16 5 8 19",
    # what stands, and what does not
    "voided:yes": "16 5 9",
    "voided:no type:hit": "6 8 19",
    "not:voided:yes type:note,hit": "6 8 19",
    # rules: by their id, else a part of it
    "rule:wod.soak.event": "",
    "rule:wod.damage.net": "6 19",
    "rule:vampire.bashing": "19",
    "not:rule:wod.damage.net type:hit": "16 5 8",
}


@pytest.fixture(params=["sqlite", "postgresql"])
def harrow(request: pytest.FixtureRequest, campaign: Program) -> Program:
    """The program beside a store of either database in which the story has been told."""
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres_target")
        request.getfixturevalue("monkeypatch").setenv("CAMPAIGN_DB", url)
    campaign.journal(*STORY)
    return campaign


def positions(campaign: Program, *words: str) -> str:
    return " ".join(str(row["position"]) for row in campaign.json("history", *words))


def words_of(question: str) -> list[str]:
    """The terms of a question; a blank only ends one where a prefix or a name follows."""
    words: list[str] = []
    for word in question.split():
        known = word.removeprefix("not:").partition(":")[0] in PREFIXES or not words
        if known or word[:1].isupper():
            words.append(word)
        else:
            words[-1] += f" {word}"
    return words


def test_questions_are_answered(harrow: Program) -> None:
    """Every row of the table, in the order of the game."""
    for question, expected in QUESTIONS.items():
        assert positions(harrow, *words_of(question)) == expected, question


def test_limit_is_of_the_newest_and_reverse_turns_them(harrow: Program) -> None:
    """The N newest in the order of the game, whatever the position: a moved soak is late."""
    order = EVERYTHING.split()
    for limit in (1, 4, 6, 100):
        newest = order[-limit:]
        assert positions(harrow, "--limit", str(limit)).split() == newest
        reverse = positions(harrow, "--limit", str(limit), "--reverse").split()
        assert reverse == newest[::-1]
    assert positions(harrow, "--reverse").split() == order[::-1]
    assert positions(harrow, "Ann", "type:soak,hit", "--limit", "2") == "19 17"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("-p", "1998-11-01"), "8 19 17"),
        (("-p", "1998-10..1998-11-01"), "16 5 6 7 8 19 17"),
        (("-b", "1998-10-31 21:00:03"), "6 7 8 19 17"),
        (("-e", "1998-10-31 21:00:03"), "16 5"),
        (("-p", "1998-10", "date:1998-11"), ""),
        (("-p", "1998", "date:1998-11", "-e", "1998-11-01 22:30"), "8"),
        (("--at", "1998-10-31 21:00"), "16 5"),
    ],
)
def test_options_and_dates_hold_together(
    campaign: Program, options: tuple[str, ...], expected: str
) -> None:
    """-p, -b, -e, --at and date: are and-ed."""
    campaign.journal(*STORY)
    assert positions(campaign, "type:hit,soak", *options) == expected


def test_what_happened_by_itself_is_asked_alike(harrow: Program) -> None:
    """Rows of time fit who:, type:, date: and rule:, and no term about what was said."""

    def effects(*words: str) -> list[tuple[str, str]]:
        rows = harrow.json("history", "--effects", *words)
        return [(row["at"], row["who"]) for row in rows if row["type"] == "effect"]

    nights = [("1998-11-01 18:00:00", "Ann"), ("1998-11-02 18:00:00", "Ann")]
    healed = [("1998-11-01 21:00:03", "Annabel")]
    assert effects("type:effect", "Ann") == effects("rule:vampire.blood.nightly") == nights
    assert effects("not:rule:vampire.blood.nightly") == healed
    assert effects("-p", "1998-11-01") == [nights[0], *healed]
    assert effects("not:Ann") == healed
    assert effects("voided:no", "not:by:Bram", "not:amount:>0") == [nights[0], *healed, nights[1]]
    for term in ("by:Bram", "note:a", "amount:>0", "id:6", "voided:yes", "type:hit"):
        assert effects(term) == []
    assert effects("--effects", "recorded:today") == []


def test_ids_are_meant_by_their_beginning(campaign: Program) -> None:
    """A command's beginning means all of its events, with an ordinal one."""
    campaign.journal(*STORY)
    rest = campaign.json("history", "id:11")[0]["id"].partition(".")[0]
    assert positions(campaign, f"id:{rest}") == "11 12 13"
    assert positions(campaign, f"id:{rest[:8]}.2,4") == "4 12"


@pytest.mark.usefixtures("frozen_days")
def test_recorded_is_real_time(campaign: Program) -> None:
    """Days of real time, and words against the real date."""
    assert positions(campaign, "recorded:2026-11-29") == "1 2"
    assert positions(campaign, "recorded:today") == "3"
    assert positions(campaign, "recorded:yesterday", "type:add") == "2"
    assert positions(campaign, "recorded:2026-11-30..") == "3"
    assert positions(campaign, "not:recorded:2026-11-29", "type:add") == ""


@pytest.fixture
def frozen_days(campaign: Program) -> Iterator[None]:
    """Two commands of one real day, one of the next, and that is today."""
    from freezegun import freeze_time  # noqa: PLC0415  slow to import, and only here

    with freeze_time("2026-11-29 23:00"):
        campaign.journal('init "Days" --start 1998-10-31', "add Ann vampire stamina=3 humanity=7")
    with freeze_time("2026-11-30 01:00"):
        campaign.journal("hit Ann 1 lethal")
        yield


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["whom:Ann"], "did you mean who:"),
        (["not:whom:Ann"], "did you mean who:"),
        (["21:00"], "no query term '21:'"),
        (["who:Brm"], "did you mean Bram"),
        (["bottle"], "nobody is called 'bottle'"),
        (["type:hti"], "did you mean hit"),
        (["type:feed"], "type:gain"),
        (["rule:vampire.blod.nightly"], "did you mean vampire.blood.nightly"),
        (["amount:>many"], "amount:>many"),
        (["amount:/3/"], "amount:>3"),
        (["amount:.."], "amount:>3"),
        (["date:1998-13"], "13"),
        (["date:/1998/"], "a period"),
        (["recorded:1998-02-30"], "30"),
        (["voided:perhaps"], "voided:yes"),
        (["id:99"], "no event at position 99"),
        (["id:zzzz"], "no event has the id"),
        (["note:/(/"], "regular expression"),
        (["who:"], "says nothing"),
        (["who:Ann,"], "says nothing"),
        (["who:,Ann"], "says nothing"),
        (["-b", "1998-11-02", "-e", "1998-11-01"], "ends"),
    ],
)
def test_what_cannot_be_read_is_refused(
    campaign: Program, refuses: Refuses, words: list[str], says: str
) -> None:
    """Exit code 1, in two lines, with what would be right."""
    campaign.journal(*STORY[:5])
    assert says in refuses(1, "history", *words).err


def test_questions_stand_in_a_journal(campaign: Program) -> None:
    """The same words, quoted as anything is there, of what has been recorded so far."""
    shown = campaign.journal(*STORY[:5], 'history "note:broken bottle" type:hit', *STORY[5:6])
    assert "hit 4 bashing by Bram" in shown
    assert len(shown.splitlines()) == 3


def test_log_has_the_commands_of_which_an_event_is_meant(campaign: Program) -> None:
    """A question to the log is about the events of its commands."""
    campaign.journal(*STORY)

    def lines(*words: str) -> list[str]:
        return [row["command"].partition(" ")[0] for row in campaign.json("log", *words)]

    assert lines("type:soak") == ["hit", "soak"]
    assert lines("who:Annabel", "not:type:add") == ["hit", "rest"]
    assert lines("type:hit", "--limit", "2") == ["amend", "amend"]
    assert lines("-p", "1998-11-02") == ["void", "amend", "amend"]
    assert len(lines()) == len(STORY)


def test_export_of_a_part(campaign: Program, refuses: Refuses) -> None:
    """A journal or a table of what is meant; to the letter there is only all of it."""
    campaign.journal(*STORY)
    journal = campaign.ok("export", "--format", "journal", "type:hit", "who:Annabel")
    assert journal.startswith("[1998-10-31 21:00:03] hit Annabel 2 bashing --soak 1")
    assert journal == campaign.ok("history", "type:hit", "who:Annabel", "-O", "journal")
    table = campaign.ok("export", "--format", "csv", "Bram", "-p", "1998-11-01")
    assert [line.split(",")[0] for line in table.splitlines()] == ["position", "8", "13"]
    assert "jsonl keeps everything" in refuses(2, "export", "Bram").err


def test_heading_has_the_period_that_was_meant(campaign: Program) -> None:
    """Words are resolved against the campaign's clock, and the reader sees how."""
    campaign.journal(*STORY)
    told = campaign.ok("history", "-p", "last month", "type:hit")
    assert told.startswith("Harrow Street: 1998-10-01 00:00:00 to before 1998-11-01 00:00:00\n")
    told = campaign.ok("history", "--at", "1998-10-31 22:00")
    assert told.startswith("Harrow Street: up to 1998-10-31 22:00:00\n")
    told = campaign.ok("history", "-b", "1998-10-01", "--at", "1998-10-31 22:00")
    assert told.startswith("Harrow Street: 1998-10-01 00:00:00 to 1998-10-31 22:00:00\n")


def test_completion_knows_the_terms() -> None:
    """What the shell completes without loading the library is what can be asked."""
    assert tuple(PREFIXES) == tuple(READERS) == TERMS
    says = PROGRAM.commands["history"].help or ""
    assert all(f"{prefix}:" in says for prefix in PREFIXES)


@pytest.mark.parametrize(
    ("words", "folded"),
    [
        (("history", "Ann"), ["Ann"]),
        (("history", "Bram,Annabel", "--effects"), ["Annabel", "Bram"]),
        (("history", "--limit", "3"), []),
        (("history", "type:soak", "--limit", "1"), ["Ann"]),
        (("history", "-p", "1998-10-31 21:00"), ["Ann", "Annabel"]),
        (("log", "who:Ann"), []),
        (("status", "Bram"), ["Bram"]),
        (("history", "note:nowhere"), []),
    ],
)
def test_only_those_concerned_are_folded(
    campaign: Program, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], folded: list[str]
) -> None:
    """What a question costs grows with its answer, not with the campaign."""
    campaign.journal(*STORY)
    names: list[str] = []
    fold = Campaign.fold

    def counted(self: Campaign, who: str) -> Life:
        names.append(who)
        return fold(self, who)

    monkeypatch.setattr(Campaign, "fold", counted)
    campaign.json(*words)
    assert sorted(names) == folded
