"""Least squares by conjugate gradients: weights of columns, of which each row has a few.

Every stage has weights of its own, each the sum of one that all stages share and a change that is
held back more: so rare columns are known from other stages, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Rows", "fitted"]

_PORTION = 1 << 15  # rows that are worked on at once
_CHECKED = 5  # the held-out error is looked at after every so many steps

_Weights = NDArray[np.float64]  # [shared and stages, column]


@dataclass(frozen=True)
class Rows:
    """Rows with a target each; the value of a row is the sum of the weights of its columns."""

    columns: NDArray[np.int64]  # a row of columns each
    stage: NDArray[np.int64]
    target: NDArray[np.float32]
    weight: NDArray[np.float32]  # how much a row counts

    def __len__(self) -> int:
        return len(self.target)

    def sorted_by_stage(self) -> Rows:
        """Return the rows stage by stage."""
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
    pulls: tuple[float, float],
    steps: int,
    progress: Callable[[int, float], None],
) -> tuple[NDArray[np.float64], float]:
    """Return the weights, [stage, column], with the smallest held-out error, and that error.

    `shape` is the number of stages and of columns; `pulls` say how much the shared weights and the
    changes of stages are held back, in rows.
    """
    rows, held_out = rows.sorted_by_stage(), held_out.sorted_by_stage()
    stages, count = shape
    hold = np.full((stages + 1, count), pulls[1])
    hold[0] = pulls[0]
    weight = rows.weight.astype(np.float64)
    scale = 1 / (_gathered(rows, weight, shape) + hold)
    weights = np.zeros((stages + 1, count))
    residual = _gathered(rows, weight * rows.target, shape)
    best = weights[1:] + weights[0]
    error = _error(held_out, best)
    scaled = scale * residual
    direction, size = scaled, float(np.vdot(residual, scaled))
    for step in range(1, steps + 1):
        moved = _gathered(rows, weight * _values(rows, direction[1:] + direction[0]), shape)
        moved += hold * direction
        length = size / float(np.vdot(direction, moved))
        weights += length * direction
        residual -= length * moved
        scaled = scale * residual
        before, size = size, float(np.vdot(residual, scaled))
        direction = scaled + (size / before) * direction
        if step % _CHECKED == 0 or step == steps:
            now = weights[1:] + weights[0]
            found = _error(held_out, now)
            if found <= error:
                best, error = now, found
            progress(step, found)
    return best, error


def _values(rows: Rows, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the values of rows that are sorted by stage."""
    values = np.empty(len(rows))
    for stage, part in rows.portions():
        values[part] = weights[stage][rows.columns[part]].sum(axis=1)
    return values


def _gathered(rows: Rows, values: NDArray[np.float64], shape: tuple[int, int]) -> _Weights:
    """Return for every weight the sum of the values of the rows that it is part of."""
    stages, count = shape
    sums = np.zeros((stages + 1, count))
    width = rows.columns.shape[1]
    for stage, part in rows.portions():
        repeated = np.repeat(values[part], width)
        sums[stage + 1] += np.bincount(rows.columns[part].ravel(), repeated, minlength=count)
    sums[0] = sums[1:].sum(axis=0)
    return sums


def _error(rows: Rows, weights: NDArray[np.float64]) -> float:
    """Return the root mean square of the errors."""
    if not len(rows):
        return 0.0
    return float(np.sqrt(np.mean((_values(rows, weights) - rows.target) ** 2)))
