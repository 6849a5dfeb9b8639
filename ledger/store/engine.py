"""Which database it is, and everything in which the two differ.

No other module asks. SQLite begins a writing transaction with BEGIN IMMEDIATE, which is the
lock of the whole file; PostgreSQL locks the head row (event_store.py) and waits for it no
longer than it should. A reading transaction sees one snapshot in both.
"""

import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any, Final, Literal

from msgspec import Struct
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    IntegrityError,
    NoSuchModuleError,
    OperationalError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool, StaticPool

from ledger.errors import Conflict, LedgerError, Refused, StoreUnusable
from ledger.store import schema
from ledger.store.file_header import MAGIC, header_of, hold, is_held, release

Mode = Literal["read", "write", "create"]

_FIRST = "campaign_first_statement"  # the execution option that says how to begin
_HELD = "campaign_held_file"  # what a connection's record knows of its file


class Keeping(Struct, frozen=True):
    """How a kind of database is looked after.

    Attributes:
        examine: what the database itself finds damaged; while it lasts, texts that are no texts
            can be read.
        copy: makes a copy at a path where an empty file is, while others write.
        size: how many bytes the database takes.
    """

    examine: Callable[[Connection], AbstractContextManager[list[str]]]
    copy: Callable[[Engine, Path], None]
    size: Callable[[Connection], int]


class Description(Struct, frozen=True):
    """What is to be known of a store before its tables are read.

    Attributes:
        location: an absolute path, or a URL without its password.
        revision: of its schema.
        newest: the revision that this version reads and writes.
        size: in bytes.
    """

    location: str
    revision: str
    newest: str
    size: int


class Database:
    """An open database: where transactions begin and what its errors mean."""

    def __init__(
        self,
        name: str,
        reads: Engine,
        writes: Engine | None,
        explain: Callable[[str, DBAPIError], LedgerError | None],
        taken: Callable[[IntegrityError], str],
        keeping: Keeping,
    ) -> None:
        self.name = name
        """The target in words for a message: a path, or a URL without its password."""
        self.taken = taken
        """The column whose value another row has already; "" if that was not the refusal."""
        self._reads = reads
        self._writes = writes
        self._explain = explain
        self._keeping = keeping
        self._driver_error: type[Exception] = reads.dialect.loaded_dbapi.Error

    @contextmanager
    def examining(self) -> Iterator[tuple[Connection, list[str]]]:
        """Open a reading transaction for a store that may be damaged, and say what is.

        A text that is not UTF-8 arrives with surrogates in it and stops nothing.
        """
        with self.reading() as connection, self._keeping.examine(connection) as damage:
            yield connection, damage

    def copy(self, target: Path) -> None:
        """Copy the database to a file that is made for it, while others may write.

        Raises:
            Refused: when the file exists or cannot be made; nothing is left of it then.
        """
        try:
            target.touch(exist_ok=False)
        except FileExistsError:
            raise Refused(f"{target} exists already; a backup never overwrites a file") from None
        except (OSError, ValueError) as error:
            raise Refused(f"{target} cannot be made: {error}") from error
        try:
            with self._plainly():
                self._keeping.copy(self._reads, target)
        except BaseException:
            target.unlink(missing_ok=True)
            raise

    def describe(self) -> Description:
        """Say which schema it has, where it lies and how large it is."""
        with self.reading() as connection:
            found = schema.revision(connection)
            size = self._keeping.size(connection)
        if found is None:
            raise _no_store(self.name)
        location = self.name if "://" in self.name else str(Path(self.name).absolute())
        return Description(location, found, schema.SCHEMA_REVISION, size)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that sees one snapshot."""
        with self._plainly(), self._reads.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that is kept if the block ends, and undone if it raises."""
        if self._writes is None:
            raise StoreUnusable(f"{self.name} was opened for reading only")
        with self._plainly(), self._writes.begin() as connection:
            yield connection

    def close(self) -> None:
        """Close all connections."""
        self._reads.dispose()

    @contextmanager
    def _plainly(self) -> Iterator[None]:
        """Say in one line what the user can do something about; let bugs be bugs."""
        try:
            yield
        except PoolTimeout as error:
            raise Conflict(f"too many connections to {self.name} at once: try again") from error
        except DBAPIError as error:
            explanation = self._explain(self.name, error)
            if explanation is None:
                raise
            raise explanation from error
        except self._driver_error as error:  # while rows are fetched (reader.py)
            explanation = self._explain(self.name, DBAPIError("fetch", None, error))
            if explanation is None:
                raise
            raise explanation from error


def open_database(target: str, mode: Mode, *, patience: float) -> Database:
    """Open the database at a path or URL and see to it that it holds this version's schema."""
    database = _connectable(target, mode, patience)
    try:
        if mode == "create":
            _create(database)
        else:
            _check(database)
    except BaseException:
        database.close()
        raise
    return database


def upgrade_database(target: str, *, patience: float = 10.0) -> tuple[str, str]:
    """Run the missing migrations of an existing store; its revision before and after."""
    database = _connectable(target, "write", patience)
    try:
        with database.writing() as connection:
            before = schema.revision(connection)
            if before is None:
                raise _no_store(database.name)
            schema.upgrade(connection)
            return before, schema.revision(connection) or before
    finally:
        database.close()


def describe_database(target: str, *, patience: float = 10.0) -> Description:
    """Look at an existing store of any schema."""
    database = _connectable(target, "read", patience)
    try:
        return database.describe()
    finally:
        database.close()


def _check(database: Database) -> None:
    with database.reading() as connection:
        found = schema.revision(connection)
    if found is None:
        raise _no_store(database.name)
    schema.refuse_other_revision(found, database.name)


def _create(database: Database) -> None:
    with database.writing() as connection:
        found = schema.revision(connection)
        if found is not None:
            schema.refuse_other_revision(found, database.name)
        elif schema.is_empty(connection):
            schema.upgrade(connection)
        else:
            raise StoreUnusable(
                f"{database.name} holds other tables than a campaign's: nothing was changed in it"
            )


def _no_store(name: str) -> StoreUnusable:
    return StoreUnusable(f"no store at {name}: `campaign init` creates one")


def _connectable(target: str, mode: Mode, patience: float) -> Database:
    if "://" not in target:
        return _sqlite_file(target, mode, patience)
    try:
        url = make_url(target)
    except (ArgumentError, ValueError) as error:
        raise StoreUnusable(f"{target!r} is neither a path nor the URL of a database") from error
    if url.drivername.partition("+")[0] in {"postgresql", "postgres"}:
        return _postgresql(url, mode, patience)
    if url.drivername.partition("+")[0] != "sqlite":
        raise StoreUnusable(
            f"{_shown(url)}: a store is a file, or postgresql+psycopg://user@host/database"
        )
    if url.query or url.host:
        raise StoreUnusable(f"{_shown(url)}: an SQLite URL is sqlite:///path, without options")
    if url.database not in {None, "", ":memory:"}:
        return _sqlite_file(str(url.database), mode, patience)
    if mode != "create":
        raise StoreUnusable("a store in memory is always new: it can only be created")
    return _sqlite(_shown(url), ":memory:", "create", patience)


def _shown(url: URL) -> str:
    return url.render_as_string(hide_password=True)


# SQLite ------------------------------------------------------------------------------------

_ACCESS: Final[Mapping[Mode, str]] = {"read": "ro", "write": "rw", "create": "rwc"}


def _sqlite_file(target: str, mode: Mode, patience: float) -> Database:
    path = Path(target)
    try:
        exists = _holds_sqlite_or_nothing(path)
    except (OSError, ValueError) as error:
        raise StoreUnusable(f"{target!r} cannot be opened: {error}") from error
    if not exists and mode != "create":
        raise _no_store(target)
    if not exists and not path.absolute().parent.is_dir():
        raise StoreUnusable(f"no folder {path.parent} for a new store {path.name}")
    uri = f"{path.absolute().as_uri()}?mode={_ACCESS[mode]}"  # as_uri quotes ?, # and %
    if mode == "read" and _is_frozen(path, uri):
        uri += "&immutable=1"
    return _sqlite(target, uri, mode, patience)


def _holds_sqlite_or_nothing(path: Path) -> bool:
    """Say whether there is a file at all, and refuse one that is none of SQLite's.

    SQLite itself would write its header over a text of a few bytes.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        return False
    if not S_ISREG(status.st_mode):
        kind = "a folder" if S_ISDIR(status.st_mode) else "no regular file"
        raise StoreUnusable(f"{str(path)!r} is {kind}, not the file of a store")
    if is_held(path):
        return True
    header = header_of(path)
    if header[: len(MAGIC)] not in {MAGIC, b""}:
        raise StoreUnusable(f"{str(path)!r} is not the file of a store")
    # SQLite itself finds out only when it wants something of the page that was cut.
    page = int.from_bytes(header[len(MAGIC) :])
    if status.st_size % (page if page > 1 else 65_536):  # which does not fit into two bytes
        raise StoreUnusable(f"{path} is damaged, its end is cut off: restore it from a backup")
    return True


def _is_frozen(path: Path, uri: str) -> bool:
    """Say whether the store lies where no file can be made, as on a disc of backups.

    A database in WAL mode wants a file beside it even for reading. If that cannot be made and
    no log waits to be read, then nobody can be writing either.
    """
    try:
        with closing(sqlite3.connect(uri, uri=True)) as probe:
            probe.execute("PRAGMA schema_version")
    except sqlite3.Error as error:
        wants_file = error.sqlite_errorname in {"SQLITE_READONLY_DIRECTORY", "SQLITE_CANTOPEN"}
        return wants_file and not path.with_name(path.name + "-wal").exists()
    return False


def _sqlite(name: str, uri: str, mode: Mode, patience: float) -> Database:
    def connect() -> sqlite3.Connection:
        # isolation_level None: transactions begin where this module says, DDL included.
        connection = sqlite3.connect(
            uri, uri=True, timeout=patience, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")  # what was acknowledged stays
        if mode == "create" and connection.execute("PRAGMA page_count").fetchone() == (0,):
            # Readers and the writer do not wait for each other; the file remembers it. Only
            # ever set in an empty file, because it changes a file that may be another's.
            connection.execute("PRAGMA journal_mode = WAL")
        return connection

    # In memory there is one connection, and the store is gone with it.
    pool = StaticPool if uri == ":memory:" else QueuePool
    engine = create_engine("sqlite://", creator=connect, poolclass=pool)
    event.listen(engine, "begin", _begin)
    if uri != ":memory:":
        _watch(engine, Path(name))
    reads = engine.execution_options(**{_FIRST: "BEGIN"})
    writes = engine.execution_options(**{_FIRST: "BEGIN IMMEDIATE"})
    writable = None if mode == "read" else writes
    return Database(name, reads, writable, _explain_sqlite, _taken_sqlite, _KEEPING_SQLITE)


def _watch(engine: Engine, path: Path) -> None:
    """Tell others of this process that connections have the file open (file_header.py)."""

    def opened(_connection: object, record: ConnectionPoolEntry) -> None:
        record.info[_HELD] = hold(path)

    def closed(_connection: object, record: ConnectionPoolEntry) -> None:
        release(record.info.pop(_HELD))

    event.listen(engine, "connect", opened)
    event.listen(engine, "close", closed)


@contextmanager
def _examine_sqlite(connection: Connection) -> Iterator[list[str]]:
    driver: Any = connection.connection.driver_connection
    driver.text_factory = lambda raw: raw.decode(errors="surrogateescape")
    try:
        rows = connection.exec_driver_sql("PRAGMA integrity_check(20)").scalars().all()
        yield [line for row in rows for line in str(row).splitlines() if line != "ok"]
    finally:
        driver.text_factory = str


def _copy_sqlite(engine: Engine, target: Path) -> None:
    # One step, which is one moment of the store: readers stop no writer in WAL mode.
    with closing(engine.raw_connection()) as source:
        try:
            with closing(sqlite3.connect(target)) as copy:
                driver: Any = source.driver_connection
                driver.backup(copy)
        except sqlite3.Error as error:
            raise Refused(f"{target} cannot be written: {error}") from error


def _size_sqlite(connection: Connection) -> int:
    pragmas = ("page_count", "page_size")
    pages, size = (connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in pragmas)
    return int(pages * size)


_KEEPING_SQLITE: Final = Keeping(_examine_sqlite, _copy_sqlite, _size_sqlite)


def _begin(connection: Connection) -> None:
    first = connection.get_execution_options().get(_FIRST)
    if first is not None:
        connection.exec_driver_sql(first)


_SQLITE_CODES: Final[Mapping[int, tuple[type[LedgerError], str]]] = {
    sqlite3.SQLITE_BUSY: (Conflict, "somebody else holds {name} for too long: try again"),
    sqlite3.SQLITE_LOCKED: (Conflict, "somebody else holds {name} for too long: try again"),
    sqlite3.SQLITE_NOTADB: (StoreUnusable, "{name} is not the file of a store"),
    sqlite3.SQLITE_CORRUPT: (StoreUnusable, "{name} is damaged: restore it from a backup"),
    sqlite3.SQLITE_READONLY: (StoreUnusable, "{name} cannot be written: its file is read-only"),
    sqlite3.SQLITE_CANTOPEN: (StoreUnusable, "{name} cannot be opened: {what}"),
    sqlite3.SQLITE_PERM: (StoreUnusable, "{name} cannot be opened: {what}"),
    sqlite3.SQLITE_FULL: (StoreUnusable, "no room for {name}: the disk is full"),
    sqlite3.SQLITE_IOERR: (StoreUnusable, "{name} cannot be read or written: {what}"),
}


def _explain_sqlite(name: str, error: DBAPIError) -> LedgerError | None:
    what = str(error.orig)
    code = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF  # the rest is a finer distinction
    if what.startswith(("no such table", "no such column")):
        return StoreUnusable(f"{name} lacks tables of a campaign store: {what}")
    if what.startswith("Could not decode to UTF-8"):
        return StoreUnusable(f"{name} is damaged (a text is not UTF-8): `verify` says where")
    if code not in _SQLITE_CODES:
        return None
    kind, message = _SQLITE_CODES[code]
    return kind(message.format(name=name, what=what))


def _taken_sqlite(error: IntegrityError) -> str:
    # "UNIQUE constraint failed: commits.campaign, commits.id", or a trigger's "… is taken"
    taken = re.search(r"(?:UNIQUE.*|append-only: \w+)\.(\w+)", str(error.orig))
    return taken[1] if taken else ""


# PostgreSQL --------------------------------------------------------------------------------


def _postgresql(url: URL, mode: Mode, patience: float) -> Database:
    try:
        engine = create_engine(
            url.set(drivername="postgresql+psycopg").update_query_dict(
                {"connect_timeout": "10"} | dict(url.query)
            ),
            paramstyle="format",  # values by position, as SQLite takes them (writer.py)
        )
    except (ImportError, NoSuchModuleError) as error:
        raise StoreUnusable(
            "PostgreSQL needs its driver: pip install 'campaign-ledger[postgres]'"
        ) from error
    except (ArgumentError, TypeError, ValueError) as error:
        raise StoreUnusable(f"{_shown(url)} is not the URL of a database: {error}") from error
    event.listen(engine, "begin", _begin)
    reads = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    # Not REPEATABLE READ: what is read under the lock of the head must be the newest.
    writes = engine.execution_options(
        isolation_level="READ COMMITTED",
        **{_FIRST: f"SET LOCAL lock_timeout = {max(1, round(patience * 1000))}"},
    )
    writable = None if mode == "read" else writes
    return Database(
        _shown(url), reads, writable, _explain_postgresql, _taken_postgresql, _KEEPING_POSTGRESQL
    )


@contextmanager
def _examine_postgresql(_: Connection) -> Iterator[list[str]]:
    yield []  # the server watches over its pages and encodings itself


def _copy_postgresql(_: Engine, __: Path) -> None:
    raise Refused(
        "a PostgreSQL database is backed up by its own tool: `pg_dump --format=custom`;\n"
        "`campaign export` writes one campaign as a file that any store can import"
    )


def _size_postgresql(connection: Connection) -> int:
    size = text("SELECT pg_database_size(current_database())")
    return int(connection.execute(size).scalar_one())


_KEEPING_POSTGRESQL: Final = Keeping(_examine_postgresql, _copy_postgresql, _size_postgresql)


_POSTGRESQL_STATES: Final[tuple[tuple[str, type[LedgerError], str], ...]] = (
    # The beginning of an SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html
    ("55P03", Conflict, "somebody else holds {name} for too long: try again"),
    ("40", Conflict, "somebody else wrote to {name} at the same time: try again"),
    ("42501", StoreUnusable, "{name} forbids it: {what}"),
    ("25006", StoreUnusable, "{name} can only be read: {what}"),
    ("42P01", StoreUnusable, "{name} lacks tables of a campaign store: {what}"),
    ("42703", StoreUnusable, "{name} lacks tables of a campaign store: {what}"),
    ("53", StoreUnusable, "{name} has run out of room or connections: {what}"),
    ("57P", StoreUnusable, "{name} was shut down: {what}"),
    ("08", StoreUnusable, "{name} cannot be reached: {what}"),
    ("28", StoreUnusable, "{name} cannot be reached: {what}"),
    ("3D000", StoreUnusable, "{name} cannot be reached: {what}"),
)


def _explain_postgresql(name: str, error: DBAPIError) -> LedgerError | None:
    what = (str(error.orig).splitlines() or [""])[0]
    state: str | None = getattr(error.orig, "sqlstate", None)
    if state is None:  # no answer from a server
        unreachable = isinstance(error, OperationalError) or error.statement is None
        return StoreUnusable(f"{name} cannot be reached: {what}") if unreachable else None
    for beginning, kind, message in _POSTGRESQL_STATES:
        if state.startswith(beginning):
            return kind(message.format(name=name, what=what))
    return None


def _taken_postgresql(error: IntegrityError) -> str:
    origin: Any = error.orig
    if origin.sqlstate != "23505":  # unique_violation
        return ""
    return str(origin.diag.constraint_name).rpartition("_")[2]  # "uq_commits_key"
