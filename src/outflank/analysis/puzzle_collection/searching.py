"""The searches that making puzzles needs, over lists of positions or with any engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from outflank.analysis.puzzle_collection.puzzle import Puzzle
from outflank.engine import Engine, Limit, solve
from outflank.engine.evaluating.position_lists import search_all
from outflank.errors import UnsolvedPuzzle
from outflank.rules import Move, Position, Score, Square, WinDrawLoss

__all__ = ["BatchSearch", "EngineSearch", "PuzzleSearch"]

_CONFIDENCE: Final = 73  # of the searches that measure how hard a move is to find
_ALL_MOVES: Final = 128


class PuzzleSearch(Protocol):
    """What making puzzles asks about positions in which the side to move can move."""

    def hopeful(self, positions: Sequence[Position]) -> list[Position]:
        """Return those in which just one move may keep a win or a draw."""

    def scores(self, positions: Sequence[Position]) -> list[Mapping[Square, Score]]:
        """Return the exact score of every move; an empty mapping if that takes too long."""

    def moves_at(self, positions: Sequence[Position], depth: int) -> list[Move | None]:
        """Return the move that a search of a depth finds best in each position."""


class BatchSearch:
    """Searches lists of positions in one call into the core each."""

    def __init__(self, threads: int | None = 1) -> None:
        self._threads = threads

    def hopeful(self, positions: Sequence[Position]) -> list[Position]:
        """Solve who wins, and where that is not the opponent, the best two moves."""
        results = solve(positions, goal="outcome", threads=self._threads)
        kept = [
            position
            for position, found in zip(positions, results, strict=True)
            if found.result is not WinDrawLoss.LOSS
        ]
        found = solve(kept, candidates=2, threads=self._threads)
        return [
            position
            for position, best in zip(kept, found, strict=True)
            if _keeps_more(*(score.discs for score in best.scores.values()))
        ]

    def scores(self, positions: Sequence[Position]) -> list[Mapping[Square, Score]]:
        """Solve all moves of each position."""
        found = solve(positions, candidates=_ALL_MOVES, threads=self._threads)
        return [_of_squares(each.scores) for each in found]

    def moves_at(self, positions: Sequence[Position], depth: int) -> list[Move | None]:
        """Search each position with an empty table."""
        limit = Limit(depth=depth, confidence=_CONFIDENCE)
        return [found.move for found in search_all(positions, limit, threads=self._threads)]


class EngineSearch:
    """Lets an engine search one position after the other."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def hopeful(self, positions: Sequence[Position]) -> list[Position]:
        """Return all positions: the engine solves them once."""
        return list(positions)

    def scores(self, positions: Sequence[Position]) -> list[Mapping[Square, Score]]:
        """Solve all moves of each position, if the engine can while a person waits."""
        return list(map(self._solved, positions))

    def _solved(self, position: Position) -> Mapping[Square, Score]:
        from outflank.analysis.puzzles import solve_puzzle

        try:
            return solve_puzzle(Puzzle(position), self._engine).scores
        except UnsolvedPuzzle:
            return {}

    def moves_at(self, positions: Sequence[Position], depth: int) -> list[Move | None]:
        """Search each position; deeper searches before do not help."""
        limit = Limit(depth=depth, confidence=_CONFIDENCE)
        moves: list[Move | None] = []
        for position in positions:
            self._engine.new_game()
            moves.append(self._engine.analyse(position, limit, seed=1).move)
        return moves


def _keeps_more(best: float, second: float) -> bool:
    """Return whether the best of two moves keeps a win or a draw and the second does not."""
    return best > 0 >= second or best == 0 > second


def _of_squares(scores: Mapping[Move, Score]) -> Mapping[Square, Score]:
    return {move: score for move, score in scores.items() if isinstance(move, Square)}
