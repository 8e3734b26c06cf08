"""Cards of one's own mistakes, made when a game of this machine was reviewed."""

from __future__ import annotations

from collections.abc import Iterable

from outflank.analysis import GameReview, ReviewedGame
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.learning import Card, cards_of
from outflank.play.match import Match
from outflank.play.record import record
from outflank.play.setup import Setup
from outflank.rules import Color
from outflank.texts import say

__all__ = ["own_side", "remember_mistakes", "remembered"]


def own_side(setup: Setup) -> Color | None:
    """Return the side of the person at this machine; None if two people play, or nobody.

    >>> own_side(Setup()) is None
    True
    """
    people = [color for color in Color if setup.player(color).is_person]
    return people[0] if len(people) == 1 else None


def remember_mistakes(match: Match, review: GameReview, learner: LocalLearner | None = None) -> str:
    """Make cards of the mistakes of a match's one person; return a sentence if there are any."""
    side = own_side(match.setup)
    if side is None or not review.is_complete:
        return ""
    return remembered(
        [(ReviewedGame.of(1, record(match), review), side)], learner or LocalLearner()
    )


def remembered(games: Iterable[tuple[ReviewedGame, Color]], learner: LocalLearner) -> str:
    """Put the cards of the sides' mistakes into the log, and say how many are new, if any."""
    known = {entry.id for entry in learner.entries}
    cards: dict[str, Card] = {}
    for game, side in games:
        title = say("local.learning.cards.source", game=game.title, date=learner.today.isoformat())
        made = cards_of(game, side, at=learner.now, source=title)
        cards |= {card.id: card for card in made if card.id not in known}
    if not cards:
        return ""
    return learner.record(*cards.values()) or say("local.learning.cards.made", count=len(cards))
