"""Hints: the values of a person's moves, in casual games only."""

from __future__ import annotations

from litestar.params import FromPath

from outflank.faces.web.api.admission import Access, Call
from outflank.faces.web.api.problems import Code
from outflank.faces.web.api.routes import route
from outflank.faces.web.api.schemas.matches import Hint, HintList
from outflank.faces.web.api.schemas.values import MatchId
from outflank.rules import Square
from outflank.server.rate_limits import Quota

__all__ = ["handlers"]

_PROBLEMS = (Code.BUSY, Code.CLOSED, Code.MATCH_OVER, Code.NOT_YOUR_TURN, Code.REFUSED)


@route(
    "GET",
    "/matches/{match:str}/hints",
    access=Access.PLAYER,
    quota=Quota.CHALLENGES,
    problems=_PROBLEMS,
)
def read_hints(call: Call, match: FromPath[MatchId]) -> HintList:
    """Ask what each of your moves is worth now.

    Only against a computer or with a friend at the same screen, and never in a rated match or a
    tournament. Only a few are computed at once; further requests get BUSY.
    """
    turn, position = call.server.hints.turn_for(match, call.player)
    with call.services.advice.acquire(str(call.player), call.address):
        found = call.server.computers.advise(position)
    hints = [
        Hint(str(move), round(score.discs, 2), score.kind.value)
        for move, score in found.candidates
        if isinstance(move, Square)
    ]
    return HintList(turn.seq, hints)


handlers = [read_hints]
