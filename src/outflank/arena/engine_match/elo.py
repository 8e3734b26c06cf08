"""How much stronger one side of a match is, judged by pairs of games.

The two games of a pair share an opening, so they are not independent: a pair counts as one
observation of 0, 1/2, 1, 3/2 or 2 points. The interval is Wilson's, widened or narrowed by how
much the pairs really vary; unlike the usual plus-minus it stays right when one side wins all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

__all__ = ["EloDifference"]

_BAR = NormalDist().inv_cdf(0.975)  # deviations to either side that hold 95 %


@dataclass(frozen=True, slots=True)
class EloDifference:
    """An Elo difference, with the interval that holds the truth 95 times in 100.

    `likelihood` is how likely the first side is the stronger one. Where a side has won
    everything the difference and one end of the interval are infinite.

    >>> print(EloDifference.of([0, 1, 5, 3, 1]))
    +70 (95 %: -41 to +182)
    >>> print(EloDifference.of([0, 0, 0, 0, 10]))
    more than +166
    """

    elo: float
    low: float
    high: float
    likelihood: float

    @classmethod
    def of(cls, pairs: Sequence[int]) -> EloDifference:
        """Judge how often a pair brought the first side 0, 1/2, 1, 3/2 and 2 points."""
        count = sum(pairs)
        if not count:
            return cls(0.0, -math.inf, math.inf, 0.5)
        shares = [place / 4 for place in range(5)]
        mean = sum(share * times for share, times in zip(shares, pairs, strict=True)) / count
        square = sum(
            times * (share - mean) ** 2 for share, times in zip(shares, pairs, strict=True)
        )
        most = mean * (1 - mean)
        # The variance as a part of the greatest possible one, after one more pair that had that.
        part = (square / most + 1) / count if most else 1.0
        spread = _BAR**2 * part / count
        centre = (mean + spread / 2) / (1 + spread)
        reach = math.sqrt(spread * most + spread**2 / 4) / (1 + spread)
        low, high = max(0.0, centre - reach), min(1.0, centre + reach)
        # The same test at an equal score, so that bars and likelihood never contradict.
        deviations = (mean - 0.5) / math.sqrt(part * 0.25 / count)
        return cls(
            _elo(mean),
            _elo(low) if mean else -math.inf,
            _elo(high) if mean < 1 else math.inf,
            NormalDist().cdf(deviations),
        )

    def __str__(self) -> str:
        if math.isinf(self.low) and math.isinf(self.high):
            return "unknown"
        if math.isinf(self.high):
            return f"more than {round(self.low):+d}"
        if math.isinf(self.low):
            return f"less than {round(self.high):+d}"
        return f"{round(self.elo):+d} (95 %: {round(self.low):+d} to {round(self.high):+d})"


def _elo(share: float) -> float:
    """Return the difference at which a side scores that share of the points."""
    if share <= 0:
        return -math.inf
    if share >= 1:
        return math.inf
    return -400 * math.log10(1 / share - 1)
