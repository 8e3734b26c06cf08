"""The Alembic environment, which migrates on the caller's connection."""

from __future__ import annotations

from alembic import context

from outflank.store.schema import metadata

engine = context.config.attributes["engine"]
with engine.connect() as connection:
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
    connection.commit()
