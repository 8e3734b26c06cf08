"""Counting games: of one position on request, and of all large positions beforehand."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias

from outflank.archive.index_schema import LARGE

__all__ = ["count_moves", "count_players", "count_totals"]

_PLAYERS: Final = 30  # players with most games that are stored for a position
_Row: TypeAlias = tuple[int, ...]
_Column: TypeAlias = Iterable[Any]


def count_totals(database: sqlite3.Connection) -> Iterator[float]:
    """Fill the tables of totals, and yield the share that is done."""
    large = database.execute(
        "SELECT position, count(*) FROM occurrence GROUP BY position HAVING count(*) >= ?", [LARGE]
    ).fetchall()
    columns = zip(
        *database.execute("SELECT year, black, white, winner, margin FROM game ORDER BY id"),
        strict=True,
    )
    year, black, white, winner, margin = (column.__getitem__ for column in columns)
    nobody = {
        number for (number,) in database.execute("SELECT id FROM player WHERE name = ''").fetchall()
    }
    whole, done = sum(games for _, games in large), 0
    for position, count in large:
        games, moves = zip(
            *database.execute("SELECT game, move FROM occurrence WHERE position = ?", [position]),
            strict=True,
        )
        winners = list(map(winner, games))
        rows = count_moves(map(year, games), moves, winners, map(margin, games))
        database.executemany(
            "INSERT INTO move_total VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            ((position, *row) for row in rows),
        )
        players = count_players(map(black, games), map(white, games), winners)
        known = (row for row in players if row[0] not in nobody)
        database.executemany(
            "INSERT INTO player_total VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            ((position, place, *row) for place, row in enumerate(islice(known, _PLAYERS))),
        )
        done += count
        yield done / whole


# Counters count in C, which is faster than SQL, because SQL would sort all rows first.


def count_moves(years: _Column, moves: _Column, winners: _Column, margins: _Column) -> list[_Row]:
    """Return the rows of `move_total` for some games: a year, a move and the results."""
    rows: dict[tuple[int, int], list[int]] = {}
    results = Counter(zip(years, moves, winners, margins, strict=True))
    for (year, move, winner, margin), games in results.items():
        row = rows.setdefault((year, move), [0] * 6)
        row[0] += games
        if winner is not None:
            row[1 + (1, -1, 0).index(winner)] += games
        if margin is not None:
            row[4] += games
            row[5] += games * margin
    return [(*key, *rows[key]) for key in sorted(rows)]


def count_players(blacks: _Column, whites: _Column, winners: Sequence[Any]) -> list[_Row]:
    """Return the rows of `player_total` for some games: players and results, most games first."""
    rows: dict[int, list[int]] = {}
    for players, sign in ((blacks, 1), (whites, -1)):
        for (player, winner), games in Counter(zip(players, winners, strict=True)).items():
            row = rows.setdefault(player, [0] * 5)
            row[0] += games
            row[1] += games if sign == 1 else 0
            if winner is not None:
                row[2 + (1, -1, 0).index(winner * sign)] += games
    found = [(player, *row) for player, row in rows.items()]
    return sorted(found, key=lambda row: (-row[1], row[0]))
