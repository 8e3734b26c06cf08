"""Other people's programs as engines, for any thread and without asyncio."""

from __future__ import annotations

import asyncio
import atexit
import concurrent.futures
import contextlib
import os
import queue
import threading
import weakref
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar, Self, TypeVar

from outflank.engine.external.external_program import PATIENCE, ExternalProgram
from outflank.engine.external.quirks import Quirks
from outflank.engine.protocol import Analysis, Engine, Task
from outflank.engine.protocols import PROTOCOLS
from outflank.errors import EngineError
from outflank.rules import Position
from outflank.texts import Text

__all__ = [
    "ProgramEngine",
    "program_engine_class",
]

# How often to check for cancellation; what the program prints is read at once.
_POLL_SECONDS = 0.02
# Seconds that a program may take to stop or to end.
_STOP_SECONDS = 3.0

_Answer = TypeVar("_Answer")


class ProgramEngine(Engine):
    """Asks a program over a protocol; `ExternalProgram` is the same for asyncio.

    The program is started when it is first needed. Its quirks say how it is told the seconds of a
    limit; they are found by the program's name or given: `quirks="edax"`, the name of a TOML file,
    or `Quirks`. It runs in `directory`, or else where its quirks say that it finds its files. It
    may exceed its limit by `patience` seconds. A program that crashes, hangs, prints nonsense,
    resigns or plays an illegal move raises a `ProgramFault`; it is ended, and the next question
    starts it again.
    """

    protocol: ClassVar[str]

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        name: str = "",
        patience: float = PATIENCE,
        seed: int | None = None,
        quirks: Quirks | str | None = None,
        options: Mapping[str, object] | None = None,
        directory: str | os.PathLike[str] | None = None,
    ) -> None:
        self.program: ExternalProgram = ExternalProgram(
            self.protocol,
            command,
            name=name,
            patience=patience,
            quirks=quirks,
            options=options,
            directory=directory,
        )
        self.name: str = self.program.name
        self.seed = seed  # unused: no protocol has a word for it
        self._lock = threading.Lock()
        _loop.programs.add(self.program)
        # Runs when this object is forgotten or the interpreter ends, and at most once.
        self._end = weakref.finalize(self, _loop.end, self.program)

    def supports(self, position: Position) -> bool:
        """Ask the program whether it plays the position's variant and size."""
        return bool(self._ask(self.program.supports(position)))

    def think(self, task: Task) -> Analysis:
        """Show the program the position and ask for its move."""
        self.program.refuse_limit(task.limit)
        with self._run(task) as run:
            for found in run.until(task):
                task.report(found)
            return run.result()

    def configure(self, options: Mapping[str, object]) -> None:
        """Set options of the program, now and whenever it is started again."""
        self._ask(self.program.configure(options))

    def ping(self) -> None:
        """Wait until the program answers."""
        self._ask(self.program.ping())

    def new_game(self) -> None:
        """Tell the program that another game begins."""
        self._ask(self.program.new_game())

    def close(self) -> None:
        """End the program; a question in another thread fails."""
        super().close()
        self._end()

    def _run(self, task: Task) -> _ProgramSearch:
        found: queue.SimpleQueue[Analysis | None] = queue.SimpleQueue()
        report = None if task.on_progress is None else found.put
        self._lock.acquire()
        try:
            search = self.program.analyse(
                task.position, task.limit, candidates=task.candidates, report=report
            )
            return _ProgramSearch(self.program, _loop.submit(search), found, self._lock)
        except BaseException:
            self._lock.release()
            raise

    def _ask(self, question: Coroutine[Any, Any, _Answer]) -> _Answer:
        with self._lock:
            if self._is_closed:
                question.close()
                raise EngineError(Text("errors.engine.closed", engine=self.name))
            return _loop.wait(question)


def program_engine_class(protocol: str) -> type[ProgramEngine] | None:
    """Return the class of the engines that ask over a protocol, None if there is no such one.

    >>> program_engine_class("gtp").__name__
    'GtpEngine'
    """
    found = PROTOCOLS.get(protocol)
    if found is None:
        return None
    module = import_module(f"outflank.engine.external.{found.name}")
    kind: type[ProgramEngine] = getattr(module, f"{found.class_prefix}Engine")
    return kind


class _ProgramSearch:
    """A search that a program has begun; it ends with the `with` block."""

    def __init__(
        self,
        program: ExternalProgram,
        search: concurrent.futures.Future[Analysis],
        found: queue.SimpleQueue[Analysis | None],
        lock: threading.Lock,
    ) -> None:
        self._program, self._search, self._found, self._lock = program, search, found, lock
        self._is_stopped = False
        search.add_done_callback(lambda _: found.put(None))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if not self._search.done() and kind is not None:
                reason = EngineError(Text("errors.engine.interrupted", engine=self._program.name))
                _loop.call(self._program.abort, reason)
            elif not self._search.done():
                self.stop()
            concurrent.futures.wait([self._search], 2 * _STOP_SECONDS)
        finally:
            self._lock.release()

    def until(self, task: Task) -> Iterator[Analysis]:
        """Return the analyses until the search has ended; stop it if the task is cancelled."""
        while True:
            try:
                found = self._found.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                if task.is_cancelled() and not self._is_stopped:
                    self.stop()
                continue
            if found is None:
                return
            yield found

    def stop(self) -> None:
        """Make the program move now, or end it if the protocol cannot say that."""
        self._is_stopped = True
        _loop.wait(self._program.stop())

    def result(self) -> Analysis:
        """Wait for the end of the search and return its last analysis, with the move to play."""
        return self._search.result()


class _BackgroundLoop:
    """The event loop, in a thread of its own, that talks with all programs of this process."""

    def __init__(self) -> None:
        self.programs: weakref.WeakSet[ExternalProgram] = weakref.WeakSet()
        # The garbage collector may end a program within a call to `submit`.
        self._starting = threading.RLock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def submit(self, question: Coroutine[Any, Any, _Answer]) -> concurrent.futures.Future[_Answer]:
        with self._starting:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(
                    target=self._loop.run_forever, name="outflank programs", daemon=True
                )
                self._thread.start()
                atexit.register(self._close)
            return asyncio.run_coroutine_threadsafe(question, self._loop)

    def call(self, action: Callable[..., object], *arguments: object) -> None:
        """Call a function in the thread of the loop."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(action, *arguments)

    def wait(self, question: Coroutine[Any, Any, _Answer]) -> _Answer:
        """Wait for an answer; cancel the question if the wait is interrupted."""
        future = self.submit(question)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def end(self, program: ExternalProgram) -> None:
        """End a program; this may be called from any thread at any time."""
        if self._loop is None:
            return
        if self._loop.is_closed() or threading.current_thread() is self._thread:
            program.kill()
            return
        with contextlib.suppress(concurrent.futures.TimeoutError):
            self.submit(program.close()).result(_STOP_SECONDS)

    def _close(self) -> None:
        assert self._loop is not None
        assert self._thread is not None
        for program in list(self.programs):
            self.end(program)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_STOP_SECONDS)
        if not self._thread.is_alive():
            self._loop.close()


_loop = _BackgroundLoop()
