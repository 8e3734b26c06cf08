"""The first tables."""

from __future__ import annotations

from alembic import op

from outflank.store.schema import metadata

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    metadata.create_all(op.get_bind())
