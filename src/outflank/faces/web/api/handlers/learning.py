"""Learning: a player's log of attempts and cards, what it adds up to, and what to repeat now."""

from __future__ import annotations

import msgspec

from outflank.analysis import ReviewedGame, review_from_values
from outflank.errors import InvalidValue, NotationError
from outflank.faces.web.api.call import ApiCall
from outflank.faces.web.api.operations import Access, operation
from outflank.faces.web.http.errors import Code, Problem
from outflank.faces.web.wire.schemas.learning import (
    CardsAdded,
    CardsBody,
    DueCards,
    DueQuery,
    EntriesAdded,
    EntriesBody,
    EntriesQuery,
    EntryList,
    LearningSummary,
    RefusedEntry,
)
from outflank.faces.web.wire.views.learning import (
    due_card,
    given_entry,
    learning_summary,
    wire_entry,
)
from outflank.faces.web.wire.views.reviews import given_value
from outflank.learning import Entry, cards_of
from outflank.notation import read
from outflank.rules import Color
from outflank.server.capacity import CapacityLimit
from outflank.server.competition_server import CompetitionServer
from outflank.server.learning.checking import utc_day
from outflank.server.rate_limits import RateLimit

__all__ = ["LearningHandlers"]

_LARGEST = 256 * 1024  # bytes


class LearningHandlers:
    """Handles what players learn."""

    def __init__(self, server: CompetitionServer, readings: CapacityLimit) -> None:
        self._server = server
        self._readings = readings

    @operation("GET", "/learning", access=Access.PLAYER, limit=RateLimit.PAGES)
    def read_learning(self, call: ApiCall) -> LearningSummary:
        """Read what you have learned and what comes next.

        `weaknesses` are about mistakes in your last ten reviewed matches.
        """
        return self._summary(call.player)

    @operation("GET", "/learning/entries", access=Access.PLAYER, limit=RateLimit.PAGES)
    def list_entries(self, call: ApiCall, query: EntriesQuery) -> EntryList:
        """List the entries of your log, all of them part by part."""
        found = self._server.learning.entries(call.player, query.after, query.most)
        is_last = len(found) < query.most
        return EntryList(
            [wire_entry(stored.entry) for stored in found], None if is_last else found[-1].number
        )

    @operation(
        "POST",
        "/learning/entries",
        access=Access.PLAYER,
        limit=RateLimit.LEARNING,
        largest_body=_LARGEST,
    )
    def add_entries(self, call: ApiCall, body: EntriesBody) -> EntriesAdded:
        """Add entries to your log: attempts at puzzles, cards and lessons, and new cards.

        Each counts once by its id, however often and in whatever order they are sent. Attempts at
        the server's puzzles are judged by their solutions, and attempts at mistakes by their cards.
        An entry that makes no sense is refused with a reason; the others are stored.
        """
        entries, refused = list[Entry](), list[RefusedEntry]()
        for given in body.entries:
            try:
                entries.append(given_entry(given))
            except InvalidValue as error:
                refused.append(RefusedEntry(given.id, str(error)))
        made = self._server.learning.add(call.player, entries)
        refused += [RefusedEntry(one.id, one.problem) for one in made.refused]
        return EntriesAdded(made.added, refused, self._summary(call.player))

    @operation("GET", "/learning/due", access=Access.PLAYER, limit=RateLimit.PAGES)
    def read_due_cards(self, call: ApiCall, query: DueQuery) -> DueCards:
        """Read the cards that you should repeat now, with their positions and solutions.

        A card about the position of a match that you are playing waits until the match is over.
        """
        learning = self._server.learning
        tasks = learning.due(call.player, query.most)
        cards = [due_card(card, tasks, learning.puzzles.of_subject) for card in tasks.cards]
        return DueCards([card for card in cards if card is not None], tasks.left)

    @operation(
        "POST",
        "/learning/cards",
        access=Access.PLAYER,
        limit=RateLimit.REVIEWS,
        problems=[Code.BUSY, Code.ILLEGAL_MOVE],
        largest_body=_LARGEST,
    )
    def add_cards(self, call: ApiCall, body: CardsBody) -> CardsAdded:
        """Make cards of one side's mistakes in any game, from values that a browser computed.

        Reviews of matches make cards by themselves. The same game makes the same cards, so sending
        it again adds none.
        """
        server = self._server
        with self._readings.acquire(call.viewer_name, call.address):
            game = read(msgspec.json.encode(body.game), format="json", errors="raise").game
            try:
                values = [given_value(one) for one in body.values]
                reviewed = ReviewedGame.of(1, game, review_from_values(game, values))
            except (InvalidValue, NotationError) as error:
                raise Problem(Code.BAD_REQUEST, str(error)) from None
        cards = cards_of(reviewed, Color(body.color), at=server.now())
        return CardsAdded(server.learning.add(call.player, cards).added, len(cards))

    def _summary(self, player: int) -> LearningSummary:
        learning, now = self._server.learning, self._server.now()
        progress, count = learning.progress_and_count(player)
        return learning_summary(
            progress,
            now=now,
            today=utc_day(now),
            entries=count,
            weaknesses=learning.weaknesses.of(player),
        )
