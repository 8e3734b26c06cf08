"""The search of games with an oracle: the best move for each answer, averaged over answers."""

from __future__ import annotations

import math
from collections.abc import Iterator

from outflank.engine.simple.budget import SearchBudget
from outflank.engine.simple.evaluation import Evaluate, final_score
from outflank.engine.simple.negamax import TABLE_ENTRIES, Bound, groups, indices
from outflank.rules import BLACK, Answer, Board, Color, Move, Position, Square
from outflank.rules.bitboards import outflanking
from outflank.rules.geometry import geometry
from outflank.rules.square import squares_of

__all__ = ["RARE", "Expectimax"]

# Less likely answers are ignored until they are heard: the web oracle's `maybe` (1 in 10,000)
# would make each turn cost half as much again and change the average very little.
RARE = 0.005


class Expectimax:
    """A search of one position in which every turn begins with an answer.

    The variant itself places the discs, so this searches every variant; one without answers is
    searched as if each turn had a single answer.
    """

    growth: float = 3.8  # measured: solving n empty squares takes about growth**n nodes

    def __init__(self, position: Position, budget: SearchBudget, evaluate: Evaluate) -> None:
        self._variant = position.variant
        self._size = position.size
        self._shape = geometry(self._size)
        self._cells = self._size * self._size
        self._sign = -1 if self._variant.fewest_wins else 1
        self._evaluate = evaluate
        self._squares = squares_of(self._size)
        self._groups = groups(self._size)
        self._budget = budget
        self._answers = _likely_answers(position)
        self._table: dict[tuple[int, int, bool], tuple[int, int, float]] = {}
        self._root = position

    def score(self, index: int, depth: int, alpha: float, beta: float) -> float:
        """Return the value of a move for the mover, which is exact between alpha and beta."""
        root = self._root
        board = self._variant.place(root, self._squares[index]).on(root.board)
        return -self._expected(board, root.turn.opponent, depth - 1, (-beta, -alpha))

    def expected(self, depth: int) -> float:
        """Return the value of the position for the mover before its answer is heard."""
        return self._expected(self._root.board, self._root.turn, depth, (-math.inf, math.inf))

    def line(self, index: int) -> tuple[Move, ...]:
        """Return the move alone: the rest depends on answers that are unknown."""
        return (Square.at(index, size=self._size),)

    def _expected(
        self, board: Board, turn: Color, depth: int, window: tuple[float, float]
    ) -> float:
        """Average over the answers; stop as soon as the window cannot be reached (Star1)."""
        self._budget.enter()
        alpha, beta = window
        is_black = turn is BLACK
        own, opponent = (board.black, board.white) if is_black else (board.white, board.black)
        moves = outflanking(own, opponent, self._shape)
        if not moves:
            if not outflanking(opponent, own, self._shape):
                return self._sign * final_score(own, opponent, self._cells)
            return -self._expected(board, turn.opponent, depth, (-beta, -alpha))
        if depth <= 0:
            return self._evaluate(own, opponent, moves)
        key = own, opponent, is_black
        known = self._table.get(key)
        if known is not None and known[0] >= depth:
            _, bound, value = known
            if (
                bound == Bound.EXACT
                or (bound == Bound.LOWER and value >= beta)
                or (bound == Bound.UPPER and value <= alpha)
            ):
                return value
        bound, value = self._average(board, turn, moves, depth, window)
        if len(self._table) < TABLE_ENTRIES or key in self._table:
            self._table[key] = depth, bound, value
        return value

    def _average(
        self, board: Board, turn: Color, moves: int, depth: int, window: tuple[float, float]
    ) -> tuple[int, float]:
        alpha, beta = window
        most = float(self._cells)  # no value is larger
        total, rest = 0.0, 1.0
        for answer, chance in self._answers:
            rest -= chance
            # The window of this answer outside of which the average cannot be in the window.
            low = (alpha - total - rest * most) / chance
            high = (beta - total + rest * most) / chance
            heard = Position(board, turn, variant=self._variant, answer=answer)
            value = self._best(heard, moves, depth, (max(low, -most - 1), min(high, most + 1)))
            total += chance * value
            if value >= high:
                return Bound.LOWER, total - rest * most
            if value <= low:
                return Bound.UPPER, total + rest * most
        return Bound.EXACT, total

    def _best(self, heard: Position, moves: int, depth: int, window: tuple[float, float]) -> float:
        alpha, beta = window
        highest = -math.inf
        other = heard.turn.opponent
        for square in self._ordered(moves):
            board = self._variant.place(heard, square).on(heard.board)
            value = -self._expected(board, other, depth - 1, (-beta, -max(alpha, highest)))
            if value > highest:
                highest = value
                if value >= beta:
                    break
        return highest

    def _ordered(self, moves: int) -> Iterator[Square]:
        for group in self._groups:
            for index in indices(moves & group):
                yield self._squares[index]


def _likely_answers(position: Position) -> tuple[tuple[Answer | None, float], ...]:
    """Return the likely answers, with probabilities that add up to one."""
    odds = position.variant.answers
    if not odds:
        return ((None, 1.0),)
    likely = {answer: chance for answer, chance in odds.items() if chance >= RARE}
    whole = sum(likely.values())
    return tuple((answer, chance / whole) for answer, chance in likely.items())
