"""Pattern weights of 8x8 from labelled positions, by least squares over all stages at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.lib.format import open_memmap
from numpy.typing import NDArray

from outflank.training.boards.board_columns import BoardColumns
from outflank.training.boards.board_patterns import digits_of
from outflank.training.boards.learned_games import LEARNED_GAMES
from outflank.training.boards.least_squares import Rows, fitted, values_of
from outflank.training.boards.pattern_file import UNITS_PER_DISC, GameWeights
from outflank.training.positions.bitboards import canonical_hash, empty_count

__all__ = ["CLASSIC", "LabelledPositions", "fit_labels", "steadied", "values_by"]

CLASSIC: Final = LEARNED_GAMES["8x8"]
_HELD_OUT = 20  # one position in twenty, with its symmetric images
# A change from stage to stage that is smaller, in units, is not kept: the file is smaller.
_SMALLEST_CHANGE = 2
_PORTION = 1 << 15


@dataclass(frozen=True)
class LabelledPositions:
    """Positions and their values for the mover, in discs."""

    mover: NDArray[np.int64]
    opponent: NDArray[np.int64]
    value: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.value)

    @classmethod
    def joined(cls, parts: list[LabelledPositions]) -> LabelledPositions:
        """Return all positions of several parts."""
        return cls(
            np.concatenate([part.mover for part in parts]),
            np.concatenate([part.opponent for part in parts]),
            np.concatenate([part.value for part in parts]),
        )

    def where(self, chosen: NDArray[np.bool_]) -> LabelledPositions:
        """Return some of the positions."""
        return LabelledPositions(self.mover[chosen], self.opponent[chosen], self.value[chosen])

    def first(self, count: int) -> LabelledPositions:
        """Return the first `count` positions, or all if there are fewer."""
        return LabelledPositions(self.mover[:count], self.opponent[:count], self.value[:count])

    def parts(self) -> tuple[LabelledPositions, LabelledPositions]:
        """Return the positions to learn from, and those held out with their symmetric images."""
        is_held_out = np.empty(len(self), bool)
        for at in range(0, len(self), _PORTION):
            part = slice(at, at + _PORTION)
            hashes = canonical_hash(self.mover[part], self.opponent[part])
            is_held_out[part] = hashes % _HELD_OUT == 0
        return self.where(~is_held_out), self.where(is_held_out)


def fit_labels(
    learned: LabelledPositions,
    held_out: LabelledPositions,
    steps: int,
    folder: Path,
    progress: Callable[[int, float], None],
) -> GameWeights:
    """Fit weights to labels; tables that are too large for the memory go into `folder`."""
    file = folder / "part-weights-columns.npy"
    columns = BoardColumns.of(CLASSIC)
    try:
        rows = _rows(learned, file)
        table, _ = fitted(
            rows,
            _rows(held_out, None),
            shape=(CLASSIC.stages, columns.count),
            pull=CLASSIC.pull,
            steps=steps,
            progress=progress,
        )
        weights = columns.weights_of(table)
        return _with_constants(replace(weights, patterns=steadied(weights.patterns)), rows)
    finally:
        file.unlink(missing_ok=True)


def steadied(patterns: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round weights, [stage, column], to whole units, and small changes of them to none.

    Changes are counted from the end of the game on.
    """
    units = patterns[::-1] * UNITS_PER_DISC
    found = [np.rint(units[0])]
    for stage in units[1:]:
        is_small = np.abs(stage - found[-1]) < _SMALLEST_CHANGE
        found.append(np.where(is_small, found[-1], np.rint(stage)))
    return np.stack(found[::-1]) / UNITS_PER_DISC


def values_by(weights: GameWeights, positions: LabelledPositions) -> NDArray[np.float32]:
    """Return the values of positions for the mover by these weights, in discs."""
    columns = BoardColumns.of(CLASSIC)
    table = columns.table_of(weights)
    found = np.empty(len(positions))
    for at in range(0, len(positions), _PORTION):
        part = slice(at, at + _PORTION)
        mover, opponent = positions.mover[part], positions.opponent[part]
        stages = columns.stages_of(empty_count(mover, opponent))
        scores = table[stages[:, None], columns.columns_of(digits_of(mover, opponent))]
        found[part] = scores.sum(axis=1)
    most = CLASSIC.squares - 1  # only a search to the end finds a win by all squares
    return np.clip(found, -most, most).astype(np.float32)


def _rows(positions: LabelledPositions, file: Path | None) -> Rows:
    """Return rows stage by stage, those of a large fit in a file."""
    columns = BoardColumns.of(CLASSIC)
    stages = np.empty(len(positions), np.int8)
    for at in range(0, len(positions), _PORTION):
        part = slice(at, at + _PORTION)
        empties = empty_count(positions.mover[part], positions.opponent[part])
        stages[part] = columns.stages_of(empties)
    order = np.argsort(stages, kind="stable")
    shape = (len(positions), columns.width)
    rows = (
        np.empty(shape, np.int32)
        if file is None
        else open_memmap(file, mode="w+", dtype=np.int32, shape=shape)
    )
    for at in range(0, len(positions), _PORTION):
        part = slice(at, at + _PORTION)
        mover, opponent = positions.mover[order[part]], positions.opponent[order[part]]
        rows[part] = columns.columns_of(digits_of(mover, opponent))
    return Rows(
        rows,
        stages[order].astype(np.int64),
        positions.value[order],
        np.ones(len(positions), np.float32),
    )


def _with_constants(weights: GameWeights, rows: Rows) -> GameWeights:
    """Return weights whose constants make up for what rounding leaves over on average.

    Numbers of empty squares that were not seen get the constants of their neighbours.
    """
    columns = BoardColumns.of(CLASSIC)
    none = np.zeros_like(weights.constants)
    off = rows.target - values_of(rows, columns.table_of(replace(weights, constants=none)))
    empties = rows.columns[:, -1] - columns.first[0]
    counts = np.bincount(empties, minlength=len(none))
    sums = np.bincount(empties, off, minlength=len(none))
    seen = np.flatnonzero(counts)
    means = np.interp(np.arange(len(none)), seen, sums[seen] / counts[seen])
    return replace(weights, constants=means)
