"""Indexes for few rows among many: changed accounts, used keys, results of a player."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0006"


def upgrade() -> None:
    """Add the indexes."""
    for table, column in (("players", "deleted"), ("keys", "revoked")):
        is_set = sa.text(f"{column} IS NOT NULL")
        op.create_index(
            f"ix_{table}_{column}", table, [column], sqlite_where=is_set, postgresql_where=is_set
        )
    for side, other in (("black", "white"), ("white", "black")):
        columns = [side, other, "winner", "status", "private"]
        op.create_index(f"ix_matches_results_of_{side}", "matches", columns)
    op.create_index(op.f("ix_names_at"), "names", ["at"])
    op.create_index(op.f("ix_keys_last_used"), "keys", ["last_used"])
