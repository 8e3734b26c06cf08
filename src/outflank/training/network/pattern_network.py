"""The network that the engine evaluates 8x8 with, in the whole numbers of its file.

Every number of every pattern has a row of small whole numbers; the rows of a board are added up,
with one for the mobility of each side. The sums, clipped and squared, pass a narrow layer; beside
it they count as they are. core/evaluation/network.hpp computes the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outflank.errors import OutflankError
from outflank.texts import Text
from outflank.training.boards.board_patterns import digits_of
from outflank.training.network.patterns import patterns
from outflank.training.positions.bitboards import empty_count, legal_moves, population

__all__ = [
    "CONSTANTS_IN_A_DISC",
    "EMPTIES",
    "LATE",
    "MOBILITIES",
    "PHASES",
    "STAGES",
    "SUMS",
    "UNITS",
    "UNITS_IN_A_DISC",
    "PatternNetwork",
    "stage_of",
]

SUMS = 32
UNITS = 16  # of the layer
PHASES = 2
STAGES = 30
EMPTIES = 61  # numbers of empty squares, 0 to 60
MOBILITIES = 40  # more legal moves than 39 count as 39
LATE = 32  # the second phase begins with this many empty squares
UNITS_IN_A_DISC = 32

_MOST_SUM = 127  # sums are clipped to 0..127 before they are squared
_SQUARE_SHIFT = 7
_MOST_INPUT = 126  # 127 * 127 >> 7
_LAYER_SCALE = 64
_MOST_UNIT = _MOST_INPUT * _LAYER_SCALE
_OUTPUT_SHIFT = 12
CONSTANTS_IN_A_DISC = UNITS_IN_A_DISC << _OUTPUT_SHIFT
_FLOAT_SCALE = 8 * CONSTANTS_IN_A_DISC  # the student counts eight discs as one
_PORTION = 1 << 14  # positions evaluated at once
# What processors multiply and add in: the core's sums must fit these types.
_SHAPES: dict[str, tuple[Any, tuple[int, ...] | None]] = {
    "rows": (np.int8, None),
    "mobility": (np.int8, (PHASES, 2, MOBILITIES, SUMS)),
    "bias": (np.int16, (EMPTIES, SUMS)),
    "layer": (np.int8, (STAGES, SUMS, UNITS)),
    "layer_bias": (np.int32, (STAGES, UNITS)),
    "output": (np.int16, (STAGES, UNITS)),
    "direct": (np.int16, (STAGES, SUMS)),
    "constant": (np.int32, (EMPTIES,)),
}


def stage_of(empties: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the stage, of two plies each, by the number of empty squares."""
    return np.clip((empties - 1) // 2, 0, STAGES - 1)


@dataclass(frozen=True)
class PatternNetwork:
    """A network in whole numbers; `rows` has one for each kept pattern number (a column)."""

    rows: NDArray[np.int8]  # [phase, column, sum]
    mobility: NDArray[np.int8]  # [phase, mover or opponent, moves, sum]
    bias: NDArray[np.int16]  # [empty squares, sum]
    layer: NDArray[np.int8]  # [stage, sum, unit]
    layer_bias: NDArray[np.int32]  # [stage, unit]
    output: NDArray[np.int16]  # [stage, unit]
    direct: NDArray[np.int16]  # [stage, sum]
    constant: NDArray[np.int32]  # [empty squares]

    def __post_init__(self) -> None:
        for name, (kind, shape) in _SHAPES.items():
            part = getattr(self, name)
            wanted = shape or (PHASES, patterns().column_count, SUMS)
            if part.dtype != kind or part.shape != wanted:
                raise OutflankError(
                    Text(
                        "errors.training.network_part_shape",
                        part=name,
                        numbers=np.dtype(kind),
                        shape=wanted,
                        found=part.dtype,
                        found_shape=part.shape,
                    )
                )

    @classmethod
    def quantised(cls, student: dict[str, NDArray[np.float64]]) -> PatternNetwork:
        """Round a student's parameters; a part that does not fit its type raises OutflankError."""
        per_unit = _FLOAT_SCALE / (_MOST_INPUT * _LAYER_SCALE)
        parts = {
            "rows": _rounded(student["rows"] * _MOST_SUM, _MOST_SUM),
            "mobility": _rounded(student["mobility"] * _MOST_SUM, _MOST_SUM),
            "bias": _rounded(student["bias"] * _MOST_SUM),
            "layer": _rounded(student["layer"] * _LAYER_SCALE, _MOST_SUM),
            "layer_bias": _rounded(student["layer_bias"] * _MOST_INPUT * _LAYER_SCALE),
            "output": _rounded(student["output"] * per_unit),
            "direct": _rounded(student["direct"] * _FLOAT_SCALE / _MOST_SUM),
            "constant": _rounded(student["constant"] * _FLOAT_SCALE),
        }
        for name, (kind, _) in _SHAPES.items():
            limits = np.iinfo(kind)
            if parts[name].min() < limits.min or parts[name].max() > limits.max:
                raise OutflankError(
                    Text("errors.training.student_part_overflow", part=name, numbers=np.dtype(kind))
                )
        return cls(**{name: parts[name].astype(kind) for name, (kind, _) in _SHAPES.items()})

    def value(self, mover: NDArray[np.int64], opponent: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the values of positions for the mover, in 1/32 disc."""
        portions = [
            self._value(mover[at : at + _PORTION], opponent[at : at + _PORTION])
            for at in range(0, len(mover), _PORTION)
        ]
        return np.concatenate(portions) if portions else np.empty(0, np.int64)

    def discs(self, mover: NDArray[np.int64], opponent: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the values of positions for the mover, in discs."""
        return (self.value(mover, opponent) / UNITS_IN_A_DISC).astype(np.float32)

    def _value(self, mover: NDArray[np.int64], opponent: NDArray[np.int64]) -> NDArray[np.int64]:
        empties = empty_count(mover, opponent)
        phase = (empties <= LATE).astype(np.int64)
        columns = patterns().columns_of(digits_of(mover, opponent))
        sums = self.bias[empties].astype(np.int32)
        for pattern in range(columns.shape[1]):
            sums += self.rows[phase, columns[:, pattern]]
        for side, (one, other) in enumerate(((mover, opponent), (opponent, mover))):
            moves = np.minimum(population(legal_moves(one, other)), MOBILITIES - 1)
            sums += self.mobility[phase, side, moves]
        stage = stage_of(empties)
        clipped = np.clip(sums, 0, _MOST_SUM)
        inputs = (clipped * clipped) >> _SQUARE_SHIFT
        # Exact: the products of a unit add up to far less than 2^53.
        units = np.matmul(inputs[:, None, :].astype(np.float64), self.layer[stage]).squeeze(1)
        units = np.clip(units.astype(np.int64) + self.layer_bias[stage], 0, _MOST_UNIT)
        total = (units * self.output[stage]).sum(1) + (
            sums * self.direct[stage].astype(np.int64)
        ).sum(1)
        return np.asarray((total + self.constant[empties]) >> _OUTPUT_SHIFT)


def _rounded(values: NDArray[np.float64], most: int | None = None) -> NDArray[np.int64]:
    whole = np.round(values).astype(np.int64)
    return whole if most is None else np.clip(whole, -most, most)
