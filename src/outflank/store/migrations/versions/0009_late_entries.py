"""The first round in which an entrant takes part."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the column; all existing entrants entered before the start."""
    column = sa.Column("first_round", sa.Integer, server_default="1", nullable=False)
    op.add_column("entrants", column)
