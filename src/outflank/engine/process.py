"""An engine in a process of its own, so that a search does not slow its caller down."""

from __future__ import annotations

import contextlib
import itertools
import pickle
import queue
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any, BinaryIO, NoReturn

from outflank.engine.limits import UNLIMITED
from outflank.engine.protocol import Analysis, Engine, Task
from outflank.engine.worker import Message, receive, send
from outflank.errors import EngineError, ProgramFault
from outflank.rules import Position
from outflank.texts import Text

__all__ = ["EngineProcess", "ProcessEngine", "why_not_pickled"]

# How often to check for cancellation; messages from the child are read at once.
_POLL_SECONDS = 0.01
# How long a child that was told to stop or to end may take before it is killed.
_PATIENCE = 1.0
# How long a child may take to start if its time is limited.
_START_SECONDS = 60.0
# What a child that is started ahead does first, so that its first move is quick.
_PREPARE = (
    "from outflank.engine.registry import level; from outflank.rules import Classic; "
    "level(1).choose(Classic().start()); "
)


class ProcessEngine(Engine):
    """Runs the engine that `factory` makes in a child process, which ends when this one does.

    The factory is pickled, so it must be importable, as `functools.partial(level, 7)` is. The
    child starts at once and imports nothing but Outflank and what the factory needs. If it
    dies, the current analysis fails with one sentence and the next one starts a new child.
    One analysis runs at a time; other callers wait their turn. A child that exceeds its limit by
    `overtime` seconds is ended, too. A `process` that was started ahead becomes the child.

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
        process: EngineProcess | None = None,
    ) -> None:
        self.name = name
        self._patience = patience
        self._overtime = overtime
        if (problem := why_not_pickled(factory)) is not None:
            raise EngineError(
                Text("errors.engine.no_process_of_its_own", engine=name, problem=problem)
            )
        self._factory = factory
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._start(process or EngineProcess())

    @property
    def process_id(self) -> int:
        """The process id of the child."""
        return self._child.process.pid

    def supports(self, position: Position) -> bool:
        """Ask the engine whether it plays the position's variant and size."""
        return bool(self._ask("supports", position, None))

    def think(self, task: Task) -> Analysis:
        """Let the child search; progress is reported in this thread."""
        content = task.position, task.limit, task.candidates, task.seed
        found: Analysis = self._ask("think", content, task)
        return found

    def new_game(self) -> None:
        """Let the child forget earlier games."""
        self._ask("new game", None, None)

    def close(self) -> None:
        """End the child at once; an analysis in another thread fails."""
        super().close()
        self._end_child()

    def _start(self, process: EngineProcess) -> None:
        self._child = process
        self._child.begin(self._factory)
        # Runs when this object is forgotten or the interpreter ends, and at most once.
        self._end_child = weakref.finalize(self, self._child.end)

    def _ask(self, kind: str, content: object, task: Task | None) -> Any:
        with self._lock:
            if self._is_closed:
                raise EngineError(Text("errors.engine.closed", engine=self.name))
            if not self._child.is_alive():
                self._end_child()
                self._start(EngineProcess())
            number = next(self._numbers)
            try:
                # A child that has died may have sent the reason, so its messages are read anyway.
                with contextlib.suppress(OSError):
                    self._child.send((number, kind, content))
                return self._wait(number, task)
            except (EOFError, OSError):
                self._raise_for_exit()
            except EngineError:
                raise
            except BaseException:
                # Ctrl-C, or an exception in the caller's `on_progress`: nobody waits for what the
                # child is searching.
                self._end_child()
                raise

    def _wait(self, number: int, task: Task | None) -> Any:
        """Wait for the answer to a question, report progress and pass a cancellation on."""
        best: Analysis | None = None
        give_up: float | None = None
        allowed = self._allowed(task)
        began = time.monotonic()
        while True:
            message = self._child.next_message(_POLL_SECONDS)
            self._watch_time(time.monotonic() - began, allowed)
            if message is None:
                if give_up is None:
                    if task is not None and task.is_cancelled():
                        self._child.send((number, "cancel", None))
                        give_up = time.monotonic() + self._patience
                elif time.monotonic() > give_up:
                    self._end_child()
                    if best is None:
                        raise EngineError(Text("errors.engine.did_not_stop", engine=self.name))
                    return best
                continue
            answered, kind, content = message
            if kind == "failed":
                self._fail(answered, content)
            elif kind == "ready":
                self._child.is_ready = True
                began = time.monotonic()
            elif answered != number:
                continue  # the answer to an earlier question, which was given up
            elif kind == "progress":
                best = content
                if task is not None:
                    task.report(content)
            else:
                return content

    def _allowed(self, task: Task | None) -> float | None:
        """Return the seconds after which the child is ended, None for no limit."""
        limit = UNLIMITED if task is None else task.limit
        is_timed = limit.seconds is not None or (limit.nodes is None and limit.depth is None)
        return self._overtime + (limit.seconds or 0.0) if self._overtime and is_timed else None

    def _watch_time(self, spent: float, allowed: float | None) -> None:
        """End a child that takes too long; the start of Python has a time of its own."""
        start = 0.0 if self._child.is_ready else _START_SECONDS
        if allowed is not None and spent > allowed + start:
            self._end_child()
            raise ProgramFault(
                "late",
                Text("errors.engine.too_slow", engine=self.name, seconds=f"{allowed:g}"),
            )

    def _fail(self, answered: int, content: tuple[str, str, str | None]) -> NoReturn:
        if answered == 0:
            self._end_child()  # the engine could not be created
        sentence, details, kind = content
        sentence = f"{self.name} failed: {sentence}"
        problem = EngineError(sentence) if kind is None else ProgramFault(kind, sentence)
        problem.add_note(details)
        raise problem

    def _raise_for_exit(self) -> NoReturn:
        if self._is_closed:
            raise EngineError(
                Text("errors.engine.closed_while_thinking", engine=self.name)
            ) from None
        self._end_child()
        status = self._child.process.returncode
        raise ProgramFault(
            "crash",
            Text("errors.engine.process_ended", engine=self.name, status=status),
        ) from None


class EngineProcess:
    """A Python process for one engine, and the thread that reads its messages.

    It may be started `ahead`, before it is known which engine is wanted.

    >>> from outflank.engine.simple import GreedyEngine
    >>> spare = EngineProcess(ahead=True)
    >>> with ProcessEngine(GreedyEngine, process=spare) as engine:
    ...     print(engine.process_id == spare.process.pid)
    True
    """

    def __init__(self, *, ahead: bool = False) -> None:
        if not sys.executable:
            raise EngineError(Text("errors.engine.no_python"))
        # Unlike multiprocessing this does not import the main program again, so it works from
        # scripts, consoles and notebooks alike.
        program = (
            f"import sys; sys.path[:] = {[str(entry) for entry in sys.path]!r}; "
            f"{_PREPARE if ahead else ''}from outflank.engine.worker import serve; serve()"
        )
        try:
            self.process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-c", program],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                **_without_ctrl_c(),
            )
        except OSError as error:  # no right, no memory, too many processes
            raise EngineError(
                Text("errors.engine.no_process", reason=error.strerror or error)
            ) from None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.is_ready = False  # until it says so
        self._questions: BinaryIO = self.process.stdin  # type: ignore[assignment]
        self._answers: BinaryIO = self.process.stdout  # type: ignore[assignment]
        self._heard: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._listener = threading.Thread(
            target=_listen, args=(self._answers, self._heard), daemon=True
        )
        try:
            self._listener.start()
        except RuntimeError:
            self.process.kill()
            with self.process:  # closes the pipes and waits for it
                pass
            raise EngineError(Text("errors.engine.no_thread")) from None

    def begin(self, factory: Callable[[], Engine]) -> None:
        """Send the process the factory of its engine."""
        with contextlib.suppress(OSError):  # if it has died already, the first question fails
            self.send((0, "factory", factory))

    def is_alive(self) -> bool:
        """Return whether the process runs."""
        return self.process.poll() is None

    def send(self, message: Message) -> None:
        """Send the process a message."""
        try:
            send(self._questions, message)
        except ValueError:
            if self._questions.closed:  # by another thread that closes the engine
                raise BrokenPipeError("the engine was closed") from None
            raise

    def next_message(self, seconds: float) -> Message | None:
        """Return the next message of the child, or None if none arrives within `seconds`."""
        try:
            message = self._heard.get(timeout=seconds)
        except queue.Empty:
            return None
        if message is None:
            raise EOFError
        return message

    def end(self) -> None:
        """Close the pipe, which ends the child at once, and wait for it.

        A process that is still starting would notice it only a second later, so it is killed.
        """
        if not self.is_ready:
            self.process.kill()
        with contextlib.suppress(OSError):
            self._questions.close()
        try:
            self.process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        # The garbage collector can end an engine in any thread, the listener's own included.
        if threading.current_thread() is not self._listener:
            self._listener.join()
            self._answers.close()


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
        return "it is defined in the main program; put it into a module of its own"
    return None


def _listen(answers: BinaryIO, heard: queue.SimpleQueue[Message | None]) -> None:
    try:
        while True:
            heard.put(receive(answers))
    except (EOFError, OSError, pickle.UnpicklingError):
        heard.put(None)


def _without_ctrl_c() -> dict[str, Any]:
    """Return the options that keep the terminal's Ctrl-C from the child; it is for the parent."""
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        return {"creationflags": flags | subprocess.BELOW_NORMAL_PRIORITY_CLASS}
    return {"start_new_session": True}
