"""Room for the longest folded names, which SQLite gives anyway."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Widen the columns where their length is enforced."""
    if op.get_bind().dialect.name != "sqlite":
        for table in ("players", "names"):
            op.alter_column(table, "folded", type_=sa.String(length=256))
