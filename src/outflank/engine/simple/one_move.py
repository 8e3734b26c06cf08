"""Engines that look one move ahead: random, greedy and positional."""

from __future__ import annotations

import time
from abc import abstractmethod

from outflank.engine.protocol import Analysis, Engine, Task, Variation
from outflank.engine.simple.evaluation import corner_masks
from outflank.rules import Board, Color, Position, Score, ScoreKind, Square

__all__ = ["GreedyEngine", "PositionalEngine", "RandomEngine"]


class _OneMoveEngine(Engine):
    """Takes the move with the best value, by chance among equals."""

    def __init__(self, *, seed: int | None = None) -> None:
        self.seed = seed

    def think(self, task: Task) -> Analysis:
        """Evaluate every move once."""
        began = time.perf_counter()
        position = task.position
        squares = [move for move in position.legal_moves if isinstance(move, Square)]
        if position.awaits_answer:
            expected = sum(
                chance * max(self.value(position.hear(answer), square) for square in squares)
                for answer, chance in position.variant.answers.items()
            )
            score = Score(expected, ScoreKind.EXPECTED, depth=1)
            return Analysis((Variation(None, score),), depth=1)
        task.random().shuffle(squares)
        valued = [(self.value(position, square), square) for square in squares]
        valued.sort(key=lambda pair: -pair[0])  # stable, so that the shuffle decides among equals
        variations = tuple(
            Variation(square, Score(value, depth=1), (square,))
            for value, square in valued[: task.candidates]
        )
        return Analysis(variations, 1, len(squares), time.perf_counter() - began)

    @abstractmethod
    def value(self, position: Position, square: Square) -> float:
        """Return the value of a move for the side that makes it."""


class RandomEngine(Engine):
    """Plays any legal move.

    >>> from outflank.rules import Classic
    >>> RandomEngine(seed=1).choose(Classic().start()) in Classic().start().legal_moves
    True
    """

    name = "random"

    def __init__(self, *, seed: int | None = None) -> None:
        self.seed = seed

    def think(self, task: Task) -> Analysis:
        """Choose a random move; no move is chosen while an answer is awaited."""
        if task.position.awaits_answer:
            return Analysis()
        move = task.random().choice(list(task.position.legal_moves))
        return Analysis.of(move, line=(move,))


class GreedyEngine(_OneMoveEngine):
    """Takes the most discs, or the fewest if those win.

    >>> from outflank.rules import Classic
    >>> print(GreedyEngine().analyse(Classic().start()).score)
    +3 (1)
    """

    name = "greedy"

    def value(self, position: Position, square: Square) -> float:
        """Count the discs ahead after the move."""
        board = position.place(square).on(position.board)
        ahead = board.count(position.turn) - board.count(position.turn.opponent)
        return -ahead if position.variant.fewest_wins else ahead


class PositionalEngine(_OneMoveEngine):
    """Values corners and mobility, and avoids the squares next to empty corners.

    >>> from outflank.rules import Board, Classic, Position, WHITE
    >>> board = Board.parse("-OX- -OX- ---- ----")
    >>> print(PositionalEngine(seed=1).choose(Position(board, WHITE)))
    d1
    """

    name = "positional"

    def value(self, position: Position, square: Square) -> float:
        """Return a value from corners, the squares next to them, and mobility."""
        board = position.place(square).on(position.board)
        sides = position.turn, position.turn.opponent
        lasting = _lasting(board, sides[0]) - _lasting(board, sides[1])
        moves = board.mobility(sides[0]) - board.mobility(sides[1])
        return moves + (-lasting if position.variant.fewest_wins else lasting)


def _lasting(board: Board, color: Color) -> float:
    """Return the value of what a colour has in and around the corners, in moves."""
    places = corner_masks(board.size)
    discs = board.discs(color).mask
    risk = discs & places.risky(board.black | board.white)
    return (
        25 * (discs & places.corners).bit_count()
        - 12 * (risk & places.x_squares).bit_count()
        - 6 * (risk & places.c_squares).bit_count()
    )
