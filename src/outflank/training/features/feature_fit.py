"""How the weights of the features of any board are learned, classic and Anti."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from outflank.native.own_games import EquationSums, OwnGames, play_by_features
from outflank.training.features.equations import Equations, in_units, pull_together
from outflank.training.features.rounds import RoundPlan
from outflank.training.settings import TrainingSettings

__all__ = ["FEATURES", "KNOTS", "FeatureFit"]

FEATURES, KNOTS = 16, 9  # as core/evaluation/features.hpp has them
_UNITS = 256  # of a weight, to a disc
_PULL = 0.01  # towards the neighbouring knots, where games give little information
_PULL_TO_ZERO = _PULL / 100
_RANDOM_SHARE = 2.5  # random games are less informative, and cheaper


class FeatureFit(RoundPlan):
    """Random games at first, then games one ply deep, then two plies deep."""

    folder = "feature-games"
    shape: ClassVar[tuple[int, int]] = (KNOTS, FEATURES)
    units = _UNITS
    portion = 1000

    def __init__(self, settings: TrainingSettings) -> None:
        super().__init__(settings.seed, settings.feature_rounds)
        self._games = settings.feature_games

    def games(self, number: int, size: int) -> int:
        """Return how many games are played on a board: as many squares are filled on each."""
        share = _RANDOM_SHARE if number == 0 else 1
        return max(1, int(share * self._games * 64) // size**2)

    def first_seed(self, number: int, size: int, *, fewest_wins: bool) -> int:  # noqa: ARG002 - boards may share seeds: their games differ
        """Return the seed of the first game of a round."""
        return number << 40

    def play(self, number: int, own: OwnGames) -> EquationSums:
        """Play some games of a round."""
        return play_by_features(own, min(number, 2))

    def solved(self, equations: Equations) -> NDArray[np.int16]:
        """Return the weights of a board, in units."""
        left = equations.products.copy()
        sums = np.diag(equations.products).reshape(self.shape).sum(axis=0) + 1
        pulls = np.tile(_PULL * sums / KNOTS, KNOTS)
        pull_together(left, pulls[:-FEATURES], FEATURES)
        np.fill_diagonal(left, np.diag(left) + pulls * (_PULL_TO_ZERO / _PULL))
        return in_units(equations.solved(left), _UNITS).reshape(self.shape)
