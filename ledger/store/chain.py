"""The digest chain: whoever changes a recorded byte changes every digest after it.

A commit's digest is taken over the digest before it, every column of the commit and every
column of its events, each payload by its own digest. The numeric ids of campaign and branch
are left out: they differ when a campaign is moved to another store, its history does not.
"""

from collections.abc import Iterable
from hashlib import sha256

import msgspec
from msgspec.structs import astuple

from ledger.store.rows import CommitRow, EventRow

GENESIS = "0" * 64  # the digest before the first commit of a campaign

_FORMAT = 1  # of the encoding below; a change of it begins a new chain, never rewrites one


def canonical(previous: str, commit: CommitRow, events: Iterable[EventRow]) -> bytes:
    """Write a commit and its events as one JSON list of plain values, in a fixed order.

    JSON tells null from "" and 1 from "1" and quotes every text, so two different commits
    cannot be written alike. Raises UnicodeEncodeError for text that has no UTF-8 form.
    """
    return msgspec.json.encode(
        [
            _FORMAT,
            previous,
            commit.number,
            commit.id,
            commit.line,
            commit.key,
            commit.by,
            commit.reason,
            commit.recorded_at,
            commit.first_position,
            commit.last_position,
            commit.clock,
            # every column of a row in its order, the body as its own digest
            [(*astuple(event)[:-1], sha256(event.body).hexdigest()) for event in events],
        ]
    )


def commit_digest(previous: str, commit: CommitRow, events: Iterable[EventRow]) -> str:
    """Give the digest of `commit` after `previous`, as 64 hexadecimal digits."""
    return sha256(canonical(previous, commit, events)).hexdigest()
