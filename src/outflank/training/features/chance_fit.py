"""How the weights of the features in games with an oracle are learned, and how results scatter."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from outflank.native.own_games import EquationSums, OwnGames, play_with_oracle
from outflank.training.features.equations import Equations, in_units, pull_together
from outflank.training.features.rounds import Forecasts, RoundPlan
from outflank.training.settings import TrainingSettings

__all__ = ["FEATURES", "KNOTS", "ChanceFit", "likeliest_spread"]

FEATURES, KNOTS = 16, 6  # as core/chance/chance_weights.hpp has them
_TABLES = 2  # the weights, and how much they change where every answer is `maybe`
_TABLE = KNOTS * FEATURES
_UNITS = 100  # of a weight, to a disc
# Towards the neighbouring knot and towards zero, by table and position: few games tell what `maybe`
# changes, so that is held back more.
_PULLS = (1e-5, 2e-4)
_PULLS_TO_ZERO = (1e-7, 1.001e-4)
_LEAST_PULL = 1e-6
_SMALL = 8  # up to this size as many games are played on every board


class ChanceFit(RoundPlan):
    """Games of the search with many odds, three plies deep, on large boards two."""

    folder = "chance-games"
    shape: ClassVar[tuple[int, int, int]] = (_TABLES, KNOTS, FEATURES)
    units = _UNITS
    portion = 500

    def __init__(self, settings: TrainingSettings) -> None:
        super().__init__(settings.seed, settings.chance_rounds)
        self._games = settings.chance_games

    def games(self, number: int, size: int) -> int:  # noqa: ARG002 - every round has as many
        """Return how many games are played on a board: every large one takes its share."""
        if size <= _SMALL:
            return self._games
        return max(1, self._games * 64**2 // size**4)

    def first_seed(self, number: int, size: int, *, fewest_wins: bool) -> int:
        """Return the seed of the first game of a round on a board."""
        return number << 46 | size << 40 | int(fewest_wins) << 32

    def play(self, number: int, own: OwnGames) -> EquationSums:  # noqa: ARG002 - every round alike
        """Play some games of a round."""
        return play_with_oracle(own)

    def solved(self, equations: Equations) -> NDArray[np.int16]:
        """Return the weights of a board, in units."""
        left = equations.products.copy()
        for table in range(_TABLES):
            own = slice(table * _TABLE, (table + 1) * _TABLE)
            part = left[own, own]
            pull = equations.positions * _PULLS[table]
            pull_together(part, np.full(_TABLE - FEATURES, pull), FEATURES)
            to_zero = _LEAST_PULL + equations.positions * _PULLS_TO_ZERO[table]
            np.fill_diagonal(part, np.diag(part) + to_zero)
        return in_units(equations.solved(left), _UNITS).reshape(self.shape)


def likeliest_spread(forecasts: Forecasts) -> float:
    """Return the factor of the root of the empty squares that makes the outcomes most likely.

    It is the factor in `chance_to_win` of core/chance/chance_value.hpp.

    >>> from outflank.training.features.rounds import FORECAST
    >>> sure = np.array([(2.0, 4, 1)] * 7 + [(2.0, 4, -1)], FORECAST)
    >>> unsure = np.array([(2.0, 4, 1)] * 5 + [(2.0, 4, -1)] * 3, FORECAST)
    >>> likeliest_spread(sure) < likeliest_spread(unsure)
    True
    """
    discs = forecasts["discs"].astype(np.float64)
    roots = np.sqrt(forecasts["empties"].astype(np.float64))
    won = (forecasts["outcome"] + 1) / 2

    def likelihood(factor: float) -> float:
        chances = 1 / (1 + np.exp(-discs / (0.5 + factor * roots)))
        sure = np.clip(chances, 1e-6, 1 - 1e-6)
        return float((won * np.log(sure) + (1 - won) * np.log(1 - sure)).sum())

    factors = [0.5 * 1.04**step for step in range(64)]
    likeliest = max(factors, key=likelihood)
    return round(likeliest, 2)
