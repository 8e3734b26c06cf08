"""What is written on squares: free words, or scores with where they come from."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from outflank.rules import Score, ScoreKind, Square

__all__ = ["Note", "Source", "score_notes"]

Source: TypeAlias = Literal["", "exact", "book", "selective", "expected"]


@dataclass(frozen=True, slots=True)
class Note:
    """A few letters on a square; `source` is drawn as a shape beside them."""

    text: str
    strong: bool = False
    source: Source = ""


def score_notes(scores: Mapping[Square, Score | float]) -> dict[Square, Note]:
    """Write each score as a signed figure, the best ones strong.

    >>> d3 = Square.parse("d3")
    >>> score_notes({d3: Score(4, ScoreKind.EXACT)})[d3]
    Note(text='+4', strong=True, source='exact')
    """
    values = {
        square: score if isinstance(score, Score) else Score(float(score))
        for square, score in scores.items()
    }
    for square, score in values.items():
        if not math.isfinite(score.discs):
            raise ValueError(f"the score of {square} is {score.discs}, which is no number of discs")
    best = max((score.discs for score in values.values()), default=0.0)
    return {
        square: Note(_figure(score), score.discs == best, _source(score))
        for square, score in values.items()
    }


def _figure(score: Score) -> str:
    if score.kind is ScoreKind.PROVEN:
        return str(score)
    digits = 1 if score.kind is ScoreKind.EXPECTED and score.discs != int(score.discs) else 0
    rounded = round(score.discs, digits) + 0.0  # a zero has no sign
    return f"{rounded:+.{digits}f}" if rounded else "0"


def _source(score: Score) -> Source:
    if score.kind is ScoreKind.EXACT:
        return "exact"
    if score.kind is ScoreKind.BOOK:
        return "book"
    if score.kind is ScoreKind.EXPECTED:
        return "expected"
    return "selective" if score.confidence is not None and score.confidence < 100 else ""
