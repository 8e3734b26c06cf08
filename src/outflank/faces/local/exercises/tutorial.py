"""The tutorial: the steps of the lessons on the board, to read and to try."""

from __future__ import annotations

import time

from outflank.errors import OutflankError
from outflank.faces.local.exercises.exercise import BoardExercise
from outflank.faces.local.settings import Appearance
from outflank.learning import (
    Attempt,
    LearningLog,
    Lesson,
    LessonStep,
    course_of,
    find_lesson,
    finished_steps,
    new_id,
)
from outflank.rules import Position, Square
from outflank.texts import say

__all__ = ["Tutorial"]


class Tutorial(BoardExercise):
    """The lessons of a variant one after another, or a single lesson.

    With a `log` the steps that are done are remembered, and the tutorial begins at the first one
    that is not.

    >>> tutorial = Tutorial()
    >>> tutorial.heading
    'First lesson, 1 of 6: Place a disc'
    >>> tutorial.play(Square.parse("a1"))
    >>> tutorial.said
    'A disc on a1 would outflank nothing. Choose one of the marked squares.'
    >>> tutorial.play(Square.parse("f5"))
    >>> tutorial.said
    'Well done! The white disc between your two flipped to black.'
    """

    def __init__(
        self, variant: str = "classic", *, lesson: str | None = None, log: LearningLog | None = None
    ) -> None:
        lessons = course_of(variant).lessons if lesson is None else (find_lesson(lesson),)
        self._tasks: list[tuple[Lesson, int]] = [
            (each, number) for each in lessons for number in range(len(each.steps))
        ]
        self.variant: str = self.step_of(1).position.variant.name
        self.skin: str = Appearance().skin_for(self.variant)  # the lessons use its names of discs
        self._log = log
        self._helped = 0  # wrong tries, and the solution if it was shown
        self._began = time.monotonic()
        super().__init__()
        self.number = self._first_open()
        self._show_task()

    def step_of(self, number: int) -> LessonStep:
        """Return the step with a number."""
        lesson, index = self._tasks[number - 1]
        return lesson.steps[index]

    @property
    def lesson(self) -> Lesson:
        """The lesson that is shown."""
        return self._tasks[self.number - 1][0]

    @property
    def step(self) -> LessonStep:
        """The step that is shown."""
        return self.step_of(self.number)

    @property
    def steps(self) -> tuple[LessonStep, ...]:
        """All steps."""
        return tuple(map(self.step_of, range(1, self.total + 1)))

    @property
    def step_number(self) -> int:
        """The number of the step in its lesson."""
        return self._tasks[self.number - 1][1] + 1

    @property
    def total(self) -> int:
        """How many steps there are in all lessons."""
        return len(self._tasks)

    @property
    def heading(self) -> str:
        """The lesson, and the number and the title of the step."""
        return say(
            "local.tutorial.heading",
            lesson=self.lesson.title,
            number=self.step_number,
            total=len(self.lesson.steps),
            title=self.step.title,
        )

    @property
    def text(self) -> str:
        """The text of the step."""
        return self.step.text

    @property
    def start(self) -> Position:
        """The position of the step."""
        return self.step.position

    @property
    def awaits_move(self) -> bool:
        """Whether the step asks for a move that has not been made yet."""
        return bool(self.step.wanted) and super().awaits_move

    def play(self, square: Square) -> None:
        """Try a move, and remember the step once its move is found."""
        was_awaited = self.awaits_move
        super().play(square)
        if was_awaited and self.is_right:
            self._remember(str(square))
        elif was_awaited:
            self._helped += 1

    def show_solution(self) -> None:
        """Play a right move and explain it; the step counts as done."""
        if self.awaits_move:
            super().show_solution()
            self._helped += 1
            self._remember("")

    def go_on(self) -> None:
        """Show the next step; one that was only to be read is done now."""
        if not self.step.wanted:
            self._remember("")
        super().go_on()

    def _show_task(self) -> None:
        super()._show_task()
        self._helped, self._began = 0, time.monotonic()

    def _first_open(self) -> int:
        """Return the number of the first step that is not done; the first one if all are."""
        done = finished_steps(() if self._log is None else self._log.entries)
        numbers = range(1, self.total + 1)
        return next((each for each in numbers if self.step_of(each).subject not in done), 1)

    def _remember(self, move: str) -> None:
        """Note in the log that the step is done; say so if that is impossible."""
        if self._log is None:
            return
        attempt = Attempt(
            id=new_id(),
            at=round(time.time() * 1000),
            subject=self.step.subject,
            move=move,
            is_right=True,
            milliseconds=round((time.monotonic() - self._began) * 1000),
            hints=self._helped,
        )
        try:
            self._log.add([attempt])
        except OutflankError as problem:
            self.said = f"{self.said} {say('local.tutorial.not_saved', problem=problem)}".strip()

    def _judge(self, square: Square) -> tuple[str, bool]:
        if self.step.is_right(square):
            return "", True
        return self.step.answer_to(square), False

    def _praise(self, square: Square) -> str:
        return self.step.praise(square)

    def _solution(self) -> Square:
        return self.step.wanted[0]

    def _explanation(self, square: Square) -> str:
        return self.step.explanation(square)
