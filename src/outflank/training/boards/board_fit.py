"""Weights of a game's patterns from positions with targets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from outflank.training.boards.board_patterns import BoardPatterns
from outflank.training.boards.learned_games import LearnedGame
from outflank.training.boards.least_squares import Rows, fitted
from outflank.training.boards.own_games import PlayedPositions
from outflank.training.boards.pattern_file import (
    FRONTIERS,
    MOBILITIES,
    SHARES,
    GameWeights,
    written_weights,
)
from outflank.training.boards.stage_pulls import SharedPull

__all__ = ["BoardFit", "fit_board"]

_HELD_OUT = 20  # one stretch of positions in so many
_STRETCH = 50
_FEWEST = 3  # weights of patterns that were seen less often are not kept
_PORTION = 1 << 16


@dataclass(frozen=True)
class BoardFit:
    """The file of the weights, and how far they are from targets that they have not seen."""

    file: bytes
    spread: float  # of the targets, in discs
    error: float
    positions: int


def fit_board(
    game: LearnedGame,
    played: PlayedPositions,
    weight: NDArray[np.float32],
    steps: int,
    progress: Callable[[int, float], None],
) -> BoardFit:
    """Fit the weights of a game's patterns to targets; `weight` is how much each one counts."""
    patterns = BoardPatterns.of(game.shapes, game.size)
    filled = np.count_nonzero(played.digits, axis=1)
    stage = np.minimum(filled * game.stages // game.squares, game.stages - 1)
    counted = _counted(game, played)
    # Behind the patterns: the number of empty squares, and what else is counted.
    sizes = [size for size, _ in counted]
    first = patterns.column_count + np.cumsum([0, *sizes])
    count = int(first[-1])
    width = len(patterns.centres)
    columns = np.empty((len(played), width + len(counted)), np.int64)
    for begin in range(0, len(played), _PORTION):
        part = slice(begin, begin + _PORTION)
        columns[part, :width] = patterns.columns_of(played.digits[part])
    for at, (_, numbers) in enumerate(counted):
        columns[:, width + at] = first[at] + numbers
    rows = Rows(columns, stage, played.target, weight)
    # Whole stretches: positions of one game lie together.
    is_held_out = np.arange(len(played)) // _STRETCH % _HELD_OUT == _HELD_OUT - 1
    learned = _where(rows, ~is_held_out)
    seen = np.bincount(learned.columns.ravel(), minlength=count)
    weights, error = fitted(
        learned,
        _where(rows, is_held_out),
        shape=(game.stages, count),
        pull=SharedPull(*game.pulls),
        steps=steps,
        progress=progress,
    )
    weights[:, seen < _FEWEST] = 0
    file = written_weights(game, _game_weights(game, weights, first))
    return BoardFit(file, float(played.target.std()), error, len(played))


def _counted(game: LearnedGame, played: PlayedPositions) -> list[tuple[int, NDArray[np.int64]]]:
    """Return what is counted of positions: how many numbers there are, and each one's."""
    moves = np.minimum(played.mobility.astype(np.int64), MOBILITIES - 1)
    own, other = (np.count_nonzero(played.digits == side, axis=1) for side in (1, -1))
    counted = [
        (game.squares + 1, game.squares - own - other),
        (MOBILITIES, moves[:, 0]),
        (MOBILITIES, moves[:, 1]),
        (MOBILITIES * MOBILITIES, moves[:, 0] * MOBILITIES + moves[:, 1]),
    ]
    if game.counts_discs:
        discs = np.maximum(own + other, 1)
        counted.append((SHARES, ((SHARES - 1) * own + discs // 2) // discs))
        counted += [(FRONTIERS, frontier) for frontier in _frontiers(game, played.digits)]
    return counted


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


def _game_weights(
    game: LearnedGame, weights: NDArray[np.float64], first: NDArray[np.int64]
) -> GameWeights:
    """Take the weights of a stage's columns apart."""
    patterns, by_empties, own, other, both, *discs = np.split(weights, first[:-1], axis=1)
    pairs = both.reshape(-1, MOBILITIES, MOBILITIES)
    empties = np.arange(game.squares + 1)
    stages = np.minimum((game.squares - empties) * game.stages // game.squares, game.stages - 1)
    shares, *sides = discs or [np.zeros((game.stages, SHARES)), *[_none(game)] * 2]
    return GameWeights(
        constants=by_empties[stages, empties],
        mobility=pairs + own[:, :, None] + other[:, None, :],
        shares=shares,
        frontiers=np.stack(sides, axis=1),
        patterns=patterns,
    )


def _none(game: LearnedGame) -> NDArray[np.float64]:
    return np.zeros((game.stages, FRONTIERS))


def _where(rows: Rows, chosen: NDArray[np.bool_]) -> Rows:
    return Rows(rows.columns[chosen], rows.stage[chosen], rows.target[chosen], rows.weight[chosen])
