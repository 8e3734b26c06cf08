"""The match that a what-if match comes from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

_HAS_ORIGIN = sa.text("origin IS NOT NULL")


def upgrade() -> None:
    """Add the column and its index; no existing match has an origin."""
    op.add_column("matches", sa.Column("origin", sa.String(length=32), nullable=True))
    op.create_index(
        "ix_matches_origin",
        "matches",
        ["origin"],
        sqlite_where=_HAS_ORIGIN,
        postgresql_where=_HAS_ORIGIN,
    )
