"""Prepares the tasks of an exercise with an engine that is opened when one first needs it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event, Lock

from outflank.analysis.review import review_engine
from outflank.engine import Engine
from outflank.errors import OutflankError
from outflank.faces.local.exercises.exercise import BoardExercise
from outflank.faces.local.words.sentences import as_sentence

__all__ = ["TaskPreparer"]


def _engine() -> Engine:
    return review_engine(own_process="if in Python")


class TaskPreparer:
    """Call it on another thread to prepare the task that is shown; close it at the end."""

    def __init__(
        self, exercise: BoardExercise, open_engine: Callable[[], Engine] = _engine
    ) -> None:
        self._exercise = exercise
        self._open_engine = open_engine
        self._engine: Engine | None = None
        self._lock = Lock()
        self._cancel = Event()
        self._is_closed = False

    def __call__(self, cancel: Event) -> Sequence[str]:
        """Prepare the task, and return sentences about tasks that were skipped meanwhile."""
        exercise = self._exercise
        if exercise.is_ready:
            return ()
        self._cancel = cancel
        with self._lock:
            if self._is_closed:
                return ()
            reported = len(exercise.skipped)
            try:
                if self._engine is None:
                    self._engine = self._open_engine()
                exercise.prepare(self._engine, cancel)
            except OutflankError as problem:
                exercise.skipped.append(as_sentence(problem))
            return exercise.skipped[reported:]

    def close(self) -> None:
        """Stop what is being prepared, and close the engine."""
        self._cancel.set()
        with self._lock:
            self._is_closed = True
            if self._engine is not None:
                self._engine.close()
