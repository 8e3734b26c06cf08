"""Glicko-2 ratings of solvers and puzzles, after Glickman's "Example of the Glicko-2 system"."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

__all__ = ["NEW_SOLVER", "GlickoRating", "rate"]

_SCALE: Final = 173.7178  # rating points in a unit of the system's own scale
_MEAN: Final = 1500.0
_TAU: Final = 0.75  # how much a volatility changes
_PERIODS_A_DAY: Final = 0.21
_LEAST_DEVIATION: Final = 45.0
_MOST_DEVIATION: Final = 350.0
_MOST_VOLATILITY: Final = 0.1
_LOWEST, _HIGHEST = 400.0, 4000.0
_MOST_CHANGE: Final = 700.0
_PRECISION: Final = 1e-6
_DAY: Final = 24 * 3600 * 1000
PROVISIONAL: Final = 110.0  # a deviation from which on a rating says little
CLUELESS: Final = 230.0  # and one from which on it says nothing about others


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """How strong a solver is, or how hard a puzzle.

    >>> GlickoRating(1500.0).is_provisional
    True
    """

    value: float = _MEAN
    deviation: float = _MOST_DEVIATION
    volatility: float = 0.06

    @property
    def is_provisional(self) -> bool:
        """Whether the rating still says little."""
        return self.deviation >= PROVISIONAL

    @property
    def is_clueless(self) -> bool:
        """Whether the rating says too little to move another one."""
        return self.deviation >= CLUELESS

    def aged(self, milliseconds: int) -> GlickoRating:
        """Return the rating after some time without attempts: less certain."""
        periods = _PERIODS_A_DAY * max(0, milliseconds) / _DAY
        phi = self.deviation / _SCALE
        grown = math.sqrt(phi * phi + periods * self.volatility**2) * _SCALE
        return replace(self, deviation=min(grown, _MOST_DEVIATION))


NEW_SOLVER: Final = GlickoRating()


def rate(
    own: GlickoRating, results: Sequence[tuple[GlickoRating, float]], *, limits: bool = True
) -> GlickoRating:
    """Return a rating after some results: opponents, with 1 for a win and 0 for a loss.

    `limits` keeps the rating within the bounds of a server that rates after every single result.

    >>> opponents = [GlickoRating(1400, 30), GlickoRating(1550, 100), GlickoRating(1700, 300)]
    >>> results = list(zip(opponents, (1.0, 0.0, 0.0)))
    >>> rated = rate(GlickoRating(1500, 200), results, limits=False)
    >>> round(rated.value, 1), round(rated.deviation, 1)
    (1464.1, 151.5)
    """
    mu, phi = (own.value - _MEAN) / _SCALE, own.deviation / _SCALE
    weights = [_weight(each.deviation / _SCALE) for each, _ in results]
    expected = [
        1 / (1 + math.exp(-weight * (mu - (each.value - _MEAN) / _SCALE)))
        for weight, (each, _) in zip(weights, results, strict=True)
    ]
    variance = 1 / sum(
        weight * weight * chance * (1 - chance)
        for weight, chance in zip(weights, expected, strict=True)
    )
    surprise = sum(
        weight * (score - chance)
        for weight, chance, (_, score) in zip(weights, expected, results, strict=True)
    )
    volatility = _volatility(own.volatility, phi, variance, variance * surprise)
    before = phi * phi + volatility * volatility
    deviation = 1 / math.sqrt(1 / before + 1 / variance)
    value = _MEAN + _SCALE * (mu + deviation * deviation * surprise)
    rated = GlickoRating(value, deviation * _SCALE, volatility)
    return _within_limits(own, rated) if limits else rated


def _weight(phi: float) -> float:
    """Return how much a result against an opponent of this deviation counts."""
    return 1 / math.sqrt(1 + 3 * phi * phi / (math.pi * math.pi))


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Return the new volatility, found by the Illinois algorithm."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        grown = phi * phi + variance + math.exp(x)
        change = math.exp(x) * (delta * delta - grown) / (2 * grown * grown)
        return change - (x - a) / (_TAU * _TAU)

    low = a
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        steps = 1
        while f(a - steps * _TAU) < 0:
            steps += 1
        high = a - steps * _TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


def _within_limits(own: GlickoRating, rated: GlickoRating) -> GlickoRating:
    """Return a rating that does not jump, and is never more certain than people are."""
    change = min(max(rated.value - own.value, -_MOST_CHANGE), _MOST_CHANGE)
    return GlickoRating(
        min(max(own.value + change, _LOWEST), _HIGHEST),
        min(max(rated.deviation, _LEAST_DEVIATION), _MOST_DEVIATION),
        min(rated.volatility, _MOST_VOLATILITY),
    )
