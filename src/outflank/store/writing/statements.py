"""The statements of the move path, each for many rows at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from outflank.store.schema import events, matches

__all__ = [
    "AppendStatement",
    "Row",
    "Statement",
    "append_events",
    "end_matches",
    "insert_events",
    "move_on",
]

Row = Mapping[str, Any]

_TOGETHER = 48  # rows per statement
_FEW = 16  # events in a statement that also updates their matches
_EVENT = "event_"  # prefix of the parameters of events

# The columns of a match that continues, and of one that ends, by their names in the rows.
_MOVE_ON = {"match": "id", "next": "seq", "at": "changed", "due": "deadline"}
_END = {"match": "id"} | {
    f"the_{name}": name
    for name in ("status", "ended", "winner", "reason", "black_score", "white_score")
}


def insert_events(rows: int, prefix: str = "") -> sa.Insert:
    """Return a statement that inserts this number of events."""
    return sa.insert(events).values(
        [
            {column.name: _parameter(prefix + column.name, row, column) for column in events.c}
            for row in range(rows)
        ]
    )


def move_on(rows: int) -> sa.Update:
    """Return a statement that updates this number of matches after a move."""
    return _update_matches(_MOVE_ON, rows)


def append_events(rows: int, moves: int) -> sa.Update:
    """Return a statement that atomically does both, on PostgreSQL."""
    return move_on(moves).add_cte(insert_events(rows, _EVENT).cte("stored"))


def end_matches(rows: int) -> sa.Update:
    """Return a statement that ends this number of matches."""
    return _update_matches(_END, rows)


def _update_matches(names: Mapping[str, str], rows: int) -> sa.Update:
    columns = {name: matches.c[column] for name, column in names.items()}
    heads = [sa.column(name, column.type) for name, column in columns.items()]
    lines = [
        tuple(_parameter(name, row, column) for name, column in columns.items())
        for row in range(rows)
    ]
    given = sa.values(*heads, name="given").data(lines).cte("given")
    changes = {column: given.c[name] for name, column in names.items() if column != "id"}
    return sa.update(matches).where(matches.c.id == given.c.match).values(changes)


def _parameter(name: str, row: int, column: sa.Column[Any]) -> sa.BindParameter[Any]:
    return sa.bindparam(f"{name}_{row}", type_=column.type)


class Statement:
    """A statement of the move path for many rows at once, run directly on the driver.

    A driver releases the interpreter's lock at every statement and may get it back late, so a
    commit has as few statements as possible. The text for each number of rows is compiled once.
    """

    def __init__(
        self, statement: Callable[[int], sa.Insert | sa.Update], engine: sa.Engine
    ) -> None:
        self._statement = statement
        self._dialect = engine.dialect
        self._texts: dict[int, tuple[str, list[str], list[tuple[int, str]]]] = {}

    def run(self, cursor: Any, rows: Sequence[Row]) -> None:
        """Run the statement for all rows, on a cursor of the driver."""
        for at in range(0, len(rows), _TOGETHER):
            part = rows[at : at + _TOGETHER]
            text, names, places = self._texts.get(len(part)) or self._compile(part)
            values = [part[row][name] for row, name in places]
            cursor.execute(text, dict(zip(names, values, strict=True)) if names else values)

    def _compile(self, rows: Sequence[Row]) -> tuple[str, list[str], list[tuple[int, str]]]:
        """Return the text for these rows, its named parameters and the places of their values."""
        compiled = self._statement(len(rows)).compile(dialect=self._dialect)
        order = getattr(compiled, "positiontup", None)
        places = {f"{name}_{at}": (at, name) for at, row in enumerate(rows) for name in row}
        wanted = [places[name] for name in order or places]
        found = self._texts[len(rows)] = compiled.string, [] if order else list(places), wanted
        return found


class AppendStatement:
    """One PostgreSQL statement that adds events and updates the rows of their matches.

    It is a transaction by itself, which would otherwise take four round trips to the database.
    PostgreSQL updates the matches before it inserts the events.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self._dialect = engine.dialect
        self._texts: dict[tuple[int, int], str] = {}

    def takes(self, rows: Sequence[Row]) -> bool:
        """Return whether the rows fit; a compiled text is kept for each number of events."""
        return self._dialect.name == "postgresql" and len(rows) <= _FEW

    def run(self, connection: Any, rows: Sequence[Row], moves: Sequence[Row]) -> None:
        """Run the statement on a connection of the driver, outside a transaction."""
        shape = len(rows), len(moves)
        text = self._texts.get(shape)
        if text is None:
            compiled = append_events(*shape).compile(dialect=self._dialect)
            text = self._texts[shape] = compiled.string
        values = {f"{_EVENT}{name}_{at}": row[name] for at, row in enumerate(rows) for name in row}
        values |= {f"{name}_{at}": row[name] for at, row in enumerate(moves) for name in row}
        connection.autocommit = True
        try:
            connection.execute(text, values)
        finally:
            connection.autocommit = False
