"""Challenges: a player proposes a match to another player, or to anybody who has the link."""

from __future__ import annotations

from outflank.faces.web.api.call import ApiCall
from outflank.faces.web.api.operations import Access, operation, player_operation
from outflank.faces.web.http.errors import Code
from outflank.faces.web.wire.schemas.challenges import Challenge, ChallengeBody, ChallengeList
from outflank.faces.web.wire.schemas.matches import Match
from outflank.faces.web.wire.schemas.values import ChallengeId
from outflank.faces.web.wire.views.matches import match_object
from outflank.faces.web.wire.views.players import challenge_object
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.challenges import Proposal
from outflank.server.rate_limits import RateLimit

__all__ = ["ChallengeHandlers"]


class ChallengeHandlers:
    """Handles challenges."""

    def __init__(self, server: CompetitionServer) -> None:
        self._server = server

    @operation(
        "POST",
        "/challenges",
        access=Access.PLAYER,
        limit=RateLimit.CHALLENGES,
        status=201,
        problems=[Code.CLOSED, Code.NOT_FOUND, Code.REFUSED],
    )
    def make_challenge(self, call: ApiCall, body: ChallengeBody) -> Challenge:
        """Challenge a player by id or by name, or anybody who gets the challenge's id.

        A challenge without an opponent is private, so only its id leads to it, unless it is
        `listed`. With a `start`, the match begins from the last position of that text; with an
        `origin`, from a position of another match, which must be over or casual and only against
        computers. Neither can be rated.
        """
        proposal = Proposal(
            body.variant,
            body.size,
            body.clock,
            body.color,
            rated=body.rated,
            listed=body.listed,
            scoring=body.scoring,
            start=body.start,
            oracle=body.oracle,
            origin=body.origin.match if body.origin else "",
            ply=body.origin.ply if body.origin else 0,
        )
        challenges = self._server.challenges
        made = challenges.make(call.player, body.opponent, proposal, body.expires_in)
        return challenge_object(self._server, made)

    @operation("GET", "/challenges", access=Access.PLAYER)
    def list_challenges(self, call: ApiCall) -> ChallengeList:
        """List the open challenges by and to you, the oldest first."""
        held = self._server.challenges.list_for(call.player)
        return ChallengeList([challenge_object(self._server, one) for one in held])

    @operation("GET", "/challenges/{challenge}")
    def read_challenge(self, challenge: ChallengeId) -> Challenge:
        """Read a challenge, open or not."""
        return challenge_object(self._server, self._server.challenges.get(challenge))

    @player_operation(
        "POST", "/challenges/{challenge}/accept", problems=[Code.CLOSED, Code.REFUSED]
    )
    def accept_challenge(self, call: ApiCall, challenge: ChallengeId) -> Match:
        """Accept a challenge; the match begins at once.

        A repeated request gets the same match.
        """
        room = self._server.challenges.accept(challenge, call.player)
        return match_object(self._server, room, call.viewer)

    @player_operation("POST", "/challenges/{challenge}/decline", problems=[Code.REFUSED])
    def decline_challenge(self, call: ApiCall, challenge: ChallengeId) -> Challenge:
        """Decline a challenge. A repeated request gets the same answer."""
        held = self._server.challenges.decline(challenge, call.player)
        return challenge_object(self._server, held)

    @player_operation("DELETE", "/challenges/{challenge}", problems=[Code.REFUSED])
    def withdraw_challenge(self, call: ApiCall, challenge: ChallengeId) -> Challenge:
        """Withdraw a challenge. A repeated request gets the same answer."""
        held = self._server.challenges.withdraw(challenge, call.player)
        return challenge_object(self._server, held)
