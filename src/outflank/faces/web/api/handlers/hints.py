"""Hints: the values of a person's moves, in casual games only."""

from __future__ import annotations

from outflank.faces.web.api.call import ApiCall
from outflank.faces.web.api.operations import Access, operation
from outflank.faces.web.http.errors import Code
from outflank.faces.web.wire.schemas.matches import Hint, HintList
from outflank.faces.web.wire.schemas.values import MatchId
from outflank.rules import Square
from outflank.server.capacity import CapacityLimit
from outflank.server.competition_server import CompetitionServer
from outflank.server.rate_limits import RateLimit

__all__ = ["HintHandlers"]

_PROBLEMS = (Code.BUSY, Code.CLOSED, Code.MATCH_OVER, Code.NOT_YOUR_TURN, Code.REFUSED)


class HintHandlers:
    """Handles hints."""

    def __init__(self, server: CompetitionServer, limit: CapacityLimit) -> None:
        self._server = server
        self._limit = limit

    @operation(
        "GET",
        "/matches/{match}/hints",
        access=Access.PLAYER,
        limit=RateLimit.CHALLENGES,
        problems=_PROBLEMS,
    )
    def read_hints(self, call: ApiCall, match: MatchId) -> HintList:
        """Return the value of each of your moves.

        Hints are given only against a computer or with a friend at the same screen, never in a
        rated match or a tournament. Only a few are computed at once; further requests get BUSY.
        """
        turn, position = self._server.hints.turn_for(match, call.player)
        with self._limit.acquire(str(call.player), call.address):
            found = self._server.computers.advise(position)
        hints = [
            Hint(str(move), round(score.discs, 2), score.kind.value)
            for move, score in found.scores.items()
            if isinstance(move, Square)
        ]
        return HintList(turn.seq, hints)
