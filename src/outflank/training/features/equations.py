"""The normal equations of least squares, added up over games, and how well weights solve them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from outflank.native.own_games import EquationSums

__all__ = ["Equations", "Numbers", "in_units", "pull_together"]

Numbers: TypeAlias = NDArray[np.float64]

_LARGEST = 32000  # units, which 16 bits hold


@dataclass(frozen=True)
class Equations:
    """Sums over positions: products of the unknowns' shares, and these times the results."""

    products: Numbers
    results: Numbers
    squared_results: float
    positions: int

    @classmethod
    def of(cls, sums: EquationSums) -> Equations:
        """Return the sums that the core has added up."""
        results = np.frombuffer(sums.results, np.float64)
        products = np.frombuffer(sums.products, np.float64).reshape(len(results), -1)
        return cls(products, results, sums.squared_results, sums.positions)

    @classmethod
    def joined(cls, parts: Sequence[Equations]) -> Equations:
        """Add up several parts in their order, so that every run finds the same sums."""
        first, *others = parts
        products, results = first.products.copy(), first.results.copy()
        for part in others:
            products += part.products
            results += part.results
        return cls(
            products,
            results,
            sum(part.squared_results for part in parts),
            sum(part.positions for part in parts),
        )

    def solved(self, left: Numbers) -> Numbers:
        """Return the weights in discs; `left` are the products with what holds weights back."""
        return np.asarray(np.linalg.solve(left, self.results), np.float64)

    def error(self, weights: Numbers) -> float:
        """Return the root mean square of results minus what the weights expect, in discs."""
        squares = self.squared_results - 2 * weights @ self.results
        squares += weights @ self.products @ weights
        return math.sqrt(max(float(squares), 0.0) / max(self.positions, 1))


def pull_together(left: Numbers, pulls: Numbers, distance: int) -> None:
    """Pull each unknown and the one `distance` places behind it together, by its strength."""
    at = np.arange(len(pulls))
    after = at + distance
    left[at, at] += pulls
    left[after, after] += pulls
    left[at, after] -= pulls
    left[after, at] -= pulls


def in_units(discs: Numbers, units: int) -> NDArray[np.int16]:
    """Round to whole units, halves away from zero.

    >>> in_units(np.array([0.5, -1.25, 9999.0]), 2).tolist()
    [1, -3, 19998]
    """
    whole = np.floor(np.abs(discs) * units + 0.5) * np.sign(discs)
    return np.asarray(np.clip(whole, -_LARGEST, _LARGEST), np.int16)
