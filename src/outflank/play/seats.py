"""The seats of a room: computers and the oracle; people move in a face and need no seat."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable

from outflank.engine import Analysis, Engine, Limit, open_engine
from outflank.errors import (
    EngineError,
    JournalError,
    MatchOver,
    MatchPaused,
    OracleError,
    StaleTurn,
)
from outflank.play.clock import Clock
from outflank.play.events import AnswerAwaited, Event, MatchEnded, TakenBack, TurnStarted
from outflank.play.oracles import Oracle
from outflank.play.room import Room
from outflank.priority import lower_thread_priority
from outflank.rules import Color, Move, Position, Reason
from outflank.texts import say

__all__ = ["EngineSeat", "OracleSeat", "time_for_move"]

_SUBSTITUTE = "positional"  # the engine that moves at once
_PAUSE_CHECK = 0.05  # seconds between attempts to move while the match is paused

# Raised when a seat answers a turn that is already over, which is not an error.
LATE = (StaleTurn, MatchOver)


class EngineSeat:
    """A computer's seat: its turn starts a search on a thread."""

    def __init__(self, color: Color, engine: Engine, *, delay: float = 0) -> None:
        self.color = color
        self.thinking: Analysis | None = None
        self._engine = engine
        self._delay = delay
        self._search = _SearchThread()

    @property
    def is_thinking(self) -> bool:
        """Whether a search for a move is under way."""
        return self._search.is_running

    def see(self, room: Room, event: Event) -> None:
        """Start a search when this side's turn starts, and stop it when the turn is over."""
        if isinstance(event, TurnStarted | AnswerAwaited | TakenBack | MatchEnded):
            self._search.cancel()
        if isinstance(event, TurnStarted) and event.color is self.color:
            search = self._search = _SearchThread()
            search.start(lambda: self._think(room, event, search))

    def move_now(self) -> None:
        """Stop thinking and play the best move found so far."""
        self._search.stop.set()

    def _think(self, room: Room, turn: TurnStarted, search: _SearchThread) -> None:
        lower_thread_priority()
        began = time.monotonic()
        match = room.view()
        if match.asked != turn:
            return
        empties = match.position.board.empties
        limit = time_for_move(match.clock, self.color, turn.at, empties=empties)
        try:
            found = self._analyse(match.position, limit, search)
        except EngineError as error:
            note = str(error)
            if not search.is_cancelled:
                _send(room, lambda: room.adjudicate(self.color.opponent, Reason.CRASH, note))
            return
        finally:
            if self._search is search:  # a later search shows its own analysis
                self.thinking = None
        room.record_analysis(turn.seq, found)
        # The delay lets people follow; it takes at most half of the available time.
        delay = self._delay if limit.seconds is None else min(self._delay, limit.seconds / 2)
        search.stop.wait(max(0.0, delay - (time.monotonic() - began)))
        if found.move is not None:
            _play_unless_paused(room, found.move, turn, search)

    def _analyse(self, position: Position, limit: Limit, search: _SearchThread) -> Analysis:
        try:
            return self._engine.analyse(position, limit, cancel=search.stop, on_progress=self._show)
        except EngineError:
            if search.is_cancelled or not search.stop.is_set():
                raise
            # It was told to move before it had found one, so a simpler engine moves for it.
            with open_engine(_SUBSTITUTE) as substitute:
                return substitute.analyse(position)

    def _show(self, analysis: Analysis) -> None:
        self.thinking = analysis

    def close(self) -> None:
        """Stop the search and close the engine; close it first if that ends the search."""
        self._search.cancel()
        if self._engine.can_close_any_time:
            self._engine.close()
        self._search.close()
        self._engine.close()


class _SearchThread:
    """The search for one move: `stop` ends it early, `cancel` also discards its move."""

    def __init__(self) -> None:
        self.stop = threading.Event()
        self.is_cancelled = False
        self._thread: threading.Thread | None = None

    @property
    def is_running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def start(self, think: Callable[[], None]) -> None:
        thread = threading.Thread(target=think, daemon=True)
        thread.start()
        self._thread = thread  # `close` can join only a thread that was started

    def cancel(self) -> None:
        self.is_cancelled = True
        self.stop.set()

    def close(self) -> None:
        self.cancel()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=5)


class OracleSeat:
    """The oracle's seat: answers when an answer is awaited."""

    thinking: Analysis | None = None

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle

    def see(self, room: Room, event: Event) -> None:
        """Ask the oracle on a thread, because it may block."""
        if isinstance(event, AnswerAwaited):
            threading.Thread(target=self._ask, args=(room, event), daemon=True).start()

    def _ask(self, room: Room, event: AnswerAwaited) -> None:
        try:
            reply = self._oracle.ask()
        except OracleError as error:
            note = str(error)
            _send(room, lambda: room.adjudicate(None, Reason.CRASH, note))
            return
        _send(
            room,
            lambda: room.hear(
                reply.answer, local=reply.local, image_url=reply.image_url, turn=event.seq
            ),
        )

    def close(self) -> None:
        """Close the oracle."""
        self._oracle.close()


def _send(room: Room, command: Callable[[], object]) -> None:
    """Run a command, which may come too late; report it if it could not be saved."""
    try:
        with contextlib.suppress(*LATE):
            command()
    except JournalError as error:
        room.report_problem(str(error))
    except OSError as error:
        reason = error.strerror or error
        room.report_problem(say("errors.play.move_not_saved", reason=reason))


def _play_unless_paused(room: Room, move: Move, turn: TurnStarted, search: _SearchThread) -> None:
    """Play a move, waiting while the match is paused."""

    def play() -> None:
        while not search.is_cancelled:
            try:
                room.play(move, turn=turn.seq)
            except MatchPaused:
                time.sleep(_PAUSE_CHECK)
            else:
                return

    _send(room, play)


def time_for_move(clock: Clock, color: Color, at: int, *, empties: int = 60) -> Limit:
    """Return how long a computer may think about a move without losing on time."""
    left, per_move = clock.remaining(color, at), clock.setting.per_move
    return Limit.for_clock(
        None if left is None else left / 1000,
        increment=clock.setting.increment / 1000,
        per_move=None if per_move is None else per_move / 1000,
        empties=empties,
    )
