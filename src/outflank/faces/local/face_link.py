"""The link between a face's event loop and its game: commands go out, events come in.

The loop never waits for a disk, an engine or an oracle: a thread runs the commands one after the
other, and events wait in a queue until the loop takes them.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from outflank.engine import Analysis
from outflank.errors import MatchOver, MatchPaused, OutflankError, StaleTurn
from outflank.faces.local.latency import collect_garbage
from outflank.faces.local.local_game import LocalGame
from outflank.play.events import Event, TurnStarted
from outflank.play.room import Room
from outflank.play.setup import SeriesScore
from outflank.rules import Position
from outflank.texts import say

__all__ = [
    "CommandDone",
    "CommandRefused",
    "EventReceived",
    "FaceEvent",
    "FaceLink",
    "GameOpened",
    "HintUpdated",
    "SaveQuestioned",
]


class FaceEvent:
    """Something that a face's event loop must handle."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class GameOpened(FaceEvent):
    """Another match has been opened; `events` have already happened in it."""

    local_game: LocalGame
    room: Room
    events: tuple[Event, ...]
    earlier_score: SeriesScore  # the series score before this match
    viewed: int | None = None  # the move number to view first, if not that of the present


@dataclass(frozen=True, slots=True)
class EventReceived(FaceEvent):
    """An event happened in a room."""

    room: Room
    event: Event


@dataclass(frozen=True, slots=True)
class CommandDone(FaceEvent):
    """A command was carried out; `sentence` says so to the user."""

    sentence: str


@dataclass(frozen=True, slots=True)
class CommandRefused(FaceEvent):
    """A command was refused; `is_late` means that the match was over already."""

    reason: OutflankError | str
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class SaveQuestioned(FaceEvent):
    """A game was not saved because another one has this name; the face asks what to do."""

    name: str


@dataclass(frozen=True, slots=True)
class HintUpdated(FaceEvent):
    """The computer's analysis of a position for a hint, unfinished or final."""

    position: Position
    analysis: Analysis
    is_final: bool


_Task: TypeAlias = Callable[[], FaceEvent | None]
_CLOSE_TIMEOUT = 5.0  # seconds


class FaceLink:
    """Runs a face's commands on a thread, and collects the events for the face.

    `wake` is called, on any thread, when there are events; the loop then calls `take_events`.
    """

    def __init__(
        self,
        wake: Callable[[], object],
        local_game: LocalGame | None = None,
        *,
        pauses_for_popups: bool = False,
    ) -> None:
        self.pauses_for_popups = pauses_for_popups  # computers wait until the popup is closed
        self.pause_after: int | None = None  # computers wait in turns with a higher number
        self._local_game: LocalGame | None = None
        self._followed: LocalGame | None = None  # the game whose notices are passed on
        self._wake = wake
        self._events: queue.SimpleQueue[FaceEvent] = queue.SimpleQueue()
        self._arrived = threading.Event()
        self._tasks: queue.Queue[_Task | None] = queue.Queue()
        self._has_submitted = False
        self._cancel_hint = threading.Event()
        self._hint = threading.Thread()
        self._offset = 0
        if local_game is not None:
            self._attach(local_game)  # at once, because a computer may be about to move
        self._worker = threading.Thread(target=self._work, name="commands", daemon=True)
        self._worker.start()

    @property
    def local_game(self) -> LocalGame:
        """The game that the commands change."""
        assert self._local_game is not None, "no game has been opened yet"
        return self._local_game

    # For the loop

    def take_events(self) -> Iterator[FaceEvent]:
        """Yield all waiting events, oldest first, without blocking."""
        self._arrived.clear()
        while True:
            try:
                yield self._events.get_nowait()
            except queue.Empty:
                return

    def now(self) -> int:
        """Return the room's time in milliseconds without waiting for the room."""
        return time.monotonic_ns() // 1_000_000 + self._offset

    def wait(self, seconds: float) -> bool:
        """Wait for an event; return whether one came in time."""
        return self._arrived.wait(seconds)

    def wait_for_command(self, seconds: float) -> None:
        """Wait a moment for the command that was just submitted.

        Most commands take less time than drawing a frame, and drawing would delay them.
        """
        if self._has_submitted:
            self._has_submitted = False
            self._arrived.wait(seconds)

    def post(self, event: FaceEvent) -> None:
        """Put an event in the queue, from any thread."""
        self._events.put(event)
        self._arrived.set()
        self._wake()

    # Commands

    def submit_task(self, task: _Task) -> None:
        """Run a function after everything submitted before it; post the event it returns."""
        self._has_submitted = True
        self._tasks.put(task)

    def submit(self, command: Callable[[], object], done: str = "") -> None:
        """Run a command on the thread; post a refusal, or after success the sentence `done`."""

        def task() -> FaceEvent | None:
            command()
            return CommandDone(done) if done else None

        self.submit_task(task)

    def tick(self) -> None:
        """Let the room that is open when the task runs check its clock."""
        self.submit(lambda: self.local_game.room.tick())

    def finish_commands(self) -> None:
        """Wait until every submitted command has run."""
        self._tasks.join()

    def close(self) -> None:
        """Run the remaining commands, then close the game; its autosave stays."""
        self.stop_hint()
        self._tasks.put(None)
        self._worker.join(_CLOSE_TIMEOUT)
        if self._local_game is not None:
            self._local_game.close()  # this ends a hint at once
        if self._hint.ident is not None:
            self._hint.join(_CLOSE_TIMEOUT)

    def _work(self) -> None:
        is_open = True
        while is_open:
            task = self._tasks.get()
            try:
                is_open = task is not None
                if task is not None and (event := task()) is not None:
                    self.post(event)
            except (OutflankError, OSError) as error:
                self.post(_refusal(error))
            finally:
                self._tasks.task_done()

    # Games

    def open_game(self, opener: Callable[[], LocalGame]) -> None:
        """Open another local game and close the current one."""

        def change() -> None:
            left, opened = self._local_game, opener()
            self._attach(opened)
            collect_garbage(of_whole_game=True)
            if left is not None and left is not opened:
                # On a thread, because its engines may take a moment to end.
                threading.Thread(target=left.close, daemon=True).start()

        self.submit(change)

    def change_game(self, change: Callable[[], object], viewed: int | None = None) -> None:
        """Run a command that opens another match in this local game, and follow that match."""

        def task() -> None:
            change()
            self._attach(self.local_game, viewed)
            collect_garbage(of_whole_game=True)

        self.submit(task)

    def _attach(self, local_game: LocalGame, viewed: int | None = None) -> None:
        room = local_game.room
        self._local_game = local_game
        self.pause_after = None
        self._offset = room.snapshot().at - time.monotonic_ns() // 1_000_000
        room.problems.subscribe(lambda reason: self.post(CommandRefused(reason)))
        match = room.view()
        # The open turn also comes through `_receive`, which may have to pause the match there.
        first = match.asked.seq if match.asked else match.seq
        events, score = match.events[:first], local_game.earlier_score
        self.post(GameOpened(local_game, room, events, score, viewed))
        room.watch(lambda event: self._receive(room, event), since=first, before_others=True)
        if local_game is not self._followed:
            self._followed = local_game
            # Not earlier: a face shows the notices beside the opened game.
            local_game.notices.subscribe(lambda sentence: self.post(CommandDone(sentence)))

    def _receive(self, room: Room, event: Event) -> None:
        """Pass on an event of the room, on any thread; pause the match if a computer must wait."""
        if isinstance(event, TurnStarted) and self._must_wait(room, event):
            try:
                room.pause(turn=event.seq)
            except (MatchOver, MatchPaused, StaleTurn):
                pass  # the match has already stopped, or the computer has already moved
            except (OutflankError, OSError) as error:
                self.post(_refusal(error))
        self.post(EventReceived(room, event))

    def _must_wait(self, room: Room, turn: TurnStarted) -> bool:
        if room.setup.player(turn.color).is_person:
            return False
        if self.pause_after is not None:
            is_due = turn.turn > self.pause_after
            self.pause_after = None if is_due else self.pause_after
            return is_due
        return self.pauses_for_popups and bool(room.setup.variant.answers)

    # Hints

    def ask_hint(self, position: Position) -> None:
        """Let the computer analyse a position for a hint, and stop any earlier analysis."""
        self.stop_hint()
        cancel = self._cancel_hint = threading.Event()
        local_game = self.local_game

        def post(event: FaceEvent) -> None:
            if not cancel.is_set():
                self.post(event)

        def show(so_far: Analysis) -> None:
            post(HintUpdated(position, so_far, is_final=False))

        def analyse() -> None:
            try:
                post(HintUpdated(position, local_game.hint(position, show, cancel), is_final=True))
            except OutflankError as error:
                post(CommandRefused(error))

        self._hint = threading.Thread(target=analyse, name="hint", daemon=True)
        self._hint.start()

    def stop_hint(self) -> None:
        """Stop the analysis for a hint."""
        self._cancel_hint.set()


def _refusal(error: OutflankError | OSError) -> CommandRefused:
    if isinstance(error, OSError):
        return CommandRefused(say("local.game.saving.failed", reason=error.strerror or error))
    return CommandRefused(error, is_late=isinstance(error, MatchOver))
