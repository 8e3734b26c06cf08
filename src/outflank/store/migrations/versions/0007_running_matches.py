"""Indexes for the running matches of a player."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0004"

_IS_RUNNING = sa.text("status = 'running'")


def upgrade() -> None:
    """Add the indexes."""
    for side in ("black", "white"):
        op.create_index(
            f"ix_matches_running_{side}",
            "matches",
            [side],
            sqlite_where=_IS_RUNNING,
            postgresql_where=_IS_RUNNING,
        )
