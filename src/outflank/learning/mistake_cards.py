"""Cards of one's own mistakes, made from reviewed games, and the sentences on their backs."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from typing import Final

from outflank.analysis import ReviewedGame, describe_finding
from outflank.analysis.mistakes import UNNAMED
from outflank.analysis.review import ReviewedMove
from outflank.analysis.sentences import SideName, discs_in_words, plain_side
from outflank.learning.entries import Card
from outflank.learning.subjects import mistake_subject
from outflank.rules import PASS, Color, Score, ScoreKind
from outflank.texts import say

__all__ = ["cards_of", "describe_card"]

_LEAST_LOSS: Final = 4.0  # discs
_LEAST_LOSS_LATE: Final = 2.0
_LATE_EMPTIES: Final = 20
_MOST_SOURCE: Final = 200  # letters


def cards_of(game: ReviewedGame, side: Color, *, at: int, source: str = "") -> list[Card]:
    """Return a card of each position in which a side lost four discs, or two near the end.

    A game whose review is not complete makes no cards, nor does one with an oracle. The same game
    always makes cards with the same ids, so that a log keeps them once. `at` is the time in
    milliseconds, and `source` says which game it was, by default who played it.

    >>> from outflank.analysis import GameReview
    >>> from outflank.rules import BLACK, Game
    >>> cards_of(ReviewedGame.of(1, Game(), GameReview(0)), BLACK, at=0)
    []
    """
    if game.start.variant.answers or not game.review.is_complete:
        return []
    played = " ".join([str(game.start), *(str(move.move) for move in game.review.moves)])
    shown = (source or game.title)[:_MOST_SOURCE]
    return list(_cards(game, side, at, shown, played))


def _cards(game: ReviewedGame, side: Color, at: int, source: str, played: str) -> Iterator[Card]:
    for position, move in game.positions():
        if move.color is not side or move.move is PASS or not _is_worth_a_card(move):
            continue
        subject = mistake_subject(position)
        yield Card(
            id=_id(subject, played),
            at=at,
            subject=subject,
            position=str(position),
            variant=position.variant.name,
            played=str(move.move),
            best=(str(move.better),),
            loss=round(move.loss, 2),
            line=tuple(map(str, move.line)),
            findings=tuple(each for each in move.findings if each.code != UNNAMED),
            source=source,
            disc=move.disc,
            is_exact=_is_exact(move),
        )


def _is_worth_a_card(move: ReviewedMove) -> bool:
    least = _LEAST_LOSS_LATE if move.empties <= _LATE_EMPTIES else _LEAST_LOSS
    return move.is_mistake and move.loss >= least


def _is_exact(move: ReviewedMove) -> bool:
    return all(score.kind is ScoreKind.EXACT for score in (move.score, move.best_score))


def _id(subject: str, played: str) -> str:
    """Return the id of a card, which depends on its position and the moves of its game only."""
    digest = hashlib.sha256(f"{subject} {played}".encode()).digest()
    return base64.urlsafe_b64encode(digest)[:22].decode()


def describe_card(card: Card, side: SideName = plain_side) -> list[str]:
    """Return the sentences on the back of a card: what was played, its cost, and what was wrong.

    >>> card = Card(
    ...     id="a1b2c3d4",
    ...     at=0,
    ...     subject="mistake/aaaaaaaaaa",
    ...     position="",
    ...     played="b2",
    ...     best=("c3",),
    ...     loss=6.0,
    ...     is_exact=True,
    ... )
    >>> describe_card(card)
    ['You played b2 here.', 'It cost 6 discs: c3 was better.']
    """
    kind = ScoreKind.EXACT if card.is_exact else ScoreKind.HEURISTIC
    amount = discs_in_words(card.loss, Score(0, kind))
    return [
        say("learning.cards.played", move=card.played),
        say("reviews.cost", amount=amount, better=card.best[0]),
        *(describe_finding(finding, side) for finding in card.findings),
    ]
