"""The input of the line mode: lines with a timeout, and Ctrl-C while two computers play."""

from __future__ import annotations

import contextlib
import queue
import signal
import threading
from collections.abc import Iterator
from typing import Any, TextIO

from outflank.errors import MatchOver, MatchPaused, StaleTurn
from outflank.play.events import Event, TurnStarted
from outflank.play.room import Room

__all__ = ["LineInput", "WatchControls"]

_WAIT = 0.1  # seconds; waiting in steps lets Ctrl-C work on every system


class LineInput:
    r"""Reads the lines of an input on a thread, each only when it is asked for.

    It works with pipes, consoles and terminals, also on systems without `select`. A line that
    arrives after a timeout is returned by the next call.

    >>> import io
    >>> lines = LineInput(io.StringIO("f5\nd6"))
    >>> [lines.readline() for _ in range(3)]
    ['f5\n', 'd6', '']
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        # A thread that waits while it holds the buffer's lock would keep the program from ending.
        self._raw: Any = getattr(getattr(stream, "buffer", None), "raw", None)
        self._rest = b""
        self._asked: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._read: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._is_asked = False
        self._unread: str | None = None
        self._reader: threading.Thread | None = None

    def isatty(self) -> bool:
        """Return whether a person types the lines."""
        return self._stream.isatty()

    def readline(self) -> str:
        """Wait for the next line; an empty string is the end of the input."""
        while (line := self.wait(_WAIT)) is None:
            pass
        return line

    def wait(self, seconds: float) -> str | None:
        """Wait at most `seconds` for the next line; None if it has not come yet."""
        if self._unread is not None:
            line, self._unread = self._unread, None
            return line
        if self._reader is None:
            self._reader = threading.Thread(target=self._work, name="input", daemon=True)
            self._reader.start()
        if not self._is_asked:
            self._is_asked = True
            self._asked.put(None)
        with contextlib.suppress(queue.Empty):
            line = self._read.get(timeout=seconds)
            self._is_asked = False
            return line
        return None

    @property
    def is_unread(self) -> bool:
        """Whether a line was put back."""
        return self._unread is not None

    def unread(self, line: str) -> None:
        """Put a line back, so that the next call returns it again."""
        self._unread = line

    def _work(self) -> None:
        while True:
            self._asked.get()
            line = ""
            with contextlib.suppress(OSError, ValueError):  # the terminal was closed
                line = self._next() if self._raw is not None else self._stream.readline()
            self._read.put(line)

    def _next(self) -> str:
        while b"\n" not in self._rest and (found := self._raw.read(4096)):
            self._rest += found
        line, end, self._rest = self._rest.partition(b"\n")
        encoding = self._stream.encoding or "utf-8"
        return (line + end).decode(encoding, errors="replace").replace("\r\n", "\n")


_NOT_NOW = (MatchOver, MatchPaused, StaleTurn)  # the match has already stopped


class WatchControls:
    """Pauses a match between computers, and continues it to its end or by one move."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._turn = 0  # the number of the latest turn
        self._stop_after: int | None = None
        self.is_stopped: bool = False

    def notice(self, event: Event) -> None:
        """Pause at the end of a step; called before the event is passed on."""
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
            # On a thread, because the interrupted code may hold the room's lock.
            threading.Thread(target=self.stop, daemon=True).start()

        before = signal.signal(signal.SIGINT, interrupted)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
