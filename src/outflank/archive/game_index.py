"""The index of played games: what was played in any position, in milliseconds."""

from __future__ import annotations

import bisect
import functools
import itertools
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import add
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from outflank.archive.index_queries import (
    GameCondition,
    VisitSource,
    choose_games,
)
from outflank.archive.index_schema import NO_YEAR, PART_BITS, open_index
from outflank.archive.index_totals import count_moves, count_players
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
from outflank.native.line_keys import NO_MOVE, CanonicalView
from outflank.native.visits import VISIT
from outflank.rules import Board, Classic, Move, Position, Square
from outflank.rules.board import BLACK, WHITE
from outflank.texts import Text
from outflank.user_folders import data_folder

__all__ = ["GameIndex", "IndexContents", "default_index"]

_ALL: Final = GameFilter()
_TOTALS: Final = (
    "SELECT year, move, games, black_wins, white_wins, draws, margins, margin "
    "FROM move_total WHERE position = ?"
)
_WINNERS: Final = {1: BLACK, -1: WHITE}  # by the sign in the index; a draw is 0
_VISIT: Final = "year, move, winner, margin, black, white"
_GAME: Final = (
    "SELECT game.id, year, tournament.name, b.name, w.name, margin, winner, start, moves FROM game "
    "JOIN tournament ON tournament.id = game.tournament "
    "JOIN player AS b ON b.id = black JOIN player AS w ON w.id = white"
)


def default_index() -> Path:
    """Return the default path of the index of games."""
    return data_folder() / "games.sqlite"


@dataclass(frozen=True, slots=True)
class IndexContents:
    """The contents of an index: the numbers of games and players, the years and the sources."""

    games: int
    players: int
    first_year: int | None
    last_year: int | None
    sources: tuple[tuple[str, int], ...]


class GameIndex:
    """An index of played games, opened for reading; also a context manager.

    The eight symmetric positions count as one.
    """

    def __init__(self, path: Path | str | None = None) -> None:
        if not isinstance(path, str | Path | None):
            raise TypeError(f"the path of an index is a Path or text, not {path!r}")
        self.path: Path = default_index() if path is None else Path(path)
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
        """Return the number of games and players in the index, its years and its sources."""
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
        """Return what was played in a position, in all games or in those that a filter admits."""
        _require(position, only)
        view = CanonicalView.of(position)
        source = self._source(view.key)
        condition = GameCondition.of(only, self._database)
        if source.is_large and not only:
            moves = self._rows(_TOTALS, source.key)
            found = self._rows(
                "SELECT name, games, as_black, wins, losses, draws FROM player_total "
                "JOIN player ON player.id = player WHERE position = ? ORDER BY place LIMIT ?",
                source.key,
                players,
            )
        else:
            visits, values = source.visits(condition)
            rows = self._rows(f"SELECT {_VISIT} FROM {visits}", *values)  # noqa: S608
            columns = zip(*rows, strict=True) if rows else ((),) * 6
            years, played, winners, margins, blacks, whites = columns
            moves = count_moves(years, played, winners, margins)
            found = self._named(count_players(blacks, whites, winners), players)
        return _report(view, moves, [PlayerTally(*row) for row in found])

    def _named(self, rows: Iterable[tuple[int, ...]], most: int) -> list[tuple[Any, ...]]:
        """Replace the numbers of players by their names; players without a name are left out."""
        names = (
            (name, *counts)
            for player, *counts in rows
            for (name,) in self._rows("SELECT name FROM player WHERE id = ?", player)
            if name
        )
        return list(itertools.islice(names, most))

    def games(
        self, position: Position | None = None, only: GameFilter = _ALL, *, most: int | None = 20
    ) -> list[IndexedGame]:
        """Return the games that reach a position, or all games, the newest first."""
        _require(Position.start() if position is None else position, only)
        source = None if position is None else self._source(CanonicalView.of(position).key)
        question, values = choose_games(source, GameCondition.of(only, self._database))
        numbers = self._rows(question, *values, -1 if most is None else most)
        return [self.game(number) for (number,) in numbers]

    def game(self, number: int) -> IndexedGame:
        """Return the game with a number."""
        for row in self._rows(f"{_GAME} WHERE game.id = ?", number):
            return _game(row)
        raise OutflankError(Text("errors.archive.no_such_game", game=number))

    def _source(self, key: int) -> VisitSource:
        """Find the games of a position: they are counted, in rows, or there is only one."""
        position = _signed(key)
        if self._rows("SELECT 1 FROM occurrence WHERE position = ? LIMIT 1", position):
            large = self._rows("SELECT 1 FROM move_total WHERE position = ? LIMIT 1", position)
            return VisitSource(position, is_large=bool(large))
        part = key >> (64 - PART_BITS)
        for (visits,) in self._rows("SELECT visits FROM lone_visit WHERE part = ?", part):
            indices = range(len(visits) // VISIT.size)
            at = bisect.bisect_left(indices, key, key=lambda at: _visit(visits, at)[0])
            if at < len(indices) and (found := _visit(visits, at))[0] == key:
                return VisitSource(position, lone=(found[1], found[2]))
        return VisitSource(position)

    def _rows(self, question: str, *values: object) -> list[Any]:
        try:
            return self._database.execute(question, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise OutflankError(
                Text("errors.archive.damaged_index", path=self.path, problem=error)
            ) from error


def _require(position: Position, only: GameFilter) -> None:
    if not isinstance(position, Position):
        raise TypeError(f"an index is asked about a Position, not about {position!r}")
    if not isinstance(only, GameFilter):
        raise TypeError(f"the games to count are chosen by a GameFilter, not by {only!r}")


def _visit(visits: bytes, at: int) -> tuple[int, ...]:
    return VISIT.unpack_from(visits, at * VISIT.size)


def _signed(key: int) -> int:
    """Return a hash as SQLite stores it, with a sign."""
    return key - (1 << 64) if key >> 63 else key


def _game(row: tuple[Any, ...]) -> IndexedGame:
    number, year, tournament, black, white, margin, sign, start, moves = row
    begin = Classic().start() if start is None else _position(start)
    squares = tuple(Square.at(index, size=begin.size) for index in moves)
    year = None if year == NO_YEAR else year
    return IndexedGame(
        number,
        year,
        tournament,
        black,
        white,
        margin,
        _WINNERS.get(sign),
        is_draw=sign == 0,
        start=begin,
        squares=squares,
    )


def _position(text: str) -> Position:
    cells, _, turn = text.rpartition(" ")
    return Position(Board.parse(cells), BLACK if turn == "X" else WHITE)


# Reports from rows


def _report(
    view: CanonicalView, rows: list[tuple[Any, ...]], players: list[PlayerTally]
) -> PositionReport:
    by_move: dict[int, list[Tally]] = {}
    by_year: dict[int, list[Tally]] = {}
    for year, move, *counts in rows:
        tally = Tally(*(count or 0 for count in counts))
        by_move.setdefault(move, []).append(tally)
        by_year.setdefault(year, []).append(tally)
    ended = _sum(by_move.pop(NO_MOVE, []))
    moves = [_move(view, alike, _sum(by_move[number])) for number, alike in _alike(view, by_move)]
    return PositionReport(
        view.seen,
        opening_of(view.seen),
        _sum([tally for tallies in by_year.values() for tally in tallies]),
        tuple(sorted(moves, key=lambda played: -played.tally.games)),
        ended.games,
        tuple(players),
        tuple(
            YearTally(None if year == NO_YEAR else year, _sum(tallies))
            for year, tallies in sorted(by_year.items())
        ),
    )


def _sum(tallies: list[Tally]) -> Tally:
    return functools.reduce(add, tallies, Tally())


def _alike(view: CanonicalView, played: dict[int, list[Tally]]) -> Iterator[tuple[int, list[Move]]]:
    """Go through the moves that were played, each with the moves that are symmetric to it."""
    by_number: dict[int, list[Move]] = {}
    for move in view.seen.legal_moves:
        by_number.setdefault(view.move_number(move), []).append(move)
    return ((number, moves) for number, moves in by_number.items() if number in played)


def _move(view: CanonicalView, alike: list[Move], tally: Tally) -> MoveTally:
    # Players write games that begin with f5, so f5 is shown for the four first moves.
    size = view.seen.size
    usual = Square(size // 2 + 1, size // 2)
    shown = usual if usual in alike else alike[0]
    others = tuple(move for move in alike if move != shown)
    return MoveTally(shown, others, tally, opening_of(view.seen.play(shown)))
