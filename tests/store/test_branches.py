"""Branches: the shared past is read through, and the parent never notices."""

from collections.abc import Callable

import pytest

from ledger.errors import Conflict, Refused
from ledger.store import (
    Anything,
    BranchRow,
    CommitDraft,
    EventDraft,
    Exactly,
    NoCommits,
)
from ledger.store.audit import verify
from ledger.store.event_store import EventStore

Family = dict[str, BranchRow]


@pytest.fixture
def family(
    store: EventStore,
    make_commit: Callable[..., CommitDraft],
    make_event: Callable[..., EventDraft],
) -> Family:
    """A main of 5, "if" from its 3rd with 2 of its own, "deep" from the 1st of these, with 1.

    "early" was forked from "if" before the place where "if" leaves main. Every commit is one
    event, and its body says the branch and the position.
    """
    with store.writing() as writer:
        _, main = writer.create_campaign("Chicago by Night", 0)
        family = {"main": main}

        def play(name: str, *bodies: bytes) -> None:
            drafts = [
                make_commit(make_event(body=body, at=-int(body[1:])), line=body.decode(), clock=7)
                for body in bodies
            ]
            family[name], _ = writer.append(family[name], drafts, Anything())

        play("main", b"m1", b"m2", b"m3")
        family["if"] = writer.create_branch(family["main"], "if", 3)
        play("main", b"m4", b"m5")
        play("if", b"i4", b"i5")
        family["deep"] = writer.create_branch(family["if"], "deep", 4)
        family["early"] = writer.create_branch(family["if"], "early", 2)
        play("deep", b"d5")
        play("early", b"e3")
    return family


HISTORIES = [
    ("main", "m1 m2 m3 m4 m5"),
    ("if", "m1 m2 m3 i4 i5"),
    ("deep", "m1 m2 m3 i4 d5"),
    ("early", "m1 m2 e3"),
]


@pytest.mark.parametrize("name, history", HISTORIES)
def test_a_branch_is_its_past_and_its_own(
    store: EventStore, family: Family, name: str, history: str
) -> None:
    """Events and commits of a branch are the ancestors' up to each fork, then its own."""
    with store.reading() as reader:
        assert history.encode().split() == [row.body for row in reader.events(family[name])]
        assert history.split() == [row.line for row in reader.commits(family[name])]


@pytest.mark.parametrize("name, history", HISTORIES)
def test_game_order_runs_across_forks(
    store: EventStore, family: Family, name: str, history: str
) -> None:
    """The in-game second orders shared and own events together."""
    with store.reading() as reader:
        found = reader.events(family[name], who="Ann", order="game")
    assert history.encode().split()[::-1] == [row.body for row in found]


def test_a_limit_before_the_fork(store: EventStore, family: Family) -> None:
    """A branch as of a position before its fork is its ancestor's past."""
    with store.reading() as reader:
        assert [row.body for row in reader.events(family["deep"], up_to=2)] == [b"m1", b"m2"]


@pytest.mark.parametrize("name, history", HISTORIES)
def test_positions_and_numbers_go_on_from_the_fork(
    store: EventStore, family: Family, name: str, history: str
) -> None:
    """A branch counts on from where it was forked, and its chain too."""
    with store.reading() as reader:
        count = len(history.split())
        assert list(range(1, count + 1)) == [row.number for row in reader.commits(family[name])]
        assert list(range(1, count + 1)) == [row.position for row in reader.events(family[name])]
        assert verify(reader, family[name]) == []


def test_lineage_names_the_parts(store: EventStore, family: Family) -> None:
    """A lineage is the oldest part first, each up to where the next one begins."""
    with store.reading() as reader:
        ids = {name: row.id for name, row in family.items()}
        assert reader.lineage(family["main"]) == ((ids["main"], None),)
        assert reader.lineage(family["deep"]) == (
            (ids["main"], 3),
            (ids["if"], 4),
            (ids["deep"], None),
        )


def test_commits_of_a_sister_are_not_found(store: EventStore, family: Family) -> None:
    """Ids and positions of another branch's own commits mean nothing on this one."""
    with store.reading() as reader:
        own = reader.commits(family["main"])[-1]
        assert reader.commits_by_prefix(family["if"], own.id) == ()
        assert reader.events_of(family["if"], own) == ()
        found = reader.commit_at(family["if"], 5)
    assert found is not None
    assert found.line == "i5"


def test_a_fork_holds_commits(
    store: EventStore, family: Family, make_commit: Callable[..., CommitDraft]
) -> None:
    """The expected version of a branch counts its shared past, and its clock goes on."""
    with store.writing() as writer:
        fork = writer.create_branch(family["main"], "new", 2)
        assert fork.clock == 7
        with pytest.raises(Conflict, match="has moved"):
            writer.append(fork, [make_commit()], NoCommits())
        head, _ = writer.append(fork, [make_commit()], Exactly(2))
    assert (head.head_position, head.head_commit) == (3, 3)


@pytest.mark.parametrize("position", [-1, 2, 99])
def test_a_fork_cuts_no_commit_in_two(
    store: EventStore,
    make_commit: Callable[..., CommitDraft],
    make_event: Callable[..., EventDraft],
    position: int,
) -> None:
    """A branch begins after a whole commit."""
    with store.writing() as writer:
        _, main = writer.create_campaign("Mutant", 0)
        three = make_commit(make_event(), make_event(), make_event())
        main, _ = writer.append(main, [three], Anything())
        with pytest.raises(Refused, match="no commit of main ends at"):
            writer.create_branch(main, "if", position)


def test_a_branch_name_is_taken_once(store: EventStore, family: Family) -> None:
    """Two branches of one name are refused in one campaign."""
    with store.writing() as writer, pytest.raises(Refused, match="already"):
        writer.create_branch(family["main"], "if", 0)


def test_the_current_branch(store: EventStore, family: Family) -> None:
    """A campaign's commands go to main until it is switched."""
    with store.writing() as writer:
        assert writer.branch(writer.campaign("Chicago by Night")).name == "main"
        campaign = writer.switch(family["if"])
        assert writer.branch(campaign).name == "if"


def test_a_deleted_branch_is_out_of_use(
    store: EventStore, family: Family, make_commit: Callable[..., CommitDraft]
) -> None:
    """Nobody finds it or adds to it any more, and what was forked from it is whole."""
    with store.writing() as writer:
        gone = writer.delete_branch(family["if"], 99)
        assert gone.deleted_at == 99
        with pytest.raises(Refused, match="no branch 'if'"):
            writer.branch(writer.campaign("Chicago by Night"), "if")
        with pytest.raises(Refused, match="is deleted"):
            writer.append(family["if"], [make_commit()], Anything())
        assert len(writer.events(family["deep"])) == 5


@pytest.mark.parametrize("name", ["main", "if"])
def test_main_and_the_current_branch_stay(store: EventStore, family: Family, name: str) -> None:
    """What commands go to, and what everything came from, cannot be deleted."""
    with store.writing() as writer:
        writer.switch(family["if"])
        with pytest.raises(Refused, match="stays"):
            writer.delete_branch(family[name], 99)
