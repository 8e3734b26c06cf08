"""Plain weights from labelled positions, by least squares over all stages at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.lib.format import open_memmap
from numpy.typing import NDArray

from outflank.training.boards.least_squares import Rows, fitted, values_of
from outflank.training.boards.stage_pulls import NeighbourPull
from outflank.training.network.pattern_network import STAGES, UNITS_IN_A_DISC, stage_of
from outflank.training.network.patterns import patterns
from outflank.training.positions.bitboards import canonical_hash, empty_count
from outflank.training.weights.plain_weights import CONSTANTS, PlainWeights

__all__ = ["LabelledPositions", "fit_weights"]

_HELD_OUT = 20  # one position in so many, with its symmetric equals
_PULL = NeighbourPull(neighbour=200.0, nothing=0.2)
_PORTION = 1 << 15


@dataclass(frozen=True)
class LabelledPositions:
    """Positions and what they are worth to the mover, in discs."""

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
        """Return the first positions, so many at most."""
        return LabelledPositions(self.mover[:count], self.opponent[:count], self.value[:count])

    def parts(self) -> tuple[LabelledPositions, LabelledPositions]:
        """Return what is learned from, and what is held out with all symmetric equals."""
        is_held_out = np.empty(len(self), bool)
        for at in range(0, len(self), _PORTION):
            part = slice(at, at + _PORTION)
            hashes = canonical_hash(self.mover[part], self.opponent[part])
            is_held_out[part] = hashes % _HELD_OUT == 0
        return self.where(~is_held_out), self.where(is_held_out)


def fit_weights(
    learned: LabelledPositions,
    held_out: LabelledPositions,
    steps: int,
    folder: Path,
    progress: Callable[[int, float], None],
) -> PlainWeights:
    """Fit weights to labels; `folder` has room for what is too large for the memory."""
    file = folder / "part-weights-columns.npy"
    try:
        rows = _rows(learned, file)
        found, _ = fitted(
            rows,
            _rows(held_out, None),
            shape=(STAGES, patterns().column_count + CONSTANTS),
            pull=_PULL,
            steps=steps,
            progress=progress,
        )
        return _with_constants(PlainWeights.rounded(found[:, :-CONSTANTS]), rows)
    finally:
        file.unlink(missing_ok=True)


def _rows(positions: LabelledPositions, file: Path | None) -> Rows:
    """Return rows stage by stage: the columns of the patterns, and one for the empty squares."""
    stages = np.empty(len(positions), np.int8)
    for at in range(0, len(positions), _PORTION):
        part = slice(at, at + _PORTION)
        stages[part] = stage_of(empty_count(positions.mover[part], positions.opponent[part]))
    order = np.argsort(stages, kind="stable")
    width = len(patterns().squares)
    shape = (len(positions), width + 1)
    columns = (
        np.empty(shape, np.int32)
        if file is None
        else open_memmap(file, mode="w+", dtype=np.int32, shape=shape)
    )
    for at in range(0, len(positions), _PORTION):
        part = slice(at, at + _PORTION)
        mover, opponent = positions.mover[order[part]], positions.opponent[order[part]]
        columns[part, :width] = patterns().columns[patterns().places_of(mover, opponent)]
        columns[part, width] = patterns().column_count + empty_count(mover, opponent)
    return Rows(
        columns,
        stages[order].astype(np.int64),
        positions.value[order],
        np.ones(len(positions), np.float32),
    )


def _with_constants(weights: PlainWeights, rows: Rows) -> PlainWeights:
    """Return weights whose constants make up for what rounding leaves over on average.

    Numbers of empty squares that were not seen get the constants of their neighbours.
    """
    constants = np.zeros((STAGES, CONSTANTS))
    scores = np.concatenate([weights.patterns / UNITS_IN_A_DISC, constants], axis=1)
    off = rows.target - values_of(rows, scores)
    empties = rows.columns[:, -1] - patterns().column_count
    counts = np.bincount(empties, minlength=CONSTANTS)
    sums = np.bincount(empties, off, minlength=CONSTANTS)
    seen = np.flatnonzero(counts)
    means = np.interp(np.arange(CONSTANTS), seen, sums[seen] / counts[seen])
    return weights.with_constants(means)
