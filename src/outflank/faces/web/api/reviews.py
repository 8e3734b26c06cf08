"""Reviews: what each move of a finished match was worth, kept with the match for everybody."""

from __future__ import annotations

import msgspec
from litestar.di import NamedDependency
from litestar.params import FromPath

from outflank.analysis import ReviewedGame, review_from_values
from outflank.errors import InvalidValue, NotationError
from outflank.faces.web.api.admission import Call
from outflank.faces.web.api.problems import Code, Problem
from outflank.faces.web.api.routes import route
from outflank.faces.web.api.schemas.reviews import (
    GivenGameReview,
    GivenReview,
    ReviewAnswer,
    ReviewOfGame,
)
from outflank.faces.web.api.schemas.values import MatchId
from outflank.faces.web.api.views.reviews import game_review, given_value
from outflank.notation import read
from outflank.server.closures import Offering
from outflank.server.rate_limits import Quota

__all__ = ["handlers"]

_LARGEST = 256 * 1024  # bytes of the values of the longest game


@route("GET", "/matches/{match:str}/review", problems=[Code.MATCH_RUNNING])
def read_review(call: Call, match: FromPath[MatchId]) -> ReviewAnswer:
    """Read the review of a match that is over, or how far it is.

    Nothing is computed for this; `status` is none if nobody has asked for a review yet.
    """
    room = call.server.registry.room(match)
    return call.services.reviews.answer(room, call.server.reviews.state(room))


@route(
    "POST",
    "/matches/{match:str}/review",
    quota=Quota.REVIEWS,
    problems=[Code.BUSY, Code.CLOSED, Code.MATCH_RUNNING],
)
def request_review(call: Call, match: FromPath[MatchId]) -> ReviewAnswer:
    """Have a match reviewed that is over.

    A match is reviewed once, and everybody may read it then; a review from the values of a browser
    is replaced. The answer comes at once: read it
    again until `status` is done or failed. Few are made at a time; if too many wait already the
    answer is BUSY.
    """
    call.server.closures.require_open(Offering.ANALYSIS, call.viewer, caller=call.caller)
    room = call.server.registry.room(match)
    key = "" if call.caller is None else str(call.caller.key)
    state = call.server.reviews.request(room, key, call.address)
    return call.services.reviews.answer(room, state)


@route(
    "POST",
    "/matches/{match:str}/review/values",
    quota=Quota.REVIEWS,
    problems=[Code.BUSY, Code.MATCH_RUNNING],
    largest_body=_LARGEST,
)
def give_values(
    call: Call, match: FromPath[MatchId], order: NamedDependency[GivenReview]
) -> ReviewAnswer:
    """Have the values that a browser computed put into words.

    Their form is checked, not whether they are right. If a player of the match sends them and
    there is no review yet they are kept until the server makes its own, and everybody is told
    where they come from.
    """
    room = call.server.registry.room(match)
    with call.services.readings.acquire(str(call.viewer or ""), call.address):
        try:
            values = [given_value(one) for one in order.values]
            state = call.server.reviews.take_values(room, values, sender=call.viewer)
        except (InvalidValue, NotationError) as error:
            raise Problem(Code.BAD_REQUEST, str(error)) from None
        return call.services.reviews.answer_once(room, state)


@route(
    "POST",
    "/analysis/review",
    quota=Quota.REVIEWS,
    problems=[Code.BUSY, Code.ILLEGAL_MOVE],
    largest_body=_LARGEST,
)
def review_given_game(call: Call, order: NamedDependency[GivenGameReview]) -> ReviewOfGame:
    """Have the review of any game put into words, from values that a browser computed.

    The game is as /analysis/read answers it; its main line counts. Nothing is kept, and the values
    are checked for their form only.
    """
    with call.services.readings.acquire(str(call.viewer or ""), call.address):
        game = read(msgspec.json.encode(order.game), format="json", errors="raise").game
        try:
            values = [given_value(one) for one in order.values]
            return game_review(ReviewedGame.of(1, game, review_from_values(game, values)))
        except InvalidValue as error:
            raise Problem(Code.BAD_REQUEST, str(error)) from None


handlers = [read_review, request_review, give_values, review_given_game]
