"""The model of a probe's error, and its fit to what searches have shown.

On a board of 64 squares, `share` of which is filled, the standard deviation in discs is
c0 + c1 * share + c2 * share^2 + (c3 + c4 * depth + c5 * share) / (probe + 2),
as core/search/probcut.hpp reads it.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outflank.errors import OutflankError
from outflank.texts import Text

__all__ = [
    "COEFFICIENTS",
    "ProbePair",
    "deviations",
    "fitted",
    "pair_rows",
    "probe_depth",
    "spread",
]

COEFFICIENTS: Final = 6

_MEAN_TO_DEVIATION = math.sqrt(math.pi / 2)  # of a normal distribution's absolute values
_LARGEST_ERROR = 20.0  # larger ones come from games that are decided anyway
_PULL = 1e-6  # towards zero, so that there is a solution even for few pairs


class ProbePair(NamedTuple):
    """How far a deep search of a position was from its probe."""

    share: float  # of the board that is filled
    depth: int
    probe: int
    error: float  # discs, as if the board had 64 squares


def probe_depth(depth: int) -> int:
    """Return the shallow depth that stands for a deep one: about half, of the same parity.

    >>> [probe_depth(depth) for depth in range(3, 10)]
    [1, 2, 3, 2, 3, 4, 5]
    """
    return 2 * (depth // 4) + (depth & 1)


def pair_rows(pairs: list[ProbePair]) -> NDArray[np.float64]:
    """Return pairs as rows of numbers."""
    return np.array(pairs, np.float64).reshape(-1, len(ProbePair._fields))


def fitted(pairs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the coefficients of the model by least squares over the absolute errors."""
    if not len(pairs):
        raise OutflankError(Text("errors.training.no_pairs_of_searches"))
    terms = _terms(pairs)
    pull = _PULL * len(pairs) * np.eye(COEFFICIENTS)
    found = np.linalg.solve(terms.T @ terms + pull, terms.T @ spread(pairs))
    return found.astype(np.float64)


def spread(pairs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return each pair's absolute error, scaled so that its mean is a standard deviation."""
    errors = np.minimum(np.abs(pairs[:, 3]), _LARGEST_ERROR)
    found: NDArray[np.float64] = errors * _MEAN_TO_DEVIATION
    return found


def deviations(
    pairs: NDArray[np.float64], coefficients: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the standard deviation that the model gives for each pair."""
    found: NDArray[np.float64] = _terms(pairs) @ coefficients
    return found


def _terms(pairs: NDArray[np.float64]) -> NDArray[np.float64]:
    share, depth, probe, _ = pairs.T
    per_probe = 1 / (probe + 2)
    return np.stack(
        [np.ones(len(pairs)), share, share**2, per_probe, depth * per_probe, share * per_probe],
        axis=1,
    )
