"""What can be asked of a store inside one transaction.

A branch is read as its history is told: the ancestors up to each fork, then its own rows.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Executable, Table, asc, desc, func, or_, select, type_coerce
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.types import NullType

from ledger.errors import Refused
from ledger.store import lineage
from ledger.store.public_id import first_and_last
from ledger.store.rows import (
    EVERYONE,
    BranchRow,
    CampaignRow,
    CommitRow,
    EventRow,
    Everyone,
    Order,
    Sieve,
    ToldRow,
)
from ledger.store.sieve import conditions
from ledger.store.storable import refuse_unstorable
from ledger.store.tables import (
    BRANCH_COLUMNS,
    CAMPAIGN_COLUMNS,
    COMMIT_COLUMNS,
    EVENT_COLUMNS,
    IS_ADDITION,
    IS_AMENDED,
    branches,
    campaigns,
    commits,
    events,
)

T = TypeVar("T")
_ORDERS: dict[Order, tuple[str, ...]] = {"position": ("position",), "game": ("at", "position")}
_INSTANTS = (-(2**63), 2**63 - 1)  # what fits into a column
_AT_ONCE = 1000  # rows in memory while a whole branch passes by

# As they lie in the store: a damaged body may be of another type than the column's.
_RAW_EVENT_COLUMNS = [
    type_coerce(column, NullType()) if column.key == "body" else column for column in EVENT_COLUMNS
]


class Reader:
    """What can be asked inside one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._segments: dict[tuple[int, int], tuple[lineage.Segment, ...]] = {}

    def _rows(self, statement: Executable, values: dict[str, int] | None = None) -> Iterable[Any]:
        # Any: no type checker counts the columns, which tables.py takes from the row types.
        return self._connection.execute(statement, values)

    # Campaigns and branches ----------------------------------------------------------------

    def campaigns(self) -> tuple[CampaignRow, ...]:
        """Give all campaigns in the order of their creation."""
        statement = select(*CAMPAIGN_COLUMNS).order_by(campaigns.c.id)
        return tuple(CampaignRow(*row) for row in self._rows(statement))

    def campaign(self, name: str) -> CampaignRow:
        """Find a campaign by its name, or refuse with the names there are."""
        known = self.campaigns()
        for campaign in known:
            if campaign.name == name:
                return campaign
        raise Refused(f"no campaign {name!r}{_there_are(row.name for row in known)}")

    def branches(self, campaign: CampaignRow | BranchRow) -> tuple[BranchRow, ...]:
        """Give all branches of a campaign in the order of creation, deleted ones too."""
        number = campaign.id if isinstance(campaign, CampaignRow) else campaign.campaign
        statement = (
            select(*BRANCH_COLUMNS).where(branches.c.campaign == number).order_by(branches.c.id)
        )
        return tuple(BranchRow(*row) for row in self._rows(statement))

    def branch(self, campaign: CampaignRow, name: str | None = None) -> BranchRow:
        """Find a branch that is not deleted; None for the current one."""
        known = [row for row in self.branches(campaign) if row.deleted_at is None]
        for row in known:
            if row.name == name or (name is None and row.id == campaign.current_branch):
                return row
        shown = "that is current" if name is None else repr(name)
        raise Refused(f"no branch {shown}{_there_are(row.name for row in known)}")

    def lineage(self, branch: BranchRow) -> tuple[lineage.Segment, ...]:
        """Give the parts of a branch, the oldest first: a branch's id and its last position.

        None as the last position means all that there is.
        """
        key = (branch.campaign, branch.id)
        if key not in self._segments:
            # main, the most usual one, costs no query
            family = self.branches(branch) if branch.parent is not None else ()
            self._segments[key] = lineage.segments(branch, {row.id: row for row in family})
        return self._segments[key]

    # Events --------------------------------------------------------------------------------

    def events(
        self,
        branch: BranchRow,
        *,
        who: Everyone | str | Sequence[str | None] | None = EVERYONE,
        kinds: Sequence[str] | None = None,
        without: Sequence[str] = (),
        up_to: int | None = None,
        order: Order = "position",
    ) -> tuple[EventRow, ...]:
        """Give the events of a branch.

        `who` is one character, or None for what concerns the whole campaign, or several of
        these, or EVERYONE. `kinds` selects kinds (None: all) and `without` leaves some out.
        `up_to` is the last position that counts (None: the head). In the order "game" the
        in-game second comes first and the position second.
        """
        return self.read_events(
            branch,
            _event_rows,
            who=who,
            kinds=kinds,
            without=without,
            up_to=up_to,
            order=order,
        )

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
        """Give what *make* makes of the events that `events` would give.

        It gets each as a plain tuple of the fields of `EventRow`, one after the other: where ten
        thousands are folded, a row between the database and the event would cost as much as both.
        """
        conditions: list[ColumnElement[bool]] = []
        if not isinstance(who, Everyone):
            conditions.append(_concerns(who))
        if kinds is not None:
            conditions.append(events.c.kind.in_(kinds))
        if without:
            conditions.append(events.c.kind.not_in(without))
        return self._events(branch, *conditions, up_to=up_to, order=order, make=make)

    def read_stream(
        self,
        branch: BranchRow,
        make: Callable[[Iterable[Any]], T],
        who: str,
        *,
        up_to: int | None = None,
    ) -> T:
        """Give what *make* makes of one character's events in the order of the game.

        As `read_events` does it, but each tuple has None for the character: the name, which is
        known, would be a tenth of the reading.
        """
        return self._events(
            branch, _concerns(who), up_to=up_to, order="game", make=make, nameless=True
        )

    def additions(self, branch: BranchRow, *, up_to: int | None = None) -> tuple[EventRow, ...]:
        """Give the events whose kind ends in ".add", by position: the roster."""
        return self._events(branch, IS_ADDITION, up_to=up_to, make=_event_rows)

    def events_ending_after(self, branch: BranchRow, instant: int) -> tuple[EventRow, ...]:
        """Give the events that end later than an in-game second, by position."""
        end = func.coalesce(events.c.until, events.c.at)
        return self._events(branch, end > instant, up_to=None, make=_event_rows)

    def events_of(self, branch: BranchRow, commit: CommitRow) -> tuple[EventRow, ...]:
        """Give the events of one commit by ordinal; none if it is not on `branch`."""
        from_its_first = events.c.position >= commit.first_position
        of_it = events.c.commit_id == commit.id
        up_to = commit.last_position
        return self._events(branch, from_its_first, of_it, up_to=up_to, make=_event_rows)

    def amendments(self, branch: BranchRow, *, up_to: int | None = None) -> tuple[EventRow, ...]:
        """Give the events that take another's place, by position."""
        return self._events(branch, IS_AMENDED, up_to=up_to, make=_event_rows)

    def told(
        self,
        branch: BranchRow,
        sieve: Sieve,
        *,
        up_to: int | None = None,
        newest_first: bool = False,
    ) -> Iterator[ToldRow]:
        """Give the events that pass a sieve in the order of the game; few are held at once."""
        parts, way = self.lineage(branch), desc if newest_first else asc
        statement = lineage.of_told_events(
            branch.campaign, parts, *conditions(sieve), up_to=up_to
        ).order_by(*[way(name) for name in _ORDERS["game"]])
        for *columns, owner, recorded_at in self._passing(statement):
            yield ToldRow(EventRow(*columns), owner, recorded_at)

    def _events(
        self,
        branch: BranchRow,
        *conditions: ColumnElement[bool],
        up_to: int | None,
        order: Order = "position",
        make: Callable[[Iterable[Any]], T],
        nameless: bool = False,
    ) -> T:
        parts = self.lineage(branch)
        selection = lineage.of_events(
            branch.campaign, parts, *conditions, up_to=up_to, nameless=nameless
        ).order_by(*_ORDERS[order])
        with self._connection.execute(selection) as result:
            # the driver's own tuples: both give these columns as they are
            return make(cast("Iterable[Any]", result.cursor))

    # Commits -------------------------------------------------------------------------------

    def commits(self, branch: BranchRow, *, up_to: int | None = None) -> tuple[CommitRow, ...]:
        """Give the commits of a branch by number, up to an event's position (None: the head).

        A commit counts only with all its events.
        """
        return self._commits(branch, up_to=up_to)

    def newest_commits(self, branch: BranchRow, *, up_to: int | None = None) -> Iterator[CommitRow]:
        """Give the same from the newest on; few rows are held at once."""
        parts = self.lineage(branch)
        selection = lineage.of_commits(branch.campaign, parts, up_to=up_to)
        for row in self._passing(selection.order_by(desc("number"))):
            yield CommitRow(*row)

    def commit_by_key(self, branch: BranchRow, key: str) -> CommitRow | None:
        """Find a commit by its idempotency key, on this branch or before its fork."""
        refuse_unstorable("key", key)
        return next(iter(self._commits(branch, commits.c.key == key)), None)

    def commits_by_prefix(self, branch: BranchRow, prefix: str) -> tuple[CommitRow, ...]:
        """Give the commits of a branch whose id begins with `prefix`, by number."""
        limits = first_and_last(prefix)
        return () if limits is None else self._commits(branch, commits.c.id.between(*limits))

    def commit_at(self, branch: BranchRow, position: int) -> CommitRow | None:
        """Find the commit whose event has this position; None if there is no such event."""
        found = (
            self._events(branch, events.c.position >= position, up_to=position, make=_event_rows)
            if 0 < position <= lineage.FARTHEST
            else ()
        )
        if not found:
            return None
        return next(iter(self._commits(branch, commits.c.id == found[0].commit_id)), None)

    def commit_before(self, branch: BranchRow, recorded_at: int) -> CommitRow | None:
        """Find the last commit that was recorded at or before a UTC microsecond, if any."""
        least, most = _INSTANTS
        instant = max(least, min(most, recorded_at))
        selection = (
            lineage.of_commits(
                branch.campaign,
                self.lineage(branch),
                commits.c.recorded_at <= instant,
                up_to=None,
            )
            .order_by(desc("number"))
            .limit(1)
        )
        return next((CommitRow(*row) for row in self._rows(selection)), None)

    # A branch's own rows, however many --------------------------------------------------------

    def own_commits(self, branch: BranchRow) -> Iterator[CommitRow]:
        """Give what was committed on the branch itself, by number; few rows are held at once."""
        statement = select(*COMMIT_COLUMNS).where(*_own(commits, branch)).order_by("number")
        for row in self._passing(statement):
            yield CommitRow(*row)

    def own_events(self, branch: BranchRow) -> Iterator[EventRow]:
        """Give the events recorded on the branch itself, by position; few are held at once."""
        statement = select(*_RAW_EVENT_COLUMNS).where(*_own(events, branch)).order_by("position")
        for row in self._passing(statement):
            yield EventRow(*row)

    def _passing(self, statement: Executable) -> Iterator[Any]:
        options = {"yield_per": _AT_ONCE}
        rows = self._connection.execute(statement, execution_options=options)
        try:
            yield from rows
        finally:  # whoever has seen enough; perhaps long after the transaction
            if not self._connection.closed:
                rows.close()

    def _commits(
        self, branch: BranchRow, *conditions: ColumnElement[bool], up_to: int | None = None
    ) -> tuple[CommitRow, ...]:
        selection = lineage.of_commits(
            branch.campaign, self.lineage(branch), *conditions, up_to=up_to
        ).order_by("number")
        return tuple([CommitRow(*row) for row in self._rows(selection)])


def _event_rows(rows: Iterable[Any]) -> tuple[EventRow, ...]:
    return tuple([EventRow(*row) for row in rows])


def _own(table: Table, branch: BranchRow) -> tuple[ColumnElement[bool], ...]:
    return table.c.campaign == branch.campaign, table.c.branch == branch.id


def _concerns(who: str | Sequence[str | None] | None) -> ColumnElement[bool]:
    names = (who,) if who is None or isinstance(who, str) else who
    for name in names:
        refuse_unstorable("who", name)
    characters = [name for name in names if name is not None]
    if len(characters) == len(names):
        return events.c.who.in_(characters) if len(names) != 1 else events.c.who == characters[0]
    if not characters:
        return events.c.who.is_(None)
    return or_(events.c.who.is_(None), events.c.who.in_(characters))


def _there_are(names: Iterable[str]) -> str:
    known = ", ".join(repr(name) for name in names)
    return f"; there is {known}" if known else ""
