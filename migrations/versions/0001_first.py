"""The first schema: campaigns, branches, commits, events, and that the last two only grow.

Written out in full and on its own: what tables.py says later must not change what this made.
There is no way down; a store is only ever upgraded, and a backup is the way back.
"""

import sqlalchemy as sa
from alembic import op

revision = "campaign_0001"
down_revision = None


def upgrade() -> None:
    """Make the tables, their indexes and their guards."""
    _tables()
    _indexes()
    if op.get_bind().dialect.name == "postgresql":
        for statement in (*_POSTGRESQL_GUARDS, *_POSTGRESQL_GRANTS):
            op.execute(statement)
    else:
        for statement in _sqlite_guards():
            op.execute(statement)


def _tables() -> None:
    op.create_table(
        "campaigns",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("current_branch", sa.Integer, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("name", name="uq_campaigns_name"),
    )
    op.create_table(
        "branches",
        sa.Column("campaign", sa.Integer, nullable=False),
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("parent", sa.Integer),
        sa.Column("base_position", sa.Integer),
        sa.Column("base_commit", sa.Integer),
        sa.Column("head_position", sa.Integer, nullable=False),
        sa.Column("head_commit", sa.Integer, nullable=False),
        sa.Column("head_digest", sa.Text, nullable=False),
        sa.Column("clock", sa.BigInteger, nullable=False),
        sa.Column("deleted_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("campaign", "id", name="pk_branches"),
        sa.UniqueConstraint("campaign", "name", name="uq_branches_name"),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name="fk_branches_campaign"),
        sa.ForeignKeyConstraint(
            ["campaign", "parent"], ["branches.campaign", "branches.id"], name="fk_branches_parent"
        ),
    )
    op.create_table(
        "commits",
        sa.Column("campaign", sa.Integer, nullable=False),
        sa.Column("branch", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("key", sa.Text),
        sa.Column("by", sa.Text),
        sa.Column("reason", sa.Text),
        sa.Column("recorded_at", sa.BigInteger, nullable=False),
        sa.Column("first_position", sa.Integer, nullable=False),
        sa.Column("last_position", sa.Integer, nullable=False),
        sa.Column("clock", sa.BigInteger, nullable=False),
        sa.Column("previous", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("campaign", "branch", "number", name="pk_commits"),
        sa.UniqueConstraint("campaign", "id", name="uq_commits_id"),
        sa.UniqueConstraint("campaign", "branch", "key", name="uq_commits_key"),
        sa.ForeignKeyConstraint(
            ["campaign", "branch"], ["branches.campaign", "branches.id"], name="fk_commits_branch"
        ),
    )
    op.create_table(
        "events",
        sa.Column("campaign", sa.Integer, nullable=False),
        sa.Column("branch", sa.Integer, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("commit_id", sa.Text, nullable=False),
        sa.Column("ordinal", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("schema", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("who", sa.Text),
        sa.Column("by", sa.Text),
        sa.Column("note", sa.Text),
        sa.Column("amends", sa.Text),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("campaign", "branch", "position", name="pk_events"),
        sa.ForeignKeyConstraint(
            ["campaign", "commit_id"], ["commits.campaign", "commits.id"], name="fk_events_commit"
        ),
    )


def _indexes() -> None:
    op.create_index("ix_events_stream", "events", ["campaign", "branch", "who", "at", "position"])
    few = {"ix_events_campaign": "who IS NULL", "ix_events_roster": "kind LIKE '%.add'"}
    for name, condition in few.items():
        op.create_index(
            name,
            "events",
            ["campaign", "branch", "position"],
            sqlite_where=sa.text(condition),
            postgresql_where=sa.text(condition),
        )


# INSERT OR REPLACE deletes rows behind the back of SQLite's DELETE triggers, so there the
# guards also look for a row that an INSERT would take the place of.
_REPLACED = (
    (
        "commits",
        "number",
        "campaign = NEW.campaign AND branch = NEW.branch AND number = NEW.number",
    ),
    ("commits", "id", "campaign = NEW.campaign AND id = NEW.id"),
    (
        "commits",
        "key",
        'campaign = NEW.campaign AND branch = NEW.branch AND "key" = NEW."key"',
    ),
    (
        "events",
        "position",
        "campaign = NEW.campaign AND branch = NEW.branch AND position = NEW.position",
    ),
)


def _sqlite_guards() -> list[str]:
    guards = [
        f"CREATE TRIGGER {table}_{action.lower()} BEFORE {action} ON {table} BEGIN "
        f"SELECT RAISE(ABORT, '{table} are append-only: {action} is refused'); END"
        for table in ("commits", "events")
        for action in ("UPDATE", "DELETE")
    ]
    guards += [
        f"CREATE TRIGGER {table}_replace_{column} BEFORE INSERT ON {table} "
        f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {same}) BEGIN "
        f"SELECT RAISE(ABORT, '{table} are append-only: {table}.{column} is taken'); END"
        for table, column, same in _REPLACED
    ]
    return guards


_POSTGRESQL_GUARDS = (
    """
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION '% are append-only: % is refused', TG_TABLE_NAME, TG_OP;
    END $$
    """,
    """
    CREATE TRIGGER commits_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON commits
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
    """,
    """
    CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
    """,
)

# Roles belong to the whole server: another campaign database may have made them already, and
# whoever installs this one may not be allowed to. Then the triggers alone guard the tables.
_POSTGRESQL_GRANTS = (
    *(
        f"""
        DO $$ BEGIN
            CREATE ROLE {role} NOLOGIN;
        EXCEPTION WHEN duplicate_object OR unique_violation OR insufficient_privilege THEN
            NULL;
        END $$
        """
        for role in ("campaign_writer", "campaign_reader")
    ),
    *(
        f"""
        DO $$ BEGIN
            IF EXISTS (SELECT FROM pg_roles WHERE rolname = '{role}') THEN
                {grants}
                EXECUTE format('GRANT USAGE ON SCHEMA %I TO {role}', current_schema());
            END IF;
        EXCEPTION WHEN insufficient_privilege THEN
            NULL;
        END $$
        """
        for role, grants in (
            (
                "campaign_writer",
                """
                GRANT SELECT, INSERT ON commits, events TO campaign_writer;
                GRANT SELECT, INSERT, UPDATE ON campaigns, branches TO campaign_writer;
                GRANT SELECT ON alembic_version TO campaign_writer;
                """,
            ),
            (
                "campaign_reader",
                """
                GRANT SELECT ON campaigns, branches, commits, events TO campaign_reader;
                GRANT SELECT ON alembic_version TO campaign_reader;
                """,
            ),
        )
    ),
)
