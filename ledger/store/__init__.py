"""The append-only store of campaigns: commits and their events, on SQLite or PostgreSQL.

The store knows events, not rules: a kind is a name and a body is bytes to it. Everything
that reads or writes goes through `open_store`; SQLAlchemy is imported only then.
"""

from typing import TYPE_CHECKING, Literal

from ledger.store.file_header import belongs_to_store
from ledger.store.public_id import random_id
from ledger.store.rows import (
    EVERYONE,
    Anything,
    BranchRow,
    CampaignRow,
    CommitDraft,
    CommitRow,
    EventDraft,
    EventRow,
    Everyone,
    Exactly,
    Expected,
    NoCommits,
    Sieve,
    SomeCommits,
    Span,
    ToldRow,
)

if TYPE_CHECKING:
    from ledger.store.engine import Description
    from ledger.store.event_store import EventStore, Reader
    from ledger.store.sketch import Sketch

__all__ = [
    "EVERYONE",
    "Anything",
    "BranchRow",
    "CampaignRow",
    "CommitDraft",
    "CommitRow",
    "EventDraft",
    "EventRow",
    "Everyone",
    "Exactly",
    "Expected",
    "NoCommits",
    "Sieve",
    "SomeCommits",
    "Span",
    "ToldRow",
    "belongs_to_store",
    "describe_store",
    "open_store",
    "random_id",
    "sketch_on",
    "upgrade_store",
]


def open_store(
    target: str, mode: Literal["read", "write", "create"], *, patience: float = 10.0
) -> "EventStore":
    """Open the store at `target`, a path or a SQLAlchemy URL (anything with "://").

    "read" and "write" want a store of this version's schema and never make one; "create"
    makes it where there is nothing yet and else opens it like "write". `sqlite://` alone is
    a store in memory that ends with `close`. `patience` is how many seconds a writer waits
    for another one before it gives up with `Conflict`.
    """
    from ledger.store.engine import open_database  # noqa: PLC0415  SQLAlchemy takes 190 ms
    from ledger.store.event_store import EventStore  # noqa: PLC0415  as above

    return EventStore(open_database(target, mode, patience=patience))


def sketch_on(reader: "Reader", branch: BranchRow) -> "Sketch":
    """A branch that goes on from the head of `branch` in memory only; nothing is written."""
    from ledger.store.sketch import Sketch  # noqa: PLC0415  SQLAlchemy takes 190 ms

    return Sketch(reader, branch)


def upgrade_store(target: str) -> tuple[str, str]:
    """Bring an existing store to this version's schema; its revision before and after."""
    from ledger.store.engine import upgrade_database  # noqa: PLC0415  SQLAlchemy takes 190 ms

    return upgrade_database(target)


def describe_store(target: str) -> "Description":
    """Say where an existing store of any schema lies, which revision it has and its size."""
    from ledger.store.engine import describe_database  # noqa: PLC0415  SQLAlchemy takes 190 ms

    return describe_database(target)
