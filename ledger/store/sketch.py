"""A sketch: a branch that goes on in memory only, and is gone when nobody looks at it any more.

It is read like a branch, its stored past included, and appended to like one, so that whatever records
commands can try them. The store sees reading questions and nothing else.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import merge
from operator import itemgetter
from typing import Any, TypeVar

from msgspec.structs import astuple

from ledger.store.allotment import allot
from ledger.store.reader import Reader
from ledger.store.rows import (
    EVERYONE,
    BranchRow,
    CommitDraft,
    CommitRow,
    EventRow,
    Everyone,
    Expected,
    Order,
    Sieve,
    ToldRow,
)

T = TypeVar("T")


class Sketch(Reader):
    """What can be asked inside one transaction, and one branch to go on with in memory."""

    def __init__(self, reader: Reader, branch: BranchRow) -> None:
        """Go on from the head of *branch*, which may be a row cut back to an earlier commit."""
        super().__init__(reader._connection)  # noqa: SLF001  its own kind
        self._reader = reader
        self._branch = branch
        self._own_commits: list[CommitRow] = []
        self._own_events: list[EventRow] = []

    def append(
        self,
        branch: BranchRow,
        drafts: Sequence[CommitDraft],
        expected: Expected,  # noqa: ARG002  nobody else appends
    ) -> tuple[BranchRow, tuple[CommitRow, ...]]:
        """Add commits with their events at the head; the new head and the commits."""
        head, commits, events = allot(branch, drafts)
        self._own_commits += commits
        self._own_events += [row for rows in events for row in rows]
        return head, commits

    # Events --------------------------------------------------------------------------------

    def read_events(
        self,
        branch: BranchRow,
        make: Callable[[Iterable[Any]], T],
        *,
        who: Everyone | str | Sequence[str | None] | None = EVERYONE,
        kinds: Sequence[str] | None = None,
        without: Sequence[str] = (),
        up_to: int | None = None,
        order: Order = "position",
    ) -> T:
        """Give what *make* makes of the events of a branch, as a reader does."""
        stored: list[Any] = self._reader.read_events(
            branch,
            list,
            who=who,
            kinds=kinds,
            without=without,
            up_to=self._stored(branch, up_to),
            order=order,
        )
        own = [
            astuple(row)
            for row in self._events_up_to(branch, up_to)
            if _concerns(row, who)
            and (kinds is None or row.kind in kinds)
            and row.kind not in without
        ]
        rows = [*stored, *own]
        if own and order == "game":
            rows.sort(key=itemgetter(*map(EventRow.__struct_fields__.index, ("at", "position"))))
        return make(rows)

    def read_stream(
        self,
        branch: BranchRow,
        make: Callable[[Iterable[Any]], T],
        who: str,
        *,
        up_to: int | None = None,
    ) -> T:
        """Give what *make* makes of one character's events in the order of the game."""
        return self.read_events(branch, make, who=who, up_to=up_to, order="game")

    def additions(self, branch: BranchRow, *, up_to: int | None = None) -> tuple[EventRow, ...]:
        """Give the events whose kind ends in ".add", by position: the roster."""
        stored = self._reader.additions(branch, up_to=self._stored(branch, up_to))
        own = self._events_up_to(branch, up_to)
        return (*stored, *[row for row in own if row.kind.endswith(".add")])

    def events_ending_after(self, branch: BranchRow, instant: int) -> tuple[EventRow, ...]:
        """Give the events that end later than an in-game second, by position."""
        stored = self._reader.events_ending_after(branch, instant)
        if not self._is_mine(branch):
            return stored
        past = [row for row in stored if row.position <= self._branch.head_position]
        own = [r for r in self._own_events if (r.at if r.until is None else r.until) > instant]
        return (*past, *own)

    def events_of(self, branch: BranchRow, commit: CommitRow) -> tuple[EventRow, ...]:
        """Give the events of one commit by ordinal; none if it is not on `branch`."""
        if commit in self._own_commits and self._is_mine(branch):
            return tuple([row for row in self._own_events if row.commit_id == commit.id])
        return self._reader.events_of(branch, commit)

    def amendments(self, branch: BranchRow, *, up_to: int | None = None) -> tuple[EventRow, ...]:
        """Give the events that take another's place, by position."""
        stored = self._reader.amendments(branch, up_to=self._stored(branch, up_to))
        own = [row for row in self._events_up_to(branch, up_to) if row.amends is not None]
        return (*stored, *own)

    def told(
        self,
        branch: BranchRow,
        sieve: Sieve,
        *,
        up_to: int | None = None,
        newest_first: bool = False,
    ) -> Iterator[ToldRow]:
        """Give the events that pass a sieve in the order of the game; of its own it gives all.

        A sieve lets through more than was asked for, and whoever asks looks at each row again.
        """
        stored = self._reader.told(
            branch, sieve, up_to=self._stored(branch, up_to), newest_first=newest_first
        )
        commits = {row.id: row for row in self._own_commits}
        own = [
            ToldRow(row, self._branch.id, commits[row.commit_id].recorded_at)
            for row in self._events_up_to(branch, up_to)
        ]
        own.sort(key=_in_the_game, reverse=newest_first)
        return merge(stored, own, key=_in_the_game, reverse=newest_first)

    # Commits -------------------------------------------------------------------------------

    def newest_commits(self, branch: BranchRow, *, up_to: int | None = None) -> Iterator[CommitRow]:
        """Give the commits of a branch from the newest on."""
        return reversed(self.commits(branch, up_to=up_to))

    def commits(self, branch: BranchRow, *, up_to: int | None = None) -> tuple[CommitRow, ...]:
        """Give the commits of a branch by number, up to an event's position (None: the head)."""
        stored = self._reader.commits(branch, up_to=self._stored(branch, up_to))
        own = self._own_commits if self._is_mine(branch) else ()
        return (*stored, *[row for row in own if up_to is None or row.last_position <= up_to])

    def commit_by_key(self, branch: BranchRow, key: str) -> CommitRow | None:
        """Find a commit by its idempotency key."""
        found = self._reader.commit_by_key(branch, key)
        return self._first(
            branch,
            found,
            [row for row in self._own_commits if row.key is not None and row.key == key],
        )

    def commits_by_prefix(self, branch: BranchRow, prefix: str) -> tuple[CommitRow, ...]:
        """Give the commits of a branch whose id begins with `prefix`, by number."""
        found = self._reader.commits_by_prefix(branch, prefix)
        if not self._is_mine(branch):
            return found
        own = [row for row in self._own_commits if row.id.startswith(prefix)]
        return (*[row for row in found if self._is_past(row)], *own)

    def commit_at(self, branch: BranchRow, position: int) -> CommitRow | None:
        """Find the commit whose event has this position; None if there is no such event."""
        found = self._reader.commit_at(branch, position)
        own = [r for r in self._own_commits if r.first_position <= position <= r.last_position]
        return self._first(branch, found, own)

    def commit_before(self, branch: BranchRow, recorded_at: int) -> CommitRow | None:
        """Find the last commit that was recorded at or before a UTC microsecond, if any."""
        past = [row for row in self.commits(branch) if row.recorded_at <= recorded_at]
        return past[-1] if past else None

    def _first(
        self, branch: BranchRow, found: CommitRow | None, own: Iterable[CommitRow]
    ) -> CommitRow | None:
        if not self._is_mine(branch):
            return found
        past = () if found is None or not self._is_past(found) else (found,)
        return next(iter((*past, *own)), None)

    def _is_mine(self, branch: BranchRow) -> bool:
        return (branch.campaign, branch.id) == (self._branch.campaign, self._branch.id)

    def _is_past(self, commit: CommitRow) -> bool:
        return commit.last_position <= self._branch.head_position

    def _stored(self, branch: BranchRow, up_to: int | None) -> int | None:
        """The last position that counts of what is stored; None for all of it."""
        if not self._is_mine(branch):
            return up_to
        base = self._branch.head_position
        return base if up_to is None else min(up_to, base)

    def _events_up_to(self, branch: BranchRow, up_to: int | None) -> Iterable[EventRow]:
        own = self._own_events if self._is_mine(branch) else []
        return [row for row in own if up_to is None or row.position <= up_to]


def _in_the_game(told: ToldRow) -> tuple[int, int]:
    return told.event.at, told.event.position


def _concerns(row: EventRow, who: Everyone | str | Sequence[str | None] | None) -> bool:
    if isinstance(who, Everyone):
        return True
    return row.who == who if who is None or isinstance(who, str) else row.who in who
