"""What a position or a move is worth, and how sure that is."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace

__all__ = ["Score", "ScoreKind"]


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


@dataclass(frozen=True, slots=True)
class Score:
    """Discs ahead from the mover's side, with where the figure comes from.

    A proven score says only who wins: its discs are +1, 0 or -1.

    >>> print(Score(2.5, depth=18, confidence=73))
    +2.50 (18@73%)
    >>> print(-Score(6, ScoreKind.EXACT))
    -6 (exact)
    """

    discs: float
    kind: ScoreKind = ScoreKind.HEURISTIC
    depth: int | None = None
    confidence: int | None = None

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
