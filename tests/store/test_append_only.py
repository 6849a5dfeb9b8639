"""The databases themselves refuse to change what was recorded."""

from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.exc import DBAPIError

from ledger.errors import StoreUnusable
from ledger.store import Anything, CommitDraft, open_store
from ledger.store.engine import open_database
from ledger.store.event_store import EventStore

MakeCommit = Callable[..., CommitDraft]


@pytest.fixture(autouse=True)
def _recorded(request: pytest.FixtureRequest, make_commit: MakeCommit) -> None:
    if "sql" in request.fixturenames:
        store: EventStore = request.getfixturevalue("store")
        with store.writing() as writer:
            writer.append(
                writer.create_campaign("Chicago by Night", 0)[1], [make_commit()], Anything()
            )


@pytest.mark.parametrize("table", ["commits", "events"])
@pytest.mark.parametrize("change", ["UPDATE {} SET by = 'Eve'", "DELETE FROM {}"])
def test_changes_are_refused(sql: Callable[..., None], table: str, change: str) -> None:
    """UPDATE and DELETE fail whoever sends them, and say why."""
    with pytest.raises(DBAPIError, match=f"{table} are append-only"):
        sql(change.format(table))


@pytest.mark.parametrize("table", ["commits", "events"])
def test_a_row_is_not_replaced(sql: Callable[..., None], table: str) -> None:
    """An INSERT that would take a row's place fails too, in the words of each database."""
    replacing = {
        "commits": "ON CONFLICT (campaign, branch, number) DO UPDATE SET line = 'Eve'",
        "events": "ON CONFLICT (campaign, branch, position) DO UPDATE SET by = 'Eve'",
    }
    with pytest.raises(DBAPIError, match="append-only"):
        sql(f"INSERT INTO {table} SELECT * FROM {table} WHERE true {replacing[table]}")


@pytest.mark.parametrize(
    "table, other",
    [
        ("events", ""),
        ("commits", ""),
        ("commits", "number = 2"),  # then it is the id that is taken
        ("commits", "id = 'llllllllllll', number = 2"),  # and now the key
    ],
)
def test_sqlite_replaces_no_row(
    sqlite_target: str, make_commit: MakeCommit, table: str, other: str
) -> None:
    """SQLite's INSERT OR REPLACE, which fires no DELETE trigger, fails for every unique key."""
    store = open_store(sqlite_target, "write")
    with store.writing() as writer:
        _, main = writer.create_campaign("Chicago by Night", 0)
        writer.append(main, [make_commit(key="1")], Anything())
    store.close()
    engine = create_engine(f"sqlite:///{sqlite_target}")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE TEMP TABLE copy AS SELECT * FROM {table}"))
        if other:
            connection.execute(text(f"UPDATE copy SET {other}"))
        with pytest.raises(DBAPIError, match="append-only"):
            connection.execute(text(f"INSERT OR REPLACE INTO {table} SELECT * FROM copy"))
    engine.dispose()


@pytest.mark.parametrize("table", ["commits CASCADE", "events"])
def test_truncate_is_refused(postgres_target: str, table: str) -> None:
    """PostgreSQL's short way to empty a table is closed as well."""
    engine = create_engine(postgres_target)
    with engine.connect() as connection, pytest.raises(DBAPIError, match="append-only"):
        connection.execute(text(f"TRUNCATE {table}"))
    engine.dispose()


# The grants of PostgreSQL ----------------------------------------------------------------


@pytest.fixture
def login(postgres_target: str) -> Iterator[Callable[[str], str]]:
    """Make a role that may log in as a member of a group; the URL it logs in with."""
    engine = create_engine(postgres_target, isolation_level="AUTOCOMMIT")
    made: list[str] = []

    def make(group: str) -> str:
        made.append(f"test_{uuid4().hex}")
        with engine.connect() as connection:
            connection.execute(
                text(f"CREATE ROLE {made[-1]} LOGIN PASSWORD 'secret' IN ROLE {group}")
            )
        url = make_url(postgres_target).set(username=made[-1], password="secret")  # noqa: S106  of this test
        return url.render_as_string(hide_password=False)

    yield make
    with engine.connect() as connection:
        for role in made:
            connection.execute(text(f"DROP ROLE {role}"))
    engine.dispose()


def test_a_writer_appends(login: Callable[[str], str], make_commit: MakeCommit) -> None:
    """A member of campaign_writer makes campaigns and branches, and appends."""
    store = open_store(login("campaign_writer"), "write")
    with store.writing() as writer:
        _, main = writer.create_campaign("Chicago by Night", 0)
        main, _ = writer.append(main, [make_commit()], Anything())
        fork = writer.create_branch(main, "if", 1)
        writer.append(fork, [make_commit()], Anything())
        assert len(writer.events(fork)) == 2
    store.close()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE commits SET line = ''",
        "UPDATE events SET note = ''",
        "DELETE FROM commits",
        "DELETE FROM events",
        "DELETE FROM branches",
        "DELETE FROM campaigns",
        "TRUNCATE events",
    ],
)
def test_a_writer_may_not_change(login: Callable[[str], str], change: str) -> None:
    """The same role has no right to change commits and events, nor to delete anything."""
    engine = create_engine(login("campaign_writer"))
    with engine.connect() as connection, pytest.raises(DBAPIError, match="permission denied"):
        connection.execute(text(change))
    engine.dispose()


def test_a_reader_reads_and_may_not_write(login: Callable[[str], str]) -> None:
    """A member of campaign_reader opens a store, reads, and is told in one line what it may not."""
    store = open_store(login("campaign_reader"), "read")
    with store.reading() as reader:
        assert reader.campaigns() == ()
    store.close()
    store = open_store(login("campaign_reader"), "write")
    with pytest.raises(StoreUnusable, match="permission denied"), store.writing() as writer:
        writer.create_campaign("Chicago by Night", 0)
    store.close()


def test_no_event_stands_without_its_commit(store_target: str) -> None:
    """Foreign keys are on for every writer, in SQLite too."""
    database = open_database(store_target, "write", patience=1)
    orphan = (
        "INSERT INTO events (campaign, branch, position, commit_id, ordinal, kind, schema, at, body) "
        "VALUES (1, 1, 1, 'kkkkkkkkkkkk', 1, 'vampire.hit', 1, 0, '')"
    )
    with pytest.raises(DBAPIError, match=r"(?i)foreign key"), database.writing() as connection:
        connection.execute(text(orphan))
    database.close()
