"""What the ledger is measured beside: the `eventsourcing` package on SQLite, and raw `sqlite3`."""

import json
import sqlite3
from pathlib import Path
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class Person(Aggregate):
    """Somebody who is hurt and heals, in the package's own idiom."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.hurt = 0

    @event("Struck")
    def strike(self, amount: int, source: str, day: int) -> None:  # noqa: ARG002  recorded
        """A blow."""
        self.hurt = max(0, self.hurt + amount - day % 2)


class Package:
    """The package's application with one store and one long aggregate."""

    def __init__(self, path: Path) -> None:
        self.application: Application[UUID] = Application(
            env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)}
        )
        self.growing = Person("Ann")
        self.application.save(self.growing)

    def person_of(self, events: int) -> UUID:
        """The id of a new aggregate with so many events, saved in batches."""
        person = Person("Vera")
        for day in range(1, events):
            person.strike(2, "claws", day)
            if day % 1_000 == 0:
                self.application.save(person)
        self.application.save(person)
        return person.id

    def trigger(self, events: int) -> None:
        """So many events that wait to be saved."""
        for day in range(events):
            self.growing.strike(2, "claws", day)

    def save(self) -> None:
        """What waits is saved in one transaction."""
        self.application.save(self.growing)

    def get(self, person: UUID) -> Any:
        """An aggregate, rebuilt."""
        return self.application.repository.get(person)


ROW = {"timestamp": "1998-10-31T21:00:00+00:00", "amount": 2, "source": "claws", "day": 1}


class Raw:
    """One table, and nothing around it: the floor."""

    def __init__(self, path: Path, *, events: int = 0) -> None:
        self.base = sqlite3.connect(path, isolation_level=None)
        self.base.execute("PRAGMA journal_mode = WAL")
        self.base.execute("PRAGMA synchronous = FULL")
        self.base.execute(
            "CREATE TABLE e (position INTEGER PRIMARY KEY, stream TEXT, at INTEGER, payload BLOB)"
        )
        if events:
            self.append(events)

    def append(self, events: int) -> None:
        """So many rows in one transaction."""
        rows = [("Vera", n, json.dumps(ROW).encode()) for n in range(events)]
        self.base.execute("BEGIN IMMEDIATE")
        self.base.executemany("INSERT INTO e (stream, at, payload) VALUES (?, ?, ?)", rows)
        self.base.execute("COMMIT")

    def payloads(self) -> list[Any]:
        """All payloads, not decoded."""
        return self.base.execute(
            "SELECT payload FROM e WHERE stream = 'Vera' ORDER BY position"
        ).fetchall()
