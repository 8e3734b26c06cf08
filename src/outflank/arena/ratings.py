"""Elo ratings of a whole tournament at once, with their error bars.

All games are fitted together, so their order does not matter. The model is Bradley and Terry's:
a player who is d Elo stronger scores 1 / (1 + 10 ** (-d / 400)) on average, and a draw is half a
win. A weak prior, that nobody is thousands of points from the mean, keeps the rating of a player
who won everything finite and the ratings of players who never met comparable.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from outflank.errors import TournamentError
from outflank.texts import Text

__all__ = ["UNRATED", "Rating", "expected_score", "fit_ratings"]

_ELO = 400 / math.log(10)  # one unit of the logistic curve in Elo points
_PRIOR = (_ELO / 600) ** 2  # strengths have a standard deviation of 600 Elo around the mean
_BAR = 1.959964  # standard deviations on each side that cover 95 %
_STEPS = 100
_CLOSE = 1e-9

_Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength in Elo points, and its 95 % error bar to either side.

    >>> str(Rating(12.3, 40.4))
    '+12 ±40'
    """

    elo: float
    error: float

    def covers(self, elo: float) -> bool:
        """Return whether a strength lies within the error bars."""
        return abs(self.elo - elo) <= self.error

    def __str__(self) -> str:
        return f"{round(self.elo):+d} ±{round(self.error)}"


UNRATED = Rating(0.0, 0.0)


def expected_score(difference: float) -> float:
    """Return the average score of a player who is `difference` Elo points stronger.

    >>> round(expected_score(400), 3)
    0.909
    """
    return 1 / (1 + 10 ** (-difference / 400))


def fit_ratings(
    players: Iterable[int],
    games: Iterable[tuple[int, int, float]],
    *,
    anchor: tuple[int, float] | None = None,
) -> dict[int, Rating]:
    """Return the most likely ratings after games of (player, opponent, points of the player).

    The mean rating is 0, and the error bars are those of the distance to the mean. An anchor
    instead names a player and the rating that this player has by definition.

    >>> ratings = fit_ratings([1, 2], [(1, 2, 1.0)] * 3 + [(2, 1, 1.0)])
    >>> str(ratings[1]), str(ratings[2])
    ('+90 ±189', '-90 ±189')
    """
    numbers = list(players)
    if anchor is not None and anchor[0] not in numbers:
        raise TournamentError(Text("errors.arena.unknown_anchor", anchor=anchor[0]))
    points, meetings = _sum_up(numbers, games)
    strengths, information = _most_likely(points, meetings)
    covariance = _inverse(information) if numbers else []
    if anchor is None:
        zero = -sum(strengths) / max(len(numbers), 1)
        # Every row of the inverse adds up to 1 / _PRIOR; that part is the common shift.
        shift = 1 / (_PRIOR * max(len(numbers), 1))
        spreads = [row[place] - shift for place, row in enumerate(covariance)]
    else:
        fixed = numbers.index(anchor[0])
        zero = anchor[1] / _ELO - strengths[fixed]
        spreads = [
            row[place] + covariance[fixed][fixed] - 2 * row[fixed]
            for place, row in enumerate(covariance)
        ]
    return {
        number: Rating(_ELO * (strength + zero), _ELO * _BAR * math.sqrt(max(spread, 0.0)))
        for number, strength, spread in zip(numbers, strengths, spreads, strict=True)
    }


def _sum_up(
    numbers: list[int], games: Iterable[tuple[int, int, float]]
) -> tuple[list[float], list[dict[int, int]]]:
    """Return each player's points, and how many games each played against each opponent."""
    places = {number: place for place, number in enumerate(numbers)}
    points = [0.0] * len(numbers)
    meetings: list[dict[int, int]] = [{} for _ in numbers]
    for one, other, score in games:
        first, second = places[one], places[other]
        points[first] += score
        points[second] += 1 - score
        for place, opponent in ((first, second), (second, first)):
            meetings[place][opponent] = meetings[place].get(opponent, 0) + 1
    # Sorted, so that not even rounding depends on the order of the games.
    return points, [dict(sorted(row.items())) for row in meetings]


def _most_likely(
    points: list[float], meetings: list[dict[int, int]]
) -> tuple[list[float], _Matrix]:
    """Find the most likely strengths by Newton's method; return them and the Fisher information."""
    strengths = [0.0] * len(points)
    for _ in range(_STEPS):
        slope, information = _slope(strengths, points, meetings)
        step = _solve(_root(information), slope)
        longest = max(map(abs, step), default=0.0)
        # A step of more than one unit may overshoot if somebody won nearly everything.
        scale = 1 / max(1.0, longest)
        strengths = [value + scale * change for value, change in zip(strengths, step, strict=True)]
        if longest < _CLOSE:
            break
    return strengths, _slope(strengths, points, meetings)[1]


def _slope(
    strengths: list[float], points: list[float], meetings: list[dict[int, int]]
) -> tuple[list[float], _Matrix]:
    """Return the first derivative of the log likelihood, and the second with its sign changed."""
    count = len(strengths)
    slope = [point - _PRIOR * value for point, value in zip(points, strengths, strict=True)]
    information = [[0.0] * count for _ in range(count)]
    for place, row in enumerate(meetings):
        own = information[place]
        own[place] = _PRIOR
        for opponent, times in row.items():
            chance = 1 / (1 + math.exp(strengths[opponent] - strengths[place]))
            weight = times * chance * (1 - chance)
            slope[place] -= times * chance
            own[place] += weight
            own[opponent] -= weight
    return slope, information


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return math.fsum(map(operator.mul, one, other))


def _root(matrix: _Matrix) -> _Matrix:
    """Return the Cholesky factor of a positive definite matrix, a lower triangle."""
    root: _Matrix = []
    for place, row in enumerate(matrix):
        made: list[float] = []
        for column in range(place):
            above = root[column]
            made.append((row[column] - _dot(made, above)) / above[column])
        made.append(math.sqrt(row[place] - _dot(made, made)))
        root.append(made)
    return root


def _solve(root: _Matrix, right: Sequence[float]) -> list[float]:
    """Solve a system of equations with the Cholesky factor of its matrix."""
    middle: list[float] = []
    for row, value in zip(root, right, strict=True):
        middle.append((value - _dot(row, middle)) / row[-1])
    solution = list(middle)
    for place in reversed(range(len(root))):
        solution[place] /= root[place][-1]
        known = solution[place]
        for earlier, factor in enumerate(root[place][:place]):
            solution[earlier] -= factor * known
    return solution


def _inverse(matrix: _Matrix) -> _Matrix:
    root = _root(matrix)
    count = len(matrix)
    return [
        _solve(root, [1.0 if column == place else 0.0 for column in range(count)])
        for place in range(count)
    ]
