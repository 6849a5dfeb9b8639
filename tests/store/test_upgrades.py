"""Stores of released schemas are brought up to date, and hold what they held."""

from collections.abc import Callable
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine, inspect, text

import migrations
from ledger.errors import StoreUnusable
from ledger.store import CommitDraft, NoCommits, open_store, upgrade_store
from ledger.store.audit import verify
from ledger.store.schema import SCHEMA_REVISION
from ledger.store.tables import metadata

RELEASED = ("campaign_0001",)
TABLES = [metadata.tables[name] for name in ("campaigns", "branches", "commits", "events")]


def made_by(revision: str, connection: Connection) -> None:
    """Make the schema of a release."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(migrations.__path__[0])))
    command.upgrade(config, revision)


@pytest.fixture(params=RELEASED)
def old_store(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    empty_target: str,
    make_commit: Callable[..., CommitDraft],
) -> str:
    """A store of a released schema with a campaign in it."""
    new = open_store(str(tmp_path / "source.db"), "create")
    with new.writing() as writer:
        _, branch = writer.create_campaign("Old", 0)
        writer.append(branch, [make_commit(), make_commit()], NoCommits())
    new.close()
    source = create_engine(f"sqlite:///{tmp_path / 'source.db'}")
    url = empty_target if "://" in empty_target else f"sqlite:///{empty_target}"
    engine = create_engine(url)
    with engine.begin() as connection, source.connect() as given:
        made_by(request.param, connection)
        for table in TABLES:
            # columns as they were then
            names = [column["name"] for column in inspect(connection).get_columns(table.name)]
            rows = given.execute(table.select()).mappings().all()
            values = [{name: row[name] for name in names} for row in rows]
            connection.execute(table.insert(), values)
    engine.dispose()
    source.dispose()
    return empty_target


def test_an_old_store_says_how_it_is_upgraded(old_store: str) -> None:
    """No command of this version touches it before."""
    with pytest.raises(StoreUnusable, match="db upgrade"):
        open_store(old_store, "write")


def test_an_upgrade_keeps_what_was_recorded(old_store: str) -> None:
    """The chain of digests is whole, the tables still only grow, and the newest schema is there."""
    before, after = upgrade_store(old_store)
    assert before in RELEASED
    assert after == SCHEMA_REVISION
    store = open_store(old_store, "read")
    with store.reading() as reader:
        branch = reader.branch(reader.campaign("Old"))
        assert branch.head_position == len(reader.events(branch)) == 2
        assert verify(reader, branch) == []
        indexes = {row["name"] for row in inspect(reader._connection).get_indexes("events")}  # noqa: SLF001
    store.close()
    assert {index.name for index in metadata.tables["events"].indexes} <= indexes
    url = old_store if "://" in old_store else f"sqlite:///{old_store}"
    engine = create_engine(url)
    with engine.connect() as connection, pytest.raises(Exception, match="append-only"):
        connection.execute(text("UPDATE events SET note = 'changed'"))
    engine.dispose()
    assert upgrade_store(old_store) == (SCHEMA_REVISION, SCHEMA_REVISION)
