"""A storm: as many puzzles as possible in three minutes, each harder than the one before."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Final

from outflank.analysis import Puzzle, PuzzleCollection, PuzzleSolution
from outflank.analysis.sentences import SideName
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.faces.local.exercises.remembered_exercise import RememberedExercise
from outflank.faces.local.words.names import color_name
from outflank.learning import puzzle_subject
from outflank.rules import Position, Square
from outflank.texts import say

__all__ = ["Storm"]

_TEXTS = "local.learning.storm"
_SECONDS: Final = 180.0
_PENALTY: Final = 10.0  # seconds that a wrong move costs
_FIRST, _STEP, _NEAR = 1000.0, 15.0, 50.0  # rating points
_MOST: Final = 1000  # more than anybody solves in three minutes


class Storm(RememberedExercise):
    """Puzzles against the clock. A move, right or wrong, brings the next one.

    The time begins when the storm is made; `timer` returns seconds of a clock that never goes back.
    """

    can_show = False

    def __init__(
        self,
        puzzles: PuzzleCollection,
        learner: LocalLearner | None = None,
        side: SideName = color_name,
        *,
        timer: Callable[[], float] = time.monotonic,
        dice: random.Random | None = None,
    ) -> None:
        self.side = side
        self.solved: int = 0
        self.failed: int = 0
        self.hardest: float = 0.0  # the rating of the hardest puzzle that was solved
        self._puzzles, self._dice, self._timer = puzzles, dice or random.Random(), timer
        self._asked: set[int] = set()
        self._current = self._next(1)
        self._ends = timer() + _SECONDS
        super().__init__(learner)

    # What a face shows

    @property
    def total(self) -> int:
        """More puzzles than anybody solves."""
        return _MOST

    @property
    def can_go_back(self) -> bool:
        """Nobody goes back in a storm."""
        return False

    @property
    def seconds_left(self) -> float:
        """The seconds until the storm is over."""
        return max(0.0, self._ends - self._timer())

    @property
    def heading(self) -> str:
        """The time left and the score."""
        minutes, seconds = divmod(int(self.seconds_left), 60)
        return say(f"{_TEXTS}.heading", time=f"{minutes}:{seconds:02}", solved=self.solved)

    @property
    def text(self) -> str:
        """Whose move it is."""
        return say("local.exercises.puzzles.task", side=self.side(self.start.turn))

    @property
    def start(self) -> Position:
        """The position of the puzzle."""
        return self._current.position

    @property
    def awaits_move(self) -> bool:
        """Whether a move is to be tried: until the time is over."""
        return not self.is_over

    @property
    def closing(self) -> str:
        """The score, if anything was tried."""
        if not self.solved + self.failed:
            return ""
        said = say(f"{_TEXTS}.closing", count=self.solved, failed=self.failed)
        if not self.solved:
            return said
        return f"{said} {say(f'{_TEXTS}.hardest', rating=round(self.hardest))}"

    # What a person does

    def tick(self) -> bool:
        """End the storm when its time is over; return whether it is."""
        self.is_over = self.is_over or not self.seconds_left
        return self.is_over

    def play(self, square: Square) -> None:
        """Try a move; after a legal one, the next puzzle is shown."""
        if self.tick():
            return
        tried = self.solved + self.failed
        super().play(square)
        if self.solved + self.failed > tried:
            self._show_next()

    def go_back(self) -> None:
        """Nobody goes back in a storm."""

    def go_on(self) -> None:
        """Skip the puzzle, which costs as much as a wrong move."""
        self._ends -= _PENALTY
        self.said, self.is_right = say(f"{_TEXTS}.skipped"), False
        self._show_next()

    @property
    def subject(self) -> str:
        """The subject of attempts at the puzzle."""
        return puzzle_subject(self._current.position)

    @property
    def occasion(self) -> str:
        """Attempts in a storm move no rating."""
        return "storm"

    def _judge(self, square: Square) -> tuple[str, bool]:
        solution = PuzzleSolution(self._current.known)
        loss = solution.loss(square)
        problem = self._note(square, is_right=not loss, loss=loss)
        if loss:
            self.failed += 1
            self._ends -= _PENALTY
            best = str(solution.best[0])
            said = say(f"{_TEXTS}.wrong", square=square, best=best)
        else:
            self.solved += 1
            self.hardest = max(self.hardest, self._current.rating)
            said = say(f"{_TEXTS}.right", square=square)
        return " ".join(filter(None, (said, problem))), not loss

    def _praise(self, square: Square) -> str:  # noqa: ARG002
        return self.said

    def _solution(self) -> Square:
        return PuzzleSolution(self._current.known).best[0]

    def _explanation(self, square: Square) -> str:  # noqa: ARG002
        return self.said

    def _show_next(self) -> None:
        """Show the next puzzle, with the comment on the last move."""
        said, is_right = self.said, self.is_right
        is_over = self.tick()
        self._current = self._next(self.number + 1)
        self.number += 1
        self._show_task()
        self.said, self.is_right, self.is_over = said, is_right, is_over

    def _next(self, number: int) -> Puzzle:
        """Return a puzzle that did not come yet, harder than those before."""
        wanted = _FIRST + _STEP * (number - 1)
        pool = self._puzzles.chosen(lowest=wanted - _NEAR, highest=wanted + _NEAR)
        pool = pool or self._puzzles.chosen(lowest=wanted - _NEAR) or self._puzzles
        puzzle = pool[self._dice.randrange(len(pool))]
        for _ in range(len(pool)):
            if puzzle.number not in self._asked:
                break
            puzzle = pool[self._dice.randrange(len(pool))]
        self._asked.add(puzzle.number)
        return puzzle
