"""Playing a move over HTTP: each counts once, however often it is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from outflank.errors import MatchOver, MatchPaused, StaleTurn
from outflank.faces.web.api.calls import ApiCall
from outflank.faces.web.api.endpoints import Access, Encoded, Routes
from outflank.faces.web.api.event_schemas import MovePlayedAnswer
from outflank.faces.web.api.problems import Code, Problem
from outflank.faces.web.api.schemas import MatchId, MoveOrder
from outflank.play.events import (
    AnswerAwaited,
    Event,
    MatchEnded,
    MovePlayed,
    TakenBack,
    TurnStarted,
)
from outflank.rules import Color, Reason, Square
from outflank.server.rate_limits import Quota
from outflank.store.journal import encode_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.server.matches.live_room import LiveRoom, PendingMove

__all__ = ["MoveUnderWay", "routes"]

routes = Routes("Matches")

# After each of these a match waits for somebody, so they end what one move causes.
_ENDS = (TurnStarted, AnswerAwaited, MatchEnded)


@routes.route(
    "POST",
    "/matches/{match}/moves",
    access=Access.PLAYER,
    budget=Quota.MOVES,
    problems=[
        Code.ILLEGAL_MOVE,
        Code.NOT_YOUR_TURN,
        Code.TURN_OVER,
        Code.TIME_OVER,
        Code.MATCH_OVER,
        Code.MATCH_PAUSED,
    ],
)
def play_move(call: ApiCall, match: MatchId, body: MoveOrder) -> Encoded[MovePlayedAnswer]:
    """Play a move.

    The move names its turn, the `seq` of the TurnStarted that it answers, and is on disk when
    the answer comes. Sent again with the same square it has the same answer, so a client whose
    connection broke simply repeats it. Another square for a turn that is over is TURN_OVER, and
    `recorded` tells what was played. A move that arrives after its deadline is TIME_OVER. There
    is no pass to send: a side without a move is passed over by the game. In a match at one screen
    you send the moves of both sides.
    """
    room = call.server.registry.room(match)
    color, square = _what(call, room, body)
    with room.arriving(call.arrived) as at:
        try:
            events: Sequence[Event] = room.play(square, color=color, turn=body.turn, at=at)
        except (StaleTurn, MatchOver, MatchPaused):
            events = _recorded(room, body.turn, color, square)
            if not events:
                raise
    return Encoded(_answer(body, events))


@dataclass(frozen=True, slots=True)
class MoveUnderWay:
    """A move that is being stored."""

    room: LiveRoom
    order: MoveOrder
    begun: PendingMove

    @classmethod
    def begin(cls, call: ApiCall, room: LiveRoom, order: MoveOrder, at: int) -> MoveUnderWay | None:
        """Begin what `play_move` does, or return None if the room is busy."""
        color, square = _what(call, room, order)
        begun = room.begin_move(square, color=color, turn=order.turn, at=at)
        return None if begun is None else cls(room, order, begun)

    def settle(self) -> Encoded[MovePlayedAnswer]:
        """Wait until the move is on disk, and return the answer."""
        return Encoded(_answer(self.order, self.room.finish_move(self.begun)))


def _what(call: ApiCall, room: LiveRoom, order: MoveOrder) -> tuple[Color | None, Square]:
    """Return whose move it is to be, unless the turn says that, and where."""
    colors = call.seats_in(room)
    return colors[0] if len(colors) == 1 else None, Square.parse(order.square)


def _answer(order: MoveOrder, events: Sequence[Event]) -> bytes:
    if not isinstance(events[0], MovePlayed):
        raise Problem(Code.TIME_OVER, "the move arrived after its deadline")
    lines = ",".join(map(encode_text, events))
    return (
        f'{{"turn":{order.turn},"square":"{order.square}",'
        f'"seq":{events[-1].seq + 1},"events":[{lines}]}}'
    ).encode()


def _recorded(room: LiveRoom, turn: int, color: Color | None, square: Square) -> Sequence[Event]:
    """Return what a move caused that was played before; nothing while its turn is not over."""
    with room.reading() as match:
        events = match.events_from(turn)
        is_open = match.asked is not None and match.asked.seq == turn
    asked = events[0] if events else None
    if not isinstance(asked, TurnStarted):
        raise Problem(Code.BAD_REQUEST, f"turn: {turn} is not the seq of a TurnStarted")
    if color is not None and asked.color is not color:
        raise Problem(Code.NOT_YOUR_TURN, f"turn {turn} is {asked.color}'s, not {color}'s")
    if is_open:
        return ()
    for number, event in enumerate(events):
        match event:
            case MovePlayed():
                if event.square == square:
                    return _caused(events[number:])
                raise Problem(
                    Code.TURN_OVER,
                    f"{event.square} was played for turn {turn}, not {square}",
                    recorded=str(event.square),
                )
            case MatchEnded():
                if event.outcome.reason is Reason.TIME:
                    return [event]
                return ()
            case TakenBack():
                raise Problem(Code.TURN_OVER, f"turn {turn} was ended by a move taken back")
            case _:
                pass
    return ()


def _caused(events: Sequence[Event]) -> Sequence[Event]:
    """Return the events of one move: up to the first that waits for somebody."""
    last = next(number for number, event in enumerate(events) if isinstance(event, _ENDS))
    return events[: last + 1]
