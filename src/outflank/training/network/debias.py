"""Constants by the number of empty squares on which searches of odd and even depth agree.

An evaluation that is too high for the side to move is too low after one more ply: searches of
depth d and d + 1 then differ by the sum of the errors at their leaves. From that, and from exact
scores near the end, the error at each number of empty squares follows by least squares.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from outflank.training.network.pattern_network import CONSTANTS_IN_A_DISC, EMPTIES, PatternNetwork

__all__ = ["Searches", "biases", "debiased"]

_FEWEST = 20  # positions with a given number of empty squares, for an equation
_LEAST_ERROR = 0.05  # discs: no mean is trusted beyond this
_DOUBT = 2.0  # the direct comparison is less certain, because searches err too
_SMOOTH = 3.0
_FREE = (23, 24, 25)  # where the exact scores cause a real step
_SMOOTH_THERE = 0.3


@dataclass(frozen=True)
class Searches:
    """Values of the same positions: evaluated, and searched to two depths or solved."""

    empties: NDArray[np.int64]
    static: NDArray[np.float32]
    shallow: NDArray[np.float32]  # of `depth` plies
    deep: NDArray[np.float32]  # of one ply more
    depth: int
    solved: int  # with so many empty squares or fewer both searches are exact


def biases(searches: Searches) -> NDArray[np.float64]:
    """Return how many discs too high the evaluation is for the mover, by empty squares."""
    lines: list[NDArray[np.float64]] = []
    sides: list[float] = []

    def equation(terms: dict[int, float], side: float, error: float) -> None:
        line = np.zeros(EMPTIES)
        for place, factor in terms.items():
            line[place] += factor
        lines.append(line / error)
        sides.append(side / error)

    depth = searches.depth
    sign = 1.0 if depth % 2 == 0 else -1.0  # at an even depth the same side moves at the leaves
    for empties in range(depth + 1, EMPTIES):
        here = (searches.empties == empties) & np.isfinite(searches.shallow + searches.deep)
        if here.sum() < _FEWEST:
            continue
        shallow, deep = searches.shallow[here], searches.deep[here]
        static = searches.static[here] - (shallow + deep) / 2
        is_exact = empties <= searches.solved
        near, far = empties - depth, empties - depth - 1
        leaves = {} if is_exact else {near: -sign / 2, far: sign / 2}
        equation({empties: 1.0, **leaves}, float(static.mean()), _DOUBT * _error_of(static))
        if not is_exact:
            difference = shallow - deep
            equation({near: sign, far: sign}, float(difference.mean()), _error_of(difference))
    for empties in range(2, EMPTIES - 1):
        weight = _SMOOTH_THERE if empties in _FREE else _SMOOTH
        equation({empties - 1: -1.0, empties: 2.0, empties + 1: -1.0}, 0.0, 1 / weight)
    equation({0: 1.0}, 0.0, 0.1)  # a finished game has no error
    return np.asarray(np.linalg.lstsq(np.array(lines), np.array(sides), rcond=None)[0])


def debiased(network: PatternNetwork, bias: NDArray[np.float64]) -> PatternNetwork:
    """Return the network with its constants corrected."""
    change = np.round(bias * CONSTANTS_IN_A_DISC).astype(np.int32)
    return replace(network, constant=network.constant - change)


def _error_of(values: NDArray[np.float32]) -> float:
    """Return the standard error of a mean, but at least `_LEAST_ERROR`."""
    error: float = float(values.std()) / math.sqrt(len(values))
    return max(error, _LEAST_ERROR)
