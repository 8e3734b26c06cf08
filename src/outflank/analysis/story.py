"""A side's game in one sentence: where it let a win or a draw slip, and which move kept it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from outflank.analysis.review import GameReview, ReviewedMove
from outflank.analysis.review_rules import RULES
from outflank.analysis.sentences import SideName, amount_lost, plain_side
from outflank.rules import BLACK, WHITE, Color, Score, ScoreKind
from outflank.texts import catalogue

__all__ = ["Story", "describe_story", "losing_side", "story_of"]


@dataclass(frozen=True, slots=True)
class Story:
    """The outline of a side's game, with its turning point if a move was a mistake.

    At that point a win, a lead, a draw or an even game was lost, or it was the costliest move.
    """

    code: Literal["win", "lead", "draw", "even", "costliest", "no_mistake", "no_move"]
    move: ReviewedMove | None = None


def losing_side(review: GameReview) -> Color:
    """Return the side that is behind at the end; if the game is even, the one that lost more.

    >>> losing_side(GameReview(0))
    Color.BLACK
    """
    lead = review.moves[-1].value.discs if review.moves else 0
    if not lead:
        lost = {color: review.total_loss(color) for color in (BLACK, WHITE)}
        return BLACK if lost[BLACK] >= lost[WHITE] else WHITE
    return BLACK if lead < 0 else WHITE


def story_of(review: GameReview, color: Color) -> Story:
    """Return the story of a side: where it let a win slip, else a draw, else its costliest move.

    >>> story_of(GameReview(0), BLACK)
    Story(code='no_move', move=None)
    """
    if not any(move.color is color for move in review.moves):
        return Story("no_move")
    mistakes = [move for move in review.mistakes if move.color is color]
    if not mistakes:
        return Story("no_mistake")
    last = review.moves[-1]
    end = _standing(last.score if last.color is color else -last.score)
    for before in (1, 0):
        slips = [
            move
            for move in mistakes
            if _standing(move.best_score) == before > _standing(move.score) and before > end
        ]
        if slips:
            is_exact = slips[-1].best_score.kind is ScoreKind.EXACT
            if before:
                return Story("win" if is_exact else "lead", slips[-1])
            return Story("draw" if is_exact else "even", slips[-1])
    return Story("costliest", max(mistakes, key=lambda move: move.loss))


def describe_story(
    review: GameReview, color: Color, side: SideName = plain_side, *, to_player: bool = False
) -> str:
    """Return the story of a side in one sentence; with `to_player` it addresses the player.

    >>> describe_story(GameReview(0), BLACK), describe_story(GameReview(0), BLACK, to_player=True)
    ('Black made no move.', 'You made no move.')
    """
    story = story_of(review, color)
    key = f"reviews.story.{'to_player' if to_player else 'told'}.{story.code}"
    if story.move is None:
        return catalogue().text(key, side=side(color))
    return catalogue().text(
        key,
        side=side(color),
        number=story.move.named_number,
        move=story.move.move,
        better=story.move.better,
        amount=amount_lost(story.move),
    )


def _standing(score: Score) -> int:
    """Return 1, 0 or -1: whether a side is clearly ahead, about even or clearly behind."""
    least = 0 if score.kind is ScoreKind.EXACT else RULES.thresholds.clear_lead
    return (score.discs > least) - (score.discs < -least)
