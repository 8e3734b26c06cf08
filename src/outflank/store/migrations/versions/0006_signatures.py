"""Signatures of records, the chain of the audit log, and the server's public keys."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_UNSIGNED = sa.text("signed IS NULL AND ended IS NOT NULL")


def _signature() -> list[sa.Column[object]]:
    return [
        sa.Column("key", sa.String(length=16), nullable=False),
        sa.Column("signed", sa.BigInteger(), nullable=False),
        sa.Column("statement", sa.Text(), nullable=False),
        sa.Column("value", sa.LargeBinary(length=64), nullable=False),
    ]


def upgrade() -> None:
    """Add the tables; the server signs existing records when it starts."""
    op.create_table(
        "audit_chain",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entry", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("digest", sa.LargeBinary(length=32), nullable=False),
        *_signature(),
        sa.ForeignKeyConstraint(["entry"], ["audit.id"], name=op.f("fk_audit_chain_entry")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_audit_chain")),
        sa.UniqueConstraint("entry", name=op.f("uq_audit_chain_entry")),
    )
    op.create_table(
        "signatures",
        sa.Column("match", sa.String(length=32), nullable=False),
        *_signature(),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_signatures_match")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_signatures")),
    )
    op.create_table(
        "signing_keys",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("public", sa.LargeBinary(length=32), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_signing_keys")),
    )
    op.add_column("matches", sa.Column("signed", sa.BigInteger(), nullable=True))
    op.create_index(
        "ix_matches_unsigned",
        "matches",
        ["ended"],
        sqlite_where=_UNSIGNED,
        postgresql_where=_UNSIGNED,
    )
