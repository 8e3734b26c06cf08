"""Constants of pattern weights on which searches of odd and even depth agree."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from outflank.training.boards.judging import WeightsJudge
from outflank.training.boards.label_fit import CLASSIC, LabelledPositions, values_by
from outflank.training.boards.pattern_file import GameWeights, unpacked_weights
from outflank.training.network.debias import Searches, biases
from outflank.training.positions.bitboards import empty_count

__all__ = ["debiased_weights"]


def debiased_weights(
    weights: GameWeights, labels: LabelledPositions, depth: int, solved: int
) -> tuple[GameWeights, NDArray[np.float64]]:
    """Return weights with other constants, and by how many discs the old ones were too high.

    Positions are searched to `depth` and one ply deeper; the labels of those with `solved` empty
    squares or fewer are exact.
    """
    mover, opponent = labels.mover, labels.opponent
    empties = empty_count(mover, opponent)
    far = empties > solved
    shallow, deep = labels.value.copy(), labels.value.copy()
    judge = WeightsJudge(unpacked_weights(CLASSIC, weights))
    for values, plies in ((shallow, depth), (deep, depth + 1)):
        values[far] = judge.values(mover[far], opponent[far], plies)
    found = biases(Searches(empties, values_by(weights, labels), shallow, deep, depth, solved))
    numbers = np.arange(len(weights.constants))
    change = np.interp(numbers, numbers[: len(found)], found)  # the last for positions set up
    return replace(weights, constants=weights.constants - change), found
