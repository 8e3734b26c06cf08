"""Alpha-beta on bitboards, for variants with ordinary placements."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator

from outflank.engine.simple.budget import SearchBudget
from outflank.engine.simple.evaluation import Evaluate, corner_masks, final_score
from outflank.rules import BLACK, PASS, Move, Position, Square
from outflank.rules.bitboards import outflanked, outflanking
from outflank.rules.geometry import geometry

__all__ = ["TABLE_ENTRIES", "Bound", "Negamax", "groups", "indices"]

TABLE_ENTRIES = 1 << 20  # some hundred megabytes, and more than any level enters

# From this depth on moves are ordered by the number of replies.
_SORT_DEPTH = 3


class Bound:
    """How a stored value bounds the true one."""

    UPPER, EXACT, LOWER = -1, 0, 1


@functools.cache
def groups(size: int) -> tuple[int, ...]:
    """Return groups of squares in the order in which to try them: corners first, X-squares last."""
    places = corner_masks(size)
    edges = places.edges & ~places.corners & ~places.c_squares
    rest = geometry(size).full & ~places.edges & ~places.x_squares
    # The centre of a 4x4 board is made of X-squares; `rest` is empty there.
    return places.corners, edges, rest, places.c_squares, places.x_squares


def indices(mask: int) -> Iterator[int]:
    """Return the indices of the squares of a mask, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


class Negamax:
    """A search of one position, which returns the value of a move at a depth.

    A depth counts discs, not passes, so a depth of all the empty squares is the end of the game.
    """

    growth: float = 2.5  # measured: solving n empty squares takes about growth**n nodes

    def __init__(self, position: Position, budget: SearchBudget, evaluate: Evaluate) -> None:
        self._size = position.size
        self._shape = geometry(self._size)
        self._cells = self._size * self._size
        self._sign = -1 if position.variant.fewest_wins else 1
        self._evaluate = evaluate
        self._groups = groups(self._size)
        self._budget = budget
        self._table: dict[tuple[int, int], tuple[int, int, float, int]] = {}
        board = position.board
        self._root = (
            (board.black, board.white) if position.turn is BLACK else (board.white, board.black)
        )

    def score(self, index: int, depth: int, alpha: float, beta: float) -> float:
        """Return the value of a move for the mover, which is exact between alpha and beta."""
        own, opponent = self._after(*self._root, index)
        return -self._value(own, opponent, depth - 1, -beta, -alpha)

    def line(self, index: int) -> tuple[Move, ...]:
        """Return the expected course of the game, beginning with a move."""
        moves: list[Move] = [Square.at(index, size=self._size)]
        own, opponent = self._after(*self._root, index)
        while True:
            if not outflanking(own, opponent, self._shape):
                if not outflanking(opponent, own, self._shape):
                    return tuple(moves)
                moves.append(PASS)
                own, opponent = opponent, own
            depth, bound, _, best = self._table.get((own, opponent), (0, Bound.UPPER, 0.0, -1))
            if bound != Bound.EXACT or depth < 1:
                return tuple(moves if moves[-1] is not PASS else moves[:-1])
            moves.append(Square.at(best, size=self._size))
            own, opponent = self._after(own, opponent, best)

    def _after(self, own: int, opponent: int, index: int) -> tuple[int, int]:
        """Return the discs of the next mover and of its opponent after a move."""
        flipped = outflanked(own, opponent, index, self._shape)
        return opponent ^ flipped, own | flipped | 1 << index

    def _value(self, own: int, opponent: int, depth: int, alpha: float, beta: float) -> float:
        self._budget.enter()
        moves = outflanking(own, opponent, self._shape)
        if not moves:
            if not outflanking(opponent, own, self._shape):
                return self._sign * final_score(own, opponent, self._cells)
            return -self._value(opponent, own, depth, -beta, -alpha)
        if depth <= 0:
            return self._evaluate(own, opponent, moves)
        key = own, opponent
        first = -1
        known = self._table.get(key)
        if known is not None:
            known_depth, bound, value, first = known
            if known_depth >= depth and (
                bound == Bound.EXACT
                or (bound == Bound.LOWER and value >= beta)
                or (bound == Bound.UPPER and value <= alpha)
            ):
                return value
        highest, best, low = -math.inf, -1, alpha
        for index, child, other in self._children(own, opponent, moves, depth, first):
            value = -self._value(child, other, depth - 1, -beta, -low)
            if value > highest:
                highest, best = value, index
                low = max(low, value)
                if value >= beta:
                    break
        bound = Bound.LOWER if highest >= beta else Bound.UPPER if highest <= alpha else Bound.EXACT
        if len(self._table) < TABLE_ENTRIES or key in self._table:
            self._table[key] = depth, bound, highest, best
        return highest

    def _children(
        self, own: int, opponent: int, moves: int, depth: int, first: int
    ) -> Iterator[tuple[int, int, int]]:
        """Return the moves and the positions that they lead to, promising ones first."""
        if first >= 0:
            yield first, *self._after(own, opponent, first)
            moves &= ~(1 << first)
        if depth < _SORT_DEPTH:
            for group in self._groups:
                for index in indices(moves & group):
                    yield index, *self._after(own, opponent, index)
            return
        ordered = []
        for rank, group in enumerate(self._groups):
            for index in indices(moves & group):
                child, other = self._after(own, opponent, index)
                replies = outflanking(child, other, self._shape).bit_count()
                # One group later weighs as much as two more replies.
                ordered.append((replies + 2 * rank, index, child, other))
        ordered.sort()
        for _, index, child, other in ordered:
            yield index, child, other
