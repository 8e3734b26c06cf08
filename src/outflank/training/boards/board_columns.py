"""The weights that count for a position: of its patterns, and of what else its game counts."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from outflank.training.boards.board_patterns import BoardPatterns
from outflank.training.boards.learned_games import LearnedGame
from outflank.training.boards.pattern_file import FRONTIERS, MOBILITIES, SHARES, GameWeights

__all__ = ["BoardColumns"]


@dataclass(frozen=True)
class BoardColumns:
    """Numbers the weights of a game at each stage; a position is worth the sum of its columns.

    The columns of the patterns come first, then those of the empty squares, of the legal moves
    and of the discs.
    """

    game: LearnedGame
    patterns: BoardPatterns
    first: tuple[int, ...]  # column of each count; the last number is how many columns there are

    @classmethod
    @functools.cache
    def of(cls, game: LearnedGame) -> BoardColumns:
        """Return the columns of a game."""
        sizes = [game.squares + 1]
        sizes += [MOBILITIES, MOBILITIES, MOBILITIES * MOBILITIES] if game.counts_moves else []
        sizes += [SHARES, FRONTIERS, FRONTIERS] if game.counts_discs else []
        patterns = BoardPatterns.of(game.shapes, game.size)
        first = patterns.column_count + np.cumsum([0, *sizes])
        return cls(game, patterns, tuple(first.tolist()))

    @property
    def count(self) -> int:
        """How many columns there are."""
        return self.first[-1]

    @property
    def width(self) -> int:
        """How many of them a position has."""
        return len(self.patterns.centres) + len(self.first) - 1

    def stages_of(self, empties: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the stage of the game by the number of empty squares."""
        stages, squares = self.game.stages, self.game.squares
        return np.minimum((squares - empties) * stages // squares, stages - 1)

    def columns_of(
        self, digits: NDArray[np.int8], mobility: NDArray[np.uint8] | None = None
    ) -> NDArray[np.int64]:
        """Return a row of columns a position; `mobility` is needed where legal moves count."""
        own, other = (np.count_nonzero(digits == side, axis=1) for side in (1, -1))
        counted = [self.game.squares - own - other]
        if self.game.counts_moves:
            assert mobility is not None
            moves = np.minimum(mobility.astype(np.int64), MOBILITIES - 1)
            counted += [moves[:, 0], moves[:, 1], moves[:, 0] * MOBILITIES + moves[:, 1]]
        if self.game.counts_discs:
            discs = np.maximum(own + other, 1)
            counted.append(((SHARES - 1) * own + discs // 2) // discs)
            counted += _frontiers(self.game, digits)
        behind = [first + number for first, number in zip(self.first[:-1], counted, strict=True)]
        return np.column_stack([self.patterns.columns_of(digits), *behind])

    def weights_of(self, table: NDArray[np.float64]) -> GameWeights:
        """Return the weights of a table, [stage, column]."""
        game = self.game
        patterns, by_empties, *others = np.split(table, self.first[:-1], axis=1)
        empties = np.arange(game.squares + 1)
        mobility = np.zeros((game.stages, MOBILITIES, MOBILITIES))
        if game.counts_moves:
            own, other, both, *others = others
            mobility = both.reshape(mobility.shape) + own[:, :, None] + other[:, None, :]
        none = [np.zeros((game.stages, size)) for size in (SHARES, FRONTIERS, FRONTIERS)]
        shares, *sides = others or none
        return GameWeights(
            constants=by_empties[self.stages_of(empties), empties],
            mobility=mobility,
            shares=shares,
            frontiers=np.stack(sides, axis=1),
            patterns=patterns,
        )

    def table_of(self, weights: GameWeights) -> NDArray[np.float64]:
        """Return a table, [stage, column], whose sums are the values by these weights."""
        stages = self.game.stages
        tables = [weights.patterns, np.tile(weights.constants, (stages, 1))]
        if self.game.counts_moves:
            tables += [np.zeros((stages, MOBILITIES))] * 2
            tables.append(weights.mobility.reshape(stages, -1))
        if self.game.counts_discs:
            tables += [weights.shares, weights.frontiers[:, 0], weights.frontiers[:, 1]]
        return np.concatenate(tables, axis=1)


def _frontiers(game: LearnedGame, digits: NDArray[np.int8]) -> list[NDArray[np.int64]]:
    """Return how many discs of each side lie beside an empty square."""
    grids = digits.reshape(-1, game.size, game.size)
    empty = np.pad(grids == 0, ((0, 0), (1, 1), (1, 1)))
    beside = np.zeros(grids.shape, bool)
    for row in range(3):
        for column in range(3):
            beside |= empty[:, row : row + game.size, column : column + game.size]
    counts = [np.count_nonzero((grids == side) & beside, axis=(1, 2)) for side in (1, -1)]
    return [np.minimum(count, FRONTIERS - 1) for count in counts]
