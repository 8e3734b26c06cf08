"""Labels of keys, with which the audit log names organisers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the column."""
    op.add_column("keys", sa.Column("label", sa.String(40), server_default="", nullable=False))
