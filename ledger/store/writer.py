"""What can be added to a store inside one transaction: rows only, and where a branch ends."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from msgspec import structs
from sqlalchemy import (
    ClauseElement,
    Connection,
    Dialect,
    and_,
    bindparam,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.compiler import SQLCompiler

from ledger.errors import Conflict, LedgerError, Refused
from ledger.store.allotment import allot
from ledger.store.chain import GENESIS
from ledger.store.reader import Reader
from ledger.store.rows import (
    Anything,
    BranchRow,
    CampaignRow,
    CommitDraft,
    CommitRow,
    Exactly,
    Expected,
    NoCommits,
    SomeCommits,
)
from ledger.store.storable import refuse_unstorable
from ledger.store.tables import BRANCH_COLUMNS, branches, campaigns, commits, events

MAIN = 1
"""The id of every campaign's first branch."""

# Built once, because building them takes longer than SQLite takes to run them.
_THIS_BRANCH = and_(
    branches.c.campaign == bindparam("of_campaign"), branches.c.id == bindparam("of_branch")
)
_LOCK = select(*BRANCH_COLUMNS).where(_THIS_BRANCH).with_for_update()
_MOVE = (
    update(branches)
    .where(
        _THIS_BRANCH,
        branches.c.head_position == bindparam("old_position"),
        branches.c.head_digest == bindparam("old_digest"),
    )
    .values(
        {
            name: bindparam(name)
            for name in ("head_position", "head_commit", "head_digest", "clock", "deleted_at")
        }
    )
)


_ADD_COMMITS = insert(commits)
_ADD_EVENTS = insert(events)


@lru_cache(maxsize=16)  # four statements, of a database or two
def _for_driver(statement: ClauseElement, dialect: Dialect) -> tuple[str, tuple[str, ...]]:
    """A statement in the words of the driver, and the names of its values in their order.

    SQLAlchemy itself would make a dictionary of each row and go through it value by value, which
    takes as long as SQLite does.
    """
    compiled = statement.compile(dialect=dialect)
    assert isinstance(compiled, SQLCompiler)
    return str(compiled), tuple(compiled.positiontup or ())


class Writer(Reader):
    """What can be added inside one transaction, besides what can be asked."""

    def __init__(self, connection: Connection, taken: Callable[[IntegrityError], str]) -> None:
        super().__init__(connection)
        self._taken = taken
        self._heads: dict[tuple[int, int], BranchRow] = {}  # of the branches locked here
        self._failure: LedgerError | None = None

    def refuse_after_failure(self) -> None:
        """Refuse to go on after the database has refused rows: half of them may be there."""
        if self._failure is not None:
            raise self._failure

    # Campaigns and branches ----------------------------------------------------------------

    def create_campaign(self, name: str, created_at: int) -> tuple[CampaignRow, BranchRow]:
        """Begin a campaign with an empty branch main."""
        refuse_unstorable("name", name)
        known = self.campaigns()
        if any(row.name == name for row in known):
            raise Refused(f"there is a campaign {name!r} already")
        number = max((row.id for row in known), default=0) + 1
        campaign = CampaignRow(id=number, name=name, current_branch=MAIN, created_at=created_at)
        main = BranchRow(
            campaign=number,
            id=MAIN,
            name="main",
            parent=None,
            base_position=None,
            base_commit=None,
            head_position=0,
            head_commit=0,
            head_digest=GENESIS,
            clock=0,
            deleted_at=None,
        )
        with self._explained({"name": f"there is a campaign {name!r} already"}):
            self._connection.execute(insert(campaigns), structs.asdict(campaign))
            self._connection.execute(insert(branches), structs.asdict(main))
        return campaign, main

    def create_branch(self, parent: BranchRow, name: str, base_position: int) -> BranchRow:
        """Fork `parent` after the event at `base_position` (0: before the first one).

        A commit cannot be cut in two, so this must be the position of its last event.
        """
        refuse_unstorable("name", name)
        family = self.branches(parent)
        if any(row.name == name for row in family):
            raise Refused(f"there is, or was, a branch {name!r} already")
        base = self.commit_at(parent, base_position)
        if base_position != (base.last_position if base else 0):
            raise Refused(f"no commit of {parent.name} ends at position {base_position}")
        branch = BranchRow(
            campaign=parent.campaign,
            id=max(row.id for row in family) + 1,
            name=name,
            parent=parent.id,
            base_position=base_position,
            base_commit=base.number if base else 0,
            head_position=base_position,
            head_commit=base.number if base else 0,
            head_digest=base.digest if base else GENESIS,
            clock=base.clock if base else 0,
            deleted_at=None,
        )
        with self._explained({"name": f"there is a branch {name!r} already"}):
            self._connection.execute(insert(branches), structs.asdict(branch))
        return branch

    def switch(self, branch: BranchRow) -> CampaignRow:
        """Make `branch` the one that its campaign's commands go to."""
        if self.lock(branch).deleted_at is not None:
            raise Refused(f"branch {branch.name!r} is deleted")
        self._connection.execute(
            update(campaigns)
            .where(campaigns.c.id == branch.campaign)
            .values(current_branch=branch.id)
        )
        return next(row for row in self.campaigns() if row.id == branch.campaign)

    def delete_branch(self, branch: BranchRow, deleted_at: int) -> BranchRow:
        """Put a branch out of use; its rows stay, and so do the branches forked from it."""
        head = self.lock(branch)
        campaign = next(row for row in self.campaigns() if row.id == branch.campaign)
        if branch.id in {MAIN, campaign.current_branch}:
            raise Refused(f"branch {branch.name!r} is main or the current one and stays")
        if head.deleted_at is not None:
            raise Refused(f"branch {branch.name!r} is deleted already")
        return self._move(head, structs.replace(head, deleted_at=deleted_at))

    # Commits -------------------------------------------------------------------------------

    def lock(self, branch: BranchRow) -> BranchRow:
        """Keep other writers off a branch until the transaction ends; its newest row.

        What is read before it may be out of date by then, so lock first.
        """
        key = (branch.campaign, branch.id)
        if key not in self._heads:
            one = {"of_campaign": branch.campaign, "of_branch": branch.id}
            found = [BranchRow(*row) for row in self._run(_LOCK, one)]
            if not found:
                raise Refused(f"no branch {branch.name!r} in this store")
            self._heads[key] = found[0]
        return self._heads[key]

    def append(
        self, branch: BranchRow, drafts: Sequence[CommitDraft], expected: Expected
    ) -> tuple[BranchRow, tuple[CommitRow, ...]]:
        """Add commits with their events at the head of a branch, if it is as `expected`.

        The new head and the recorded commits. After a Conflict or Refused of the database
        itself (an id or key that is taken) the transaction can only be undone.
        """
        self.refuse_after_failure()
        head = self.lock(branch)
        if head.deleted_at is not None:
            raise Refused(f"branch {branch.name!r} is deleted")
        _check_expected(head, expected)
        new_head, commit_rows, event_rows = allot(head, drafts)
        if not commit_rows:
            return head, ()
        campaign, own = (head.campaign,), (head.campaign, head.id)
        with self._explained({"key": "an idempotency key of it was used before"}):
            # a row has its fields in the order of the columns: rows.py
            self._insert(_ADD_COMMITS, [campaign + structs.astuple(row) for row in commit_rows])
            self._insert(
                _ADD_EVENTS, [own + structs.astuple(row) for rows in event_rows for row in rows]
            )
        return self._move(head, new_head), commit_rows

    def restore_head(self, branch: BranchRow, position: int, number: int, digest: str) -> BranchRow:
        """Let a branch end at a commit of its own or at its fork, whatever its row says."""
        head = self.lock(branch)
        commit = self.commit_at(branch, position)
        if commit is not None and (commit.number, commit.digest) != (number, digest):
            raise Refused(f"no commit {number} of branch {branch.name!r} ends at {position}")
        right = structs.replace(
            head,
            head_position=position,
            head_commit=number,
            head_digest=digest,
            clock=0 if commit is None else commit.clock,
        )
        return head if right == head else self._move(head, right)

    def _insert(self, statement: ClauseElement, rows: list[tuple[Any, ...]]) -> None:
        words, _ = _for_driver(statement, self._connection.dialect)
        self._connection.exec_driver_sql(words, rows)

    def _run(self, statement: ClauseElement, values: dict[str, Any]) -> Any:
        words, names = _for_driver(statement, self._connection.dialect)
        return self._connection.exec_driver_sql(words, tuple([values[name] for name in names]))

    def _move(self, head: BranchRow, new_head: BranchRow) -> BranchRow:
        """Write what may change of a branch, if nobody has moved it since it was read."""
        moved = self._run(
            _MOVE,
            {
                "of_campaign": head.campaign,
                "of_branch": head.id,
                "old_position": head.head_position,
                "old_digest": head.head_digest,
                "head_position": new_head.head_position,
                "head_commit": new_head.head_commit,
                "head_digest": new_head.head_digest,
                "clock": new_head.clock,
                "deleted_at": new_head.deleted_at,
            },
        )
        if moved.rowcount != 1:
            self._failure = Conflict(f"branch {head.name!r} was moved by somebody else: try again")
            raise self._failure
        self._heads[head.campaign, head.id] = new_head
        return new_head

    @contextmanager
    def _explained(self, refusals: dict[str, str]) -> Iterator[None]:
        """Tell a taken name or key from a row that somebody else has written first."""
        try:
            yield
        except IntegrityError as error:
            column = self._taken(error)
            if column in refusals:
                self._failure = Refused(refusals[column])
            elif column:
                self._failure = Conflict(f"another row has this {column} already: try again")
            else:
                self._failure = _undone()
                raise
            raise self._failure from error
        except Exception:
            self._failure = _undone()
            raise


def _check_expected(head: BranchRow, expected: Expected) -> None:
    match expected:
        case Anything():
            return
        case NoCommits():
            right = head.head_commit == 0
        case SomeCommits():
            right = head.head_commit > 0
        case Exactly(position):
            right = head.head_position == position
    if not right:
        raise Conflict(
            f"branch {head.name!r} has moved to position {head.head_position} meanwhile: try again"
        )


def _undone() -> Conflict:
    return Conflict("a write of this transaction failed: nothing of it is kept")
