"""Games that the core plays against itself, summed up as equations of features and results."""

from __future__ import annotations

from typing import NamedTuple

from outflank.errors import EngineError, MissingCore
from outflank.native.encoding import available
from outflank.texts import Text

if available():
    from outflank import _core

__all__ = ["EquationSums", "OwnGames", "play_by_features", "play_with_oracle"]


class OwnGames(NamedTuple):
    """Some games on one board; a game depends on its seed and the weights alone."""

    size: int
    fewest_wins: bool
    weights: bytes  # of this board, numbers of 16 bits
    first_seed: int  # the next game's is one more
    games: int


class EquationSums(NamedTuple):
    """Sums over the positions of games, as numbers of 64 bits, and the search's forecasts.

    A forecast has the discs expected for black (32 bits), the empty squares and the outcome, which
    is 1 where black won, -1 where white did and 0 for a draw (16 bits each).
    """

    products: bytes  # of all pairs of unknowns, row by row
    results: bytes  # of each unknown with the result
    squared_results: float
    positions: int
    forecasts: bytes = b""


def play_by_features(own: OwnGames, depth: int) -> EquationSums:
    """Play games by features, searching `depth` plies; with depth 0 they are random.

    >>> sums = play_by_features(OwnGames(4, False, bytes(2 * 9 * 16), 0, 5), 1)
    >>> len(sums.results) == 8 * 9 * 16, sums.positions > 5
    (True, True)
    """
    _check_core()
    size, fewest_wins, weights, first_seed, games = own
    try:
        found = _core.feature_equations(size, fewest_wins, weights, depth, first_seed, games)
    except ValueError as problem:
        raise EngineError(Text("errors.native.core_refuses", problem=problem)) from None
    return EquationSums(*found)


def play_with_oracle(own: OwnGames) -> EquationSums:
    """Play games with an oracle of many odds, a few plies deep.

    >>> sums = play_with_oracle(OwnGames(4, False, bytes(2 * 2 * 6 * 16), 0, 5))
    >>> len(sums.results) == 8 * 2 * 6 * 16, len(sums.forecasts) // 8 <= sums.positions
    (True, True)
    """
    _check_core()
    try:
        found = _core.chance_equations(*own)
    except ValueError as problem:
        raise EngineError(Text("errors.native.core_refuses", problem=problem)) from None
    return EquationSums(*found)


def _check_core() -> None:
    if not available():
        raise MissingCore(Text("errors.native.no_core_for_learning"))
