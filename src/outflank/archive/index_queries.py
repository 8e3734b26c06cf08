"""The questions that an index of games is asked, as SQL."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any, Final

from outflank.archive.tallies import GameFilter
from outflank.errors import OutflankError, UnknownName

__all__ = ["GameCondition", "count_moves", "count_players", "find_player"]

_MOST_NAMED: Final = 8  # players that an error names
_COUNTED: Final = (
    "count(*), sum(winner = 1), sum(winner = -1), sum(winner = 0), count(margin), sum(margin)"
)
_COUNTED_FOR_PLAYER: Final = (
    "count(*), sum(as_black), sum(result = 1), sum(result = -1), sum(result = 0)"
)


@dataclass(frozen=True, slots=True)
class GameCondition:
    """A filter as a condition of SQL, with the values that it names."""

    text: str
    values: tuple[object, ...]
    names_somebody: bool

    @classmethod
    def of(cls, only: GameFilter, database: sqlite3.Connection) -> GameCondition:
        """Look up the names that a filter has."""
        parts: list[str] = []
        values: list[object] = []
        for column, name in (("black", only.black), ("white", only.white)):
            if name is not None:
                parts.append(f"game.{column} = ?")
                values.append(find_player(name, database))
        if only.player is not None:
            player = find_player(only.player, database)
            parts.append("(game.black = ? OR game.white = ?)")
            values += [player, player]
        if only.years is not None:
            parts.append("game.year BETWEEN ? AND ?")
            values += only.years
        if only.tournament is not None:
            parts.append(
                "game.tournament IN (SELECT id FROM tournament WHERE name LIKE ? ESCAPE '\\')"
            )
            values.append(_containing(only.tournament))
        somebody = any(name is not None for name in (only.player, only.black, only.white))
        return cls(" AND ".join(parts) or "1", tuple(values), somebody)

    def visits(self, key: int, *, is_large: bool) -> tuple[str, tuple[object, ...]]:
        """Return what to select the games from that come through a position, and its values.

        In a position of many games those of one player are looked for first, elsewhere those of
        the position: CROSS JOIN tells SQLite which.
        """
        if is_large and self.names_somebody:
            source = "game CROSS JOIN occurrence ON position = ? AND occurrence.game = game.id"
        else:
            source = "occurrence CROSS JOIN game ON position = ? AND occurrence.game = game.id"
        return f"{source} WHERE {self.text}", (key, *self.values)


def count_moves(
    key: int, condition: GameCondition, *, is_large: bool
) -> tuple[str, tuple[object, ...]]:
    """Return the question for the rows of `move_total` that a position would have."""
    source, values = condition.visits(key, is_large=is_large)
    return f"SELECT year, move, {_COUNTED} FROM {source} GROUP BY year, move", values  # noqa: S608


def count_players(
    key: int, condition: GameCondition, *, is_large: bool
) -> tuple[str, tuple[object, ...]]:
    """Return the question for the rows of `player_total` that a position would have."""
    source, values = condition.visits(key, is_large=is_large)
    question = (
        f"WITH visit AS MATERIALIZED (SELECT black, white, winner FROM {source}) "  # noqa: S608
        f"SELECT name, {_COUNTED_FOR_PLAYER} FROM ("
        "SELECT black AS player, 1 AS as_black, winner AS result FROM visit UNION ALL "
        "SELECT white, 0, -winner FROM visit) JOIN player ON player.id = player "
        "WHERE name <> '' GROUP BY player ORDER BY count(*) DESC, player LIMIT ?"
    )
    return question, values


def find_player(name: str, database: sqlite3.Connection) -> int:
    """Return the number of the one player whose name this is, or contains these words."""
    (exact,) = database.execute(
        "SELECT min(id) FROM player WHERE name = ? COLLATE NOCASE", [name.strip()]
    ).fetchone()
    if exact is not None:
        return int(exact)
    words = name.split()
    condition = " AND ".join(["name LIKE ? ESCAPE '\\'"] * len(words)) or "0"
    found: list[tuple[Any, ...]] = database.execute(
        f"SELECT id, name FROM player WHERE {condition} ORDER BY name",  # noqa: S608
        [_containing(word) for word in words],
    ).fetchall()
    if not found:
        known = database.execute("SELECT name FROM player WHERE name <> '' ORDER BY name")
        raise UnknownName("player", name, [row[0] for row in known])
    if len(found) > 1:
        names = ", ".join(repr(row[1]) for row in found[:_MOST_NAMED])
        more = f" and {len(found) - _MOST_NAMED} more" if len(found) > _MOST_NAMED else ""
        raise OutflankError(f"{len(found)} players are called {name!r}: {names}{more}")
    return int(found[0][0])


def _containing(text: str) -> str:
    """Return what LIKE takes for names that contain a text."""
    for sign in "\\%_":
        text = text.replace(sign, f"\\{sign}")
    return f"%{text}%"
