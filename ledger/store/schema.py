"""The schema's revision, and the way to it.

A normal command compares one row; Alembic is imported only when a store is made or upgraded.
"""

from pathlib import Path
from threading import Lock
from typing import Final

from sqlalchemy import Connection, inspect, text

import migrations
from ledger.errors import StoreUnusable

SCHEMA_REVISION: Final = "campaign_0002"  # the newest file in migrations/versions

_one_at_a_time = Lock()  # Alembic keeps the migration that runs in a global variable


def revision(connection: Connection) -> str | None:
    """Give the revision of the schema; None if there is no store in this database."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def is_empty(connection: Connection) -> bool:
    """Say whether there is nothing at all in this database."""
    inspector = inspect(connection)
    return not (inspector.get_table_names() or inspector.get_view_names())


def refuse_other_revision(found: str, store: str) -> None:
    """Refuse a store of an older or newer schema than this version's."""
    if found != SCHEMA_REVISION:
        raise StoreUnusable(
            f"{store} is of schema {found}, this version reads {SCHEMA_REVISION}: "
            "`campaign db upgrade` brings an older one up to date"
        )


def upgrade(connection: Connection) -> None:
    """Run all migrations that are missing, inside the transaction that is open.

    Nothing is left of them unless the caller commits.
    """
    from alembic import command  # noqa: PLC0415  Alembic takes 120 ms
    from alembic.config import Config  # noqa: PLC0415  as above
    from alembic.util import CommandError  # noqa: PLC0415  as above

    folder = Path(migrations.__path__[0])
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    with _one_at_a_time:
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise StoreUnusable(
                f"no way from schema {revision(connection)} to {SCHEMA_REVISION}: {error}"
            ) from error
