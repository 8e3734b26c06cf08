"""Text on squares: free text, or scores with signs of where they come from."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Final, Literal, TypeAlias

from outflank.errors import InvalidValue
from outflank.rules import Score, ScoreKind, Square, WinDrawLoss
from outflank.texts import Text

__all__ = ["Annotation", "Source", "score_annotations"]

Source: TypeAlias = Literal["", "exact", "book", "selective", "expected"]

_TENTH: Final = Decimal("0.1")
_NO_ROOM: Final = 10  # from here on a square has no room for a decimal


@dataclass(frozen=True, slots=True)
class Annotation:
    """A short text on a square; `source` is drawn as a small sign below it."""

    text: str
    strong: bool = False
    source: Source = ""


def score_annotations(
    scores: Mapping[Square, Score | WinDrawLoss | float],
) -> dict[Square, Annotation]:
    """Write each score as a signed number, the best ones strong.

    A number below ten keeps one decimal unless it is whole; larger numbers are rounded to whole
    ones. Halves are rounded away from zero, so that +2.5 and -2.5 look alike.

    >>> d3 = Square.parse("d3")
    >>> score_annotations({d3: Score(4, ScoreKind.EXACT)})[d3]
    Annotation(text='+4', strong=True, source='exact')
    >>> [score_annotations({d3: discs})[d3].text for discs in (0.5, -2.25, 12.5, -0.04)]
    ['+0.5', '-2.3', '+13', '0']
    """
    values: dict[Square, Score | WinDrawLoss] = {}
    for square, given in scores.items():
        if isinstance(given, Score | WinDrawLoss):
            values[square] = given
        elif math.isfinite(given):
            values[square] = Score(float(given))
        else:
            raise InvalidValue(
                Text("errors.drawing.invalid_score", square=str(square), given=str(given))
            )
    best = max(map(_discs, values.values()), default=0.0)
    return {
        square: Annotation(_figure(score), _discs(score) == best, _source(score))
        for square, score in values.items()
    }


def _discs(score: Score | WinDrawLoss) -> float:
    return score.discs if isinstance(score, Score) else score.sign


def _figure(score: Score | WinDrawLoss) -> str:
    if not isinstance(score, Score) or score.kind is ScoreKind.PROVEN:
        return str(score)
    discs = Decimal(repr(float(score.discs)))  # as printed: the float 2.45 is less than 2.45
    if abs(discs) < _NO_ROOM:
        tenths = discs.quantize(_TENTH, ROUND_HALF_UP)
        if tenths % 1:
            return f"{tenths:+}"
    whole = int(discs.to_integral_value(ROUND_HALF_UP))
    return f"{whole:+}" if whole else "0"


def _source(score: Score | WinDrawLoss) -> Source:
    if not isinstance(score, Score):
        return ""
    if score.kind is ScoreKind.EXACT:
        return "exact"
    if score.kind is ScoreKind.BOOK:
        return "book"
    if score.kind is ScoreKind.EXPECTED:
        return "expected"
    return "selective" if score.confidence is not None and score.confidence < 100 else ""
