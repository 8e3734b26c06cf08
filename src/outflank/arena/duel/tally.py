"""What the games of a duel add up to."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from outflank.arena.duel.game import GameRecord
from outflank.arena.duel.strength import Strength
from outflank.rules import Reason

__all__ = ["Share", "Tally"]


@dataclass(frozen=True, slots=True)
class Share:
    """One contestant's part: results, time, and the games lost by something else than play."""

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

    @property
    def points(self) -> float:
        """A win is a point and a draw is half of one."""
        return self.wins + self.draws / 2

    @property
    def faults(self) -> int:
        """Games lost by an illegal move, silence or a crash."""
        return self.illegal + self.timeouts + self.crashes

    @property
    def pace(self) -> float:
        """The mean time of a move in seconds."""
        return self.seconds / self.asked if self.asked else 0.0


@dataclass(frozen=True, slots=True)
class Tally:
    """Both contestants' parts, the mean margin and the strength of the first.

    `pairs` counts the finished pairs that brought the first 0, 1/2, 1, 3/2 and 2 points, and
    `margin` is its mean number of discs more, over the games that the board decided.
    """

    shares: tuple[Share, Share]
    pairs: tuple[int, ...]
    margin: float | None
    strength: Strength

    @classmethod
    def of(cls, games: Iterable[GameRecord]) -> Tally:
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
        return cls((_share(records, 0), _share(records, 1)), pairs, mean, Strength.of(pairs))

    @property
    def games(self) -> int:
        """How many games were played."""
        first = self.shares[0]
        return first.wins + first.draws + first.losses

    def score(self) -> str:
        """Say how the first stands: wins, draws and losses.

        >>> Tally.of([]).score()
        '+0 =0 -0'
        """
        first = self.shares[0]
        return f"+{first.wins} ={first.draws} -{first.losses}"

    def to_dict(self) -> dict[str, Any]:
        """Return the strength and the pairs as plain values; what has no end is None."""
        strength = self.strength
        return {
            "games": self.games,
            "pairs": list(self.pairs),
            "margin": self.margin,
            "elo": _finite(strength.elo) if sum(self.pairs) else None,
            "elo_low": _finite(strength.low),
            "elo_high": _finite(strength.high),
            "likelihood": strength.likelihood,
        }


def _share(records: list[GameRecord], who: int) -> Share:
    points = Counter(record.points(who) for record in records)
    lost = Counter(
        record.reason
        for record in records
        if not record.points(who) and record.reason not in _NATURAL
    )
    return Share(
        wins=points[1.0],
        draws=points[0.5],
        losses=points[0.0],
        asked=sum(record.asked[who] for record in records),
        seconds=math.fsum(record.seconds[who] for record in records),
        slowest=max((record.slowest[who] for record in records), default=0.0),
        late=sum(record.late[who] for record in records),
        illegal=lost[Reason.ILLEGAL_MOVE],
        timeouts=lost[Reason.TIME],
        crashes=lost[Reason.CRASH],
        resignations=lost[Reason.RESIGNATION],
    )


_NATURAL = frozenset(reason for reason in Reason if reason.is_natural)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
