"""Upgrades that are broken off: the old store is still there, and the upgrade can be repeated.

The migration is made up: it adds a table and a column, and rewrites what may be rewritten.
"""

import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

import migrations
from ledger.errors import StoreUnusable
from ledger.store import Anything, CommitDraft, open_store, schema, upgrade_store
from ledger.store.audit import verify
from ledger.store.engine import open_database
from ledger.store.event_store import EventStore

OLD, NEW = schema.SCHEMA_REVISION, "campaign_9000"
MADE_UP = '''
"""A next schema."""

import os
import signal

import sqlalchemy as sa
from alembic import op

revision = "{new}"
down_revision = "{old}"


def upgrade() -> None:
    op.create_table("omens", sa.Column("id", sa.Integer, primary_key=True))
    op.add_column("campaigns", sa.Column("motto", sa.Text))
    op.execute("UPDATE campaigns SET name = 'Half done'")
    {then}
    op.execute("UPDATE campaigns SET name = 'Chicago by Night', motto = 'by night'")
'''
# in a process of its own, for it is killed
UPGRADE = """
import sys
import migrations
from ledger.store import schema, upgrade_store
migrations.__path__ = [sys.argv[2]]
schema.SCHEMA_REVISION = sys.argv[3]
upgrade_store(sys.argv[1])
"""

MakeMigration = Callable[[str], Path]


@pytest.fixture
def target(store_target: str, make_commit: Callable[..., CommitDraft]) -> str:
    """A store of this version with a campaign in it."""
    store = open_store(store_target, "write")
    with store.writing() as writer:
        _, main = writer.create_campaign("Chicago by Night", 0)
        writer.append(main, [make_commit(), make_commit()], Anything())
    store.close()
    return store_target


@pytest.fixture
def make_migration(tmp_path: Path) -> MakeMigration:
    """Writes the made-up migration, with something to happen in its middle; its folder."""
    folder = tmp_path / "next migrations"

    def make(then: str) -> Path:
        shutil.copytree(Path(migrations.__path__[0]), folder, dirs_exist_ok=True)
        script = MADE_UP.format(old=OLD, new=NEW, then=then)
        (folder / "versions" / "9000_made_up.py").write_text(script, encoding="utf-8")
        return folder

    return make


def assert_old(target: str) -> None:
    """The store is what it was: its schema, its campaign, and it can be written to."""
    store = open_store(target, "write")
    with store.reading() as reader:
        (row,) = reader.campaigns()
        assert row.name == "Chicago by Night"
        assert len(reader.events(reader.branch(row))) == 2
    store.close()
    database = open_database(target, "read", patience=1)
    with database.reading() as connection:
        assert schema.revision(connection) == OLD
        assert not inspect(connection).has_table("omens")
        columns = {column["name"] for column in inspect(connection).get_columns("campaigns")}
        assert "motto" not in columns
    database.close()


def test_a_failure_in_the_middle_leaves_the_old_schema(
    target: str, make_migration: MakeMigration, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a migration stumbles over, nothing of it is kept, and it can be repeated."""
    folder = make_migration("raise RuntimeError('the lights went out')")
    with monkeypatch.context() as next_version:
        next_version.setattr(migrations, "__path__", [str(folder)])
        next_version.setattr(schema, "SCHEMA_REVISION", NEW)
        with pytest.raises(RuntimeError, match="the lights"):
            upgrade_store(target)
    assert_old(target)
    make_migration("pass")
    assert_new_after_upgrade(target, folder, monkeypatch)


def test_a_kill_in_the_middle_leaves_the_old_schema(
    target: str, make_migration: MakeMigration, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that dies within a migration leaves the store as it was, and no lock on it."""
    folder = make_migration("os.kill(os.getpid(), signal.SIGKILL)")
    killed = subprocess.run(
        [sys.executable, "-c", UPGRADE, target, str(folder), NEW], check=False, capture_output=True
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert_old(target)
    make_migration("pass")
    assert_new_after_upgrade(target, folder, monkeypatch)


def assert_new_after_upgrade(target: str, folder: Path, patch: pytest.MonkeyPatch) -> None:
    """The upgrade of the next version runs to its end; this version then keeps off the store."""
    with patch.context() as next_version:
        next_version.setattr(migrations, "__path__", [str(folder)])
        next_version.setattr(schema, "SCHEMA_REVISION", NEW)
        assert upgrade_store(target) == (OLD, NEW)
        store = open_store(target, "write")
        assert_sound(store)
        store.close()
        database = open_database(target, "read", patience=1)
        with database.reading() as connection:
            mottos = connection.execute(text("SELECT name, motto FROM campaigns")).all()
        database.close()
        assert [tuple(row) for row in mottos] == [("Chicago by Night", "by night")]
    with pytest.raises(StoreUnusable, match=f"{NEW}.*{OLD}"):
        open_store(target, "write")


def assert_sound(store: EventStore) -> None:
    """Every digest is right."""
    with store.reading() as reader:
        (row,) = reader.campaigns()
        assert verify(reader, reader.branch(row)) == []
