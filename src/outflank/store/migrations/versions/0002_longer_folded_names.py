"""Room for the longest folded names; SQLite does not limit lengths."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Widen the columns if the database enforces their length."""
    if op.get_bind().dialect.name != "sqlite":
        for table in ("players", "names"):
            op.alter_column(table, "folded", type_=sa.String(length=256))
