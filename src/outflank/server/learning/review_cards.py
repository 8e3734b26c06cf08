"""Cards from reviews: the positions of a reviewed match that its people misplayed."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from threading import Event
from typing import Final

from outflank.analysis import ReviewedGame
from outflank.engine import Engine
from outflank.errors import EngineError
from outflank.learning import Card, cards_of, with_values
from outflank.play.occupants import Occupant, SeatKind
from outflank.rules import BLACK, WHITE, Color
from outflank.server.learning.card_sources import source_of_match
from outflank.server.learning.learning import Learning
from outflank.store.database import Transaction
from outflank.store.match_store import MatchStore

__all__ = ["ReviewCards"]

_SECONDS: Final = 5.0  # for the values of all moves of a side's cards; readers wait for the review

_log = logging.getLogger(__name__)


class ReviewCards:
    """Makes cards for the people of a match when it is reviewed.

    Programs and computers learn otherwise, and of a friend at the same screen nothing is known.
    """

    def __init__(self, matches: MatchStore, learning: Learning, now: Callable[[], int]) -> None:
        self._matches = matches
        self._learning = learning
        self._now = now

    def make(
        self, match: str, reviewed: ReviewedGame, engine: Engine, cancel: Event
    ) -> Callable[[Transaction], None]:
        """Return what stores the cards of a review in the transaction that stores the review.

        The engine that made the review says what the other moves are worth.
        """
        source = source_of_match(match)
        made: list[tuple[int, list[Card]]] = []
        for player, color in self._people(match):
            cards = cards_of(reviewed, color, at=self._now(), source=source)
            made.append((player, _valued(cards, engine, cancel)))

        def write(transaction: Transaction) -> None:
            for player, cards in sorted(made, key=lambda one: one[0]):  # locked in this order
                self._learning.add_made(transaction, player, cards)

        return write

    def _people(self, match: str) -> list[tuple[int, Color]]:
        row = self._matches.get(match)
        if row is None:
            return []
        seats = ((row.black, row.black_seat, BLACK), (row.white, row.white_seat, WHITE))
        return [
            (player, color)
            for player, seat, color in seats
            if player is not None and Occupant.parse(seat).kind is SeatKind.PERSON
        ]


def _valued(cards: list[Card], engine: Engine, cancel: Event) -> list[Card]:
    """Return cards with the values of all moves while there is time, the quickest first.

    Late in a game these are the quickest, and several moves are more often equally good.
    """
    found = {card.id: card for card in cards}
    end = time.monotonic() + _SECONDS
    for card in sorted(cards, key=lambda card: card.board.board.empties):
        if time.monotonic() > end:
            break
        try:
            found[card.id] = with_values(card, engine, cancel=cancel)
        except EngineError as error:  # the card is right without them, too
            _log.warning("The moves of a card got no values: %s", error)
            break
    return list(found.values())
