"""Playing a move over HTTP: each counts once, however often it is sent."""

from __future__ import annotations

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from outflank.faces.web.api.admission import Access, ApiCall, Call
from outflank.faces.web.api.problems import Code, Problem
from outflank.faces.web.api.routes import encoded, route
from outflank.faces.web.api.schemas.events import MovePlayedAnswer
from outflank.faces.web.api.schemas.matches import MoveOrder
from outflank.faces.web.api.schemas.values import MatchId
from outflank.rules import Square
from outflank.server.matches.moves import MoveRefusal, MoveResult, move_of
from outflank.server.rate_limits import Quota
from outflank.store.journal import encode_text

__all__ = ["answer_to_move", "handlers", "play_move"]

_CODES = {
    MoveRefusal.ILLEGAL: Code.ILLEGAL_MOVE,
    MoveRefusal.NOT_YOUR_TURN: Code.NOT_YOUR_TURN,
    MoveRefusal.TURN_OVER: Code.TURN_OVER,
    MoveRefusal.TIME_OVER: Code.TIME_OVER,
    MoveRefusal.MATCH_OVER: Code.MATCH_OVER,
    MoveRefusal.MATCH_PAUSED: Code.MATCH_PAUSED,
    MoveRefusal.UNKNOWN_TURN: Code.BAD_REQUEST,
}


@route(
    "POST",
    "/matches/{match:str}/moves",
    access=Access.PLAYER,
    quota=Quota.MOVES,
    problems=[
        Code.ILLEGAL_MOVE,
        Code.NOT_YOUR_TURN,
        Code.TURN_OVER,
        Code.TIME_OVER,
        Code.MATCH_OVER,
        Code.MATCH_PAUSED,
        Code.CLOSED,
    ],
)
async def play_move(
    call: Call, match: FromPath[MatchId], order: NamedDependency[MoveOrder]
) -> Response[MovePlayedAnswer]:
    """Play a move.

    The move names its turn, the `seq` of the TurnStarted that it answers, and is on disk when
    the answer comes. Sent again with the same square it has the same answer, so a client whose
    connection broke simply repeats it. Another square for a turn that is over is TURN_OVER, and
    `recorded` tells what was played. A move that arrives after its deadline is TIME_OVER. There
    is no pass to send: a side without a move is passed over by the game. In a match at one screen
    you send the moves of both sides.
    """
    return encoded(await answer_to_move(call, match, order))


async def answer_to_move(call: ApiCall, match: str, order: MoveOrder) -> bytes:
    """Play a move, and return the answer as JSON."""
    room = await call.room(match, newest=False)
    square = Square.parse(order.square)
    move = move_of(room, call.player, square, turn=order.turn, at=call.arrived)
    result = await call.server.moves.submit(room, move)
    if result.refusal is not None:
        raise _problem(result)
    return _encoded(order, result)


def _problem(result: MoveResult) -> Problem:
    assert result.refusal is not None
    problem = Problem(_CODES[result.refusal], result.detail)
    if result.recorded is not None:
        problem.more["recorded"] = str(result.recorded)
    return problem


def _encoded(order: MoveOrder, result: MoveResult) -> bytes:
    lines = ",".join(result.lines or map(encode_text, result.events))
    return (
        f'{{"turn":{order.turn},"square":"{order.square}",'
        f'"seq":{result.events[-1].seq + 1},"events":[{lines}]}}'
    ).encode()


handlers = [play_move]
