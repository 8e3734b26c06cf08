"""Counting what databases are asked, below SQLAlchemy, because moves are written there."""

from __future__ import annotations

import sqlite3
from types import TracebackType
from typing import Any, Self

import sqlalchemy as sa

__all__ = ["Statements"]

# What a server does in the background, whatever is played.
_BACKGROUND = ("leases", "last_used=", "SET last_used", "opening IS NULL", "pg_")
# What asks only whether a connection is still there, as the watcher of the server's lock does.
_NOTHING = "SELECT 1"
# How transactions begin and end, and how a connection is set up.
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
    """The statements on connections that are made while this is open, with their parameters."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    @property
    def of_requests(self) -> list[str]:
        """Those that are not of the server's own background work."""
        return [text for text in self.texts if not any(word in text for word in _BACKGROUND)]

    @property
    def size(self) -> int:
        """How many bytes they have together."""
        return sum(len(text.encode()) for text in self.of_requests)

    def clear(self) -> None:
        """Forget what was counted so far."""
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
    """Return a cursor of PostgreSQL's driver that notes what it executes."""
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
    """Return parameters as text whose length tells theirs."""
    values = parameters.values() if isinstance(parameters, dict) else parameters or ()
    return ",".join(each.hex() if isinstance(each, bytes) else str(each) for each in values)
