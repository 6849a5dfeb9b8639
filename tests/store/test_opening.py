"""A target that is no store is said to be none, and nothing is made of it or changed in it."""

import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Literal

import pytest
from sqlalchemy import create_engine, inspect, make_url, text

from ledger.errors import StoreUnusable
from ledger.store import Anything, CommitDraft, EventDraft, open_store, upgrade_store

MODES: list[Literal["read", "write", "create"]] = ["read", "write", "create"]


def contents(folder: Path) -> dict[str, bytes]:
    """Give every file of a folder with its bytes."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("mode", ["read", "write"])
def test_a_missing_file_is_not_made(tmp_path: Path, mode: Literal["read", "write"]) -> None:
    """A mistyped path creates no empty store, and says what would."""
    with pytest.raises(StoreUnusable, match=r"no store at .*nowhere.db: `campaign init` creates"):
        open_store(str(tmp_path / "nowhere.db"), mode)
    assert contents(tmp_path) == {}


def test_an_upgrade_makes_nothing(tmp_path: Path) -> None:
    """What is not there is not upgraded."""
    with pytest.raises(StoreUnusable, match="no store"):
        upgrade_store(str(tmp_path / "nowhere.db"))
    assert contents(tmp_path) == {}


@pytest.fixture(params=["text", "short text", "truncated", "foreign", "foreign wal", "page"])
def bad_file(request: pytest.FixtureRequest, tmp_path: Path, sqlite_template: Path) -> Path:
    """A file that is something else than a store."""
    folder = tmp_path / "bad"
    folder.mkdir()
    path = folder / "bad.db"
    match request.param:
        case "text":
            path.write_text("Dear diary, " * 1000)
        case "short text":
            path.write_text("x")
        case "truncated":
            path.write_bytes(sqlite_template.read_bytes()[:10_000])
        case "page":
            whole = bytearray(sqlite_template.read_bytes())
            whole[4096 : 4096 * 8] = b"\xff" * 4096 * 7
            path.write_bytes(whole)
        case _:
            connection = sqlite3.connect(path)
            if request.param == "foreign wal":
                connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("CREATE TABLE notes (body TEXT)")
            connection.commit()
            connection.close()
    return path


@pytest.mark.parametrize("mode", MODES)
def test_a_bad_file_is_not_touched(
    bad_file: Path, mode: Literal["read", "write", "create"]
) -> None:
    """What is no store is refused in every mode, with not a byte of it changed."""
    before = bad_file.read_bytes()
    with pytest.raises(StoreUnusable):
        open_store(str(bad_file), mode)
    assert bad_file.read_bytes() == before


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("place", [".", "missing/new.db", "file.txt/new.db", "a\0b"])
def test_a_bad_path_is_refused(
    tmp_path: Path, place: str, mode: Literal["read", "write", "create"]
) -> None:
    """A folder, a path through a file, and no path at all are no stores."""
    (tmp_path / "file.txt").touch()
    with pytest.raises(StoreUnusable):
        open_store(f"{tmp_path}/{place}", mode)
    assert contents(tmp_path) == {"file.txt": b""}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "url",
    [
        "mysql://root@localhost/campaign",
        "sqlite:///campaign.db?mode=memory",
        "sqlite://host/campaign.db",
        "postgresql+nothing://[",
        "://",
        "postgresql+psycopg://localhost:1/campaign?connect_timeout=2",
        "postgresql://localhost:1/campaign?connect_timeout=2",
        "postgresql+psycopg://localhost:1/campaign?no_such_option=1",
        "postgresql+psycopg:///campaign?host=/nowhere",
    ],
)
def test_a_bad_url_is_refused(url: str, mode: Literal["read", "write", "create"]) -> None:
    """A URL of no database, of another kind or of an unreachable server says so."""
    with pytest.raises(StoreUnusable):
        open_store(url, mode)


def test_a_password_is_not_shown() -> None:
    """The message about an unreachable server names it without its password."""
    with pytest.raises(StoreUnusable) as refusal:
        open_store("postgresql+psycopg://ann:secret@localhost:1/campaign", "read")
    assert "secret" not in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_missing_driver_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL is an extra of the package, and the message names it."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreUnusable, match=r"pip install 'campaign-ledger\[postgres\]'"):
        open_store("postgresql+psycopg://localhost/campaign", "read")


def test_an_unknown_database_or_role_is_refused(postgres_target: str) -> None:
    """A server that does not let us in is quoted."""
    url = make_url(postgres_target).set(database="nowhere").render_as_string(hide_password=False)
    with pytest.raises(StoreUnusable, match="nowhere"):
        open_store(url, "create")


@pytest.mark.parametrize("mode", ["read", "write"])
def test_an_empty_database_is_no_store(empty_target: str, mode: Literal["read", "write"]) -> None:
    """An empty database, or an empty file, becomes a store only when one is created."""
    if "://" not in empty_target:
        Path(empty_target).touch()
    with pytest.raises(StoreUnusable, match="campaign init"):
        open_store(empty_target, mode)
    open_store(empty_target, "create").close()
    open_store(empty_target, mode).close()


def test_a_server_with_other_tables_is_refused(empty_postgres: str) -> None:
    """Another program's database does not become a store."""
    engine = create_engine(empty_postgres)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE notes (body text)"))
    with pytest.raises(StoreUnusable, match="other tables"):
        open_store(empty_postgres, "create")
    assert inspect(engine).get_table_names() == ["notes"]
    engine.dispose()


def test_create_opens_what_is_there(store_target: str) -> None:
    """A second `create` makes nothing new and loses nothing."""
    store = open_store(store_target, "create")
    with store.writing() as writer:
        campaign, _ = writer.create_campaign("Chicago by Night", 0)
    store.close()
    store = open_store(store_target, "create")
    with store.reading() as reader:
        assert reader.campaigns() == (campaign,)
    store.close()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "name", ["my campaign", "who?mode=memory", "#1", "100%41", 'O\'Hara "x"', "Häuser", ":memory:"]
)
def test_any_name_is_a_path(
    sqlite_template: Path, tmp_path: Path, name: str, mode: Literal["read", "write", "create"]
) -> None:
    """Characters that mean something in a URI mean nothing in a path."""
    shutil.copy(sqlite_template, tmp_path / name)
    open_store(str(tmp_path / name), mode).close()
    assert {path.name.removesuffix("-wal").removesuffix("-shm") for path in tmp_path.iterdir()} == {
        name
    }


def test_a_relative_path_is_one(
    sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store is found from the folder one is in, also by its URL."""
    shutil.copy(sqlite_template, tmp_path / "campaign.db")
    monkeypatch.chdir(tmp_path)
    open_store("campaign.db", "read").close()
    open_store("sqlite:///campaign.db", "read").close()


def test_a_writer_leaves_one_file(tmp_path: Path) -> None:
    """Once the last writer has closed, the store is one file that can be copied."""
    store = open_store(str(tmp_path / "campaign.db"), "create")
    with store.writing() as writer:
        writer.create_campaign("Chicago by Night", 0)
    store.close()
    assert list(contents(tmp_path)) == ["campaign.db"]


@pytest.fixture
def backups(sqlite_template: Path) -> Iterator[Path]:
    """A store in a folder where nothing can be written, seen by somebody who is not root."""
    folder = Path(tempfile.mkdtemp(prefix="campaign-test-"))  # pytest's own are closed to others
    path = Path(shutil.copy(sqlite_template, folder / "campaign.db"))
    path.chmod(0o444)
    folder.chmod(0o555)
    somebody = os.geteuid()
    if somebody == 0:
        os.seteuid(65534)
    yield path
    os.seteuid(somebody)
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_store_is_read_where_nothing_can_be_written(backups: Path) -> None:
    """A store on a disc of backups is read, though no file can be made beside it."""
    store = open_store(str(backups), "read")
    with store.reading() as reader:
        assert reader.campaigns() == ()
    store.close()


@pytest.mark.parametrize("mode", ["write", "create"])
def test_a_store_that_cannot_be_written_says_so(
    backups: Path, mode: Literal["write", "create"]
) -> None:
    """Who may not write the file is told so in one line."""
    with pytest.raises(StoreUnusable, match="cannot be"):
        open_store(str(backups), mode)


def test_a_store_that_cannot_be_made_says_so(backups: Path) -> None:
    """Who may not write into the folder is told so in one line."""
    with pytest.raises(StoreUnusable, match="cannot be"):
        open_store(str(backups.with_name("new.db")), "create")


def test_a_file_that_cannot_be_read_says_so(backups: Path) -> None:
    """Who may not read the file is told so in one line."""
    owner = os.geteuid()
    os.seteuid(os.getuid())
    backups.chmod(0)
    os.seteuid(owner)
    with pytest.raises(StoreUnusable, match="Permission denied"):
        open_store(str(backups), "read")


def test_a_device_is_no_store() -> None:
    """What is no regular file is not even opened."""
    with pytest.raises(StoreUnusable, match="no regular file"):
        open_store(os.devnull, "create")


def test_a_text_that_is_none_is_damage(
    sqlite_target: str,
    make_commit: Callable[..., CommitDraft],
    make_event: Callable[..., EventDraft],
) -> None:
    """What the driver cannot read of an event is told as damage, in one line, and not as a bug."""
    store = open_store(sqlite_target, "write")
    with store.writing() as writer:
        _, main = writer.create_campaign("Chicago by Night", 0)
        writer.append(main, [make_commit(make_event(note="the alley"))], Anything())
    with closing(sqlite3.connect(sqlite_target, isolation_level=None)) as base:
        base.execute("DROP TRIGGER events_update")
        base.execute("UPDATE events SET note = CAST(x'ff' AS TEXT)")
    with pytest.raises(StoreUnusable, match="not UTF-8"), store.reading() as reader:
        reader.events(main)
    store.close()
