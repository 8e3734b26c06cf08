"""Weights of a game's patterns from positions with targets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from outflank.training.boards.board_columns import BoardColumns
from outflank.training.boards.learned_games import LearnedGame
from outflank.training.boards.least_squares import Rows, fitted
from outflank.training.boards.own_games import PlayedPositions
from outflank.training.boards.pattern_file import written_weights

__all__ = ["BoardFit", "fit_board"]

_HELD_OUT = 20  # one stretch of positions in twenty
_STRETCH = 50
_FEWEST = 3  # weights of patterns seen less often are dropped
_PORTION = 1 << 16


@dataclass(frozen=True)
class BoardFit:
    """The file of the weights, and their error on targets that were held out."""

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
    """Fit the weights of a game's patterns to targets; each target counts by its `weight`."""
    columns = BoardColumns.of(game)
    rows_of = np.empty((len(played), columns.width), np.int64)
    for begin in range(0, len(played), _PORTION):
        part = slice(begin, begin + _PORTION)
        rows_of[part] = columns.columns_of(played.digits[part], played.mobility[part])
    stage = columns.stages_of(np.count_nonzero(played.digits == 0, axis=1))
    rows = Rows(rows_of, stage, played.target, weight)
    # Hold out whole stretches, because positions of one game lie together.
    is_held_out = np.arange(len(played)) // _STRETCH % _HELD_OUT == _HELD_OUT - 1
    learned = _where(rows, ~is_held_out)
    seen = np.bincount(learned.columns.ravel(), minlength=columns.count)
    weights, error = fitted(
        learned,
        _where(rows, is_held_out),
        shape=(game.stages, columns.count),
        pull=game.pull,
        steps=steps,
        progress=progress,
    )
    weights[:, seen < _FEWEST] = 0
    file = written_weights(game, columns.weights_of(weights))
    return BoardFit(file, float(played.target.std()), error, len(played))


def _where(rows: Rows, chosen: NDArray[np.bool_]) -> Rows:
    return Rows(rows.columns[chosen], rows.stage[chosen], rows.target[chosen], rows.weight[chosen])
