"""Challenges: one player proposes a match to another, or to whoever has the link."""

from __future__ import annotations

from litestar.di import NamedDependency
from litestar.params import FromPath

from outflank.faces.web.api.admission import Access, Call
from outflank.faces.web.api.problems import Code
from outflank.faces.web.api.routes import route
from outflank.faces.web.api.schemas.challenges import Challenge, ChallengeList, ChallengeOrder
from outflank.faces.web.api.schemas.matches import Match
from outflank.faces.web.api.schemas.values import ChallengeId
from outflank.faces.web.api.views.matches import match_object
from outflank.faces.web.api.views.players import challenge_object
from outflank.server.matches.challenges import Proposal
from outflank.server.rate_limits import Quota

__all__ = ["handlers"]


@route(
    "POST",
    "/challenges",
    access=Access.PLAYER,
    quota=Quota.CHALLENGES,
    status=201,
    problems=[Code.CLOSED, Code.NOT_FOUND, Code.REFUSED],
)
def make_challenge(call: Call, order: NamedDependency[ChallengeOrder]) -> Challenge:
    """Challenge a player by id or by name, or whoever gets the challenge's id.

    A challenge without an opponent is private, known by its id alone, unless it is `listed`.
    With a `start` the match goes on from the last position of that text; it cannot be rated.
    """
    proposal = Proposal(
        order.variant,
        order.size,
        order.clock,
        order.color,
        rated=order.rated,
        listed=order.listed,
        scoring=order.scoring,
        start=order.start,
        oracle=order.oracle,
    )
    challenges = call.server.challenges
    made = challenges.make(call.player, order.opponent, proposal, order.expires_in)
    return challenge_object(call.server, made)


@route("GET", "/challenges", access=Access.PLAYER)
def list_challenges(call: Call) -> ChallengeList:
    """List the open challenges that you made or got, the oldest first."""
    held = call.server.challenges.list_for(call.player)
    return ChallengeList([challenge_object(call.server, one) for one in held])


@route("GET", "/challenges/{challenge:str}")
def read_challenge(call: Call, challenge: FromPath[ChallengeId]) -> Challenge:
    """Read a challenge, open or not."""
    return challenge_object(call.server, call.server.challenges.get(challenge))


@route(
    "POST",
    "/challenges/{challenge:str}/accept",
    access=Access.PLAYER,
    quota=Quota.MOVES,
    problems=[Code.CLOSED, Code.REFUSED],
)
def accept_challenge(call: Call, challenge: FromPath[ChallengeId]) -> Match:
    """Accept a challenge; the match begins at once. Sent again, the answer is the same match."""
    room = call.server.challenges.accept(challenge, call.player)
    return match_object(call.server, room, call.viewer)


@route(
    "POST",
    "/challenges/{challenge:str}/decline",
    access=Access.PLAYER,
    quota=Quota.MOVES,
    problems=[Code.REFUSED],
)
def decline_challenge(call: Call, challenge: FromPath[ChallengeId]) -> Challenge:
    """Say no to a challenge. Sent again, the answer is the same."""
    held = call.server.challenges.decline(challenge, call.player)
    return challenge_object(call.server, held)


@route(
    "DELETE",
    "/challenges/{challenge:str}",
    access=Access.PLAYER,
    quota=Quota.MOVES,
    problems=[Code.REFUSED],
)
def withdraw_challenge(call: Call, challenge: FromPath[ChallengeId]) -> Challenge:
    """Take a challenge back. Sent again, the answer is the same."""
    held = call.server.challenges.withdraw(challenge, call.player)
    return challenge_object(call.server, held)


handlers = [
    make_challenge,
    list_challenges,
    read_challenge,
    accept_challenge,
    decline_challenge,
    withdraw_challenge,
]
