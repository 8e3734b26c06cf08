"""An engine in a process of its own, so that a search does not slow its caller down."""

from __future__ import annotations

import contextlib
import math
import pickle
import queue
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from outflank.engine.protocol import Analysis, Engine, Task
from outflank.errors import EngineError, ProgramFault
from outflank.native.limits import UNLIMITED
from outflank.rules import Position
from outflank.texts import Text, say

__all__ = ["ProcessEngine", "why_not_pickled"]

# How often to check for cancellation; messages from the child are read at once.
_POLL_SECONDS = 0.01
# How long a child that was told to stop may take before it is killed.
_PATIENCE = 1.0
# How long a child may take to make its engine if its time is limited.
_START_SECONDS = 60.0

# What a child says: a word, and what belongs to it.
_Messages: TypeAlias = queue.SimpleQueue[tuple[str, Any]]


class ProcessEngine(Engine):
    """Runs the engine that `factory` makes in a child process, which ends when this one does.

    The factory is pickled, so it must be importable, as `functools.partial(open_engine, 7)` is. The
    child starts at once and imports nothing but Outflank and what the factory needs. If it
    dies, the current analysis fails with one sentence and the next one starts a new child.
    One analysis runs at a time; other callers wait their turn. A child that exceeds its limit by
    `overtime` seconds is ended, too.

    >>> from outflank.engine.simple import GreedyEngine
    >>> from outflank.rules import Classic
    >>> with ProcessEngine(GreedyEngine, name="greedy") as engine:
    ...     print(engine.analyse(Classic().start()).score)
    +3 (1)
    """

    can_close_any_time = True

    def __init__(
        self,
        factory: Callable[[], Engine],
        *,
        name: str = "the engine",
        patience: float = _PATIENCE,
        overtime: float | None = None,
    ) -> None:
        self._patience = patience
        self._overtime = overtime
        self.become(factory, name)
        self._lock = threading.Lock()  # held for a question and its answer
        self._start()

    def become(self, factory: Callable[[], Engine], name: str) -> None:
        """Let the child make another engine at the next question, in place of its present one."""
        if (problem := why_not_pickled(factory)) is not None:
            raise EngineError(
                Text("errors.engine.no_process_of_its_own", engine=name, problem=problem)
            )
        self.name = name
        self._factory = pickle.dumps(factory)

    @property
    def process_id(self) -> int:
        """The process id of the child."""
        return self._child.pid

    def supports(self, position: Position) -> bool:
        """Ask the engine whether it plays the position's variant and size."""
        return bool(self._ask("supports", position))

    def think(self, task: Task) -> Analysis:
        """Let the child search; progress is reported in this thread."""
        question = replace(task, cancel=None, on_progress=None)
        found: Analysis = self._ask("think", question, task=task)
        return found

    def new_game(self) -> None:
        """Let the child forget earlier games."""
        self._ask("new_game")

    def close(self) -> None:
        """End the child at once; an analysis in another thread fails."""
        super().close()
        self._end_child()

    # The child

    def _start(self) -> None:
        self._child = child = _new_child()
        self._made = b""  # the factory of the child's engine
        self._heard: _Messages = queue.SimpleQueue()
        listener = threading.Thread(target=_listen, args=(child, self._heard), daemon=True)
        # Runs when this object is forgotten or the interpreter ends, and at most once.
        self._end_child = weakref.finalize(self, _end, child, listener)
        try:
            listener.start()
        except RuntimeError:
            self._end_child()
            raise EngineError(Text("errors.engine.no_thread")) from None

    def _send(self, message: bytes | None) -> None:
        """Send a question, or None to cancel the current one."""
        assert self._child.stdin is not None
        # A child that has died may have sent the reason, so its messages are read anyway.
        with contextlib.suppress(OSError, ValueError):  # ValueError: the pipe has been closed
            pickle.dump(message, self._child.stdin)
            self._child.stdin.flush()

    def _ask(self, method: str, *arguments: object, task: Task | None = None) -> Any:
        """Have the child call a method, and return what it returns."""
        with self._lock:
            if not self._is_closed and self._child.poll() is not None:
                self._end_child()
                self._start()
            if self._is_closed:  # perhaps while a child was started
                self._end_child()
                raise EngineError(Text("errors.engine.closed", engine=self.name))
            self._send(pickle.dumps((self._factory, method, arguments)))
            try:
                kind, content = self._answer(task)
            except BaseException:
                # The child is late or dead, or Ctrl-C or an exception in `on_progress` has
                # interrupted the caller; nobody waits for what the child is searching.
                self._end_child()
                raise
        if kind == "done":
            return content
        sentence, details, fault = content
        sentence = Text("errors.engine.engine_failed", engine=self.name, error=sentence)
        problem = EngineError(sentence) if fault is None else ProgramFault(fault, sentence)
        problem.add_note(details)
        raise problem

    def _answer(self, task: Task | None) -> tuple[str, Any]:
        """Wait for the answer, report progress, and pass a cancellation on."""
        best: Analysis | None = None
        is_told = False  # to stop
        allowed = self._allowed(task)
        ends = time.monotonic() + allowed + (0 if self._made == self._factory else _START_SECONDS)
        while True:
            try:
                kind, content = self._heard.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                kind, content = "", None
            if kind in ("done", "failed"):
                return kind, content
            if kind == "gone":
                raise self._exit_problem()
            if kind == "made":
                self._made = self._factory
                ends = ends if is_told else time.monotonic() + allowed
            if kind == "progress" and task is not None:
                best = content
                task.report(content)
            if task is not None and task.is_cancelled() and not is_told:
                is_told, ends = True, time.monotonic() + self._patience
                self._send(None)
            if time.monotonic() > ends:
                if best is None or not is_told:
                    raise self._lateness(allowed, is_told=is_told)
                self._end_child()
                return "done", best

    def _allowed(self, task: Task | None) -> float:
        """Return the seconds after which the child is ended."""
        limit = UNLIMITED if task is None else task.limit
        is_timed = limit.seconds is not None or (limit.nodes is None and limit.depth is None)
        return self._overtime + (limit.seconds or 0.0) if self._overtime and is_timed else math.inf

    def _lateness(self, allowed: float, *, is_told: bool) -> EngineError:
        if is_told:
            return EngineError(Text("errors.engine.did_not_stop", engine=self.name))
        too_slow = Text("errors.engine.too_slow", engine=self.name, seconds=f"{allowed:g}")
        return ProgramFault("late", too_slow)

    def _exit_problem(self) -> EngineError:
        if self._is_closed:
            return EngineError(Text("errors.engine.closed_while_thinking", engine=self.name))
        with contextlib.suppress(subprocess.TimeoutExpired):  # it may only have closed its pipe
            self._child.wait(_PATIENCE)
        self._end_child()
        status = self._child.returncode
        ended = Text("errors.engine.process_ended", engine=self.name, status=status)
        return ProgramFault("crash", ended)


def why_not_pickled(engine: object) -> str | None:
    """Return why an engine or its factory cannot be sent to another process, None if it can.

    >>> from outflank.engine.simple import GreedyEngine
    >>> why_not_pickled(GreedyEngine) is None, why_not_pickled(lambda: GreedyEngine()) is None
    (True, False)
    """
    try:
        packed = pickle.dumps(engine)
    except Exception as problem:  # its own pickling can raise anything
        return str(problem)
    # The child has another main program, so nothing of this one is found there.
    if b"__main__" in packed:
        return say("errors.engine.in_main_program")
    return None


def _new_child() -> subprocess.Popen[bytes]:
    if not sys.executable:
        raise EngineError(Text("errors.engine.no_python"))
    # Unlike multiprocessing this does not import the main program again, so it works from
    # scripts, consoles and notebooks alike.
    program = (
        f"import sys; sys.path[:] = {[str(entry) for entry in sys.path]!r}; "
        "from outflank.engine.worker import serve; serve()"
    )
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-c", program], stdin=pipe, stdout=pipe, **_without_ctrl_c()
        )
    except OSError as error:  # no right, no memory, too many processes
        reason = error.strerror or error
        raise EngineError(Text("errors.engine.no_process", reason=reason)) from None


def _without_ctrl_c() -> dict[str, Any]:
    """Return the options that keep the terminal's Ctrl-C from the child; it is for the parent."""
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        return {"creationflags": flags | subprocess.BELOW_NORMAL_PRIORITY_CLASS}
    return {"start_new_session": True}


def _listen(child: subprocess.Popen[bytes], heard: _Messages) -> None:
    assert child.stdout is not None
    with child.stdout as answers, contextlib.suppress(Exception):
        while True:  # to the end of the pipe, or to an answer that cannot be unpickled here
            heard.put(pickle.load(answers))  # noqa: S301 - our own child wrote it
    heard.put(("gone", None))


def _end(child: subprocess.Popen[bytes], listener: threading.Thread) -> None:
    child.kill()
    child.wait()
    assert child.stdin is not None
    with contextlib.suppress(OSError):  # it writes what the child has not read
        child.stdin.close()
    # The garbage collector can run this in any thread, the listener's own included.
    if listener.is_alive() and threading.current_thread() is not listener:
        listener.join(_PATIENCE)
