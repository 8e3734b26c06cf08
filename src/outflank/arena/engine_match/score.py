"""The score of an engine match: results, time and faults of each player, and the Elo difference.

The two games of a pair share an opening, so they are not independent: a pair counts as one
observation of 0, 1/2, 1, 3/2 or 2 points. The interval is Wilson's, scaled by how much the pairs
really vary; unlike the usual plus-minus, it remains correct when one side wins everything.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from outflank.arena.engine_match.game import GameRecord
from outflank.rules import Reason
from outflank.texts import say

__all__ = ["EloDifference", "MatchScore", "PlayerScore", "player_score"]

_BAR = NormalDist().inv_cdf(0.975)  # standard deviations on each side that cover 95 %


@dataclass(frozen=True, slots=True)
class EloDifference:
    """An Elo difference with its 95 % confidence interval.

    `likelihood` is the likelihood that the first side is the stronger one. If a side has won
    everything, the difference and one end of the interval are infinite.

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
        """Return the difference after pairs that gave the first side 0, 1/2, 1, 3/2 and 2 points.

        `pairs` counts the pairs of each kind.
        """
        count = sum(pairs)
        if not count:
            return cls(0.0, -math.inf, math.inf, 0.5)
        shares = [place / 4 for place in range(5)]
        mean = sum(share * times for share, times in zip(shares, pairs, strict=True)) / count
        square = sum(
            times * (share - mean) ** 2 for share, times in zip(shares, pairs, strict=True)
        )
        most = mean * (1 - mean)
        # The variance as a part of the greatest possible one, with one more pair of that variance.
        part = (square / most + 1) / count if most else 1.0
        spread = _BAR**2 * part / count
        centre = (mean + spread / 2) / (1 + spread)
        reach = math.sqrt(spread * most + spread**2 / 4) / (1 + spread)
        low, high = max(0.0, centre - reach), min(1.0, centre + reach)
        # The same test at an equal score, so that interval and likelihood never contradict.
        deviations = (mean - 0.5) / math.sqrt(part * 0.25 / count)
        return cls(
            _elo(mean),
            _elo(low) if mean else -math.inf,
            _elo(high) if mean < 1 else math.inf,
            NormalDist().cdf(deviations),
        )

    def __str__(self) -> str:
        if math.isinf(self.low) and math.isinf(self.high):
            return say("arena.elo.unknown")
        if math.isinf(self.high):
            return say("arena.elo.more", low=f"{round(self.low):+d}")
        if math.isinf(self.low):
            return say("arena.elo.less", high=f"{round(self.high):+d}")
        ends = {"low": f"{round(self.low):+d}", "high": f"{round(self.high):+d}"}
        return say("arena.elo.between", elo=f"{round(self.elo):+d}", **ends)


def _elo(share: float) -> float:
    """Return the Elo difference at which a side scores this share of the points."""
    if share <= 0:
        return -math.inf
    if share >= 1:
        return math.inf
    return -400 * math.log10(1 / share - 1)


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """One player's results and time, and the games lost other than on the board."""

    wins: int
    draws: int
    losses: int
    asked: int  # moves thought about
    seconds: float
    slowest: float  # the longest move
    late: int  # moves over their limit
    illegal: int
    timeouts: int
    crashes: int
    resignations: int
    last_fault: str = ""  # the fault in the last game lost other than on the board, if known

    @property
    def points(self) -> float:
        """A win is a point and a draw is half a point."""
        return self.wins + self.draws / 2

    @property
    def faults(self) -> int:
        """How many games were lost by an illegal move, a time-out or a crash."""
        return self.illegal + self.timeouts + self.crashes

    @property
    def pace(self) -> float:
        """The mean time of a move in seconds."""
        return self.seconds / self.asked if self.asked else 0.0


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Both players' scores, and the first player's mean margin and Elo difference.

    `pairs` counts the finished pairs that gave the first player 0, 1/2, 1, 3/2 and 2 points;
    `margin` is its mean disc difference in the games that the board decided.
    """

    players: tuple[PlayerScore, PlayerScore]
    pairs: tuple[int, ...]
    margin: float | None
    elo: EloDifference

    @classmethod
    def of(cls, games: Iterable[GameRecord]) -> MatchScore:
        """Add up games, in any order."""
        records = list(games)
        by_pair: defaultdict[int, list[float]] = defaultdict(list)
        for record in records:
            by_pair[record.pair].append(record.points(0))
        counts = Counter(round(2 * sum(points)) for points in by_pair.values() if len(points) == 2)
        pairs = tuple(counts[place] for place in range(5))
        margins = [
            record.margin if record.black == 0 else -record.margin
            for record in records
            if record.margin is not None
        ]
        mean = sum(margins) / len(margins) if margins else None
        return cls(
            (
                player_score((record, 0) for record in records),
                player_score((record, 1) for record in records),
            ),
            pairs,
            mean,
            EloDifference.of(pairs),
        )

    @property
    def games(self) -> int:
        """How many games were played."""
        first = self.players[0]
        return first.wins + first.draws + first.losses

    def summary(self) -> str:
        """Return the first player's wins, draws and losses in words.

        >>> MatchScore.of([]).summary()
        '+0 =0 -0'
        """
        first = self.players[0]
        return f"+{first.wins} ={first.draws} -{first.losses}"

    def to_dict(self) -> dict[str, Any]:
        """Return the Elo difference and the pairs as plain values; infinite ones are None."""
        elo = self.elo
        return {
            "games": self.games,
            "pairs": list(self.pairs),
            "margin": self.margin,
            "elo": _finite(elo.elo) if sum(self.pairs) else None,
            "elo_low": _finite(elo.low),
            "elo_high": _finite(elo.high),
            "likelihood": elo.likelihood,
        }


def player_score(games: Iterable[tuple[GameRecord, int]]) -> PlayerScore:
    """Add up a player's games; each comes with the player's place in it, 0 or 1."""
    records = list(games)
    points = Counter(record.points(who) for record, who in records)
    lost_otherwise = [
        record
        for record, who in records
        if not record.points(who) and record.reason not in _NATURAL
    ]
    lost = Counter(record.reason for record in lost_otherwise)
    faults = [record.fault for record in lost_otherwise if record.fault]
    return PlayerScore(
        wins=points[1.0],
        draws=points[0.5],
        losses=points[0.0],
        asked=sum(record.asked[who] for record, who in records),
        seconds=math.fsum(record.seconds[who] for record, who in records),
        slowest=max((record.slowest[who] for record, who in records), default=0.0),
        late=sum(record.late[who] for record, who in records),
        illegal=lost[Reason.ILLEGAL_MOVE],
        timeouts=lost[Reason.TIME],
        crashes=lost[Reason.CRASH],
        resignations=lost[Reason.RESIGNATION],
        last_fault=faults[-1] if faults else "",
    )


_NATURAL = frozenset(reason for reason in Reason if reason.is_natural)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
