"""Reviews in words: one place for every face that tells a player about moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from outflank.analysis.review import GameReview, ReviewedMove
from outflank.rules import BLACK, WHITE, Color, Score, ScoreKind

__all__ = ["SideName", "describe_review", "describe_worst", "discs_in_words"]

# What a side is called, as skins do: "Black" or "YES".
SideName: TypeAlias = Callable[[Color], str]


def _plain_side(color: Color) -> str:
    return str(color).capitalize()


def describe_review(review: GameReview, side: SideName = _plain_side) -> list[str]:
    """Say which was the worst move of each side, black first.

    >>> describe_review(GameReview(0))
    ['There are no moves to look back on.']
    """
    if not review.total:
        return ["There are no moves to look back on."]
    return [describe_worst(review, color, side) for color in (BLACK, WHITE)]


def describe_worst(review: GameReview, color: Color, side: SideName = _plain_side) -> str:
    """Say which move of a side was its worst, what it cost and which was better."""
    name = side(color)
    if not any(one.color is color for one in review.moves):
        return f"{name} made no move."
    worst = review.worst(color)
    if worst is None:
        return f"No single move of {name} cost a whole disc."
    return f"{name}'s worst move was {worst.number}. {worst.move}: {_cost(worst)}."


def _cost(move: ReviewedMove) -> str:
    discs = discs_in_words(move.loss, move.best_score)
    return f"it cost {discs}; {move.better} was better"


def discs_in_words(discs: float, source: Score) -> str:
    """Say how many discs, as surely as the score that tells it.

    >>> discs_in_words(8.4, Score(2)), discs_in_words(2, Score(2, ScoreKind.EXACT))
    ('about 8 discs', '2 discs')
    >>> discs_in_words(0.6, Score(2, ScoreKind.EXPECTED))
    'about 0.6 discs on average'
    """
    figure = f"{discs:.0f}" if discs >= 1 else f"{discs:.1f}"
    words = f"{figure} disc" if figure == "1" else f"{figure} discs"
    match source.kind:
        case ScoreKind.EXACT:
            return words
        case ScoreKind.EXPECTED:
            return f"about {words} on average"
        case _:
            return f"about {words}"
