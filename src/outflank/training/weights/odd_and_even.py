"""Constants of plain weights on which searches of odd and even depth agree."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from outflank.training.network.debias import Searches, biases
from outflank.training.network.pattern_network import UNITS_IN_A_DISC
from outflank.training.positions.bitboards import empty_count
from outflank.training.weights.judging import WeightsJudge
from outflank.training.weights.plain_weights import CONSTANTS, PlainWeights
from outflank.training.weights.weights_file import written_weights
from outflank.training.weights.weights_fit import LabelledPositions

__all__ = ["debiased_weights"]


def debiased_weights(
    weights: PlainWeights, labels: LabelledPositions, depth: int, solved: int
) -> tuple[PlainWeights, NDArray[np.float64]]:
    """Return weights with other constants, and by how many discs the old ones were too high.

    Positions are searched to `depth` and one ply deeper; the labels of those with `solved` empty
    squares or fewer are exact.
    """
    mover, opponent = labels.mover, labels.opponent
    empties = empty_count(mover, opponent)
    far = empties > solved
    shallow, deep = labels.value.copy(), labels.value.copy()
    judge = WeightsJudge(written_weights(weights))
    for values, plies in ((shallow, depth), (deep, depth + 1)):
        values[far] = judge.values(mover[far], opponent[far], plies)
    found = biases(Searches(empties, weights.discs(mover, opponent), shallow, deep, depth, solved))
    numbers = np.arange(CONSTANTS)
    change = np.interp(numbers, numbers[: len(found)], found)  # the last for whatever is set up
    return weights.with_constants(weights.constants / UNITS_IN_A_DISC - change), found
