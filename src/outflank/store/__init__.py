"""The SQL store of matches, players and tournaments."""

from outflank.extras import require_extra

require_extra("server", "alembic", "cryptography", "msgspec", "sqlalchemy")
