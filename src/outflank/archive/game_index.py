"""The index of played games: what was played in any position, in milliseconds."""

from __future__ import annotations

import functools
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from operator import add
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from outflank.archive.index_queries import GameCondition, count_moves, count_players
from outflank.archive.index_schema import NO_YEAR, PASSED, open_index
from outflank.archive.openings import opening_of
from outflank.archive.tallies import (
    GameFilter,
    IndexedGame,
    MoveTally,
    PlayerTally,
    PositionReport,
    Tally,
    YearTally,
)
from outflank.errors import OutflankError
from outflank.native.line_keys import CanonicalView
from outflank.rules import PASS, Board, Classic, Move, Position, Square
from outflank.rules.board import BLACK, WHITE
from outflank.user_folders import data_folder

__all__ = ["GameIndex", "IndexContents", "default_index"]

_ALL: Final = GameFilter()
_GAME: Final = (
    "SELECT game.id, year, tournament.name, b.name, w.name, margin, winner, start, moves FROM game "
    "JOIN tournament ON tournament.id = game.tournament "
    "JOIN player AS b ON b.id = black JOIN player AS w ON w.id = white"
)


def default_index() -> Path:
    """Return where the index of games is unless somebody says otherwise."""
    return data_folder() / "games.sqlite"


@dataclass(frozen=True, slots=True)
class IndexContents:
    """What an index is made of: how many games and players, which years, and its sources."""

    games: int
    players: int
    first_year: int | None
    last_year: int | None
    sources: tuple[tuple[str, int], ...]


class GameIndex:
    """An index of played games, opened to be read; also a context manager.

    A position is the same in all eight symmetries.
    """

    def __init__(self, path: Path | str | None = None) -> None:
        self.path = default_index() if path is None else Path(path)
        self._database = open_index(self.path)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def contents(self) -> IndexContents:
        """Say how many games of whom the index has, and from where."""
        ((games,),) = self._rows("SELECT count(*) FROM game")
        ((players,),) = self._rows("SELECT count(*) FROM player WHERE name <> ''")
        ((first, last),) = self._rows(
            "SELECT min(year), max(year) FROM game WHERE year <> ?", NO_YEAR
        )
        sources = self._rows("SELECT name, games FROM source ORDER BY id")
        return IndexContents(games, players, first, last, tuple(sources))

    def ask(
        self, position: Position, only: GameFilter = _ALL, *, players: int = 10
    ) -> PositionReport:
        """Return what was played in a position, in all games or in those of a filter."""
        view = CanonicalView.of(position)
        key = _signed(view.key)
        condition = GameCondition.of(only, self._database)
        is_large = bool(self._rows("SELECT 1 FROM move_total WHERE position = ? LIMIT 1", key))
        if is_large and not only:
            moves = self._rows(
                "SELECT year, move, games, black_wins, white_wins, draws, margins, margin "
                "FROM move_total WHERE position = ?",
                key,
            )
            found = self._rows(
                "SELECT name, games, as_black, wins, losses, draws FROM player_total "
                "JOIN player ON player.id = player "
                "WHERE position = ? ORDER BY games DESC, player LIMIT ?",
                key,
                players,
            )
        else:
            question, values = count_moves(key, condition, is_large=is_large)
            moves = self._rows(question, *values)
            question, values = count_players(key, condition, is_large=is_large)
            found = self._rows(question, *values, players)
        return _report(view, moves, [PlayerTally(*row) for row in found])

    def games(
        self, position: Position | None = None, only: GameFilter = _ALL, *, most: int | None = 20
    ) -> list[IndexedGame]:
        """Return games that come through a position, or any games, the newest first."""
        condition = GameCondition.of(only, self._database)
        where, values = condition.text, condition.values
        if position is not None:
            key = _signed(CanonicalView.of(position).key)
            through = "game.id IN (SELECT game FROM occurrence WHERE position = ?)"
            where = f"{through} AND {where}"
            values = (key, *values)
        limit = -1 if most is None else most
        question = f"{_GAME} WHERE {where} ORDER BY year DESC, game.id DESC LIMIT ?"
        return [_game(row) for row in self._rows(question, *values, limit)]

    def game(self, number: int) -> IndexedGame:
        """Return the game of a number."""
        for row in self._rows(f"{_GAME} WHERE game.id = ?", number):
            return _game(row)
        raise OutflankError(f"the index has no game {number}")

    def _rows(self, question: str, *values: object) -> list[Any]:
        try:
            return self._database.execute(question, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise OutflankError(
                f"{self.path} is damaged and must be built anew: {error}"
            ) from error


def _signed(key: int) -> int:
    """Return a hash as SQLite keeps it, with a sign."""
    return key - (1 << 64) if key >> 63 else key


def _game(row: tuple[Any, ...]) -> IndexedGame:
    number, year, tournament, black, white, margin, winner, start, moves = row
    begin = Classic().start() if start is None else _position(start)
    squares = tuple(Square.at(index, size=begin.size) for index in moves)
    year = None if year == NO_YEAR else year
    return IndexedGame(number, year, tournament, black, white, margin, winner, begin, squares)


def _position(text: str) -> Position:
    cells, _, turn = text.rpartition(" ")
    return Position(Classic(), Board.parse(cells), BLACK if turn == "X" else WHITE)


# What the rows say


def _report(
    view: CanonicalView, rows: list[tuple[Any, ...]], players: list[PlayerTally]
) -> PositionReport:
    by_move: dict[int | None, list[Tally]] = {}
    by_year: dict[int, list[Tally]] = {}
    for year, move, *counts in rows:
        tally = Tally(*(count or 0 for count in counts))
        by_move.setdefault(move, []).append(tally)
        by_year.setdefault(year, []).append(tally)
    ended = _sum(by_move.pop(None, []))
    moves = [_move(view, alike, _sum(by_move[number])) for number, alike in _alike(view, by_move)]
    return PositionReport(
        view.seen,
        opening_of(view.seen),
        _sum([tally for tallies in by_year.values() for tally in tallies]),
        tuple(sorted(moves, key=lambda one: -one.tally.games)),
        ended.games,
        tuple(players),
        tuple(
            YearTally(None if year == NO_YEAR else year, _sum(tallies))
            for year, tallies in sorted(by_year.items())
        ),
    )


def _sum(tallies: list[Tally]) -> Tally:
    return functools.reduce(add, tallies, Tally())


def _alike(
    view: CanonicalView, played: dict[int | None, list[Tally]]
) -> Iterator[tuple[int, list[Move]]]:
    """Go through the moves that were played, together with those that are the same turned."""
    by_number: dict[int, list[Move]] = {}
    for move in view.seen.legal_moves:
        number = PASSED if move is PASS else view.move_number(move)
        by_number.setdefault(number, []).append(move)
    return ((number, moves) for number, moves in by_number.items() if number in played)


def _move(view: CanonicalView, alike: list[Move], tally: Tally) -> MoveTally:
    # Players write games that begin with f5, so of the four first moves that one is shown.
    size = view.seen.size
    usual = Square(size // 2 + 1, size // 2)
    shown = usual if usual in alike else alike[0]
    others = tuple(move for move in alike if move != shown)
    return MoveTally(shown, others, tally, opening_of(view.seen.play(shown)))
