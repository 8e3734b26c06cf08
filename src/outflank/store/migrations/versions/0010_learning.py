"""What players did to learn, and the ratings of puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add both tables."""
    player = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "learning_entries",
        sa.Column("player", player, nullable=False),
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("subject", sa.String(length=70), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("received", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name=op.f("fk_learning_entries_player")
        ),
        sa.PrimaryKeyConstraint("player", "id", name=op.f("pk_learning_entries")),
        sa.UniqueConstraint("player", "number", name=op.f("uq_learning_entries_player_number")),
    )
    op.create_index(
        op.f("ix_learning_entries_player_subject"), "learning_entries", ["player", "subject"]
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("subject", sa.String(length=70), nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("subject", name=op.f("pk_puzzle_ratings")),
    )
