"""The models of a probe's error, and their fit to what searches have shown.

On a board of 64 squares, `share` of which is filled, the standard deviation in discs is
c0 + c1 * share + c2 * share^2 + (c3 + c4 * depth + c5 * share) / (probe + 2),
as core/search/probcut.hpp reads it. The learned evaluation of 8x8 has more: the mean error, the
deviations above and below it, and all three once more for solves, straight lines over `share`; and
how far a search of one or two plies lies from the evaluation itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outflank.errors import OutflankError
from outflank.texts import Text

__all__ = [
    "COEFFICIENTS",
    "OWN_COEFFICIENTS",
    "ProbePair",
    "deviations",
    "fitted",
    "fitted_own",
    "mean_deviation",
    "middle_game",
    "pair_rows",
    "probe_depth",
    "spread",
]

COEFFICIENTS: Final = 6
OWN_COEFFICIENTS: Final = 26

_MEAN_TO_DEVIATION = math.sqrt(math.pi / 2)  # of a normal distribution's absolute values
_LARGEST_ERROR = 20.0  # larger ones come from games that are decided anyway
_CAUTION = (1.0, 1.4)  # times the deviation of one ply and of two: wider margins play better
_FEW = 20  # pairs are too few for a model of one side
_PULL = 1e-6  # towards zero, by pair, and
_LEAST_PULL = 1e-3  # in all, so that there is a solution even for few pairs


class ProbePair(NamedTuple):
    """How far a deep search of a position was from its probe."""

    share: float  # of the board that is filled
    depth: int  # the number of empty squares if the position was solved
    probe: int  # 0 if it is the evaluation itself
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
    return _least_squares(_terms(pairs), spread(pairs))


def fitted_own(pairs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the coefficients of all models of 8x8's learned evaluation, in the core's order."""
    searched, solved = middle_game(pairs), pairs[_is_solved(pairs)]
    if not len(solved):
        solved = searched  # a small run may solve nothing
    parts = [*_both_sides(searched, _terms), *_both_sides(solved, _share_line)]
    for depth, caution in enumerate(_CAUTION, 1):
        plies = pairs[(pairs[:, 2] == 0) & (pairs[:, 1] == depth)]
        if not len(plies):
            raise OutflankError(Text("errors.training.no_pairs_of_searches"))
        mean = float(_clipped(plies).mean())
        plies = _from_mean(plies, mean)
        parts += [np.array([mean]), caution * _least_squares(_share_line(plies), spread(plies))]
    return np.concatenate(parts)


def mean_deviation(own: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the coefficients of the mean of both deviations in the middle game."""
    sides = own[2 : 2 + 2 * COEFFICIENTS].reshape(2, -1)
    found: NDArray[np.float64] = sides.mean(axis=0)
    return found


def middle_game(pairs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the pairs of searches with a probe that did not reach the end of the game."""
    found: NDArray[np.float64] = pairs[(pairs[:, 2] > 0) & ~_is_solved(pairs)]
    return found


def spread(pairs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return each pair's absolute error, scaled so that its mean is a standard deviation."""
    found: NDArray[np.float64] = np.abs(_clipped(pairs)) * _MEAN_TO_DEVIATION
    return found


def deviations(
    pairs: NDArray[np.float64], coefficients: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the standard deviation that the model gives for each pair."""
    found: NDArray[np.float64] = _terms(pairs) @ coefficients
    return found


def _is_solved(pairs: NDArray[np.float64]) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = np.rint(64 * (1 - pairs[:, 0])) == pairs[:, 1]
    return found


def _clipped(pairs: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.clip(pairs[:, 3], -_LARGEST_ERROR, _LARGEST_ERROR)


def _from_mean(
    pairs: NDArray[np.float64], mean: float | NDArray[np.float64]
) -> NDArray[np.float64]:
    return np.column_stack([pairs[:, :3], _clipped(pairs) - mean])


def _both_sides(
    pairs: NDArray[np.float64], terms: Callable[[NDArray[np.float64]], NDArray[np.float64]]
) -> list[NDArray[np.float64]]:
    """Return the coefficients of the mean error, and of the deviations above and below it."""
    line = _share_line(pairs)
    mean = _least_squares(line, _clipped(pairs))
    pairs = _from_mean(pairs, line @ mean)
    sides = [pairs[pairs[:, 3] > 0], pairs[pairs[:, 3] < 0]]
    enough = [side if len(side) >= _FEW else pairs for side in sides]
    return [mean, *(_least_squares(terms(side), spread(side)) for side in enough)]


def _least_squares(terms: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    if not len(terms):
        raise OutflankError(Text("errors.training.no_pairs_of_searches"))
    pull = (_PULL * len(terms) + _LEAST_PULL) * np.eye(terms.shape[1])
    found = np.linalg.solve(terms.T @ terms + pull, terms.T @ values)
    return found.astype(np.float64)


def _share_line(pairs: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.stack([np.ones(len(pairs)), pairs[:, 0]], axis=1)


def _terms(pairs: NDArray[np.float64]) -> NDArray[np.float64]:
    share, depth, probe, _ = pairs.T
    per_probe = 1 / (probe + 2)
    return np.stack(
        [np.ones(len(pairs)), share, share**2, per_probe, depth * per_probe, share * per_probe],
        axis=1,
    )
