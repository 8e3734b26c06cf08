"""Versions of tournaments, which show workers each other's changes, and an index of challenges."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0003"

_OPEN = sa.text("status = 'open'")


def upgrade() -> None:
    """Add the columns and the index."""
    for table in ("tournaments", "pairings"):
        op.add_column(
            table, sa.Column("version", sa.BigInteger(), server_default="0", nullable=False)
        )
    op.create_index(
        "ix_challenges_open",
        "challenges",
        ["challenger"],
        sqlite_where=_OPEN,
        postgresql_where=_OPEN,
    )
