"""A branch is its ancestors up to each fork, and then its own rows.

Every read of commits and events of a branch is built here, so that none can forget the
campaign, the branch, or where the shared part ends.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import CompoundSelect, Select, and_, select, union_all
from sqlalchemy.sql.elements import ColumnElement, KeyedColumnElement

from ledger.errors import StoreUnusable
from ledger.store.rows import BranchRow
from ledger.store.tables import COMMIT_COLUMNS, EVENT_COLUMNS, NAMELESS_COLUMNS, commits, events

Segment = tuple[int, int | None]
"""A branch's id and the last position that counts of it; None: all of them."""

TOLD_COLUMNS: tuple[KeyedColumnElement[Any], ...] = (
    *EVENT_COLUMNS,
    events.c.branch,
    commits.c.recorded_at,
)
_LAST_POSITION = {
    EVENT_COLUMNS: events.c.position,
    NAMELESS_COLUMNS: events.c.position,
    TOLD_COLUMNS: events.c.position,
    COMMIT_COLUMNS: commits.c.last_position,
}
_WITH_ITS_COMMIT = and_(commits.c.campaign == events.c.campaign, commits.c.id == events.c.commit_id)
FARTHEST = 2**31 - 1  # a position is a 32-bit integer in PostgreSQL

Selection = Select[Any] | CompoundSelect[Any]


def segments(branch: BranchRow, family: Mapping[int, BranchRow]) -> tuple[Segment, ...]:
    """Give the parts of a branch, the oldest ancestor first.

    `family` holds the branches of the campaign by id, deleted ones too: they keep what was
    forked from them. An ancestor may end before its own fork, then it gives nothing.
    """
    parts: list[Segment] = [(branch.id, None)]
    limit: int | None = None
    while branch.parent is not None and branch.base_position is not None:
        limit = branch.base_position if limit is None else min(limit, branch.base_position)
        parent = family.get(branch.parent)
        if parent is None or parent.id >= branch.id:  # else a damaged row could go round for ever
            raise StoreUnusable(f"branch {branch.name!r} is damaged: its parent is no older branch")
        branch = parent
        parts.append((branch.id, limit))
    return tuple(reversed(parts))


def of_events(
    campaign: int,
    parts: Sequence[Segment],
    *conditions: ColumnElement[bool],
    up_to: int | None,
    nameless: bool = False,
) -> Selection:
    """Select the events of a branch that meet all `conditions`, to be put in order.

    `nameless` leaves out whom they concern.
    """
    columns = NAMELESS_COLUMNS if nameless else EVENT_COLUMNS
    return _of_branch(columns, campaign, parts, conditions, up_to)


def of_told_events(
    campaign: int, parts: Sequence[Segment], *conditions: ColumnElement[bool], up_to: int | None
) -> Selection:
    """Select events that meet all `conditions` with their branch and when they were recorded."""
    return _of_branch(TOLD_COLUMNS, campaign, parts, conditions, up_to)


def of_commits(
    campaign: int, parts: Sequence[Segment], *conditions: ColumnElement[bool], up_to: int | None
) -> Selection:
    """Select the commits of a branch that meet all `conditions`, to be put in order."""
    return _of_branch(COMMIT_COLUMNS, campaign, parts, conditions, up_to)


def _of_branch(
    columns: tuple[KeyedColumnElement[Any], ...],
    campaign: int,
    parts: Sequence[Segment],
    conditions: Sequence[ColumnElement[bool]],
    up_to: int | None,
) -> Selection:
    table = columns[0].table.c
    position = _LAST_POSITION[columns]
    selections = []
    for branch, end in parts:
        limits = [limit for limit in (end, up_to) if limit is not None]
        own = select(*columns).where(table.campaign == campaign, table.branch == branch)
        if columns is TOLD_COLUMNS:
            own = own.join(commits, _WITH_ITS_COMMIT)
        if limits:
            own = own.where(position <= min(*limits, FARTHEST))
        selections.append(own.where(*conditions))
    # One SELECT a part: with OR in one WHERE, SQLite would walk through every branch.
    return selections[0] if len(selections) == 1 else union_all(*selections)
