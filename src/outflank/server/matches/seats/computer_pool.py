"""The server's computer players: only a few search at once, on threads of their own."""

from __future__ import annotations

import contextlib
import itertools
import logging
import queue
import threading
from collections.abc import Callable, Iterator
from typing import NamedTuple

from outflank.engine import Analysis, Limit
from outflank.engine.levels import levels
from outflank.engine.registry import find
from outflank.errors import (
    Busy,
    EngineError,
    MatchOver,
    MatchPaused,
    NotYourTurn,
    OutflankError,
    StaleTurn,
    UnknownName,
)
from outflank.play.events import Event, MatchEnded, Paused, Resumed, TakenBack, TurnStarted
from outflank.play.match import Match
from outflank.play.room import Room, Seat
from outflank.play.seats import time_for_move
from outflank.play.setup import Setup
from outflank.rules import Color, Move, Position
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.seats.engine_processes import ADVICE, EngineProcesses
from outflank.texts import Text

__all__ = ["MATCHES_PER_SEARCH", "ComputerPool", "has_computer", "require_level"]

# Matches with computers for each search that may run at once.
MATCHES_PER_SEARCH = 64
# Seconds for a move without a clock.
_LONGEST = 10.0
# The level that moves for a computer that is not done in time, or whose engine fails; it needs
# under a millisecond and no process.
_FALLBACK_LEVEL = "positional"
# How often the engine of a computer is tried for a move.
_TRIES = 2
# Seconds before the next try, and at most.
_RETRY_DELAY = 0.5
_MAX_RETRY_DELAY = 30.0
# The errors of a move that came too late; it is dropped.
_TOO_LATE = (MatchOver, MatchPaused, StaleTurn, NotYourTurn)
# Milliseconds that two computers must have left to pause before a move for their watchers.
_MIN_TIME_TO_PAUSE = 20_000
# The limit of a hint: the nodes are those of the search, after which it tries to solve the
# position.
_HINT_LIMIT = Limit(seconds=0.9, nodes=60_000)

_log = logging.getLogger(__name__)


class ComputerPool:
    """Searches the moves of the server's computers, and lends engines for hints.

    `ahead` is how many processes are kept ready for engines that are not known yet.
    """

    def __init__(
        self, searches: int, now: Callable[[], int], *, pause: float, ahead: int = 0
    ) -> None:
        self._now = now
        self.pause = pause
        self._engines = EngineProcesses(max(1, 2 * searches), ahead=ahead)
        self._turns: queue.PriorityQueue[tuple[int, int, _Turn | None]] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._counting = threading.Lock()
        self.searched = 0  # moves that were found
        self.fallback_moves = 0  # of the simpler engine, for others
        self._closing = threading.Event()
        self._threads = [
            threading.Thread(target=self._work, name=f"search {number}", daemon=True)
            for number in range(searches)
        ]
        for thread in self._threads:
            thread.start()

    def seats_for(self, room: LiveRoom) -> list[Seat]:
        """Return the seats of the computers in a match."""
        setup = room.setup
        return [
            _ComputerSeat(self, color, setup.player(color).seat.removeprefix("computer:"))
            for color in Color
            if setup.player(color).is_computer
        ]

    # Searching

    def request_move(self, seat: _ComputerSeat, room: LiveRoom, turn: TurnStarted) -> None:
        """Queue a search; the one with the earliest deadline comes first.

        The flag of the computer does not fall while its search waits in the queue.
        """
        due = room.deadline
        urgency = due if due is not None else turn.at + 60_000
        waiting = _Turn(seat, room, turn, urgency, room.turn_times.register_arrival())
        if not _is_shown(room, turn) or not self._queue_later(waiting, self.pause):
            self._queue(waiting)

    def _queue(self, turn: _Turn) -> None:
        self._turns.put((turn.urgency, next(self._numbers), turn))

    def _queue_later(self, turn: _Turn, seconds: float) -> bool:
        """Queue a turn after some seconds; False if the system starts no more threads."""
        timer = threading.Timer(seconds, self._queue, [turn])
        timer.daemon = True
        try:
            timer.start()
        except RuntimeError:
            return False
        return True

    def _work(self) -> None:
        while not self._closing.is_set():
            _, _, turn = self._turns.get()
            if turn is None:
                return
            try:
                self._search(turn)
            except Exception as error:
                self._try_again(turn, error)
            finally:
                turn.room.turn_times.mark_processed(turn.arrived)

    def _search(self, turn: _Turn) -> None:
        seat, room = turn.seat, turn.room
        cancel = seat.cancel = threading.Event()  # for this search only
        if seat.has_left or room.is_paused:  # it is requested again when the match goes on
            return
        with room.reading() as match:
            if match.asked != turn.turn:
                return
            position = match.position
        if turn.failures >= _TRIES:
            self._stand_in(position, turn)
            return
        with self._fallback_at_deadline(cancel, position, turn):
            found = self._found(seat, position, room, turn.turn)
        with self._counting:
            self.searched += found is not None
        if found is not None and found.move is not None and not cancel.is_set():
            self._move(found.move, room, turn.turn)

    def _try_again(self, turn: _Turn, error: Exception) -> None:
        """Queue a turn again whose search failed; its flag waits meanwhile.

        After some failures a simpler engine moves, so that no fault of an engine, of the system
        or of the database leaves a computer without a move.
        """
        if self._closing.is_set() or turn.seat.has_left:
            return
        is_tried = turn.failures + 1 < _TRIES
        next_one = "another try" if is_tried else "a simpler engine moves"
        if isinstance(error, OutflankError | OSError):
            # An engine that works the second time is nothing to worry about.
            level = logging.INFO if is_tried and isinstance(error, EngineError) else logging.WARNING
            _log.log(
                level,
                "Computer could not move, %s: %s",
                next_one,
                error,
                extra={"match": turn.room.name},
            )
        else:
            _log.error(
                "Unexpected error in the search of a computer, %s",
                next_one,
                exc_info=error,
                extra={"match": turn.room.name},
            )
        again = turn._replace(
            arrived=turn.room.turn_times.register_arrival(turn.arrived), failures=turn.failures + 1
        )
        delay = min(_RETRY_DELAY * 2**turn.failures, _MAX_RETRY_DELAY)
        if again.failures == _TRIES:
            self._queue(again)  # the simpler engine needs nothing to wait for
        elif not self._queue_later(again, delay):
            self._closing.wait(delay)
            self._queue(again)

    def _found(
        self, seat: _ComputerSeat, position: Position, room: LiveRoom, turn: TurnStarted
    ) -> Analysis | None:
        cancel = seat.cancel
        with self._engines.lend(seat.level) as (engine, is_new):
            if is_new:
                engine.supports(position)  # waits for its process to start
            with room.reading() as match:
                if match.asked != turn:
                    return None
                limit = _limit(match, seat.color, self._now())
            return engine.analyse(position, limit, cancel=cancel)

    def _move(self, move: Move, room: LiveRoom, turn: TurnStarted) -> bool:
        """Play a computer's move; False if it came too late.

        One that the server delayed costs the computer all the time it had, but not the game. It is
        made now, not at the deadline: the opponent's time begins when there is something to see.
        """
        try:
            room.play(move, turn=turn.seq, at=self._now(), counts_when_late=True)
        except _TOO_LATE:
            return False
        return True

    @contextlib.contextmanager
    def _fallback_at_deadline(
        self, cancel: threading.Event, position: Position, turn: _Turn
    ) -> Iterator[None]:
        """Play a quick move for a computer whose clock has nearly run out.

        On a busy machine its process may need seconds to start.
        """
        if (due := turn.room.deadline) is None:
            yield
            return

        def move() -> None:
            cancel.set()
            try:
                self._stand_in(position, turn)
            except Exception as error:
                self._try_again(turn._replace(failures=_TRIES), error)

        left = max(0, due - self._now())
        timer = threading.Timer((left - _reserve(left) / 2) / 1000, move)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _stand_in(self, position: Position, turn: _Turn) -> None:
        """Play a quick move of a simpler engine for a computer."""
        with find(_FALLBACK_LEVEL) as engine:
            is_played = self._move(engine.choose(position), turn.room, turn.turn)
        with self._counting:
            self.fallback_moves += is_played

    def advise(self, position: Position) -> Analysis:
        """Evaluate every move of a position within a second, exactly where that is possible."""
        try:
            with self._engines.lend(ADVICE) as (engine, _):
                return engine.analyse(position, _HINT_LIMIT, candidates=len(position.legal_moves))
        except EngineError as error:
            _log.warning("No hint could be given: %s", error)
            raise Busy(Text("errors.server.hints_unavailable")) from None

    def close(self) -> None:
        """Stop all searches and engines."""
        self._closing.set()
        for _ in self._threads:
            self._turns.put((-1, next(self._numbers), None))
        self._engines.close()


class _ComputerSeat:
    """A seat whose moves are searched by the pool."""

    thinking: Analysis | None = None

    def __init__(self, computers: ComputerPool, color: Color, level: str) -> None:
        self._computers = computers
        self.color = color
        self.level = level
        self.cancel = threading.Event()
        self.has_left = False

    def see(self, room: Room, event: Event) -> None:
        """Request a search when it is this side's turn, and cancel one that is out of date."""
        assert isinstance(room, LiveRoom)
        if isinstance(event, TakenBack | MatchEnded | Paused):
            self.cancel.set()
        elif isinstance(event, TurnStarted | Resumed):
            asked, waits = room.state.asked, room.state.is_paused
            if isinstance(asked, TurnStarted) and asked.color is self.color and not waits:
                self._computers.request_move(self, room, asked)

    def close(self) -> None:
        """Cancel the search, whether it has begun or not."""
        self.has_left = True
        self.cancel.set()


class _Turn(NamedTuple):
    """A turn that waits for a search."""

    seat: _ComputerSeat
    room: LiveRoom
    turn: TurnStarted
    urgency: int  # the moment by which it is wanted
    arrived: int  # when it was queued; the flag waits for it
    failures: int = 0  # of searches for it


def has_computer(setup: Setup) -> bool:
    """Tell whether a computer of the server plays in a match."""
    return any(player.is_computer for player in setup.players)


def _is_shown(room: LiveRoom, turn: TurnStarted) -> bool:
    """Tell whether two computers play each other for watchers, with time to pause."""
    is_hurried = room.deadline is not None and room.deadline - turn.at < _MIN_TIME_TO_PAUSE
    return (
        room.entry.tournament is None
        and all(player.is_computer for player in room.setup.players)
        and not is_hurried
    )


def _reserve(left: int) -> float:
    """Return how many of the remaining milliseconds a computer keeps in reserve."""
    return min(500.0, 0.3 * left)


def _limit(match: Match, color: Color, at: int) -> Limit:
    """Return how long a computer may search from now on."""
    limit = time_for_move(match.clock, color, at, empties=match.position.board.empties)
    if (deadline := match.clock.deadline) is not None:
        left = max(deadline - at, 10)
        limit = limit.tightened(Limit(seconds=(left - _reserve(left)) / 1000))
    return limit if limit.seconds is not None else Limit(seconds=_LONGEST)


def require_level(level: str, position: Position) -> None:
    """Refuse a level that does not exist or does not support the position."""
    try:
        engine = find(level)
    except UnknownName:
        most = len(levels())
        raise EngineError(Text("errors.server.no_level", level=level, most=most)) from None
    if not engine.supports(position):
        raise EngineError(
            Text("errors.server.level_unfit", level=engine.name, variant=position.variant.name)
        )
