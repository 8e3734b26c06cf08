"""Wald's sequential test over pairs of games: a match stops as soon as the result is clear.

The two games of a pair share an opening, so a pair is one observation of 0, 1/2, 1, 3/2 or 2
points. An Elo difference is represented by the likeliest distribution over these five results
that has the score it predicts; the test compares two such distributions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from outflank.arena.engine_match.game import GameRecord
from outflank.arena.ratings import expected_score
from outflank.errors import TournamentError
from outflank.texts import Text, say

__all__ = ["Sprt", "SprtProgress"]

_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
_RARE = 1e-3  # instead of 0 pairs, because a result that has not occurred is still possible
_CLOSE = 1e-9
_STEPS = 60


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of whether the first player is `elo1` points stronger rather than `elo0`.

    If it is `elo0`, the test errs in a share `alpha` of the cases; if `elo1`, in a share `beta`.

    >>> test = Sprt(0, 10)
    >>> [round(bound, 2) for bound in test.bounds]
    [-2.94, 2.94]
    >>> test.verdict([0, 10, 100, 90, 40])
    True
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise TournamentError(
                Text(
                    "errors.arena.elo_differences",
                    lower=f"{self.elo0:g}",
                    higher=f"{self.elo1:g}",
                )
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise TournamentError(Text("errors.arena.error_rates"))

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which the lower and the higher difference are accepted."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def ratio(self, pairs: Sequence[int]) -> float:
        """Return the log likelihood ratio; `pairs` counts those of 0, 1/2, 1, 3/2 and 2 points."""
        count = sum(pairs)
        if not count:
            return 0.0
        seen = [times or _RARE for times in pairs]
        total = sum(seen)
        shares = [times / total for times in seen]
        low = _likeliest(shares, expected_score(self.elo0))
        high = _likeliest(shares, expected_score(self.elo1))
        return count * math.fsum(
            share * math.log(one / other)
            for share, one, other in zip(shares, high, low, strict=True)
        )

    def verdict(self, pairs: Sequence[int]) -> bool | None:
        """Return whether the higher difference is accepted, or None if it is too early to say."""
        ratio = self.ratio(pairs)
        low, high = self.bounds
        if ratio >= high:
            return True
        return False if ratio <= low else None

    def to_dict(self) -> dict[str, Any]:
        """Return the test as plain values."""
        return {"elo0": self.elo0, "elo1": self.elo1, "alpha": self.alpha, "beta": self.beta}


class SprtProgress:
    """Feeds a test pair by pair in their order, so that the order in which games end is irrelevant.

    A pair counts when it and all earlier pairs are finished. Pairs after the verdict do not count,
    although their games may have been played at the same time.

    >>> SprtProgress(Sprt(0, 10)).verdict is None
    True
    """

    def __init__(self, test: Sprt) -> None:
        self.test = test
        self.pairs: list[int] = [0] * 5
        self.counted: int = 0  # how many pairs, from the first one on
        self.verdict: bool | None = None
        self._waiting: dict[int, list[float]] = {}

    def add(self, game: GameRecord) -> None:
        """Add a finished game."""
        self._waiting.setdefault(game.pair, []).append(game.points(0))
        while self.verdict is None and len(self._waiting.get(self.counted, ())) == 2:
            points = sum(self._waiting.pop(self.counted))
            self.pairs[round(2 * points)] += 1
            self.counted += 1
            self.verdict = self.test.verdict(self.pairs)

    def counts(self, game: GameRecord) -> bool:
        """Return whether a game counts for the result."""
        return self.verdict is None or game.pair < self.counted

    @property
    def ratio(self) -> float:
        """The log likelihood ratio of the pairs that count."""
        return self.test.ratio(self.pairs)

    def to_dict(self) -> dict[str, Any]:
        """Return the test and its present state as plain values."""
        low, high = self.test.bounds
        words = {None: "undecided", True: "elo1", False: "elo0"}
        return {
            **self.test.to_dict(),
            "ratio": self.ratio,
            "low": low,
            "high": high,
            "pairs": self.counted,
            "accepted": words[self.verdict],
        }

    def __str__(self) -> str:
        low, high = self.test.bounds
        verdicts = {None: "undecided", True: "stronger", False: "not_stronger"}
        return say(
            f"arena.sprt.{verdicts[self.verdict]}",
            elo0=f"{self.test.elo0:g}",
            elo1=f"{self.test.elo1:g}",
            count=self.counted,
            ratio=f"{self.ratio:+.2f}",
            low=f"{low:.2f}",
            high=f"{high:.2f}",
        )

    @classmethod
    def of(cls, test: Sprt, games: Iterable[GameRecord]) -> SprtProgress:
        """Return the progress of a test after games, in any order."""
        progress = cls(test)
        for game in games:
            progress.add(game)
        return progress


def _likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """Return the likeliest distribution with this mean, given the observed shares of the results.

    It is each share divided by 1 + x (value - mean), with the x that gives the right mean.
    """
    away = [value - mean for value in _SHARES]
    low, high = -1 / away[-1], -1 / away[0]  # between these every divisor is positive
    width = high - low
    low, high = low + _CLOSE * width, high - _CLOSE * width
    x = 0.0
    for _ in range(_STEPS):
        parts = [share / (1 + x * off) for share, off in zip(shares, away, strict=True)]
        slope = math.fsum(part * off for part, off in zip(parts, away, strict=True))
        if abs(slope) < _CLOSE:
            break
        low, high = (x, high) if slope > 0 else (low, x)
        steep = math.fsum(
            part * off * off / (1 + x * off) for part, off in zip(parts, away, strict=True)
        )
        step = x + slope / steep  # Newton's step, or bisection if that leads outside
        x = step if low < step < high else (low + high) / 2
    return [share / (1 + x * off) for share, off in zip(shares, away, strict=True)]
