"""Numbers in texts, and scores that are written as plain numbers."""

from __future__ import annotations

import math

from outflank.errors import NotationError
from outflank.rules import Score, ScoreKind
from outflank.texts import Text

__all__ = ["parse_number", "require_seconds", "round_number", "round_score"]


def parse_number(text: str) -> float:
    """Read digits with a sign and a point; a whole number becomes an int.

    >>> parse_number("+4"), parse_number("-1.25")
    (4, -1.25)
    """
    value = float(text)
    if not math.isfinite(value):
        raise NotationError(Text("errors.notation.number_too_large", beginning=text[:10]))
    return int(value) if value.is_integer() else value


def round_number(value: float, places: int) -> float:
    """Return a number as it is read after it was written with `places` decimals.

    >>> round_number(-0.001, 2), round_number(2.25, 1)
    (0, 2.2)
    """
    if not math.isfinite(value):
        raise NotationError(Text("errors.notation.unwritable_number", number=value))
    return parse_number(f"{value:.{places}f}")


def require_seconds(seconds: float | None) -> float | None:
    """Return a time in seconds; a negative or infinite one raises NotationError.

    >>> require_seconds(-1.5)
    Traceback (most recent call last):
    outflank.errors.NotationError: -1.5 is not a time in seconds
    """
    if seconds is not None and not 0 <= seconds < math.inf:
        raise NotationError(Text("errors.notation.unwritable_seconds", seconds=seconds))
    return seconds


def round_score(score: Score | None, places: int) -> Score | None:
    """Return a score as it is read after it was written as a plain number of discs.

    A proven score becomes None, because its number says who wins and does not count discs.

    >>> print(round_score(Score(2.25, ScoreKind.EXACT), 0))
    +2
    """
    if score is None or score.kind is ScoreKind.PROVEN:
        return None
    return Score(round_number(score.discs, places))
