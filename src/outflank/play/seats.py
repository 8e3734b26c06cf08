"""The seats of a room: people, computers and the oracle."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable

from outflank.engine import Analysis, Engine, Limit
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
from outflank.rules import Color, Move, Reason

__all__ = ["EngineSeat", "HumanSeat", "OracleSeat", "time_for_move"]

# Raised when the turn that a seat answers is over meanwhile; that is no error.
LATE = (StaleTurn, MatchOver)


class HumanSeat:
    """A person's seat: its moves come from a face."""

    thinking: Analysis | None = None

    def see(self, room: Room, event: Event) -> None:
        """Do nothing: the face shows what happens."""

    def close(self) -> None:
        """Do nothing."""


class EngineSeat:
    """A computer's seat: its turn starts a search on a thread."""

    def __init__(self, color: Color, engine: Engine, *, delay: float = 0) -> None:
        self.color = color
        self.thinking: Analysis | None = None
        self._engine = engine
        self._delay = delay
        self._cancel = threading.Event()
        self._search: threading.Thread | None = None

    def see(self, room: Room, event: Event) -> None:
        """Start a search when this side's turn starts, and stop it when the turn is over."""
        if isinstance(event, TurnStarted | AnswerAwaited | TakenBack | MatchEnded):
            self._cancel.set()
        if isinstance(event, TurnStarted) and event.color is self.color:
            self._cancel = threading.Event()
            search = threading.Thread(
                target=self._think, args=(room, event, self._cancel), daemon=True
            )
            search.start()
            self._search = search  # only a started thread can be joined by `close`

    def _think(self, room: Room, turn: TurnStarted, cancel: threading.Event) -> None:
        began = time.monotonic()
        match = room.view()
        if match.asked != turn:
            return
        empties = match.position.board.empties
        limit = time_for_move(match.clock, self.color, turn.at, empties=empties)
        try:
            found = self._engine.analyse(
                match.position,
                limit,
                cancel=cancel,
                on_progress=self._show,
            )
        except EngineError as error:
            note = str(error)
            if not cancel.is_set():
                _send(room, lambda: room.adjudicate(self.color.opponent, Reason.CRASH, note))
            return
        finally:
            if self._cancel is cancel:  # a later search shows its own analysis
                self.thinking = None
        room.record_analysis(turn.seq, found)
        # The delay lets people follow; it never takes more than half of the available time.
        delay = self._delay if limit.seconds is None else min(self._delay, limit.seconds / 2)
        cancel.wait(max(0.0, delay - (time.monotonic() - began)))
        if not cancel.is_set() and found.move is not None:
            _play_unless_paused(room, found.move, turn, cancel)

    def _show(self, analysis: Analysis) -> None:
        self.thinking = analysis

    def close(self) -> None:
        """Stop the search and close the engine."""
        self._cancel.set()
        if self._search is not None and self._search is not threading.current_thread():
            self._search.join(timeout=5)
        self._engine.close()


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
    """Give a command that may come too late; report one that could not be saved."""
    try:
        with contextlib.suppress(*LATE):
            command()
    except JournalError as error:
        room.report_problem(str(error))
    except OSError as error:
        room.report_problem(f"the next move could not be saved: {error.strerror or error}")


def _play_unless_paused(room: Room, move: Move, turn: TurnStarted, cancel: threading.Event) -> None:
    """Play a move; while the match is paused, wait."""

    def play() -> None:
        while not cancel.is_set():
            try:
                room.play(move, turn=turn.seq)
            except MatchPaused:
                cancel.wait(0.05)
            else:
                return

    _send(room, play)


def time_for_move(clock: Clock, color: Color, at: int, *, empties: int = 60) -> Limit:
    """Return how long a computer may think about a move without losing on time."""
    left, each = clock.remaining(color, at), clock.setting.per_move
    return Limit.for_clock(
        None if left is None else left / 1000,
        increment=clock.setting.increment / 1000,
        per_move=None if each is None else each / 1000,
        empties=empties,
    )
