"""Counting SQL statements, below SQLAlchemy, because moves are written without it."""

from __future__ import annotations

import sqlite3
from types import TracebackType
from typing import Any, Self

import sqlalchemy as sa

__all__ = ["Statements"]

# Statements that a server executes in the background, whatever is played.
_BACKGROUND = ("leases", "last_used=", "SET last_used", "opening IS NULL", "pg_")
# A statement that only checks a connection, as the watcher of the server's lock does.
_NOTHING = "SELECT 1"
# Statements that begin and end transactions, and set up connections.
_NO_QUESTIONS = (
    "BEGIN",
    "COMMIT",
    "ROLLBACK",
    "PRAGMA",
    "SET ",
    "show ",
    "select ",
    "SELECT set_config",
)


class Statements:
    """The statements, with their parameters, on connections made while this is open."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    @property
    def of_requests(self) -> list[str]:
        """The statements that are not background work of the server."""
        return [text for text in self.texts if not any(word in text for word in _BACKGROUND)]

    @property
    def size(self) -> int:
        """Their total number of bytes."""
        return sum(len(text.encode()) for text in self.of_requests)

    def clear(self) -> None:
        """Forget the statements so far."""
        self.texts.clear()

    def _note(self, text: str) -> None:
        if not text.startswith(_NO_QUESTIONS) and text.strip() != _NOTHING:
            self.texts.append(text)

    def _connected(self, connection: Any, _: object) -> None:
        if isinstance(connection, sqlite3.Connection):
            connection.set_trace_callback(self._note)
        else:
            connection.cursor_factory = _noting_cursor(self)

    def __enter__(self) -> Self:
        sa.event.listen(sa.pool.Pool, "connect", self._connected)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        sa.event.remove(sa.pool.Pool, "connect", self._connected)


def _noting_cursor(statements: Statements) -> type[Any]:
    """Return a cursor class of PostgreSQL's driver that records what it executes."""
    import psycopg

    class NotingCursor(psycopg.Cursor[Any]):
        def execute(self, query: Any, params: Any = None, **more: Any) -> Self:
            statements._note(f"{query} {_shown(params)}")
            return super().execute(query, params, **more)

        def executemany(self, query: Any, params_seq: Any, **more: Any) -> None:
            rows = list(params_seq)
            statements._note(f"{query} {list(map(_shown, rows))}")
            super().executemany(query, rows, **more)

    return NotingCursor


def _shown(parameters: Any) -> str:
    """Return parameters as a text of about their length."""
    values = parameters.values() if isinstance(parameters, dict) else parameters or ()
    return ",".join(each.hex() if isinstance(each, bytes) else str(each) for each in values)
