"""The child process of a `ProcessEngine`: questions come in, analyses go out.

A message is the length of a pickled tuple (number, kind, content), then the tuple. The parent
asks `think`, `supports` and `new game` and may `cancel`; the child says `ready` once, and answers
each number with any `progress` and finally `done` or `failed`.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import struct
import threading
import traceback
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from outflank.engine.protocol import Engine, Task
from outflank.errors import EngineError, OutflankError, ProgramFault
from outflank.plain_warnings import show_warnings_plainly
from outflank.texts import Text

__all__ = ["Message", "receive", "send", "serve"]

Message: TypeAlias = tuple[int, str, Any]

_LENGTH = struct.Struct(">Q")
_NICENESS = 5


def send(stream: BinaryIO, message: Message) -> None:
    """Write one message."""
    packed = pickle.dumps(message)
    stream.write(_LENGTH.pack(len(packed)) + packed)
    stream.flush()


def receive(stream: BinaryIO) -> Message:
    """Read one message; raise EOFError if the other side is gone."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    packed = stream.read(_LENGTH.unpack(head)[0])
    message: Message = pickle.loads(packed)  # noqa: S301 - our own parent or child wrote it
    return message


def _lower_priority() -> None:
    """Lower the priority, so that searching does not slow the program that shows the board."""
    if not hasattr(os, "nice"):
        return  # on Windows the parent has set the priority
    os.nice(_NICENESS)
    # Linux may divide processor time between sessions first, and this process has its own.
    if os.getsid(0) == os.getpid():
        with contextlib.suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(_NICENESS), encoding="ascii")


def serve() -> None:
    """Answer the parent until it closes the pipe."""
    # Ctrl-C is for the parent, which then ends this process if it wants to.
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    show_warnings_plainly()
    _lower_priority()
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What an engine reads or prints must not mix with the messages.
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    _Worker(questions, answers).run()


def _made(engine: object) -> Engine:
    if isinstance(engine, Engine):
        return engine
    raise EngineError(Text("errors.engine.worker_made_no_engine", made=str(engine)[:40]))


class _Worker:
    """Thinks in its main thread while another thread listens for `cancel`."""

    def __init__(self, questions: BinaryIO, answers: BinaryIO) -> None:
        self._questions, self._answers = questions, answers
        self._waiting: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._cancels: dict[int, threading.Event] = {}
        self._speaking = threading.Lock()

    def run(self) -> None:
        try:
            _, _, factory = receive(self._questions)
            engine = _made(factory())
        except EOFError:
            return
        except Exception as problem:
            self._fail(0, problem)  # of any kind: the parent must be told
            return
        self._say(0, "ready", engine.name)
        threading.Thread(target=self._listen, daemon=True).start()
        while True:
            number, kind, content = self._waiting.get()
            try:
                self._say(number, "done", self._work(engine, number, kind, content))
            except Exception as problem:
                self._fail(number, problem)

    def _listen(self) -> None:
        while True:
            try:
                number, kind, content = receive(self._questions)
            except (EOFError, OSError):
                # The parent has closed the pipe or has died; nobody waits for a search.
                os._exit(0)
            except Exception as problem:
                self._fail(-1, problem)  # a value that cannot be unpickled here
                continue
            if kind == "cancel":
                if number in self._cancels:
                    self._cancels[number].set()
                continue
            if kind == "think":
                self._cancels[number] = threading.Event()
            self._waiting.put((number, kind, content))

    def _work(self, engine: Engine, number: int, kind: str, content: Any) -> Any:
        if kind == "supports":
            return engine.supports(content)
        if kind == "new game":
            engine.new_game()
            return None
        position, limit, candidates, seed = content
        cancel = self._cancels[number]
        try:
            return engine.think(
                Task(
                    position,
                    limit,
                    candidates,
                    engine.seed if seed is None else seed,
                    cancel,
                    lambda found: self._say(number, "progress", found),
                )
            )
        finally:
            del self._cancels[number]

    def _fail(self, number: int, problem: Exception) -> None:
        sentence = str(problem)
        kind = problem.kind if isinstance(problem, ProgramFault) else None
        if not isinstance(problem, OutflankError):
            sentence, kind = f"{type(problem).__name__}: {sentence}", "crash"
        self._say(number, "failed", (sentence, traceback.format_exc(), kind))

    def _say(self, number: int, kind: str, content: Any) -> None:
        with self._speaking:
            try:
                send(self._answers, (number, kind, content))
            except OSError:
                os._exit(0)  # the parent has died
