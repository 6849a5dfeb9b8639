"""Writers at the same time: nobody's commit is lost, and no position is given out twice."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import create_engine, text

from ledger.errors import Conflict, StoreUnusable
from ledger.store import Anything, CommitDraft, Exactly, NoCommits, open_store
from ledger.store.audit import verify
from ledger.store.event_store import EventStore

MakeCommit = Callable[..., CommitDraft]

WRITER = """
import sys
from ledger.store import Anything, CommitDraft, EventDraft, open_store, random_id
store = open_store(sys.argv[1], "write", patience=60)
for n in range(25):
    event = EventDraft(kind="vampire.hit", schema=1, at=n, who=sys.argv[2], body=b"{}")
    draft = CommitDraft(id=random_id(), line=f"{sys.argv[2]} {n}", recorded_at=n, clock=n,
                        events=(event,) * (1 + n % 3))
    with store.writing() as writer:
        main = writer.branch(writer.campaign("Chicago by Night"))
        writer.append(main, [draft], Anything())
"""


def check(store: EventStore, names: list[str]) -> None:
    """See that all commits are there, each writer's in its order, without a gap."""
    with store.reading() as reader:
        main = reader.branch(reader.campaign("Chicago by Night"))
        lines = [commit.line for commit in reader.commits(main)]
        assert verify(reader, main) == []
    assert len(lines) == 25 * len(names)
    for name in names:
        assert [line for line in lines if line.startswith(name)] == [
            f"{name} {n}" for n in range(25)
        ]


def test_processes_write_one_after_the_other(store_target: str, store: EventStore) -> None:
    """Four processes append 25 commits each to one branch."""
    names = ["Ann", "Bob", "Cid", "Dee"]
    with store.writing() as writer:
        writer.create_campaign("Chicago by Night", 0)
    processes = [
        subprocess.Popen([sys.executable, "-c", WRITER, store_target, name]) for name in names
    ]
    assert [process.wait() for process in processes] == [0, 0, 0, 0]
    check(store, names)


def test_threads_write_one_after_the_other(store_target: str, make_commit: MakeCommit) -> None:
    """Four threads append 25 commits each to one branch of one open store."""
    store = open_store(store_target, "write", patience=60)
    with store.writing() as writer:
        _, main = writer.create_campaign("Chicago by Night", 0)

    def play(name: str) -> None:
        for n in range(25):
            with store.writing() as writer:
                writer.append(main, [make_commit(line=f"{name} {n}")], Anything())

    names = ["Ann", "Bob", "Cid", "Dee"]
    with ThreadPoolExecutor() as pool:
        list(pool.map(play, names))
    check(store, names)
    store.close()


def test_of_two_who_saw_the_same_head_one_comes_late(
    store: EventStore, make_commit: MakeCommit
) -> None:
    """An append to what has been appended to since is a conflict."""
    with store.writing() as writer:
        _, main = writer.create_campaign("Chicago by Night", 0)
    with store.writing() as writer:
        writer.append(main, [make_commit()], NoCommits())
    with pytest.raises(Conflict), store.writing() as writer:
        writer.append(main, [make_commit()], Exactly(main.head_position))


def test_a_reader_sees_one_moment(store: EventStore, make_commit: MakeCommit) -> None:
    """What is recorded while a reading block is open is not in its answers."""
    with store.writing() as writer:
        _, main = writer.create_campaign("Chicago by Night", 0)
    with store.reading() as reader:
        assert reader.events(main) == ()
        with store.writing() as writer:
            writer.append(main, [make_commit()], Anything())
        assert reader.events(main) == ()


@pytest.fixture
def hurried(store_target: str, store: EventStore) -> Iterator[EventStore]:
    """The same store, opened by somebody who does not wait."""
    assert store.name
    hurried = open_store(store_target, "write", patience=0.02)
    yield hurried
    hurried.close()


def test_a_branch_that_stays_locked_is_a_conflict(store: EventStore, hurried: EventStore) -> None:
    """Who waits longer than its patience is told so and may try again."""
    with store.writing() as writer:
        _, main = writer.create_campaign("Chicago by Night", 0)
    with store.writing() as writer:
        writer.lock(main)
        with pytest.raises(Conflict, match="too long"), hurried.writing() as late:
            late.lock(main)


def test_campaigns_do_not_wait_for_each_other_on_a_server(
    postgres_target: str, make_commit: MakeCommit
) -> None:
    """PostgreSQL locks the head of one branch, not the campaigns of everybody."""
    store = open_store(postgres_target, "write", patience=0.02)
    with store.writing() as writer:
        _, chicago = writer.create_campaign("Chicago by Night", 0)
        _, mutant = writer.create_campaign("Mutant", 0)
    with store.writing() as one, store.writing() as other:
        one.append(chicago, [make_commit()], Anything())
        other.append(mutant, [make_commit()], Anything())
    store.close()


def test_a_server_that_goes_away_is_said_in_one_line(
    postgres_target: str, make_commit: MakeCommit
) -> None:
    """A connection that is cut during a block ends it with an error of ours."""
    store = open_store(postgres_target, "write")
    with store.writing() as writer:
        _, main = writer.create_campaign("Chicago by Night", 0)
    admin = create_engine(postgres_target, isolation_level="AUTOCOMMIT")
    others = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    with admin.connect() as connection:
        connection.execute(text(others))
    with pytest.raises(StoreUnusable), store.writing() as writer:
        writer.append(main, [make_commit()], Anything())
    admin.dispose()
    store.close()
