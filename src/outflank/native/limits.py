"""Limits of a search, and time management: how much of a clock a move may take."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import ceil
from typing import Final, TypeVar

from outflank.errors import EngineError
from outflank.texts import Text

__all__ = ["UNLIMITED", "Limit", "require_limit", "require_whole", "share_of_clock"]

_Number = TypeVar("_Number", int, float)

# Seconds between the end of a search and the moment at which the clock stops.
_LAG = 0.02
# What a busy machine may add to that, where each move has a time of its own.
_BUSY_MACHINE = 0.05
# From this many empty squares on the game is soon solved, which takes the time of a few moves.
_SOLVED = 20
_MOVES_TO_SOLVE = 5
# A difficult move may take this multiple of its share, if the clock allows it.
_PATIENCE = 3.0
_LARGEST_PART = 0.4
# Seconds kept in reserve, in case the machine is busy at the wrong moment.
_RESERVE = 0.5
_SMALLEST_PART = 0.1
_SHORTEST = 0.005
# The confidence of the most selective search, in percent.
_LEAST_CONFIDENCE = 73


@dataclass(frozen=True, slots=True)
class Limit:
    """The limits of a search: the first that is reached ends it; without any, the engine decides.

    `seconds` is never exceeded; after `soft_seconds` no new iteration begins. `confidence` is the
    highest confidence level of selective cuts that the search may reach, in percent from 73 to
    100: Limit(depth=15, confidence=73) ends with 15 plies at 73 %. Alone it ends no search.

    >>> limit = Limit(seconds=2, nodes=5000).tightened(Limit(depth=4, nodes=900))
    >>> limit.seconds, limit.depth, limit.nodes
    (2, 4, 900)
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    soft_seconds: float | None = None
    confidence: int | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            bound = getattr(self, field.name)
            name = field.name.replace("_", " ")
            if bound is not None and not isinstance(bound, int | float):
                raise TypeError(f"a limit of {name} is a number, not {bound!r}")
            if bound is not None and not bound > 0:
                raise EngineError(Text("errors.native.limit_not_positive", limit=name, given=bound))
        if self.confidence is not None and not _LEAST_CONFIDENCE <= self.confidence <= 100:
            raise EngineError(
                Text(
                    "errors.native.invalid_confidence",
                    least=_LEAST_CONFIDENCE,
                    confidence=self.confidence,
                )
            )

    @classmethod
    def for_clock(
        cls,
        remaining: float | None = None,
        *,
        increment: float = 0.0,
        per_move: float | None = None,
        empties: int = 60,
    ) -> Limit:
        """Return the limit of a move from the seconds left on the clock.

        >>> limit = Limit.for_clock(300, empties=50)
        >>> limit.seconds, limit.soft_seconds
        (44.994, 14.998)
        >>> Limit.for_clock(per_move=0.1).seconds < 0.1
        True
        """
        for name, given, kind in (
            ("remaining", remaining, int | float | None),
            ("increment", increment, int | float),
            ("per_move", per_move, int | float | None),
        ):
            if not isinstance(given, kind):
                raise TypeError(f"{name} is a number of seconds, not {given!r}")
        if not isinstance(empties, int):
            raise TypeError(f"empties is a number of squares, not {empties!r}")
        seconds, soft_seconds = share_of_clock(remaining, increment, per_move, empties)
        return cls(seconds=seconds, soft_seconds=soft_seconds)

    @property
    def target_seconds(self) -> float | None:
        """The seconds that a search should use: the soft ones, or else those it may use."""
        return self.seconds if self.soft_seconds is None else self.soft_seconds

    def is_unlimited(self) -> bool:
        """Return whether there is no bound that would end a search."""
        bounds = (self.seconds, self.depth, self.nodes, self.soft_seconds)
        return all(bound is None for bound in bounds)

    def tightened(self, other: Limit) -> Limit:
        """Return a limit with the tighter of both bounds in each respect."""
        require_limit(other)
        return Limit(
            _least(self.seconds, other.seconds),
            _least(self.depth, other.depth),
            _least(self.nodes, other.nodes),
            _least(self.soft_seconds, other.soft_seconds),
            _least(self.confidence, other.confidence),
        )


UNLIMITED: Final = Limit()


def require_limit(given: object) -> None:
    """Refuse what is not a Limit."""
    if not isinstance(given, Limit):
        raise TypeError(f"a limit is a Limit, such as Limit(seconds=5), not {given!r}")


def require_whole(name: str, given: object) -> None:
    """Refuse what is not a whole number."""
    if not isinstance(given, int):
        raise TypeError(f"the {name} is a whole number, not {given!r}")


def share_of_clock(
    remaining: float | None, increment: float, per_move: float | None, empties: int
) -> tuple[float | None, float | None]:
    """Return the most seconds a move may take, and those after which no iteration begins.

    `remaining` is the time for all moves, to which each adds `increment`; no move may take more
    than `per_move`. None means that the clock has no such bound.

    >>> share_of_clock(60.0, 1.0, None, 60)
    (9.5952, 3.1984)
    >>> share_of_clock(None, 0.0, 5.0, 60)
    (4.7, None)
    >>> share_of_clock(None, 0.0, None, 60)
    (None, None)
    """
    hard = soft = None
    if remaining is not None:
        moves = _MOVES_TO_SOLVE + max(0, ceil((empties - _SOLVED) / 2))
        usable = max(0.0, remaining - 2 * _LAG)
        soft = min(usable / moves + 0.8 * increment, usable * _LARGEST_PART)
        spare = max(usable - _RESERVE, usable * _SMALLEST_PART)
        hard = min(soft * _PATIENCE, usable * _LARGEST_PART, spare)
        soft = min(soft, hard)
    if per_move is not None:
        most = per_move - min(0.05 * per_move + _BUSY_MACHINE, 0.3 * per_move)
        hard = most if hard is None else min(hard, most)
        soft = None if soft is None or soft >= hard else soft
    return (
        None if hard is None else round(max(hard, _SHORTEST), 4),
        None if soft is None else round(max(soft, _SHORTEST), 4),
    )


def _least(one: _Number | None, other: _Number | None) -> _Number | None:
    return other if one is None else one if other is None else min(one, other)
