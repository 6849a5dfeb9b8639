"""The schema: made by migrations, described by tables.py, and compared by one row."""

import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Table, create_engine, inspect, text

import migrations
from ledger.errors import StoreUnusable
from ledger.store import open_store, upgrade_store
from ledger.store.engine import open_database
from ledger.store.event_store import EventStore
from ledger.store.rows import CommitRow, EventRow
from ledger.store.schema import SCHEMA_REVISION, upgrade
from ledger.store.tables import commits, events, metadata


def run(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_tables_are_what_the_migrations_make(store_target: str) -> None:
    """Metadata and migrations do not drift apart."""
    database = open_database(store_target, "read", patience=1)
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    database.close()


@pytest.mark.parametrize(
    ("table", "row", "besides"),
    [(commits, CommitRow, ["campaign"]), (events, EventRow, ["campaign", "branch"])],
)
def test_a_row_has_the_order_of_the_columns(
    table: Table, row: type[CommitRow | EventRow], besides: list[str]
) -> None:
    """Rows are inserted as tuples: the campaign (and branch), and then the row's own fields."""
    assert [column.name for column in table.columns] == [*besides, *row.__struct_fields__]


def test_partial_indexes_have_the_same_condition(store_target: str) -> None:
    """What Alembic does not compare: the conditions of the indexes for roster and settings."""
    database = open_database(store_target, "read", patience=1)
    with database.reading() as connection:
        conditions = {
            str(index["name"]): str(value)
            for index in inspect(connection).get_indexes("events")
            for key, value in index["dialect_options"].items()
            if "where" in key
        }
    database.close()
    assert conditions.keys() == {i.name for i in metadata.tables["events"].indexes if i.info}
    assert "who IS NULL" in conditions["ix_events_campaign"]
    assert "'%.add'" in conditions["ix_events_roster"]
    assert "amends IS NOT NULL" in conditions["ix_events_amended"]


@pytest.mark.parametrize(
    ("few", "index"),
    [
        ("kind LIKE '%.add'", "ix_events_roster"),
        ("who IS NULL", "ix_events_campaign"),
        ("amends IS NOT NULL", "ix_events_amended"),
    ],
)
def test_the_partial_index_is_used(sqlite_target: str, few: str, index: str) -> None:
    """SQLite's planner sees which serves the roster and which the campaign-wide events."""
    statement = (
        "SELECT position, body FROM events "
        f"WHERE campaign = 1 AND branch = 1 AND {few} ORDER BY position"
    )
    engine = create_engine(f"sqlite:///{sqlite_target}")
    with engine.connect() as connection:
        plan = connection.execute(text(f"EXPLAIN QUERY PLAN {statement}")).one()
    engine.dispose()
    assert index in plan[-1]


def test_the_revision_is_the_newest_migration() -> None:
    """The constant that a normal command compares is the head of the migrations."""
    script = ScriptDirectory(migrations.__path__[0])
    assert script.get_current_head() == SCHEMA_REVISION


@pytest.mark.parametrize("mode", ["read", "write", "create"])
def test_a_normal_command_does_not_import_alembic(sqlite_target: str, mode: str) -> None:
    """An existing store is opened without the 120 ms of Alembic."""
    code = (
        "import sys; from ledger.store import open_store; open_store(sys.argv[1], sys.argv[2]);"
        "assert 'sqlalchemy' in sys.modules; assert 'alembic' not in sys.modules"
    )
    result = run(code, sqlite_target, mode)
    assert (result.returncode, result.stderr) == (0, "")


def test_importing_the_store_does_not_import_sqlalchemy() -> None:
    """Errors, rows and ids are there for everybody without the 190 ms of SQLAlchemy."""
    result = run(
        "import sys, ledger.errors, ledger.store; ledger.store.random_id();"
        "assert not {'sqlalchemy', 'alembic', 'psycopg'} & set(sys.modules)"
    )
    assert (result.returncode, result.stderr) == (0, "")


def test_creating_a_store_says_nothing(tmp_path: Path) -> None:
    """Alembic's log is not the user's business, from any folder, whatever the path is called."""
    path = tmp_path / "100% new.db"
    code = "import sys; from ledger.store import open_store; open_store(sys.argv[1], 'create')"
    result = run(code, str(path))
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert path.exists()


@pytest.mark.parametrize("mode", ["read", "write", "create"])
def test_another_schema_is_refused_with_both_revisions(
    store_target: str, store: EventStore, mode: str
) -> None:
    """A store of a newer or older version is not touched, and both revisions are named."""
    database = open_database(store_target, "write", patience=1)
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'campaign_9999'"))
    database.close()
    assert store.name
    with pytest.raises(StoreUnusable, match=f"campaign_9999.*{SCHEMA_REVISION}.*db upgrade"):
        open_store(store_target, mode)  # type: ignore[arg-type]  # one of the three


def test_a_newer_schema_has_no_way_back(store_target: str) -> None:
    """An upgrade of what this version does not know is refused in one line."""
    database = open_database(store_target, "write", patience=1)
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'campaign_9999'"))
    database.close()
    with pytest.raises(StoreUnusable, match="campaign_9999"):
        upgrade_store(store_target)


def test_an_upgrade_of_the_newest_does_nothing(store_target: str) -> None:
    """An upgrade says where it came from and where it is."""
    assert upgrade_store(store_target) == (SCHEMA_REVISION, SCHEMA_REVISION)


def test_an_interrupted_upgrade_leaves_nothing(empty_target: str) -> None:
    """DDL is undone with its transaction, in both databases."""
    url = empty_target if "://" in empty_target else f"sqlite:///{empty_target}"
    engine = create_engine(url)
    with engine.connect() as connection:
        connection.exec_driver_sql("SELECT 1")
        if connection.in_transaction() and "sqlite" in url:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        upgrade(connection)
        assert inspect(connection).has_table("events")
        connection.rollback()
        assert inspect(connection).get_table_names() == []
    engine.dispose()


def test_a_store_in_memory_is_made_and_gone() -> None:
    """`sqlite://` is a store for a demonstration."""
    store = open_store("sqlite://", "create")
    with store.writing() as writer:
        campaign, _ = writer.create_campaign("Chicago by Night", 0)
    with store.reading() as reader:
        assert reader.campaigns() == (campaign,)
    store.close()
    store = open_store("sqlite://", "create")
    with store.reading() as reader:
        assert reader.campaigns() == ()
    store.close()
