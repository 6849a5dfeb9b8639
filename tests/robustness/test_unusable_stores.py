"""What is no store, or no longer one: exit 3 in a line or two, and not a byte is changed."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ledger.moving.exporting import archive_lines
from ledger.service import Ledger
from ledger.store import open_store

Call = Callable[..., Any]
NOBODY = 65534

READING = (
    "status",
    "history",
    "due",
    "log",
    "characters",
    "campaigns",
    "export",
    "export --format csv",
    "export --format journal",
    "verify",
    "backup copy.db",
    "assert Vera level=Hurt",
    "db status",
    "db current",
)
WRITING = (
    "hit Vera 2 lethal",
    "note Vera hello",
    "note Vera hello --dry-run",
    "advance 1d",
    "undo",
    "rule dusk=17:00",
    "run session.journal",
    "import archive.jsonl",
    "rebuild",
    "db upgrade",
)
BEGINNING = ("init Again --start 1998-10-31",)
IDLE = ("import archive.jsonl", "rebuild", "db upgrade")  # where nothing is new
ALL = (*READING, *WRITING, *BEGINNING)


@pytest.fixture(scope="session")
def shelved(tmp_path_factory: pytest.TempPathFactory, begin: Callable[..., None]) -> Path:
    """A folder with a store, an export of it and a journal, to be copied."""
    folder = tmp_path_factory.mktemp("alley")
    store = str(folder / "campaign.db")
    open_store(store, "create").close()
    begin(store, "Vera")
    (folder / "session.journal").write_text("note Vera hello\n")
    with Ledger.open(store) as ledger, ledger.reading() as reader:
        archive = b"".join(archive_lines(reader, reader.campaigns()[0]))
    (folder / "archive.jsonl").write_bytes(archive)
    return folder


@pytest.fixture
def alley(shelved: Path, tmp_path: Path) -> Path:
    """A store with a campaign, and the files that commands name."""
    shutil.copytree(shelved, tmp_path, dirs_exist_ok=True)
    return tmp_path / "campaign.db"


def contents(folder: Path) -> dict[str, bytes]:
    """The files, without what SQLite puts beside a store and takes for it if it is missing."""
    files = [path for path in folder.iterdir() if not path.name.endswith(("-wal", "-shm"))]
    return {path.name: path.read_bytes() for path in files if path.is_file()}


def refuse(call: Call, store: Path, *lines: str, says: str = "") -> None:
    before = contents(store.parent)
    for line in lines:
        answer = call("--db", str(store), *line.split())
        assert (answer.code, answer.out) == (3, ""), (line, answer)
        assert answer.err.startswith("campaign: ")
        assert len(answer.err.splitlines()) <= 2, line
        assert says in answer.err, line
        assert contents(store.parent) == before, line


def test_a_folder_is_no_store(call: Call, alley: Path) -> None:
    """A folder in place of the store is named as one by every command."""
    alley.unlink()
    alley.mkdir()
    refuse(call, alley, *ALL, says="is a folder")


def test_a_text_is_no_store(call: Call, alley: Path) -> None:
    """A journal that is taken for the store stays as it is."""
    alley.write_text("hit Vera 2 lethal\n" * 500)
    refuse(call, alley, *ALL, says="is not the file of a store")


def test_another_programs_database_is_no_store(call: Call, alley: Path) -> None:
    """A database of browser history is not written into."""
    alley.unlink()
    with closing(sqlite3.connect(alley)) as base:
        base.execute("CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url TEXT)")
        base.execute("INSERT INTO moz_places VALUES (1, 'https://example.org')")
        base.commit()
    refuse(call, alley, *ALL)


def test_a_database_with_like_named_tables_is_no_store(call: Call, alley: Path) -> None:
    """Tables that are called as ours are do not make a store."""
    alley.unlink()
    with closing(sqlite3.connect(alley)) as base:
        for table in ("campaigns", "branches", "commits", "events"):
            base.execute(f"CREATE TABLE {table} (id INTEGER PRIMARY KEY, name TEXT)")
        base.commit()
    refuse(call, alley, *ALL)


@pytest.mark.parametrize("kept", ["header", "page", "half", "all but a page", "all but a byte"])
def test_a_truncated_store_is_damaged(call: Call, alley: Path, kept: str) -> None:
    """A store that a copy has cut off is said to be damaged, and is not made worse."""
    size, page = alley.stat().st_size, 4096
    lengths = {"header": 100, "page": page, "half": size // 2 // page * page}
    lengths |= {"all but a page": size - page, "all but a byte": size - 1}
    os.truncate(alley, lengths[kept])
    refuse(call, alley, *ALL)


@pytest.fixture
def shelf(alley: Path) -> Iterator[Path]:
    """The store in a folder that others than root may enter."""
    if os.getuid() != 0:
        pytest.skip("only root can become another user")
    folder = Path(tempfile.mkdtemp(prefix="campaign-test-"))  # pytest's own are closed to others
    folder.chmod(0o755)
    for name in ("campaign.db", "session.journal", "archive.jsonl"):
        shutil.copy(alley.with_name(name), folder / name)
        (folder / name).chmod(0o444)
    yield folder / "campaign.db"
    os.seteuid(0)
    shutil.rmtree(folder)


@pytest.fixture
def as_nobody(call: Call, alley: Path) -> Iterator[Callable[[], None]]:
    """Become another user until the test is over."""
    for line in ALL:  # another user may not be able to import what is imported late
        call("--db", str(alley), *line.split())
    yield lambda: os.seteuid(NOBODY)
    if os.getuid() == 0:
        os.seteuid(0)


@pytest.mark.parametrize("mode", [0o755, 0o777])
def test_a_read_only_store_is_not_recorded_in(
    call: Call, shelf: Path, as_nobody: Callable[[], None], mode: int
) -> None:
    """Who may only read the file is told so by every command that records."""
    shelf.parent.chmod(mode)
    os.chdir(shelf.parent)
    as_nobody()
    writes = [line for line in WRITING if "--dry-run" not in line and line not in IDLE]
    refuse(call, shelf, *writes, *BEGINNING)


@pytest.mark.parametrize("mode", [0o755, 0o777])
def test_a_read_only_store_is_read(
    call: Call, shelf: Path, as_nobody: Callable[[], None], mode: int
) -> None:
    """Who may only read the file is answered by every command that reads."""
    shelf.parent.chmod(mode)
    os.chdir(shelf.parent)
    before = shelf.read_bytes()
    as_nobody()
    for line in READING:
        if not line.startswith("backup"):
            answer = call("--db", str(shelf), *line.split())
            assert answer.code == (1 if line.startswith("assert") else 0), (line, answer)
            assert shelf.read_bytes() == before
