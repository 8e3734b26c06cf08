"""The score of a position or a move, and how certain it is."""

from __future__ import annotations

import enum
import math
import operator
from collections.abc import Callable
from dataclasses import dataclass, replace

from outflank.errors import InvalidValue, UnknownName
from outflank.texts import Text

__all__ = ["LEAST_CONFIDENCE", "Score", "ScoreKind", "WinDrawLoss"]


class ScoreKind(enum.StrEnum):
    """Where a score comes from, from a guess to a proof.

    >>> ScoreKind("exact")
    <ScoreKind.EXACT: 'exact'>
    """

    HEURISTIC = "heuristic"
    EXPECTED = "expected"
    BOOK = "book"
    PROVEN = "proven"
    EXACT = "exact"


class WinDrawLoss(enum.Enum):
    """What is proved of a position when only that is solved: whether the side to move wins.

    It is no `Score`: it has no discs, and the two are never compared.

    >>> print(WinDrawLoss.WIN, -WinDrawLoss.WIN, WinDrawLoss.of(-4))
    win loss loss
    """

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"

    @classmethod
    def of(cls, lead: float) -> WinDrawLoss:
        """Return what a lead in discs at the end means."""
        return cls.WIN if lead > 0 else cls.LOSS if lead < 0 else cls.DRAW

    @property
    def sign(self) -> int:
        """1 for a win, 0 for a draw and -1 for a loss."""
        return {"win": 1, "draw": 0, "loss": -1}[self.value]

    def __neg__(self) -> WinDrawLoss:
        return self.of(-self.sign)

    def __str__(self) -> str:
        return self.value


LEAST_CONFIDENCE = 50  # a less certain cut would be wrong more often than right


@dataclass(frozen=True, slots=True)
class Score:
    """The discs by which the mover is ahead, and where that figure comes from.

    A proven score, which files may hold, says only who wins: its discs are +1, 0 or -1; engines
    give a `WinDrawLoss` instead. Scores of every kind are ordered by their discs, so that `max`
    finds the best. Scores with equal discs are equal only if their kind, depth and confidence are
    equal too.

    >>> print(Score(2.5, depth=18, confidence=73))
    +2.50 (18@73%)
    >>> print(-Score(6, ScoreKind.EXACT))
    -6 (exact)
    >>> max(Score(2.5), Score(4, "exact")) > 3
    True
    """

    discs: float
    kind: ScoreKind = ScoreKind.HEURISTIC
    depth: int | None = None
    confidence: int | None = None

    def __post_init__(self) -> None:
        if not _is_number(self.discs) or not -math.inf < self.discs < math.inf:
            raise InvalidValue(Text("errors.rules.invalid_score", discs=repr(self.discs)))
        if type(self.kind) is not ScoreKind:
            object.__setattr__(self, "kind", _kind(self.kind))
        if self.depth is not None and not _is_within(self.depth, 0, math.inf):
            raise InvalidValue(Text("errors.rules.invalid_depth", depth=repr(self.depth)))
        if self.confidence is not None and not _is_within(self.confidence, LEAST_CONFIDENCE, 100):
            raise InvalidValue(
                Text(
                    "errors.rules.invalid_confidence",
                    least=LEAST_CONFIDENCE,
                    confidence=repr(self.confidence),
                )
            )

    def __lt__(self, other: Score | float) -> bool:
        return self._compare(other, operator.lt)

    def __le__(self, other: Score | float) -> bool:
        return self._compare(other, operator.le)

    def __gt__(self, other: Score | float) -> bool:
        return self._compare(other, operator.gt)

    def __ge__(self, other: Score | float) -> bool:
        return self._compare(other, operator.ge)

    def _compare(self, other: Score | float, operation: Callable[[float, float], bool]) -> bool:
        discs = other.discs if isinstance(other, Score) else other
        return operation(self.discs, discs) if _is_number(discs) else NotImplemented

    def is_final(self, empties: int) -> bool:
        """Return whether more search cannot change the score, given a position's empty squares.

        It is exact, or it is an average over every end of a game with an oracle.

        >>> Score(2.5, "expected", depth=8).is_final(8), Score(2.5, depth=8).is_final(8)
        (True, False)
        """
        if self.kind is ScoreKind.EXPECTED:
            return (self.depth or 0) >= empties
        return self.kind is ScoreKind.EXACT

    def __neg__(self) -> Score:
        return replace(self, discs=-self.discs)

    def __str__(self) -> str:
        if self.kind is ScoreKind.PROVEN:
            return "win" if self.discs > 0 else "loss" if self.discs < 0 else "draw"
        whole = self.discs == int(self.discs)
        figure = f"{int(self.discs):+d}" if whole else f"{self.discs:+.2f}"
        if self.kind is not ScoreKind.HEURISTIC:
            return f"{figure} ({self.kind.value})"
        if self.depth is None:
            return figure
        return (
            f"{figure} ({self.depth})"
            if self.confidence is None
            else (f"{figure} ({self.depth}@{self.confidence}%)")
        )


def _is_number(given: object) -> bool:
    return isinstance(given, int | float)


def _is_within(given: object, least: float, most: float) -> bool:
    return isinstance(given, int) and least <= given <= most


def _kind(given: str) -> ScoreKind:
    try:
        return ScoreKind(given)
    except ValueError:
        raise UnknownName("kind of score", str(given), list(ScoreKind)) from None
