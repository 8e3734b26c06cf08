"""Challenges: one player proposes a match to another, or to whoever has the link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.errors import ChallengeRefused
from outflank.faces.web.api.calls import ApiCall
from outflank.faces.web.api.endpoints import Access, Routes
from outflank.faces.web.api.match_views import match_object
from outflank.faces.web.api.players import player_object
from outflank.faces.web.api.problems import Code
from outflank.faces.web.api.schemas import (
    Challenge,
    ChallengeId,
    ChallengeList,
    ChallengeOrder,
    Match,
)
from outflank.server.matches.challenges import Challenge as Held
from outflank.server.matches.challenges import Proposal
from outflank.server.rate_limits import Quota

if TYPE_CHECKING:
    from outflank.server.competition_server import CompetitionServer

__all__ = ["challenge_object", "routes"]

routes = Routes("Challenges")


def challenge_object(server: CompetitionServer, held: Held) -> Challenge:
    """Return a challenge as it is shown."""
    accounts, proposal = server.accounts, held.proposal
    opponent = None if held.opponent is None else player_object(accounts.player(held.opponent))
    return Challenge(
        id=held.id,
        status=held.status,  # type: ignore[arg-type] # the store knows no others
        challenger=player_object(accounts.player(held.challenger)),
        opponent=opponent,
        variant=proposal.variant,
        size=proposal.size,
        clock=proposal.clock,
        color=proposal.color,  # type: ignore[arg-type]
        rated=proposal.rated,
        scoring=proposal.scoring,  # type: ignore[arg-type]
        listed=proposal.listed,
        created=held.created,
        expires=held.expires,
        match=held.match,
        start=proposal.start,
    )


@routes.route(
    "POST",
    "/challenges",
    access=Access.PLAYER,
    budget=Quota.CHALLENGES,
    status=201,
    problems=[Code.NOT_FOUND, Code.REFUSED],
)
def make_challenge(call: ApiCall, body: ChallengeOrder) -> Challenge:
    """Challenge a player by id or by name, or whoever gets the challenge's id.

    A challenge without an opponent is private, known by its id alone, unless it is `listed`.
    With a `start` the match goes on from the last position of that text; it cannot be rated.
    """
    server, opponent = call.server, body.opponent
    if isinstance(opponent, str):
        opponent = server.accounts.named(opponent).id
    proposal = Proposal(
        body.variant,
        body.size,
        body.clock,
        body.color,
        rated=body.rated,
        listed=body.listed,
        scoring=body.scoring,
    )
    if body.start:
        proposal = proposal.beginning_with(body.start)
    made = server.challenges.make(call.player, opponent, proposal, body.expires_in)
    return challenge_object(server, made)


@routes.route("GET", "/challenges", access=Access.PLAYER)
def list_challenges(call: ApiCall) -> ChallengeList:
    """List the open challenges that you made or got, the oldest first."""
    held = call.server.challenges.list_for(call.player)
    return ChallengeList([challenge_object(call.server, one) for one in held])


@routes.route("GET", "/challenges/{challenge}")
def read_challenge(call: ApiCall, challenge: ChallengeId) -> Challenge:
    """Read a challenge, open or not."""
    return challenge_object(call.server, call.server.challenges.get(challenge))


@routes.route(
    "POST",
    "/challenges/{challenge}/accept",
    access=Access.PLAYER,
    budget=Quota.MOVES,
    problems=[Code.REFUSED],
)
def accept_challenge(call: ApiCall, challenge: ChallengeId) -> Match:
    """Accept a challenge; the match begins at once. Sent again, the answer is the same match."""
    server = call.server
    try:
        room = server.challenges.accept(challenge, call.player)
    except ChallengeRefused:
        held = server.challenges.get(challenge)
        if held.opponent != call.player or held.match is None:
            raise
        room = server.registry.room(held.match)
    return match_object(server, room, call.viewer)


@routes.route(
    "POST",
    "/challenges/{challenge}/decline",
    access=Access.PLAYER,
    budget=Quota.MOVES,
    problems=[Code.REFUSED],
)
def decline_challenge(call: ApiCall, challenge: ChallengeId) -> Challenge:
    """Say no to a challenge. Sent again, the answer is the same."""
    held = call.server.challenges.decline(challenge, call.player)
    return challenge_object(call.server, held)


@routes.route(
    "DELETE",
    "/challenges/{challenge}",
    access=Access.PLAYER,
    budget=Quota.MOVES,
    problems=[Code.REFUSED],
)
def withdraw_challenge(call: ApiCall, challenge: ChallengeId) -> Challenge:
    """Take a challenge back. Sent again, the answer is the same."""
    held = call.server.challenges.withdraw(challenge, call.player)
    return challenge_object(call.server, held)
