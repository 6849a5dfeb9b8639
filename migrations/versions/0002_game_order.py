"""Indexes for questions about a period, and for what was amended.

Without the first, the events of one week are found by looking at all of a campaign's, and its newest
twenty by sorting them. The second is nearly empty: few events are amended.
"""

import sqlalchemy as sa
from alembic import op

revision = "campaign_0002"
down_revision = "campaign_0001"


def upgrade() -> None:
    """Make both indexes."""
    op.create_index("ix_events_game", "events", ["campaign", "branch", "at", "position"])
    amended = sa.text("amends IS NOT NULL")
    op.create_index(
        "ix_events_amended",
        "events",
        ["campaign", "branch", "position"],
        sqlite_where=amended,
        postgresql_where=amended,
    )
