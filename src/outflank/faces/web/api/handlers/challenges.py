"""Challenges: one player proposes a match to another, or to whoever has the link."""

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
        """Challenge a player by id or by name, or whoever gets the challenge's id.

        A challenge without an opponent is private, known by its id alone, unless it is `listed`.
        With a `start` the match goes on from the last position of that text; it cannot be rated.
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
        )
        challenges = self._server.challenges
        made = challenges.make(call.player, body.opponent, proposal, body.expires_in)
        return challenge_object(self._server, made)

    @operation("GET", "/challenges", access=Access.PLAYER)
    def list_challenges(self, call: ApiCall) -> ChallengeList:
        """List the open challenges that you made or got, the oldest first."""
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

        Sent again, the answer is the same match.
        """
        room = self._server.challenges.accept(challenge, call.player)
        return match_object(self._server, room, call.viewer)

    @player_operation("POST", "/challenges/{challenge}/decline", problems=[Code.REFUSED])
    def decline_challenge(self, call: ApiCall, challenge: ChallengeId) -> Challenge:
        """Say no to a challenge. Sent again, the answer is the same."""
        held = self._server.challenges.decline(challenge, call.player)
        return challenge_object(self._server, held)

    @player_operation("DELETE", "/challenges/{challenge}", problems=[Code.REFUSED])
    def withdraw_challenge(self, call: ApiCall, challenge: ChallengeId) -> Challenge:
        """Take a challenge back. Sent again, the answer is the same."""
        held = self._server.challenges.withdraw(challenge, call.player)
        return challenge_object(self._server, held)
