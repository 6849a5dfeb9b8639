"""An open store, and the transactions in which everything happens."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ledger.store.engine import Database
from ledger.store.reader import Reader
from ledger.store.writer import Writer

__all__ = ["EventStore", "Reader", "Writer"]


class EventStore:
    """An open store; see `ledger.store.open_store`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def name(self) -> str:
        """The target in words for a message: a path, or a URL without its password."""
        return self._database.name

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        """Open a transaction in which every answer is of the same moment."""
        with self._database.reading() as connection:
            yield Reader(connection)

    @contextmanager
    def examining(self) -> Iterator[tuple[Reader, list[str]]]:
        """Open a transaction to look for damage in, and say what the database itself has found."""
        with self._database.examining() as (connection, damage):
            yield Reader(connection), damage

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """Open a transaction that is kept if the block ends, and undone if it raises."""
        with self._database.writing() as connection:
            writer = Writer(connection, self._database.taken)
            yield writer
            writer.refuse_after_failure()

    def copy(self, target: Path) -> None:
        """Copy the store to a new file while others may write; Refused if the file exists."""
        self._database.copy(target)

    def close(self) -> None:
        """Close all connections; a store in memory ends here."""
        self._database.close()
