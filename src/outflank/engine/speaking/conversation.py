"""The base class of conversations: lines are read while the engine thinks, and it always ends."""

from __future__ import annotations

import contextlib
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Container
from threading import Event
from typing import Final

from outflank.engine.speaking.answering import AnsweringEngine
from outflank.engine.speaking.lines import LONGEST_LINE, Heard, LineReader, LineWriter
from outflank.errors import OutflankError
from outflank.texts import catalogue

__all__ = ["PATIENCE", "Conversation", "Work"]

Work = Callable[[Event], None]  # it ends when it is done or when the event is set

# Seconds that a search may go on after the input has ended.
PATIENCE: Final = 1.0
_MOST_DEFERRED: Final = 10_000  # lines


class _Job:
    """Work in a thread of its own."""

    def __init__(
        self, work: Work, then: Callable[[], None], *, yields: bool, is_endless: bool
    ) -> None:
        self.yields, self.is_endless = yields, is_endless
        self._work, self._then = work, then
        self._cancel, self._done = Event(), Event()
        threading.Thread(target=self._run, name="search", daemon=True).start()

    def _run(self) -> None:
        try:
            self._work(self._cancel)
        finally:
            self._done.set()
            self._then()

    def is_done(self) -> bool:
        return self._done.is_set()

    def wait(self, seconds: float | None = None) -> bool:
        return self._done.wait(seconds)

    def cancel(self) -> None:
        self._cancel.set()

    def stop(self) -> None:
        self._cancel.set()
        self._done.wait()


class Conversation(ABC):
    """A conversation with one program, from its first line to `quit` or the end of input.

    A subclass says what to do with a line (`hear`), which lines are heard while the engine thinks
    (`is_urgent`) and how to report an error (`complain`). Other lines wait until the engine is
    done, or end a search that yields to them.
    """

    def __init__(self, engine: AnsweringEngine, lines: LineReader, output: LineWriter) -> None:
        self.engine = engine
        self.output = output
        self._lines = lines
        self._deferred: deque[Heard] = deque()
        self._job: _Job | None = None
        self._has_ended = False  # the input
        self._has_quit = False

    # For each protocol to define

    @abstractmethod
    def hear(self, line: str) -> None:
        """Carry out a line; an OutflankError becomes a complaint."""

    @abstractmethod
    def is_urgent(self, line: str) -> bool:
        """Return whether to hear a line while the engine thinks."""

    @abstractmethod
    def complain(self, problem: str) -> None:
        """Send an error message in the way of the protocol."""

    # For each protocol to use

    def say(self, *lines: str) -> None:
        """Send lines."""
        self.output.say(*lines)

    def think(self, work: Work, *, yields: bool = False, is_endless: bool = False) -> None:
        """Run work in the background until it is done or stopped.

        The next line that is not urgent stops work that `yields`; endless work always yields.
        """
        self.stop_thinking()

        def guarded(cancel: Event) -> None:
            try:
                work(cancel)
            except OSError:
                pass  # nobody reads the answers; the next line will show it
            except OutflankError as problem:
                self._complain(str(problem))

        yields = yields or is_endless
        self._job = _Job(guarded, self._lines.wake, yields=yields, is_endless=is_endless)

    def is_thinking(self) -> bool:
        """Return whether the engine is thinking."""
        return self._job is not None and not self._job.is_done()

    def has_deferred(self) -> bool:
        """Return whether lines are waiting until the engine is done."""
        return bool(self._deferred)

    def interrupt(self) -> None:
        """Tell the engine to answer with what it has found, without waiting for it."""
        if self._job is not None:
            self._job.cancel()

    def stop_thinking(self, *, forget_deferred: bool = False) -> None:
        """Stop the current work and wait until it has answered."""
        if forget_deferred:
            self._deferred.clear()
        if self._job is not None:
            self._job.stop()
            self._job = None

    def catch_up(self, *, without: Container[str]) -> None:
        """Stop thinking and hear the lines that waited, except those that begin with some words."""
        self.stop_thinking()
        while self._deferred:
            line = self._deferred.popleft()
            if line.text.partition(" ")[0] not in without:
                self._take(line)

    def quit(self) -> None:
        """End the conversation."""
        self._has_quit = True

    # The conversation

    def run(self, first: Heard) -> None:
        """Answer one line after the other, beginning with one that has been read already."""
        try:
            self._take(first)
            while not self._has_quit and (line := self._next()) is not None:
                self._take(line)
        finally:
            self.stop_thinking()

    def _next(self) -> Heard | None:
        """Return the next line to hear, or None if there will be no more."""
        while True:
            if self._deferred and (self._job is None or self._job.is_done() or self._job.yields):
                return self._deferred.popleft()
            if self._has_ended:
                if self._job is None or self._job.is_done():
                    return None
                with contextlib.suppress(OutflankError):  # the search reports it
                    self.engine.prepare()  # its time does not count for the search
                if not self._job.wait(0 if self._job.is_endless else PATIENCE):
                    self.stop_thinking()
                continue
            if len(self._deferred) >= _MOST_DEFERRED:
                assert self._job is not None
                self._job.wait()
                continue
            heard = self._lines.next()
            self._has_ended = heard.is_end
            if heard.is_line and self._deferred and not self._is_urgent(heard):
                self._deferred.append(heard)  # earlier lines are heard first
            elif heard.is_line:
                return heard

    def _take(self, line: Heard) -> None:
        if self.is_thinking() and not self._is_urgent(line):
            assert self._job is not None
            if not self._job.yields:
                self._deferred.append(line)
                return
            self.stop_thinking()
        if line.is_cut:
            self.complain(f"a line of more than {LONGEST_LINE:,} bytes cannot be read")
            return
        try:
            self.hear(line.text)
        except OutflankError as problem:
            self.complain(problem.render(catalogue("en")))  # programs read it

    def _is_urgent(self, line: Heard) -> bool:
        return not line.is_cut and self.is_urgent(line.text)

    def _complain(self, problem: str) -> None:
        with contextlib.suppress(OSError):
            self.complain(problem)
