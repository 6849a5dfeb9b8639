"""What Alembic runs: the missing revisions on the connection that it is handed.

There is no configuration file and no offline mode, for a store is upgraded only by the
`campaign` command. The transaction is the caller's: if it is undone, so is the upgrade.
"""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
