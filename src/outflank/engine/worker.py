"""The child process of a `ProcessEngine`: it answers one question at a time.

Both pipes carry pickled objects, one after another. The parent writes a question as bytes, or None
to cancel the current one. In it are a factory, pickled too, the name of a method, and arguments.
The child writes pairs: `made` if it first had to make the engine, any number of `progress`, and
finally `done` or `failed`.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import threading
import traceback
from dataclasses import replace
from typing import BinaryIO, TypeAlias

from outflank.engine.protocol import Analysis, Engine, Task
from outflank.errors import EngineError, OutflankError, ProgramFault
from outflank.plain_warnings import show_warnings_plainly
from outflank.priority import lower_process_priority
from outflank.texts import Text

__all__ = ["serve"]

# Questions, each with the event that cancels it.
_Waiting: TypeAlias = queue.SimpleQueue[tuple[bytes, threading.Event]]


def serve() -> None:
    """Answer questions until the parent closes the pipe or dies."""
    # Ctrl-C is for the parent, which then ends this process if it wants to.
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    show_warnings_plainly()
    lower_process_priority()
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What an engine reads or prints must not mix with the messages.
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    waiting: _Waiting = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions, waiting), daemon=True).start()
    child = _Child(answers)
    while True:
        child.answer(*waiting.get())


def _listen(questions: BinaryIO, waiting: _Waiting) -> None:
    """Queue questions and cancel them; end this process when the parent is gone."""
    cancel = threading.Event()
    with contextlib.suppress(EOFError, OSError, pickle.UnpicklingError):
        while True:
            packed = pickle.load(questions)  # noqa: S301 - our own parent wrote it
            if packed is None:
                cancel.set()
            else:
                cancel = threading.Event()
                waiting.put((packed, cancel))
    os._exit(0)  # nobody waits for the search


class _Child:
    """Keeps one engine, until a question needs another."""

    def __init__(self, answers: BinaryIO) -> None:
        self._answers = answers
        self._factory = b""
        self._engine: Engine | None = None
        self._current: threading.Event | None = None  # cancels the current question

    def answer(self, packed: bytes, cancel: threading.Event) -> None:
        """Answer a question; any exception is an answer, too."""
        try:
            factory, method, arguments = pickle.loads(packed)  # noqa: S301 - our own parent's
            engine, self._current = self._engine_of(factory), cancel
            if method == "think":
                arguments = [self._completed(arguments[0], engine, cancel)]
            kind, content = "done", getattr(engine, method)(*arguments)
        except Exception as problem:
            kind, content = "failed", _failure(problem)
        self._current = None
        try:
            self._say(kind, content)
        except Exception as problem:  # a result that cannot be pickled
            self._say("failed", _failure(problem))

    def _engine_of(self, factory: bytes) -> Engine:
        if self._engine is None or factory != self._factory:
            if self._engine is not None:
                self._engine.close()
            self._engine = None
            made: object = pickle.loads(factory)()  # noqa: S301 - our own parent wrote it
            if not isinstance(made, Engine):
                raise EngineError(Text("errors.engine.worker_made_no_engine", made=str(made)[:40]))
            self._factory, self._engine = factory, made
            self._say("made")
        return self._engine

    def _completed(self, task: Task, engine: Engine, cancel: threading.Event) -> Task:
        def report(found: Analysis) -> None:
            if self._current is cancel:  # a thread of the engine may report too late
                self._say("progress", found)

        seed = engine.seed if task.seed is None else task.seed
        return replace(task, seed=seed, cancel=cancel, on_progress=report)

    def _say(self, kind: str, content: object = None) -> None:
        packed = pickle.dumps((kind, content))
        try:
            self._answers.write(packed)  # in one piece: an engine may report from any thread
            self._answers.flush()
        except OSError:
            os._exit(0)  # the parent has died


def _failure(problem: Exception) -> tuple[str, str, str | None]:
    """Return what went wrong, the traceback, and the kind of a `ProgramFault`."""
    sentence = str(problem)
    kind = problem.kind if isinstance(problem, ProgramFault) else None
    if not isinstance(problem, OutflankError):
        sentence, kind = f"{type(problem).__name__}: {sentence}", "crash"
    return sentence, traceback.format_exc(), kind
