"""Watching computers in the line mode: Ctrl-C pauses them; then they go on or make one move."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator

from outflank.errors import MatchOver, MatchPaused, StaleTurn
from outflank.play.events import Event, TurnStarted
from outflank.play.room import Room

__all__ = ["WatchControls"]

_NOT_NOW = (MatchOver, MatchPaused, StaleTurn)  # the match has stopped already


class WatchControls:
    """Pauses a match of computers, and continues it to its end or by one move."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._turn = 0  # the last that has started
        self._stop_after: int | None = None
        self.is_stopped = False

    def notice(self, event: Event) -> None:
        """Pause where a step ends; called before the event is passed on."""
        if not isinstance(event, TurnStarted):
            return
        self._turn = event.turn
        if self._stop_after is not None and event.turn > self._stop_after:
            self.stop()

    def stop(self) -> None:
        """Pause the match."""
        self._stop_after = None
        with contextlib.suppress(*_NOT_NOW):
            self.is_stopped = True
            self._room.pause()

    def go_on(self, *, steps: bool) -> None:
        """Continue the match, to its end or by one move."""
        self._stop_after = self._turn if steps else None
        self.is_stopped = False
        self._room.resume()

    @contextlib.contextmanager
    def listening_to_ctrl_c(self, wanted: bool) -> Iterator[None]:  # noqa: FBT001
        """Let Ctrl-C pause the match if only computers play; once paused, Ctrl-C leaves."""
        if not wanted or threading.current_thread() is not threading.main_thread():
            yield
            return

        def interrupted(*_: object) -> None:
            if self.is_stopped:
                raise KeyboardInterrupt
            # Not in the handler: the interrupted code may hold the room's lock.
            threading.Thread(target=self.stop, daemon=True).start()

        before = signal.signal(signal.SIGINT, interrupted)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
