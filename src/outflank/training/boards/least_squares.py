"""Least squares by conjugate gradients, for rows with a few columns each.

Every stage has weights of its own; a pull holds them close to those of other stages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from outflank.training.boards.stage_pulls import Pull

__all__ = ["Rows", "fitted", "values_of"]

_PORTION = 1 << 15  # rows processed at once
_CHECKED = 5  # steps between two checks of the held-out error


@dataclass(frozen=True)
class Rows:
    """Rows with targets; the value of a row is the sum of the weights of its columns."""

    columns: NDArray[np.int64] | NDArray[np.int32]  # a row of columns each
    stage: NDArray[np.int64]
    target: NDArray[np.float32]
    weight: NDArray[np.float32]  # how much a row counts

    def __len__(self) -> int:
        return len(self.target)

    def sorted_by_stage(self) -> Rows:
        """Return the rows stage by stage."""
        if (self.stage[:-1] <= self.stage[1:]).all():
            return self  # not a copy, which might not fit in memory
        order = np.argsort(self.stage, kind="stable")
        return Rows(self.columns[order], self.stage[order], self.target[order], self.weight[order])

    def portions(self) -> Iterator[tuple[int, slice]]:
        """Yield parts of rows that are sorted by stage: the stage, and where they are."""
        for stage in np.unique(self.stage).tolist():
            first, end = np.searchsorted(self.stage, [stage, stage + 1])
            for begin in range(first, end, _PORTION):
                yield stage, slice(begin, min(begin + _PORTION, end))


def fitted(
    rows: Rows,
    held_out: Rows,
    *,
    shape: tuple[int, int],
    pull: Pull,
    steps: int,
    progress: Callable[[int, float], None],
) -> tuple[NDArray[np.float64], float]:
    """Return the weights, [stage, column], with the smallest held-out error, and that error.

    `shape` is the number of stages and the number of columns.
    """
    rows, held_out = rows.sorted_by_stage(), held_out.sorted_by_stage()
    weight = rows.weight.astype(np.float64)
    scaled_by = pull.scaling(_gathered(rows, weight, shape))
    residual = pull.gathered(_gathered(rows, weight * rows.target, shape))
    weights = np.zeros_like(residual)
    best = pull.by_stage(weights).copy()
    error = _error(held_out, best)
    scaled = scaled_by(residual)
    direction, size = scaled, float(np.vdot(residual, scaled))
    for step in range(1, steps + 1):
        values = values_of(rows, pull.by_stage(direction))
        moved = pull.gathered(_gathered(rows, weight * values, shape))
        moved += pull.held(direction)
        length = size / float(np.vdot(direction, moved))
        weights += length * direction
        residual -= length * moved
        scaled = scaled_by(residual)
        before, size = size, float(np.vdot(residual, scaled))
        direction = scaled + (size / before) * direction
        if step % _CHECKED == 0 or step == steps:
            now = pull.by_stage(weights).copy()
            found = _error(held_out, now)
            if found <= error:
                best, error = now, found
            progress(step, found)
    return best, error


def values_of(rows: Rows, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the values of rows that are sorted by stage, by weights [stage, column]."""
    values = np.empty(len(rows))
    for stage, part in rows.portions():
        values[part] = weights[stage].take(rows.columns[part]).sum(axis=1)
    return values


def _gathered(
    rows: Rows, values: NDArray[np.float64], shape: tuple[int, int]
) -> NDArray[np.float64]:
    """Return for every weight the sum of the values of the rows that contain it."""
    sums = np.zeros(shape)
    width = rows.columns.shape[1]
    for stage, part in rows.portions():
        repeated = np.repeat(values[part], width)
        sums[stage] += np.bincount(rows.columns[part].ravel(), repeated, minlength=shape[1])
    return sums


def _error(rows: Rows, weights: NDArray[np.float64]) -> float:
    """Return the root mean square of the errors of rows that are sorted by stage."""
    if not len(rows):
        return 0.0
    return float(np.sqrt(np.mean((values_of(rows, weights) - rows.target) ** 2)))
