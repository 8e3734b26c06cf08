"""The queries of the index of games, as SQL."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any, Final

from outflank.archive.tallies import GameFilter
from outflank.errors import OutflankError, UnknownName
from outflank.texts import Text

__all__ = [
    "GameCondition",
    "VisitSource",
    "choose_games",
    "find_player",
]

_NUMBERS_OF_YEARS: Final = (
    "SELECT ifnull((SELECT id FROM game WHERE year >= ? ORDER BY year, id LIMIT 1), 1 << 62), "
    "ifnull((SELECT id FROM game WHERE year <= ? ORDER BY year DESC, id DESC LIMIT 1), -1)"
)
_MOST_NAMED: Final = 8  # players that an error names


@dataclass(frozen=True, slots=True)
class GameCondition:
    """A filter as an SQL condition, with its values."""

    parts: tuple[str, ...]
    values: tuple[object, ...]
    names_somebody: bool

    @classmethod
    def of(cls, only: GameFilter, database: sqlite3.Connection) -> GameCondition:
        """Make the condition of a filter, and look up the names in it."""
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
            # Games are numbered by year.
            parts.append("{number} BETWEEN ? AND ?")
            values += database.execute(_NUMBERS_OF_YEARS, only.years).fetchone()
        if only.tournament is not None:
            parts.append(
                "game.tournament IN (SELECT id FROM tournament WHERE name LIKE ? ESCAPE '\\')"
            )
            values.append(_containing(only.tournament))
        somebody = any(name is not None for name in (only.player, only.black, only.white))
        return cls(tuple(parts), tuple(values), somebody)

    def text(self, number: str) -> str:
        """Return the condition; `number` is the column with the number of the game."""
        return " AND ".join(self.parts).format(number=number) or "1"


@dataclass(frozen=True, slots=True)
class VisitSource:
    """Where to find the games that reach a position: in a table, or the only one directly."""

    key: int
    is_large: bool = False
    lone: tuple[int, int] | None = None  # a game and its move

    def visits(self, condition: GameCondition) -> tuple[str, tuple[object, ...]]:
        """Return the tables and conditions to select games from, and the values in them.

        In a position with many games SQLite finds those of one player first, elsewhere those of
        the position; CROSS JOIN fixes this order.
        """
        table = "occurrence"
        values: tuple[object, ...] = ()
        if self.lone is not None:
            table = "(SELECT ? AS position, ? AS game, ? AS move) AS occurrence"
            values = (self.key, *self.lone)
        tables = [table, "game"]
        if self.is_large and condition.names_somebody:
            tables.reverse()
        source = " CROSS JOIN ".join(tables)
        where = (
            f"position = ? AND occurrence.game = game.id AND {condition.text('occurrence.game')}"
        )
        return f"{source} WHERE {where}", (*values, self.key, *condition.values)


def choose_games(
    source: VisitSource | None, condition: GameCondition
) -> tuple[str, tuple[object, ...]]:
    """Return the query for the numbers of games, the newest first."""
    if source is None:
        chosen = f"game WHERE {condition.text('game.id')}"
        return f"SELECT id FROM {chosen} ORDER BY id DESC LIMIT ?", condition.values  # noqa: S608
    visits, values = source.visits(condition)
    number = "game.id" if visits.startswith("game") else "occurrence.game"
    return f"SELECT {number} FROM {visits} ORDER BY {number} DESC LIMIT ?", values  # noqa: S608


def find_player(name: str, database: sqlite3.Connection) -> int:
    """Return the number of the only player with this name, or with these words in the name."""
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
        shown = {"total": len(found), "name": repr(name), "names": names}
        if len(found) > _MOST_NAMED:
            more = len(found) - _MOST_NAMED
            raise OutflankError(Text("errors.archive.many_players_match", more=more, **shown))
        raise OutflankError(Text("errors.archive.several_players_match", **shown))
    return int(found[0][0])


def _containing(text: str) -> str:
    """Return the pattern for LIKE that finds names with a text in them."""
    for sign in "\\%_":
        text = text.replace(sign, f"\\{sign}")
    return f"%{text}%"
