"""An exercise that remembers what the learner does: the first move at each task is an attempt."""

from __future__ import annotations

from outflank.faces.local.exercises.exercise import BoardExercise
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.learning import Attempt, Entry, new_id
from outflank.rules import Square

__all__ = ["RememberedExercise"]

_LONGEST = 24 * 3600 * 1000  # milliseconds that an attempt may last, as in the log


class RememberedExercise(BoardExercise):
    """Writes an attempt into the log as soon as the learner has tried a move.

    Only the first legal move at a presentation of a task counts, or that the learner asked for the
    solution; hints count up to there. The time runs from when moves can be judged. Without a
    `learner`, nothing is remembered.
    """

    def __init__(self, learner: LocalLearner | None) -> None:
        self.learner = learner
        self._begun = 0  # when the task was shown, in milliseconds
        self._hints = 0
        self._is_noted = False  # whether this presentation is in the log
        self._complaint = ""  # why the log could not be written, which is said once
        self._problem = ""  # the same, until it is said
        super().__init__()

    @property
    def subject(self) -> str:
        """The subject of attempts at the task; "" if it is not remembered."""
        return ""

    @property
    def occasion(self) -> str:
        """The occasion of attempts."""
        return ""

    def _show_task(self) -> None:
        super()._show_task()
        self._hints, self._is_noted = 0, False
        self._begin()

    def _begin(self) -> None:
        """Let the time of the attempt begin now."""
        if self.learner is not None:
            self._begun = self.learner.now

    def _note(self, square: Square | None, *, is_right: bool, loss: float | None) -> str:
        """Remember the first move at the task; return a sentence if it could not be saved."""
        if self.learner is None or self._is_noted or not self.subject:
            return ""
        self._is_noted = True
        now = self.learner.now
        attempt = Attempt(
            id=new_id(),
            at=now,
            subject=self.subject,
            move="" if square is None else str(square),
            is_right=is_right,
            loss=loss,
            milliseconds=min(max(now - self._begun, 0), _LONGEST),
            hints=self._hints,
            occasion=self.occasion,
        )
        return self._record(attempt, *self._entries_beside(attempt))

    def _entries_beside(self, attempt: Attempt) -> list[Entry]:  # noqa: ARG002
        """Return what else the log needs after an attempt."""
        return []

    def _record(self, *entries: Entry) -> str:
        assert self.learner is not None
        problem = self.learner.record(*entries)
        said, self._complaint = "" if problem == self._complaint else problem, problem
        return said
