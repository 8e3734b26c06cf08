"""Reviews: the value of each move of a finished match, stored with the match."""

from __future__ import annotations

import msgspec

from outflank.analysis import ReviewedGame, review_from_values
from outflank.errors import InvalidValue, NotationError
from outflank.faces.web.api.call import ApiCall
from outflank.faces.web.api.operations import operation
from outflank.faces.web.http.errors import Code, Problem
from outflank.faces.web.wire.schemas.reviews import (
    GivenGameReview,
    GivenReview,
    ReviewAnswer,
    ReviewOfGame,
)
from outflank.faces.web.wire.schemas.values import MatchId
from outflank.faces.web.wire.views.reviews import ReviewViews, game_review, given_value
from outflank.notation import read
from outflank.server.capacity import CapacityLimit
from outflank.server.closures import Offering
from outflank.server.competition_server import CompetitionServer
from outflank.server.rate_limits import RateLimit

__all__ = ["ReviewHandlers"]

_LARGEST = 256 * 1024  # bytes; enough for the values of the longest game


class ReviewHandlers:
    """Handles reviews."""

    def __init__(
        self, server: CompetitionServer, views: ReviewViews, readings: CapacityLimit
    ) -> None:
        self._server = server
        self._views = views
        self._readings = readings

    @operation("GET", "/matches/{match}/review", problems=[Code.MATCH_RUNNING])
    def read_review(self, call: ApiCall, match: MatchId) -> ReviewAnswer:
        """Read the review of a finished match, or its progress.

        This computes nothing; `status` is none if nobody has requested a review yet. `cards` is for
        the players of the match.
        """
        room = self._server.registry.room(match)
        return self._views.answer(room, self._server.reviews.state(room), call.viewer)

    @operation(
        "POST",
        "/matches/{match}/review",
        limit=RateLimit.REVIEWS,
        problems=[Code.BUSY, Code.CLOSED, Code.MATCH_RUNNING],
    )
    def request_review(self, call: ApiCall, match: MatchId) -> ReviewAnswer:
        """Request the review of a finished match.

        A match is reviewed once, and then everybody can read the review; it replaces one from the
        values of a browser. The answer comes at once: read the review until `status` is done or
        failed. Few reviews are made at a time; if too many are waiting, the answer is BUSY.
        """
        self._server.closures.require_open(Offering.ANALYSIS, call.viewer, caller=call.caller)
        room = self._server.registry.room(match)
        state = self._server.reviews.request(room, call.key_name, call.address)
        return self._views.answer(room, state, call.viewer)

    @operation(
        "POST",
        "/matches/{match}/review/values",
        limit=RateLimit.REVIEWS,
        problems=[Code.BUSY, Code.MATCH_RUNNING],
        largest_body=_LARGEST,
    )
    def give_values(self, call: ApiCall, match: MatchId, body: GivenReview) -> ReviewAnswer:
        """Return a review with sentences from values that a browser computed.

        The form of the values is checked, but not whether they are right. If a player of the match
        sends them and there is no review yet, they are stored until the server makes its own; their
        source is shown.
        """
        room = self._server.registry.room(match)
        with self._readings.acquire(call.viewer_name, call.address):
            try:
                values = [given_value(one) for one in body.values]
                state = self._server.reviews.take_values(room, values, sender=call.viewer)
            except (InvalidValue, NotationError) as error:
                raise Problem(Code.BAD_REQUEST, str(error)) from None
            return self._views.answer_once(room, state)

    @operation(
        "POST",
        "/analysis/review",
        limit=RateLimit.REVIEWS,
        problems=[Code.BUSY, Code.ILLEGAL_MOVE],
        largest_body=_LARGEST,
    )
    def review_given_game(self, call: ApiCall, body: GivenGameReview) -> ReviewOfGame:
        """Return the review of any game with sentences, from values that a browser computed.

        The game has the form of /analysis/read; its main line counts. Nothing is stored, and only
        the form of the values is checked.
        """
        with self._readings.acquire(call.viewer_name, call.address):
            game = read(msgspec.json.encode(body.game), format="json", errors="raise").game
            try:
                values = [given_value(one) for one in body.values]
                return game_review(ReviewedGame.of(1, game, review_from_values(game, values)))
            except InvalidValue as error:
                raise Problem(Code.BAD_REQUEST, str(error)) from None
