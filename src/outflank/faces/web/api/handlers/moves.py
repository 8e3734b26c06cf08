"""Moves over HTTP: each is played once, however often it is sent."""

from __future__ import annotations

from outflank.faces.web.api.call import ApiCall
from outflank.faces.web.api.operations import Access, operation
from outflank.faces.web.api.rooms import find_room
from outflank.faces.web.http.errors import Code, Problem
from outflank.faces.web.http.requests import header
from outflank.faces.web.http.responses import BytesResponse
from outflank.faces.web.streams.watch_hub import WatchHub
from outflank.faces.web.wire.schemas.events import MovePlayedAnswer
from outflank.faces.web.wire.schemas.matches import MoveBody
from outflank.faces.web.wire.schemas.values import MatchId
from outflank.rules import Square
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.moves import MoveRefusal, MoveResult, move_of
from outflank.server.rate_limits import RateLimit
from outflank.store.journal import encode_text

__all__ = ["MoveHandlers"]

_WITH_BOARD = "return=representation"  # the value of Prefer, as RFC 7240 has it

_CODES = {
    MoveRefusal.ILLEGAL: Code.ILLEGAL_MOVE,
    MoveRefusal.NOT_YOUR_TURN: Code.NOT_YOUR_TURN,
    MoveRefusal.TURN_OVER: Code.TURN_OVER,
    MoveRefusal.TIME_OVER: Code.TIME_OVER,
    MoveRefusal.MATCH_OVER: Code.MATCH_OVER,
    MoveRefusal.MATCH_PAUSED: Code.MATCH_PAUSED,
    MoveRefusal.UNKNOWN_TURN: Code.BAD_REQUEST,
}


class MoveHandlers:
    """Handles moves."""

    def __init__(self, server: CompetitionServer, hub: WatchHub) -> None:
        self._server = server
        self._hub = hub

    @operation(
        "POST",
        "/matches/{match}/moves",
        access=Access.PLAYER,
        limit=RateLimit.MOVES,
        problems=[
            Code.ILLEGAL_MOVE,
            Code.NOT_YOUR_TURN,
            Code.TURN_OVER,
            Code.TIME_OVER,
            Code.MATCH_OVER,
            Code.MATCH_PAUSED,
            Code.CLOSED,
        ],
        answer=MovePlayedAnswer,
    )
    async def play_move(self, call: ApiCall, match: MatchId, body: MoveBody) -> BytesResponse:
        """Play a move.

        The move names its turn, which is the `seq` of the TurnStarted that it answers. It is stored
        on disk before the answer is sent. The same square again gets the same answer, so a client
        whose connection broke simply repeats the request. Another square for a turn that is over
        gets TURN_OVER, and `recorded` names the move that was played. A move that arrives after its
        deadline gets TIME_OVER. Passes are not sent: the game plays them. In a match at one screen
        you send the moves of both sides. With the header `Prefer: return=representation`, the
        answer has `board`: the match in the form of `/watch` after this move or a later one.
        """
        room = await find_room(self._server, match, newest=False)
        square = Square.parse(body.square)
        move = move_of(room, call.player, square, turn=body.turn, at=call.arrived)
        result = await self._server.moves.submit(room, move)
        if result.refusal is not None:
            raise _problem(result)
        answer = _encoded(body, result)
        if header(call.scope, b"prefer") == _WITH_BOARD:
            board = await self._hub.line_of(room, result.events[-1].seq + 1)
            if board is not None:
                answer = b'%b,"board":%b}' % (answer[:-1], board)
        return BytesResponse(answer)


def _problem(result: MoveResult) -> Problem:
    assert result.refusal is not None
    problem = Problem(_CODES[result.refusal], result.detail)
    if result.recorded is not None:
        problem.more["recorded"] = str(result.recorded)
    return problem


def _encoded(body: MoveBody, result: MoveResult) -> bytes:
    lines = ",".join(result.lines or map(encode_text, result.events))
    return (
        f'{{"turn":{body.turn},"square":"{body.square}",'
        f'"seq":{result.events[-1].seq + 1},"events":[{lines}]}}'
    ).encode()
