"""Numbers in texts, and scores as far as a text of plain numbers can carry them."""

from __future__ import annotations

import math

from outflank.errors import NotationError
from outflank.rules import Score, ScoreKind

__all__ = ["parse_number", "require_seconds", "round_number", "round_score"]


def parse_number(text: str) -> float:
    """Read digits with a sign and a point; a whole number becomes an int.

    >>> parse_number("+4"), parse_number("-1.25")
    (4, -1.25)
    """
    value = float(text)
    if not math.isfinite(value):
        raise NotationError(f"the number that begins with {text[:10]} is too large")
    return int(value) if value.is_integer() else value


def round_number(value: float, places: int) -> float:
    """Return what is read of a number that was written with so many decimals.

    >>> round_number(-0.001, 2), round_number(2.25, 1)
    (0, 2.2)
    """
    if not math.isfinite(value):
        raise NotationError(f"{value} cannot be written as a number")
    return parse_number(f"{value:.{places}f}")


def require_seconds(seconds: float | None) -> float | None:
    """Return how long something took, or refuse what nothing can take.

    >>> require_seconds(-1.5)
    Traceback (most recent call last):
    outflank.errors.NotationError: -1.5 is not a time in seconds
    """
    if seconds is not None and not 0 <= seconds < math.inf:
        raise NotationError(f"{seconds} is not a time in seconds")
    return seconds


def round_score(score: Score | None, places: int) -> Score | None:
    """Return what is read of a score that was written as a plain number of discs.

    Nothing remains of a proven score, whose figure says who wins and counts no discs.

    >>> print(round_score(Score(2.25, ScoreKind.EXACT), 0))
    +2
    """
    if score is None or score.kind is ScoreKind.PROVEN:
        return None
    return Score(round_number(score.discs, places))
