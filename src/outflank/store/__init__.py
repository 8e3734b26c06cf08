"""Matches, players and tournaments kept in SQL."""

from outflank.extras import require_extra

require_extra("server", "alembic", "cryptography", "msgspec", "sqlalchemy")
