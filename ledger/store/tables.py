"""The tables as this version reads and writes them.

The migrations say how a database gets there; a test holds both equal. The campaign is part
of every primary, unique and foreign key, so that no row can be reached without it.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    literal_column,
    null,
)
from sqlalchemy.sql.elements import ColumnElement, KeyedColumnElement

from ledger.store.rows import BranchRow, CampaignRow, CommitRow, EventRow

metadata = MetaData()

campaigns = Table(
    "campaigns",
    metadata,
    # An own counter (the largest id + 1): SQLite's implicit one gives ids out twice.
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("current_branch", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    UniqueConstraint("name", name="uq_campaigns_name"),
)

branches = Table(
    "branches",
    metadata,
    Column("campaign", Integer, nullable=False),
    Column("id", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("parent", Integer),
    Column("base_position", Integer),
    Column("base_commit", Integer),
    Column("head_position", Integer, nullable=False),
    Column("head_commit", Integer, nullable=False),
    Column("head_digest", Text, nullable=False),
    Column("clock", BigInteger, nullable=False),
    Column("deleted_at", BigInteger),
    PrimaryKeyConstraint("campaign", "id", name="pk_branches"),
    UniqueConstraint("campaign", "name", name="uq_branches_name"),
    ForeignKeyConstraint(["campaign"], ["campaigns.id"], name="fk_branches_campaign"),
    ForeignKeyConstraint(
        ["campaign", "parent"], ["branches.campaign", "branches.id"], name="fk_branches_parent"
    ),
)

commits = Table(
    "commits",
    metadata,
    Column("campaign", Integer, nullable=False),
    Column("branch", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("id", Text, nullable=False),
    Column("line", Text, nullable=False),
    Column("key", Text),
    Column("by", Text),
    Column("reason", Text),
    Column("recorded_at", BigInteger, nullable=False),
    Column("first_position", Integer, nullable=False),
    Column("last_position", Integer, nullable=False),
    Column("clock", BigInteger, nullable=False),
    Column("previous", Text, nullable=False),
    Column("digest", Text, nullable=False),
    PrimaryKeyConstraint("campaign", "branch", "number", name="pk_commits"),
    UniqueConstraint("campaign", "id", name="uq_commits_id"),
    UniqueConstraint("campaign", "branch", "key", name="uq_commits_key"),
    ForeignKeyConstraint(
        ["campaign", "branch"], ["branches.campaign", "branches.id"], name="fk_commits_branch"
    ),
)

events = Table(
    "events",
    metadata,
    Column("campaign", Integer, nullable=False),
    Column("branch", Integer, nullable=False),
    Column("position", Integer, nullable=False),
    Column("commit_id", Text, nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("schema", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),
    Column("who", Text),
    Column("by", Text),
    Column("note", Text),
    Column("amends", Text),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("campaign", "branch", "position", name="pk_events"),
    ForeignKeyConstraint(
        ["campaign", "commit_id"], ["commits.campaign", "commits.id"], name="fk_events_commit"
    ),
)

# Written out and not bound: both planners use a partial index only for a condition they can
# see to be one of its own.
IS_ADDITION: ColumnElement[bool] = events.c.kind.like(literal_column("'%.add'"))

# One character's stream in game order.
Index(
    "ix_events_stream",
    events.c.campaign,
    events.c.branch,
    events.c.who,
    events.c.at,
    events.c.position,
)

# Everybody's events in game order: those of a period, and the newest.
Index(
    "ix_events_game",
    events.c.campaign,
    events.c.branch,
    events.c.at,
    events.c.position,
)

# Settings and corrections, the roster, and what was amended, wherever they stand among thousands of
# hits. One index each: a planner sees neither condition in "one or the other". The condition is not
# handed to SQLAlchemy as `postgresql_where`, for then it loads that dialect for every SQLite file.
IS_AMENDED: ColumnElement[bool] = events.c.amends.is_not(None)
_FEW: dict[str, ColumnElement[bool]] = {
    "ix_events_campaign": events.c.who.is_(None),
    "ix_events_roster": IS_ADDITION,
    "ix_events_amended": IS_AMENDED,
}
for _name, _few in _FEW.items():
    Index(
        _name,
        events.c.campaign,
        events.c.branch,
        events.c.position,
        info={"where": _few},
    )

CAMPAIGN_COLUMNS: tuple[KeyedColumnElement[object], ...] = tuple(
    campaigns.c[name] for name in CampaignRow.__struct_fields__
)
BRANCH_COLUMNS: tuple[KeyedColumnElement[object], ...] = tuple(
    branches.c[name] for name in BranchRow.__struct_fields__
)
COMMIT_COLUMNS: tuple[KeyedColumnElement[object], ...] = tuple(
    commits.c[name] for name in CommitRow.__struct_fields__
)
EVENT_COLUMNS: tuple[KeyedColumnElement[object], ...] = tuple(
    events.c[name] for name in EventRow.__struct_fields__
)
# Of one character, whose name is known and need not come out of the store with each event.
NAMELESS_COLUMNS: tuple[KeyedColumnElement[Any], ...] = tuple(
    null().label("who") if column is events.c.who else column for column in EVENT_COLUMNS
)
