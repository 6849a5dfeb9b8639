"""What every store promises, on each database: write, read back, and who sees what."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from ledger.errors import Conflict, Refused, StoreUnusable
from ledger.store import (
    EVERYONE,
    Anything,
    BranchRow,
    CommitDraft,
    EventDraft,
    Exactly,
    Expected,
    NoCommits,
    SomeCommits,
    open_store,
    random_id,
)
from ledger.store.event_store import EventStore

MakeCommit = Callable[..., CommitDraft]
MakeEvent = Callable[..., EventDraft]

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
instants = st.integers(-(2**63), 2**63 - 1)
event_drafts = st.builds(
    EventDraft,
    kind=texts,
    schema=st.integers(1, 1000),
    at=instants,
    until=st.none() | instants,
    who=st.none() | texts,
    by=st.none() | texts,
    note=st.none() | texts,
    amends=st.none() | texts,
    body=st.binary(),
)
commit_drafts = st.builds(
    CommitDraft,
    id=st.builds(random_id),
    line=texts,
    key=st.none() | texts,
    by=st.none() | texts,
    reason=st.none() | texts,
    recorded_at=instants,
    clock=instants,
    events=st.lists(event_drafts, min_size=1, max_size=4).map(tuple),
)


@pytest.fixture
def main(store: EventStore) -> BranchRow:
    """The branch main of a new campaign."""
    with store.writing() as writer:
        return writer.create_campaign("Chicago by Night", 0)[1]


def append(store: EventStore, branch: BranchRow, *drafts: CommitDraft) -> BranchRow:
    with store.writing() as writer:
        return writer.append(branch, drafts, Anything())[0]


# What is written is read back ------------------------------------------------------------


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(draft=commit_drafts)
def test_every_column_comes_back_to_the_byte(store: EventStore, draft: CommitDraft) -> None:
    """A commit and its events are read as they were written, whatever text and bytes they hold."""
    with store.writing() as writer:
        _, main = writer.create_campaign(f"campaign {random_id()}", 0)
        writer.append(main, [draft], NoCommits())
    with store.reading() as reader:
        (commit,) = reader.commits(main)
        recorded = reader.events(main)
    assert draft == CommitDraft(
        **{name: getattr(commit, name) for name in draft.__struct_fields__ if name != "events"},
        events=tuple(
            EventDraft(**{name: getattr(event, name) for name in EventDraft.__struct_fields__})
            for event in recorded
        ),
    )


def test_events_are_named_after_their_commit(
    store: EventStore, main: BranchRow, make_commit: MakeCommit, make_event: MakeEvent
) -> None:
    """The public id of an event is its commit's id, a dot and its number there."""
    append(store, main, make_commit(make_event(), make_event(), id="k" * 12))
    with store.reading() as reader:
        assert [event.id for event in reader.events(main)] == ["kkkkkkkkkkkk.1", "kkkkkkkkkkkk.2"]


def test_positions_and_numbers_are_gapless(
    store: EventStore, main: BranchRow, make_commit: MakeCommit, make_event: MakeEvent
) -> None:
    """Commits count from 1 and so do events, through one append of many and many of one."""
    main = append(store, main, make_commit(make_event(), make_event()), make_commit())
    main = append(store, main, make_commit())
    with store.reading() as reader:
        commits = reader.commits(main)
        positions = [event.position for event in reader.events(main)]
    assert positions == [1, 2, 3, 4]
    assert [(row.number, row.first_position, row.last_position) for row in commits] == [
        (1, 1, 2),
        (2, 3, 3),
        (3, 4, 4),
    ]


def test_the_head_follows_the_last_commit(
    store: EventStore, main: BranchRow, make_commit: MakeCommit
) -> None:
    """A branch says where it ends: position, number, digest and in-game clock."""
    head = append(store, main, make_commit(clock=5), make_commit(clock=7))
    with store.reading() as reader:
        (campaign,) = reader.campaigns()
        assert head == reader.branch(campaign)
        last = reader.commits(main)[-1]
    assert (2, 2, last.digest, 7) == (
        head.head_position,
        head.head_commit,
        head.head_digest,
        head.clock,
    )


@pytest.mark.parametrize(
    "column, value",
    [("line", "a\0b"), ("line", "\ud800"), ("id", "short"), ("clock", 2**63), ("key", "\0")],
)
def test_what_cannot_be_kept_is_refused(
    store: EventStore, main: BranchRow, make_commit: MakeCommit, column: str, value: object
) -> None:
    """What one database could not give back unchanged is refused by both, with nothing written."""
    with store.writing() as writer:
        with pytest.raises(Refused):
            writer.append(main, [make_commit(**{column: value})], Anything())
        assert writer.commits(main) == ()


def test_a_backslash_before_u0000_is_no_nul(
    store: EventStore, main: BranchRow, make_commit: MakeCommit
) -> None:
    """Only a NUL itself is refused, not the six characters that JSON writes for it."""
    append(store, main, make_commit(line=r"note Ann \u0000"))
    with store.reading() as reader:
        assert reader.commits(main)[0].line == r"note Ann \u0000"


def test_a_commit_without_events_is_refused(
    store: EventStore, main: BranchRow, make_commit: MakeCommit
) -> None:
    """A command that says nothing is no commit."""
    empty = CommitDraft(id=random_id(), line="", recorded_at=0, clock=0, events=())
    with store.writing() as writer, pytest.raises(Refused, match="without events"):
        writer.append(main, [make_commit(), empty], Anything())


# Who sees what ---------------------------------------------------------------------------


def test_campaigns_with_equal_positions_do_not_see_each_other(
    store: EventStore, make_commit: MakeCommit, make_event: MakeEvent
) -> None:
    """Ids, keys and positions of one campaign are free in another, and its rows stay there."""
    names = ["Chicago by Night", "Mutant"]
    for name in names:
        draft = make_commit(make_event(body=name.encode()), id="k" * 12, key="1", line=name)
        with store.writing() as writer:
            writer.append(writer.create_campaign(name, 0)[1], [draft], NoCommits())
    for name in names:
        with store.reading() as reader:
            main = reader.branch(reader.campaign(name))
            assert [event.body for event in reader.events(main)] == [name.encode()]
            assert [commit.line for commit in reader.commits(main)] == [name]
            found = reader.commit_by_key(main, "1")
            assert found is not None
            assert found.line == name


def test_a_campaign_name_is_taken_once(store: EventStore, main: BranchRow) -> None:
    """Two campaigns of one name are refused."""
    assert main.id == 1
    with store.writing() as writer, pytest.raises(Refused, match="already"):
        writer.create_campaign("Chicago by Night", 0)


def test_an_unknown_campaign_is_refused_with_the_known_ones(
    store: EventStore, main: BranchRow
) -> None:
    """A mistyped name is answered with the right ones."""
    assert main.name == "main"
    with store.reading() as reader, pytest.raises(Refused, match="there is 'Chicago by Night'"):
        reader.campaign("Chicago")


# Expected versions -----------------------------------------------------------------------

VERSIONS = [
    # commits before, expected, may append
    (0, Anything(), True),
    (2, Anything(), True),
    (0, NoCommits(), True),
    (2, NoCommits(), False),
    (0, SomeCommits(), False),
    (2, SomeCommits(), True),
    (0, Exactly(0), True),
    (0, Exactly(1), False),
    (2, Exactly(0), False),
    (2, Exactly(1), False),
    (2, Exactly(2), True),
    (2, Exactly(3), False),
]


@pytest.mark.parametrize("version", VERSIONS)
def test_append_only_to_the_expected_version(
    store: EventStore,
    main: BranchRow,
    make_commit: MakeCommit,
    version: tuple[int, Expected, bool],
) -> None:
    """A branch that is not as the caller saw it is a conflict, and nothing is written."""
    before, expected, allowed = version
    append(store, main, *[make_commit() for _ in range(before)])
    with store.writing() as writer:
        if allowed:
            head, _ = writer.append(main, [make_commit()], expected)
            assert head.head_commit == before + 1
        else:
            with pytest.raises(Conflict, match="try again"):
                writer.append(main, [make_commit()], expected)
            assert len(writer.commits(main)) == before


# Keys, ids and rollback --------------------------------------------------------------------


def test_a_key_is_used_once_a_branch(
    store: EventStore, main: BranchRow, make_commit: MakeCommit
) -> None:
    """The second use of an idempotency key is refused, and undoes the whole block."""
    append(store, main, make_commit(key="1"))
    with pytest.raises(Refused, match="key"), store.writing() as writer:
        writer.append(main, [make_commit(), make_commit(key="1")], Anything())
    with store.reading() as reader:
        assert len(reader.commits(main)) == 1


def test_a_key_is_free_on_another_branch(
    store: EventStore, main: BranchRow, make_commit: MakeCommit
) -> None:
    """What was recorded on main after the fork takes no key away from the branch."""
    with store.writing() as writer:
        fork = writer.create_branch(main, "if", 0)
    append(store, main, make_commit(key="1"))
    assert append(store, fork, make_commit(key="1")).head_commit == 1


def test_a_commit_id_is_used_once_a_campaign(
    store: EventStore, main: BranchRow, make_commit: MakeCommit
) -> None:
    """A public id that is drawn twice is a conflict: draw again."""
    append(store, main, make_commit(id="k" * 12))
    with pytest.raises(Conflict, match="id"), store.writing() as writer:
        writer.append(main, [make_commit(id="k" * 12)], Anything())


def test_a_block_that_raises_leaves_nothing(
    store: EventStore, main: BranchRow, make_commit: MakeCommit
) -> None:
    """All commits of a writing block are kept, or none."""

    def stumble() -> None:
        with store.writing() as writer:
            writer.append(main, [make_commit()], Anything())
            writer.append(main, [make_commit()], Exactly(1))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        stumble()
    with store.reading() as reader:
        assert reader.events(main) == ()
        assert reader.branch(reader.campaign("Chicago by Night")) == main


def test_half_an_append_is_not_kept_by_who_catches_its_error(
    store: EventStore, main: BranchRow, make_commit: MakeCommit
) -> None:
    """Once the database has refused a row, leaving the block in peace is refused too."""
    append(store, main, make_commit(key="1"))

    def forgive() -> None:
        with store.writing() as writer:
            with pytest.raises(Refused):
                writer.append(main, [make_commit(), make_commit(key="1")], Anything())
            with pytest.raises(Refused):
                writer.append(main, [make_commit()], Anything())

    with pytest.raises(Refused):
        forgive()
    with store.reading() as reader:
        assert len(reader.commits(main)) == 1


def test_a_head_moved_behind_the_lock_is_a_conflict(
    store: EventStore, main: BranchRow, make_commit: MakeCommit
) -> None:
    """The head is only moved from where it was read, should a lock ever fail."""
    stale = structs.replace(main, head_digest="f" * 64)

    def append_without_lock() -> None:
        with store.writing() as writer:
            writer._heads[main.campaign, main.id] = stale  # noqa: SLF001  as if locked before
            writer.append(main, [make_commit()], Anything())

    with pytest.raises(Conflict, match="moved by somebody"):
        append_without_lock()


def test_read_mode_cannot_write(store_target: str, store: EventStore, main: BranchRow) -> None:
    """A store opened for reading answers and refuses to write."""
    assert store.name
    reading = open_store(store_target, "read")
    with reading.reading() as reader:
        assert reader.branch(reader.campaign("Chicago by Night")) == main
    with pytest.raises(StoreUnusable, match="reading only"), reading.writing():
        pass
    reading.close()


# Questions -------------------------------------------------------------------------------


@pytest.fixture
def evening(
    store: EventStore, main: BranchRow, make_commit: MakeCommit, make_event: MakeEvent
) -> BranchRow:
    """Five commits; bodies are the positions, so that a test can say what it gets."""
    return append(
        store,
        main,
        make_commit(
            make_event(kind="campaign.init", who=None, body=b"1"),
            make_event(kind="campaign.rule", who=None, body=b"2"),
            recorded_at=10,
            id="klmnklmnklmn",
        ),
        make_commit(
            make_event(kind="vampire.add", at=5, body=b"3"), recorded_at=20, id="klmokkkkkkkk"
        ),
        make_commit(
            make_event(at=90, body=b"4"),
            make_event(at=90, who="Bob", body=b"5"),
            recorded_at=30,
            key="dawn",
            id="zzzzzzzzzzzz",
        ),
        make_commit(make_event(at=40, body=b"6"), recorded_at=40, id="zkkkkkkkkkkk"),
        make_commit(make_event(kind="campaign.advance", who=None, at=95, body=b"7"), id="l" * 12),
    )


QUESTIONS = [
    ({}, "1234567"),
    ({"who": EVERYONE, "up_to": 4}, "1234"),
    ({"up_to": 10**30}, "1234567"),
    ({"who": "Ann"}, "346"),
    ({"who": "Ann", "order": "game"}, "364"),
    ({"who": "Ann", "order": "game", "up_to": 5}, "34"),
    ({"who": "ann"}, ""),
    ({"who": None}, "127"),
    ({"who": ["Ann", "Bob"]}, "3456"),
    ({"who": ["Bob", None]}, "1257"),
    ({"who": [None]}, "127"),
    ({"who": []}, ""),
    ({"who": None, "kinds": ["campaign.rule"]}, "2"),
    ({"kinds": []}, ""),
    ({"kinds": ["vampire.hit", "vampire.add"], "who": "Ann"}, "346"),
    ({"who": None, "without": ["campaign.advance"]}, "12"),
    ({"order": "game"}, "1236457"),
]


@pytest.mark.parametrize("question, answer", QUESTIONS)
def test_events_are_selected_and_ordered(
    store: EventStore, evening: BranchRow, question: dict[str, object], answer: str
) -> None:
    """Events are found by character, kind and position, in the order recorded or of the game."""
    with store.reading() as reader:
        found = reader.events(evening, **question)  # type: ignore[arg-type]  # a table of keywords
    assert answer == "".join(event.body.decode() for event in found)


def test_additions_are_the_roster(store: EventStore, evening: BranchRow) -> None:
    """Events whose kind ends in ".add" are found among all others."""
    with store.reading() as reader:
        assert [event.body for event in reader.additions(evening)] == [b"3"]
        assert reader.additions(evening, up_to=2) == ()


def test_events_of_one_commit(store: EventStore, evening: BranchRow) -> None:
    """A commit's events come by ordinal, and no others."""
    with store.reading() as reader:
        commit = reader.commits(evening)[2]
        assert [event.body for event in reader.events_of(evening, commit)] == [b"4", b"5"]


def test_commits_up_to_a_position(store: EventStore, evening: BranchRow) -> None:
    """A commit counts when its last event does."""
    with store.reading() as reader:
        assert [row.number for row in reader.commits(evening, up_to=4)] == [1, 2]
        assert [row.number for row in reader.commits(evening, up_to=5)] == [1, 2, 3]


@pytest.mark.parametrize("key, number", [("dawn", 3), ("dusk", None)])
def test_commit_by_key(store: EventStore, evening: BranchRow, key: str, number: int | None) -> None:
    """A commit is found by the key that its caller gave."""
    with store.reading() as reader:
        found = reader.commit_by_key(evening, key)
    assert number == (found and found.number)


@pytest.mark.parametrize(
    "prefix, numbers",
    [("klm", [1, 2]), ("klmn", [1]), ("z", [3, 4]), ("y", []), ("%", []), ("k" * 13, [])],
)
def test_commits_by_prefix(
    store: EventStore, evening: BranchRow, prefix: str, numbers: list[int]
) -> None:
    """The first letters of a commit's id find it, and no pattern does."""
    with store.reading() as reader:
        assert numbers == [row.number for row in reader.commits_by_prefix(evening, prefix)]


@pytest.mark.parametrize(
    "position, number", [(0, None), (1, 1), (2, 1), (4, 3), (7, 5), (8, None), (10**30, None)]
)
def test_commit_at(
    store: EventStore, evening: BranchRow, position: int, number: int | None
) -> None:
    """A position belongs to the commit that recorded it."""
    with store.reading() as reader:
        found = reader.commit_at(evening, position)
    assert number == (found and found.number)


@pytest.mark.parametrize("recorded_at, number", [(-1, None), (9, 5), (19, 5), (40, 5), (10**30, 5)])
def test_commit_before_goes_by_number(
    store: EventStore, evening: BranchRow, recorded_at: int, number: int | None
) -> None:
    """The last commit by number counts, though a clock was set back before it was recorded."""
    with store.reading() as reader:
        found = reader.commit_before(evening, recorded_at)
    assert number == (found and found.number)


@pytest.mark.parametrize("recorded_at, number", [(9, None), (10, 1), (29, 2), (40, 4)])
def test_commit_before(
    store: EventStore,
    main: BranchRow,
    make_commit: MakeCommit,
    recorded_at: int,
    number: int | None,
) -> None:
    """A commit counts from the microsecond it was recorded at."""
    append(store, main, *[make_commit(recorded_at=at) for at in (10, 20, 30, 40)])
    with store.reading() as reader:
        found = reader.commit_before(main, recorded_at)
    assert number == (found and found.number)
