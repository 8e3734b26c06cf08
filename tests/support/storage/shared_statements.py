"""SQL that is compiled once for all SQLite databases of a process.

SQLAlchemy compiles each statement once for each engine: a fifth of the work of opening a
server on a new file. Tests open a thousand of them, all with the same tables on the same SQLite.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

__all__ = ["SharedSqlite", "share_statements"]

_compiled: dict[Any, Any] = {}


class SharedSqlite(SQLiteDialect_pysqlite):
    """SQLite, except that one engine can use the statements compiled for another."""

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    def __hash__(self) -> int:
        return hash(type(self))

    @classmethod
    def engine_created(cls, engine: sa.Engine) -> None:
        """Let a new engine use the statements compiled so far."""
        engine.update_execution_options(compiled_cache=_compiled)


def share_statements() -> None:
    """From now on, let all SQLite engines of this process share their statements."""
    registry.register("sqlite", __name__, SharedSqlite.__name__)
