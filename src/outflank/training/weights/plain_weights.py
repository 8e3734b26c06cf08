"""The plain weights of 8x8 in the whole numbers of their file.

Every number of every pattern has a score in each stage, and every number of empty squares a
constant; the value of a board is their sum. core/evaluation/weights.hpp holds the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from outflank.training.network.pattern_network import STAGES, UNITS_IN_A_DISC, stage_of
from outflank.training.network.patterns import patterns
from outflank.training.positions.bitboards import empty_count

__all__ = ["CONSTANTS", "PlainWeights"]

CONSTANTS = 65  # numbers of empty squares, 0 to 64
_MOST_VALUE = 63 * UNITS_IN_A_DISC  # only a search to the end finds a win by all squares
_MOST_WEIGHT = 30_000
# A change from stage to stage that is smaller, in 1/32 disc, is not kept: the file is smaller.
_SMALLEST_CHANGE = 2
_PORTION = 1 << 15  # positions that are evaluated at once


@dataclass(frozen=True)
class PlainWeights:
    """Scores in 1/32 disc for the side to move; images of a pattern share a column."""

    patterns: NDArray[np.int16]  # [stage, column]
    constants: NDArray[np.int16]  # [empty squares]

    def __post_init__(self) -> None:
        assert self.patterns.shape == (STAGES, patterns().column_count)
        assert self.constants.shape == (CONSTANTS,)

    @classmethod
    def rounded(cls, learned: NDArray[np.float64]) -> PlainWeights:
        """Round scores in discs, from the end of the game on, and small changes to none."""
        units = learned * UNITS_IN_A_DISC
        found = [_whole(units[0])]
        for stage in units[1:]:
            is_small = np.abs(stage - found[-1]) < _SMALLEST_CHANGE
            found.append(np.where(is_small, found[-1], _whole(stage)))
        return cls(np.stack(found), np.zeros(CONSTANTS, np.int16))

    def with_constants(self, learned: NDArray[np.float64]) -> PlainWeights:
        """Return the same with other constants, in discs."""
        return replace(self, constants=_whole(learned * UNITS_IN_A_DISC))

    def value(self, mover: NDArray[np.int64], opponent: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the values of positions for the mover, in 1/32 disc."""
        found = np.empty(len(mover), np.int64)
        for at in range(0, len(mover), _PORTION):
            part = slice(at, at + _PORTION)
            places = patterns().places_of(mover[part], opponent[part])
            empties = empty_count(mover[part], opponent[part])
            scores = self.patterns[stage_of(empties)[:, None], patterns().columns[places]]
            found[part] = scores.sum(axis=1, dtype=np.int64) + self.constants[empties]
        return np.clip(found, -_MOST_VALUE, _MOST_VALUE)

    def discs(self, mover: NDArray[np.int64], opponent: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the values of positions for the mover, in discs."""
        return (self.value(mover, opponent) / UNITS_IN_A_DISC).astype(np.float32)


def _whole(units: NDArray[np.float64]) -> NDArray[np.int16]:
    return np.clip(np.rint(units), -_MOST_WEIGHT, _MOST_WEIGHT).astype(np.int16)
