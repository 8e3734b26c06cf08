"""The story of a game in one sentence: where a side let it slip, and what would have kept it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from outflank.analysis.review import GameReview, ReviewedMove
from outflank.analysis.sentences import SideName, amount_lost, plain_side, texts
from outflank.rules import BLACK, WHITE, Color, Score, ScoreKind

__all__ = ["Story", "describe_story", "losing_side", "story_of"]

_CLEAR = 1.0  # discs from which on an estimate says who is ahead


@dataclass(frozen=True, slots=True)
class Story:
    """What the moves of a side come to, and its turning point, if one of them was a mistake.

    A win, a lead, a draw or an even game was lost there; or it was merely the costliest move.
    """

    code: Literal["win", "lead", "draw", "even", "costliest", "no_mistake", "no_move"]
    move: ReviewedMove | None = None


def losing_side(review: GameReview) -> Color:
    """Return the side that stands worse in the end; where nobody does, the one that lost more.

    >>> losing_side(GameReview(0))
    Color.BLACK
    """
    lead = review.moves[-1].value.discs if review.moves else 0
    if not lead:
        lost = {color: review.total_loss(color) for color in (BLACK, WHITE)}
        return BLACK if lost[BLACK] >= lost[WHITE] else WHITE
    return BLACK if lead < 0 else WHITE


def story_of(review: GameReview, color: Color) -> Story:
    """Return where a side let a win slip, else a draw, else its costliest move.

    >>> story_of(GameReview(0), BLACK)
    Story(code='no_move', move=None)
    """
    if not any(one.color is color for one in review.moves):
        return Story("no_move")
    mistakes = [one for one in review.mistakes if one.color is color]
    if not mistakes:
        return Story("no_mistake")
    last = review.moves[-1]
    end = _standing(last.score if last.color is color else -last.score)
    for before in (1, 0):
        slips = [
            one
            for one in mistakes
            if _standing(one.best_score) == before > _standing(one.score) and before > end
        ]
        if slips:
            is_exact = slips[-1].best_score.kind is ScoreKind.EXACT
            if before:
                return Story("win" if is_exact else "lead", slips[-1])
            return Story("draw" if is_exact else "even", slips[-1])
    return Story("costliest", max(mistakes, key=lambda one: one.loss))


def describe_story(
    review: GameReview, color: Color, side: SideName = plain_side, *, to_player: bool = False
) -> str:
    """Tell the story of a side in one sentence, `to_player` as to the player who had it.

    >>> describe_story(GameReview(0), BLACK), describe_story(GameReview(0), BLACK, to_player=True)
    ('Black made no move.', 'You made no move.')
    """
    story, table = story_of(review, color), texts()["story"]
    text: str = table["to_player" if to_player else "told"][story.code]
    if story.move is None:
        return text.format(side=side(color))
    return text.format(
        side=side(color),
        number=story.move.named_number,
        move=story.move.move,
        better=story.move.better,
        amount=amount_lost(story.move),
    )


def _standing(score: Score) -> int:
    """Return whether a side is ahead, behind or neither, as far as its score is sure."""
    least = 0 if score.kind is ScoreKind.EXACT else _CLEAR
    return (score.discs > least) - (score.discs < -least)
