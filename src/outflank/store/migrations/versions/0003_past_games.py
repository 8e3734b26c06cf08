"""Reviews and openings of finished matches, and indexes for lists of past games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_WITHOUT_OPENING = sa.text("opening IS NULL")


def upgrade() -> None:
    """Add the table, the column and the indexes."""
    op.create_table(
        "reviews",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_reviews_match")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_reviews")),
    )
    op.add_column("matches", sa.Column("opening", sa.String(length=64), nullable=True))
    for side in ("black", "white"):
        op.drop_index(op.f(f"ix_matches_{side}"), "matches")
        op.create_index(op.f(f"ix_matches_{side}_created_id"), "matches", [side, "created", "id"])
    op.create_index(op.f("ix_matches_created_id"), "matches", ["created", "id"])
    op.create_index(
        "ix_matches_without_opening",
        "matches",
        ["status", "ended"],
        sqlite_where=_WITHOUT_OPENING,
        postgresql_where=_WITHOUT_OPENING,
    )
    op.create_index(op.f("ix_entrants_player"), "entrants", ["player"])
