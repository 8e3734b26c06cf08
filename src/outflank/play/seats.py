"""Who may sit in a room: people, computers and the oracle, behind one mechanism."""

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

# A seat that answers a turn which meanwhile is over was only late, not wrong.
LATE = (StaleTurn, MatchOver)


class HumanSeat:
    """A seat that nobody schedules: its moves come from a face."""

    thinking: Analysis | None = None

    def see(self, room: Room, event: Event) -> None:
        """Do nothing: the face shows what happens."""

    def close(self) -> None:
        """Do nothing."""


class EngineSeat:
    """A seat whose turn starts a search on a thread of its own."""

    def __init__(self, color: Color, engine: Engine, *, delay: float = 0) -> None:
        self.color = color
        self.thinking: Analysis | None = None
        self._engine = engine
        self._delay = delay
        self._cancel = threading.Event()
        self._search: threading.Thread | None = None

    def see(self, room: Room, event: Event) -> None:
        """Start to think when it is this side's turn, and stop when it no longer is."""
        if isinstance(event, TurnStarted | AnswerAwaited | TakenBack | MatchEnded):
            self._cancel.set()
        if isinstance(event, TurnStarted) and event.color is self.color:
            self._cancel = threading.Event()
            search = threading.Thread(
                target=self._think, args=(room, event, self._cancel), daemon=True
            )
            search.start()
            self._search = search  # only now can whoever closes the seat wait for it

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
            if self._cancel is cancel:  # a later search shows its own thoughts
                self.thinking = None
        room.record_analysis(turn.seq, found)
        # A delay is for the eye: it never takes more than half of the time there is.
        delay = self._delay if limit.seconds is None else min(self._delay, limit.seconds / 2)
        cancel.wait(max(0.0, delay - (time.monotonic() - began)))
        if not cancel.is_set() and found.move is not None:
            _play_when_it_goes_on(room, found.move, turn, cancel)

    def _show(self, analysis: Analysis) -> None:
        self.thinking = analysis

    def close(self) -> None:
        """Stop thinking and give the engine back."""
        self._cancel.set()
        if self._search is not None and self._search is not threading.current_thread():
            self._search.join(timeout=5)
        self._engine.close()


class OracleSeat:
    """The seat of chance: answers when an answer is awaited."""

    thinking: Analysis | None = None

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle

    def see(self, room: Room, event: Event) -> None:
        """Ask the oracle on a thread of its own, for it may take its time."""
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
        """Let the oracle go."""
        self._oracle.close()


def _send(room: Room, command: Callable[[], object]) -> None:
    """Give a command that may come too late; one that cannot be kept is complained about."""
    try:
        with contextlib.suppress(*LATE):
            command()
    except JournalError as error:
        room.report_problem(str(error))
    except OSError as error:
        room.report_problem(f"the game cannot be kept: {error.strerror or error}")


def _play_when_it_goes_on(
    room: Room, move: Move, turn: TurnStarted, cancel: threading.Event
) -> None:
    """Play a move; while the match is paused, wait with it."""

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
    """Share out the time that is left, so that a computer does not lose on time."""
    left, each = clock.remaining(color, at), clock.setting.per_move
    return Limit.for_clock(
        None if left is None else left / 1000,
        increment=clock.setting.increment / 1000,
        per_move=None if each is None else each / 1000,
        empties=empties,
    )
