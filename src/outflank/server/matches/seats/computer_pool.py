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
from outflank.engine.registry import open_engine
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
from outflank.rules import Classic, Color, Move, Position
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.seats.engine_processes import ADVICE, EngineProcesses
from outflank.texts import Text

__all__ = ["MATCHES_PER_SEARCH", "ComputerPool", "has_computer", "require_level"]

# Matches with computers for each search that may run at once.
MATCHES_PER_SEARCH = 64
# Seconds for a move without a clock.
_LONGEST = 10.0
# The engine that moves for a computer that is late, or whose engine fails. It needs under a
# millisecond and no process.
_FALLBACK = "positional"
# How often a computer's own engine is tried for a move.
_TRIES = 2
# Seconds before the next try: the first time, and at most.
_RETRY_DELAY = 0.5
_MAX_RETRY_DELAY = 30.0
# The errors of a move that comes too late; it is dropped.
_TOO_LATE = (MatchOver, MatchPaused, StaleTurn, NotYourTurn)
# Two computers pause before a move, for their watchers, with at least this many milliseconds left.
_MIN_TIME_TO_PAUSE = 20_000
# The limit of a hint. The nodes are those of the search, after which the position is solved if
# there is time.
_HINT_LIMIT = Limit(seconds=0.9, nodes=60_000)

_log = logging.getLogger(__name__)


class ComputerPool:
    """Searches for the moves of the server's computers, and computes hints.

    Its threads only wait for child processes, which are started when they are first needed, or
    `ahead`.
    """

    def __init__(
        self, searches: int, now: Callable[[], int], *, pause: float, ahead: bool = False
    ) -> None:
        self._now = now
        self.pause = pause
        self._ahead = ahead
        self._engines = EngineProcesses(max(1, 2 * searches))
        self._turns: queue.PriorityQueue[tuple[int, int, _Turn | None]] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._counting = threading.Lock()
        self.searched: int = 0  # moves that were found
        self.fallback_moves: int = 0  # moves of the simpler engine
        self._is_closing = False
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
            _ComputerSeat(self, color, level)
            for color in Color
            if (level := setup.player(color).occupant.level) is not None
        ]

    # The queue

    def request_move(self, seat: _ComputerSeat, room: LiveRoom, turn: TurnStarted) -> None:
        """Queue a search; the one with the earliest deadline comes first.

        The computer's flag does not fall while its search waits in the queue.
        """
        due = room.deadline
        urgency = due if due is not None else turn.at + 60_000
        waiting = _Turn(seat, room, turn, urgency, room.turn_times.register_arrival())
        self._queue(waiting, self.pause if _is_shown(room, turn) else 0.0)

    def _queue(self, turn: _Turn, delay: float = 0.0) -> None:
        """Queue a turn, after some seconds if the system can start a thread that waits."""
        entry = turn.urgency, next(self._numbers), turn
        if delay:
            timer = threading.Timer(delay, self._turns.put, [entry])
            timer.daemon = True
            with contextlib.suppress(RuntimeError):
                timer.start()
                return
        self._turns.put(entry)

    def _work(self) -> None:
        if self._ahead:
            self._start_process()
        while (turn := self._turns.get()[2]) is not None:
            try:
                self._search(turn)
            except Exception as error:
                self._try_again(turn, error)
            finally:
                turn.room.turn_times.mark_processed(turn.arrived)

    def _start_process(self) -> None:
        try:
            with self._engines.lend("1") as engine:
                engine.choose(Classic().start())
        except EngineError as error:
            _log.warning("Could not start an engine ahead of its first move: %s", error)

    # Searching

    def _search(self, turn: _Turn) -> None:
        seat, room = turn.seat, turn.room
        cancel = seat.cancel = threading.Event()  # for this search only
        if seat.has_left or room.is_paused:  # it is requested again when the match continues
            return
        with room.reading() as match:
            if match.asked != turn.turn:
                return
            position = match.position
        if turn.failures >= _TRIES:
            self._stand_in(position, turn)
            return
        with (
            self._fallback_at_deadline(cancel, position, turn),
            self._engines.lend(seat.level) as engine,
        ):
            engine.supports(position)  # waits until its process has started
            with room.reading() as match:
                if match.asked != turn.turn:
                    return
                limit = _limit(match, seat.color, self._now())
            found = engine.analyse(position, limit, cancel=cancel)
        with self._counting:
            self.searched += 1
        if found.move is not None and not cancel.is_set():
            self._move(found.move, turn)

    def _try_again(self, turn: _Turn, error: Exception) -> None:
        """Queue a turn again after its search failed; its flag waits meanwhile.

        After some failures a simpler engine moves. So no fault of an engine, of the system or of
        the database leaves a computer without a move.
        """
        if self._is_closing or turn.seat.has_left:
            return
        failures = turn.failures + 1
        next_step = "another try" if failures < _TRIES else "a simpler engine moves"
        match = {"match": turn.room.name}
        if isinstance(error, OutflankError | OSError):
            # An engine that works the second time is nothing to worry about.
            is_minor = failures < _TRIES and isinstance(error, EngineError)
            level = logging.INFO if is_minor else logging.WARNING
            _log.log(level, "Computer could not move, %s: %s", next_step, error, extra=match)
        else:
            sentence = "Unexpected error in the search of a computer, %s"
            _log.error(sentence, next_step, exc_info=error, extra=match)
        arrived = turn.room.turn_times.register_arrival(turn.arrived)
        delay = min(_RETRY_DELAY * 2**turn.failures, _MAX_RETRY_DELAY)
        # The simpler engine has nothing to wait for the first time.
        self._queue(
            turn._replace(arrived=arrived, failures=failures), 0.0 if failures == _TRIES else delay
        )

    def _move(self, move: Move, turn: _Turn) -> bool:
        """Play a computer's move; False if it comes too late.

        A move that the server delayed uses up the computer's time, but does not lose the game. It
        is played at once, not at the deadline: the opponent's time begins when the move is shown.
        """
        try:
            turn.room.play(move, turn=turn.turn.seq, at=self._now(), counts_when_late=True)
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
        with open_engine(_FALLBACK) as engine:
            is_played = self._move(engine.choose(position), turn)
        with self._counting:
            self.fallback_moves += is_played

    def advise(self, position: Position) -> Analysis:
        """Evaluate every move of a position within a second, exactly where that is possible."""
        try:
            with self._engines.lend(ADVICE) as engine:
                return engine.analyse(position, _HINT_LIMIT, candidates=len(position.legal_moves))
        except EngineError as error:
            _log.warning("No hint could be given: %s", error)
            raise Busy(Text("errors.server.hints_unavailable")) from None

    def close(self) -> None:
        """Stop all searches and engines."""
        self._is_closing = True
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
        self.cancel: threading.Event = threading.Event()
        self.has_left: bool = False

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
        engine = open_engine(level)
    except UnknownName:
        most = len(levels())
        raise EngineError(Text("errors.server.no_level", level=level, most=most)) from None
    if not engine.supports(position):
        raise EngineError(
            Text("errors.server.level_unfit", level=engine.name, variant=position.variant.name)
        )
