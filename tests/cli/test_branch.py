"""`branch`: alternatives that are kept, compared, adopted and put away."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Answer, Program

    Refuses = Callable[..., Answer]


def track(program: Program, who: str, branch: str | None = None) -> str:
    """Somebody's health track on a branch."""
    front = [] if branch is None else ["--branch", branch]
    (found,) = program.json(*front, "status", who)["characters"]
    return str(found["track"])


def on(program: Program, branch: str, *lines: str) -> None:
    """Record lines on a branch."""
    program.ok("--branch", branch, "run", "-", typed="\n".join(lines))


def history(program: Program, branch: str = "main") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = program.json("--branch", branch, "history")
    return found


@pytest.fixture
def fork(alley: Program) -> Program:
    """Veronica has two lethal levels (position 4); a branch `if` leaves there."""
    alley.ok("hit", "Veronica", "2", "lethal")
    alley.ok("branch", "create", "if")
    return alley


def test_a_branch_begins_as_it_was_and_goes_its_own_way(fork: Program) -> None:
    """Positions go on from the fork; neither side sees what the other records."""
    on(fork, "if", "hit Veronica 1 aggravated", "hit Veronica 1 aggravated")
    fork.journal("feed Veronica 1", "hit Kincaid 1 lethal")
    assert (track(fork, "Veronica"), track(fork, "Veronica", "if")) == ("XX.....", "**XX...")
    assert (track(fork, "Kincaid"), track(fork, "Kincaid", "if")) == ("X......", ".......")
    rows = history(fork, "if")
    assert [row["position"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert [row["branch"] for row in rows] == ["main"] * 4 + ["if"] * 2
    fork.ok("verify")


def test_the_list(fork: Program) -> None:
    """Name, parent, where it was forked, where it is, and which is current."""
    assert fork.json("branch", "list") == [
        {
            "name": "main",
            "current": True,
            "parent": None,
            "forked_at": None,
            "position": 4,
            "clock": "1998-10-31 21:00:00",
        },
        {
            "name": "if",
            "current": False,
            "parent": "main",
            "forked_at": 4,
            "position": 4,
            "clock": "1998-10-31 21:00:00",
        },
    ]
    assert fork.ok("branch", "list").splitlines()[1].split()[:2] == ["*", "main"]


def test_a_branch_from_what_was_known(fork: Program) -> None:
    """The past can be forked where it was known, in the middle of a command at its end."""
    fork.ok("hit", "Kincaid", "3", "lethal", "--soak", "1")  # 5 and 6
    fork.ok("feed", "Kincaid", "1")
    fork.ok("branch", "create", "early", "--known-at", "5")
    assert track(fork, "Kincaid", "early") == "XX....."
    assert {r["name"]: r["forked_at"] for r in fork.json("branch", "list")}["early"] == 6


def test_switching_moves_where_commands_go(fork: Program) -> None:
    """The current branch is meant where none is named, until it is switched back."""
    fork.ok("branch", "switch", "if")
    fork.ok("hit", "Veronica", "1", "lethal")
    assert fork.json("status")["branch"] == "if"
    assert (track(fork, "Veronica"), track(fork, "Veronica", "main")) == ("XXX....", "XX.....")
    fork.ok("branch", "switch", "main")
    assert fork.json("status")["branch"] == "main"


def test_in_a_journal(fork: Program) -> None:
    """A journal may fork, switch and adopt; what follows goes to the branch that is current."""
    fork.journal(
        "branch create other",
        "branch switch other",
        "hit Kincaid 1 lethal",
        "assert Kincaid track=X......",
        "branch switch main",
        "assert Kincaid track=.......",
        "hit Veronica 1 lethal",
        "branch adopt other",
        "assert Kincaid track=X......",
        "branch delete other",
    )
    assert (track(fork, "Veronica"), track(fork, "Kincaid")) == ("XXX....", "X......")


def test_a_journal_on_a_branch_stays_there(fork: Program) -> None:
    """--branch wins over a switch."""
    on(fork, "if", "branch switch main", "hit Veronica 1 lethal")
    assert track(fork, "Veronica", "if") == "XXX...."
    assert track(fork, "Veronica", "main") == "XX....."


def test_deleting_hides_and_keeps(fork: Program, refuses: Refuses) -> None:
    """A deleted branch is in no list, its name stays taken, and what left it is whole."""
    on(fork, "if", "hit Veronica 1 lethal")
    fork.ok("--branch", "if", "branch", "create", "deep")
    rows = len(fork.rows())
    fork.ok("branch", "delete", "if")
    assert [row["name"] for row in fork.json("branch", "list")] == ["main", "deep"]
    assert len(fork.rows()) == rows
    assert track(fork, "Veronica", "deep") == "XXX...."
    assert "no branch 'if'" in refuses(1, "--branch", "if", "status").err
    assert "no branch 'if'" in refuses(1, "branch", "switch", "if").err
    assert "there is, or was, a branch 'if'" in refuses(1, "branch", "create", "if").err
    fork.ok("verify")


@pytest.mark.parametrize(
    "words, says",
    [
        (["create", "main"], "'main' already"),
        (["create", ""], "not empty"),
        (["create", " x"], "blank"),
        (["create", "x" * 101], "too long"),
        (["create", "x\x1b[0m"], "control character"),
        (["create", "x", "--known-at", "99"], "no event at position 99"),
        (["delete", "main"], "stays"),
        (["delete", "fi"], "there is 'main', 'if'"),
        (["switch", "fi"], "there is 'main', 'if'"),
        (["diff", "fi"], "there is 'main', 'if'"),
        (["adopt", "fi"], "there is 'main', 'if'"),
        (["adopt", "main"], "main cannot adopt itself"),
        (["diff", "if", "--at", "someday"], "someday"),
    ],
)
@pytest.mark.usefixtures("fork")
def test_what_makes_no_sense_is_refused(refuses: Refuses, words: list[str], says: str) -> None:
    """A message that says what there is, exit code 1, nothing written."""
    assert says in refuses(1, "branch", *words).err


def test_the_current_branch_is_not_deleted(fork: Program, refuses: Refuses) -> None:
    """Commands would have nowhere to go."""
    fork.ok("branch", "switch", "if")
    assert "switch" in refuses(1, "branch", "delete", "if").err
    assert "cannot adopt itself" in refuses(1, "branch", "adopt", "if").err


# Differences -------------------------------------------------------------------------------------


def test_diff_is_what_the_branch_has_otherwise(fork: Program) -> None:
    """From the branch that is meant to the one that is named, or between two that are named."""
    assert fork.json("branch", "diff", "if")["changes"] == []
    on(fork, "if", "hit Kincaid 8 lethal")
    paths = {
        c["path"]: (c["before"], c["after"]) for c in fork.json("branch", "diff", "if")["changes"]
    }
    assert paths["status"] == ("active", "torpor")
    back = fork.json("branch", "diff", "if", "main")["changes"]
    assert {c["path"]: (c["after"], c["before"]) for c in back} == paths
    assert fork.json("--branch", "if", "branch", "diff", "main")["changes"] == back


def test_diff_by_clocks_or_at_a_date(fork: Program) -> None:
    """Each by its own clock, or both on one day."""
    on(fork, "if", "advance 3d")
    found = fork.json("branch", "diff", "if")["changes"]
    assert [(c["who"], c["path"], c["before"], c["after"]) for c in found] == [
        ("Veronica", "pools.blood.now", 10, 7),
        ("Kincaid", "pools.blood.now", 10, 7),
    ]
    assert fork.json("branch", "diff", "if", "--at", "+5d")["changes"] == []


def test_diff_tells_of_newcomers_and_findings(fork: Program) -> None:
    """Somebody who is only on the branch, and what is unlawful only there."""
    on(
        fork,
        "if",
        "add Zoe mortal stamina=2",
        "heal Veronica 1",
        "void 4 --because x --accept-findings",
    )
    document = fork.json("branch", "diff", "if")
    assert ("Zoe", "status") in {(c["who"], c["path"]) for c in document["changes"]}
    assert [f["who"] for f in document["findings"]] == ["Veronica"]
    text = fork.ok("branch", "diff", "if")
    assert "in the campaign" in text
    assert "main" in text.splitlines()[1]
    assert "unlawful then" in text


def test_diff_tells_of_who_is_gone(fork: Program) -> None:
    """Whose addition does not count on the branch leaves events that are unlawful there."""
    on(fork, "if", "void 2 --because 'another campaign' --accept-findings")
    document = fork.json("branch", "diff", "if")
    assert {c["after"] for c in document["changes"]} == {None}
    assert [f["who"] for f in document["findings"]] == ["Veronica"]


# Adopting ----------------------------------------------------------------------------------------


def test_adopted_commands_have_ids_of_their_own_and_follow_each_other(fork: Program) -> None:
    """References inside the branch lead to the adopted events; dates stay what they were."""
    on(
        fork,
        "if",
        "[1998-11-01] hit Kincaid 5 lethal",
        "soak Kincaid 2 --hit 5",
        "hit Veronica 3 aggravated",
        "void 7 --because 'not she'",
        'amend 5 "hit Kincaid 4 lethal"',
        "advance 2d",
    )
    expected = fork.json("--branch", "if", "status")["characters"]
    fork.journal("[1998-11-20] note Kincaid later")
    done = fork.json("branch", "adopt", "if")
    assert [row["line"].split()[0] for row in done["adopted"]] == [
        *("hit", "soak", "hit", "void", "amend", "advance")
    ]
    assert done["refused"] == []
    then = fork.json("status", "--at", "1998-11-03")["characters"]
    assert [sheet["track"] for sheet in expected] == ["XX.....", "XX....."]
    assert [sheet["track"] for sheet in then] == ["XX.....", "XX....."]
    rows = {row["position"]: row for row in history(fork)}
    theirs = {row["id"] for row in history(fork, "if")[4:]}
    assert not theirs & {row["id"] for row in rows.values()}
    assert {row["branch"] for row in rows.values()} == {"main"}
    assert rows[6]["at"] == "1998-11-01 00:00:00"
    assert rows[7]["data"]["answers"] == rows[6]["id"]
    assert rows[9]["data"]["event"] == rows[8]["id"]
    assert rows[10]["data"]["event"] == rows[6]["id"]
    assert rows[12]["until"] == "1998-11-03 00:00:00"
    assert fork.json("status")["at"] == "1998-11-20 00:00:00"
    fork.ok("verify")


def test_all_or_nothing(fork: Program, refuses: Refuses) -> None:
    """What is refused here is listed, with its line and the reason, and nothing is recorded."""
    on(
        fork,
        "if",
        "heal Veronica 2",
        "hit Kincaid 1 lethal",
        "heal Kincaid 1",
        "spend Kincaid 1 blood",
    )
    fork.journal("heal Veronica 1")
    err = refuses(1, "branch", "adopt", "if").err
    assert "heal Veronica 2" in err
    assert "1 bashing or lethal levels, not 2" in err
    assert "--skip-refused" in err


def test_skipping_what_is_refused(fork: Program) -> None:
    """The rest is adopted; what concerned a command that was left out is left out too."""
    on(fork, "if", "heal Veronica 2", "hit Kincaid 1 lethal", "void 5 --because x")
    fork.journal("heal Veronica 1")
    done = fork.json("branch", "adopt", "if", "--skip-refused")
    assert [row["line"] for row in done["adopted"]] == ["hit Kincaid 1 lethal"]
    assert [row["line"] for row in done["refused"]] == [
        "heal Veronica 2",
        "void 5 --because x",
    ] or [row["line"] for row in done["refused"]] == ["void 5 --because x"]
    assert track(fork, "Kincaid") == "X......"


def test_a_second_adoption_adds_what_is_new(fork: Program) -> None:
    """The branch goes on and is adopted again; nothing is recorded twice."""
    on(fork, "if", "hit Kincaid 1 lethal")
    fork.ok("branch", "adopt", "if")
    assert "has everything" in fork.ok("branch", "adopt", "if")
    on(fork, "if", "hit Kincaid 2 lethal")
    done = fork.json("branch", "adopt", "if")
    assert [row["line"] for row in done["adopted"]] == ["hit Kincaid 2 lethal"]
    assert track(fork, "Kincaid") == "XXX...."


def test_what_was_adopted_comes_not_back(fork: Program) -> None:
    """A branch that has adopted main's news has nothing of it for main."""
    fork.journal("hit Kincaid 1 lethal")
    fork.ok("--branch", "if", "branch", "adopt", "main")
    assert track(fork, "Kincaid", "if") == "X......"
    on(fork, "if", "hit Kincaid 1 aggravated")
    done = fork.json("branch", "adopt", "if")
    assert [row["line"] for row in done["adopted"]] == ["hit Kincaid 1 aggravated"]
    assert track(fork, "Kincaid") == "*X....."


def test_an_adoption_that_was_undone_can_be_had_again(fork: Program) -> None:
    """Undo takes it back, command by command."""
    on(fork, "if", "hit Kincaid 1 lethal", "hit Kincaid 1 lethal")
    fork.ok("branch", "adopt", "if")
    fork.ok("undo", "2")
    assert track(fork, "Kincaid") == "......."
    fork.ok("branch", "adopt", "if")
    assert track(fork, "Kincaid") == "XX....."


def test_keys_are_adopted_with_their_commands(fork: Program) -> None:
    """The same key again is answered on both sides."""
    on(fork, "if", "hit Kincaid 1 lethal --key k1")
    fork.ok("branch", "adopt", "if")
    assert "recorded already" in fork.ok("hit", "Kincaid", "1", "lethal", "--key", "k1")
    assert track(fork, "Kincaid") == "X......"


def test_undo_on_a_branch(fork: Program) -> None:
    """What the branch undid of its own never comes; what it undid of the shared past is undone."""
    on(fork, "if", "hit Kincaid 1 lethal", "undo 2", "hit Kincaid 2 lethal")
    fork.journal("feed Kincaid 1")
    done = fork.json("branch", "adopt", "if")
    assert [row["line"] for row in done["adopted"]] == ["undo 2", "hit Kincaid 2 lethal"]
    assert (track(fork, "Veronica"), track(fork, "Kincaid")) == (".......", "XX.....")
    assert len(history(fork)) == 7


def test_what_becomes_unlawful_here(fork: Program, refuses: Refuses) -> None:
    """Events of this branch that an adoption would make unlawful are in the refusal, or accepted."""
    on(fork, "if", "void 4 --because 'it missed'")
    fork.journal("heal Veronica 1")
    assert "no longer be lawful" in refuses(1, "branch", "adopt", "if").err
    done = fork.json("branch", "adopt", "if", "--accept-findings")
    assert [f["who"] for f in done["consequences"]["findings"]] == ["Veronica"]


def test_a_branch_of_a_branch(fork: Program) -> None:
    """It brings the way that leads to it, and a sister brings only what is its own."""
    on(fork, "if", "hit Kincaid 1 lethal")
    fork.ok("--branch", "if", "branch", "create", "deep")
    on(fork, "deep", "heal Kincaid 1")
    on(fork, "if", "hit Kincaid 5 lethal")
    fork.journal("hit Veronica 1 lethal")
    fork.ok("branch", "create", "sister")
    on(fork, "sister", "feed Veronica 1", "hit Veronica 1 aggravated")
    done = fork.json("branch", "adopt", "deep")
    assert [row["line"] for row in done["adopted"]] == ["hit Kincaid 1 lethal", "heal Kincaid 1"]
    done = fork.json("--branch", "if", "branch", "adopt", "sister")
    assert [row["line"] for row in done["adopted"]] == [
        "feed Veronica 1",
        "hit Veronica 1 aggravated",
    ]
    fork.ok("verify")


def test_text_of_an_adoption(fork: Program) -> None:
    """What was adopted, what was not and why, and what is different now."""
    on(fork, "if", "heal Veronica 2", "hit Kincaid 1 lethal")
    fork.journal("heal Veronica 1")
    lines = fork.ok("branch", "adopt", "if", "--skip-refused").splitlines()
    assert lines[0] == "main adopts 1 command of if:"
    assert lines[1].startswith("  hit Kincaid 1 lethal  [")
    assert lines[2].startswith("  refused: heal Veronica 2  [")
    assert lines[3:] == [
        "what changes at 1998-10-31 21:00:00:",
        "  Kincaid  level none → Bruised",
        "  Kincaid  track ....... → X......",
        ("  Kincaid  torpor from hunger, unless fed: 1998-11-17 18:00:00 → 1998-11-16 18:00:00"),
    ]


def test_two_campaigns_have_branches_of_their_own(fork: Program) -> None:
    """The same name in another campaign of the store is another branch."""
    fork.ok("init", "Other", "--start", "2000-01-01")
    fork.ok("--campaign", "Other", "branch", "create", "if")
    on_other = fork.json("--campaign", "Other", "--branch", "if", "status")
    assert (on_other["campaign"], on_other["characters"]) == ("Other", [])
    assert len(fork.json("--campaign", "The Alley", "branch", "list")) == 2


def test_names_are_completed(fork: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shell knows the branches that are in use."""
    fork.ok("branch", "create", "gone")
    fork.ok("branch", "delete", "gone")
    monkeypatch.setenv("_CAMPAIGN_COMPLETE", "bash_complete")
    for words, place in (("campaign --branch ", "2"), ("campaign branch adopt ", "3")):
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", place)
        assert fork().out.split() == ["plain,main", "plain,if"]
