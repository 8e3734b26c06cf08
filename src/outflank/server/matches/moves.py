"""Submitting moves: each counts once, however often it is sent.

A move may name its turn, the `seq` of the TurnStarted that it answers. Sent again with the same
square it is a repeat. A move that names no turn is a repeat if it is the side's last move and the
opponent had not replied when it was sent.
"""

from __future__ import annotations

import asyncio
import enum
import functools
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec

from outflank.errors import (
    IllegalMove,
    JournalError,
    MatchOver,
    MatchPaused,
    NotYourTurn,
    StaleTurn,
    StoreUnavailable,
)
from outflank.play.events import (
    AnswerAwaited,
    Event,
    MatchEnded,
    MovePlayed,
    TakenBack,
    TurnStarted,
)
from outflank.rules import Color, Reason, Square
from outflank.server.closures import Closures, Offering
from outflank.server.matches.player_acts import sides_of
from outflank.server.tracing import is_tracing, present_request, trace_move
from outflank.texts import Text, say

if TYPE_CHECKING:
    from outflank.server.matches.committed_state import PendingMove
    from outflank.server.matches.live_room import LiveRoom

__all__ = [
    "MoveRefusal",
    "MoveResult",
    "MoveSubmitter",
    "Outages",
    "SubmittedMove",
    "is_repeat_of_ended_match",
    "move_of",
]

# What a match raises that refuses a move.
_REFUSED = (StaleTurn, MatchOver, MatchPaused, NotYourTurn, IllegalMove)
# After each of these a match waits for somebody, so they end what one move causes.
_ENDS = (TurnStarted, AnswerAwaited, MatchEnded)


class MoveRefusal(enum.Enum):
    """Why a move was not played."""

    ILLEGAL = "illegal"
    NOT_YOUR_TURN = "not your turn"
    TURN_OVER = "turn over"
    TIME_OVER = "time over"
    MATCH_OVER = "match over"
    MATCH_PAUSED = "match paused"
    UNKNOWN_TURN = "unknown turn"


_REFUSALS: dict[type[Exception], MoveRefusal] = {
    IllegalMove: MoveRefusal.ILLEGAL,
    NotYourTurn: MoveRefusal.NOT_YOUR_TURN,
    MatchOver: MoveRefusal.MATCH_OVER,
    MatchPaused: MoveRefusal.MATCH_PAUSED,
}


class SubmittedMove(msgspec.Struct, frozen=True):
    """A move as it was received. The side may be left out if the turn is named."""

    square: Square
    color: Color | None
    turn: int | None
    at: int | None = None  # when it arrived; None is now


def move_of(
    room: LiveRoom, player: int, square: Square, *, turn: int, at: int | None
) -> SubmittedMove:
    """Return the move of a player in a match; at a shared screen the turn tells its side."""
    own, *others = sides_of(room, player)
    return SubmittedMove(square, None if others else own, turn, at)


class MoveResult(msgspec.Struct, frozen=True):
    """The result of a move: played, repeated, or refused with the reason."""

    events: Sequence[Event] = ()  # what the move caused
    lines: Sequence[str] = ()  # the same as it is stored, if that is at hand
    is_repeat: bool = False
    refusal: MoveRefusal | None = None
    detail: str = ""
    recorded: Square | None = None  # what was played for the turn instead


def _refused(refusal: MoveRefusal, detail: str, recorded: Square | None = None) -> MoveResult:
    return MoveResult(refusal=refusal, detail=detail, recorded=recorded)


class _Settlements:
    """Moves on their way to the disk, from one event loop and back to it.

    Those that come in one turn of the loop reach the writer together, and those of one commit
    wake the loop once.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, flush: Callable[[], None]) -> None:
        self.loop = loop
        self._flush = flush
        self._is_flush_due = False
        self._settled: deque[tuple[LiveRoom, asyncio.Future[PendingMove], PendingMove]] = deque()

    def flush_soon(self) -> None:
        """Call the writer when everything that is ready to run on the loop has run."""
        if not self._is_flush_due:
            self._is_flush_due = True
            self.loop.call_soon(self._flush_now)

    def _flush_now(self) -> None:
        self._is_flush_due = False
        self._flush()

    def settle(
        self, room: LiveRoom, stored: asyncio.Future[PendingMove], pending: PendingMove
    ) -> None:
        """Note the result of a move, on the writer's thread."""
        self._settled.append((room, stored, pending))
        if len(self._settled) == 1:  # else the loop has been called and has not come to the others
            self.loop.call_soon_threadsafe(self._tell)

    def _tell(self) -> None:
        while self._settled:
            room, stored, pending = self._settled.popleft()
            room.notify_watchers()
            if not stored.done():  # unless the sender of the move no longer waits
                stored.set_result(pending)


class Outages(Protocol):
    """Notices when the server was away or stalled, and gives the players that time back."""

    def suspects_outage(self) -> bool:
        """Tell whether `detect_outage`, which is slow, would have something to do."""
        ...

    def detect_outage(self) -> None:
        """Give back the time during which the server was away, stalled or could not write."""
        ...


class MoveSubmitter:
    """Submits moves to rooms from an event loop, which continues while they are stored."""

    def __init__(
        self,
        outages: Outages,
        flush: Callable[[], None],
        closures: Closures | None = None,
    ) -> None:
        self._outages = outages
        self._closures = closures or Closures()
        self._flush = flush  # calls the writer
        self._settlements: _Settlements | None = None
        self.last_submitted: float = 0.0  # by the machine's even clock

    async def submit(self, room: LiveRoom, move: SubmittedMove) -> MoveResult:
        """Play a move, and return when it is on disk what became of it."""
        if not self._closures.is_open and _is_casual_with_computer(room):
            # One that was begun before the competition would answer questions about its games.
            self._closures.require_open(Offering.COMPUTERS, *room.players)
        self.last_submitted = time.monotonic()
        at = room.turn_times.register_arrival(move.at)  # no flag falls before the move is processed
        seen, taken_in = room.seq, room.taken_in
        if is_tracing():
            trace_move("arrived", room.name, square=move.square, turn=move.turn, at=at)
        try:
            if self._outages.suspects_outage():
                await asyncio.to_thread(self._outages.detect_outage)
            events, lines = await self._play(room, move, at)
        except _REFUSED as error:
            return await asyncio.to_thread(_look_again, room, move, at, error, seen, taken_in)
        finally:
            room.turn_times.mark_processed(at)
        return _result(events, lines)

    async def _play(
        self, room: LiveRoom, move: SubmittedMove, at: int
    ) -> tuple[Sequence[Event], Sequence[str]]:
        loop = asyncio.get_running_loop()
        settlements = self._settlements
        if settlements is None or settlements.loop is not loop:
            settlements = self._settlements = _Settlements(loop, self._flush)
        stored: asyncio.Future[PendingMove] = loop.create_future()
        settled = functools.partial(settlements.settle, room, stored)
        if is_tracing():
            settled = functools.partial(_trace_settled, room, present_request(), settled)
        if not room.submit_move(
            move.square, color=move.color, turn=move.turn, at=at, settled=settled
        ):  # another command is being stored
            return await asyncio.to_thread(_play_now, room, move, at), ()
        settlements.flush_soon()
        pending = await stored
        if isinstance(pending.error, JournalError):
            await asyncio.to_thread(room.recover, pending.error, pending.first)
            return await asyncio.to_thread(_play_now, room, move, at), ()
        if pending.error is not None:
            raise pending.error
        return pending.events, pending.lines


def _is_casual_with_computer(room: LiveRoom) -> bool:
    is_casual, setup = room.entry.tournament is None, room.setup
    return is_casual and any(setup.player(color).is_computer for color in Color)


def _play_now(room: LiveRoom, move: SubmittedMove, at: int) -> list[Event]:
    """Play a move on this thread, when those before it are stored."""
    events = room.play(move.square, color=move.color, turn=move.turn, at=at)
    if is_tracing():
        trace_move("committed", room.name, after="another command", seq=events[-1].seq)
    return events


def _look_again(  # noqa: PLR0917 - what is known of one refused move
    room: LiveRoom, move: SubmittedMove, at: int, error: Exception, seen: int, taken_in: int
) -> MoveResult:
    """Return what became of a move that was refused, perhaps by a copy that was behind.

    `seen` and `taken_in` are how many events there were when it came, and how many of others.
    """
    room.catch_up()
    if room.taken_in == taken_in:
        return _explain(room, move, error, seen)
    try:
        return _result(_play_now(room, move, at))
    except _REFUSED as newer_error:
        with room.reading() as match:
            seen = sum(event.at < at for event in match.events_from(0))
        return _explain(room, move, newer_error, seen)


def _result(events: Sequence[Event], lines: Sequence[str] = ()) -> MoveResult:
    if not isinstance(events[0], MovePlayed):
        return _refused(MoveRefusal.TIME_OVER, say("errors.server.move_too_late"))
    return MoveResult(events, lines)


def _trace_settled(
    room: LiveRoom, request: str, settled: Callable[[PendingMove], None], pending: PendingMove
) -> None:
    """Log the result of a move on the writer's thread, before its sender is told."""
    step = "committed" if pending.error is None else f"not stored ({pending.error})"
    trace_move(step, room.name, request, seq=pending.events[-1].seq)
    settled(pending)


def _explain(room: LiveRoom, move: SubmittedMove, error: Exception, seen: int) -> MoveResult:
    """Return whether a move that could not be played is a repeat or refused."""
    if move.turn is not None:
        if isinstance(error, IllegalMove | NotYourTurn):
            return _refusal_of(error)
        return _recorded(room, move, error)
    if isinstance(error, StaleTurn):  # the room has been closed
        raise StoreUnavailable(Text("errors.server.stopping")) from error
    with room.reading() as match:
        events = match.events_from(0)
    if move.color is not None and _is_last_move(events, move.color, move.square, seen):
        return MoveResult(is_repeat=True)
    return _refusal_of(error)


def _refusal_of(error: Exception) -> MoveResult:
    refusal = next(found for kind, found in _REFUSALS.items() if isinstance(error, kind))
    return _refused(refusal, str(error))


def _recorded(room: LiveRoom, move: SubmittedMove, error: Exception) -> MoveResult:
    """Return what happened in a turn that is over."""
    assert move.turn is not None
    with room.reading() as match:
        events = match.events_from(move.turn)
        is_open = match.asked is not None and match.asked.seq == move.turn
    asked = events[0] if events else None
    if not isinstance(asked, TurnStarted):
        detail = say("errors.server.not_a_turn", number=move.turn)
        return _refused(MoveRefusal.UNKNOWN_TURN, detail)
    if move.color is not None and asked.color is not move.color:
        detail = say(f"errors.server.turn_of_other.{asked.color}", turn=move.turn)
        return _refused(MoveRefusal.NOT_YOUR_TURN, detail)
    found = None if is_open else _answer_to(events, move.square, move.turn)
    if found is not None:
        return found
    if isinstance(error, StaleTurn):  # the room has been closed
        raise StoreUnavailable(Text("errors.server.stopping_send_again")) from error
    return _refusal_of(error)


def _answer_to(events: Sequence[Event], square: Square, turn: int) -> MoveResult | None:
    """Return how a turn that is over answers a move, None if its events do not tell."""
    for number, event in enumerate(events):
        if isinstance(event, MovePlayed):
            if event.square == square:
                return MoveResult(_caused(events[number:]), is_repeat=True)
            detail = say(
                "errors.server.other_move_played", played=event.square, turn=turn, sent=square
            )
            assert isinstance(event.square, Square)
            return _refused(MoveRefusal.TURN_OVER, detail, event.square)
        if isinstance(event, TakenBack):
            detail = say("errors.server.turn_taken_back", turn=turn)
            return _refused(MoveRefusal.TURN_OVER, detail)
        if isinstance(event, MatchEnded):
            if event.outcome.reason is not Reason.TIME:
                return None
            return _refused(MoveRefusal.TIME_OVER, say("errors.server.move_too_late"))
    return None


def _caused(events: Sequence[Event]) -> Sequence[Event]:
    """Return the events of one move: up to the first after which the match waits for somebody."""
    last = next(number for number, event in enumerate(events) if isinstance(event, _ENDS))
    return events[: last + 1]


def _is_last_move(events: Sequence[Event], color: Color, square: Square, seen: int) -> bool:
    """Tell whether a square is a side's last move, sent when the opponent had not replied.

    `seen` is the number of events when the request came: a reply that was recorded while the
    request waited for its turn does not count against it.
    """
    for event in reversed(events):
        if isinstance(event, TakenBack):
            return False
        if isinstance(event, MovePlayed):
            if event.color is color:
                return event.square == square
            if event.seq < seen:
                return False
    return False


def is_repeat_of_ended_match(room: LiveRoom, color: Color, square: Square) -> bool:
    """Tell whether a square is a side's move after which the match ended."""
    with room.reading() as match:
        return _is_last_move(match.events_from(0), color, square, match.seq)
