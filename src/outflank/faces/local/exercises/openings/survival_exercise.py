"""The survival run as an exercise on the board."""

from __future__ import annotations

import time
from collections.abc import Callable

from outflank.analysis.sentences import SideName
from outflank.faces.local.exercises.exercise import BoardExercise
from outflank.faces.local.exercises.openings.drill_exercise import Keep, moves_in_words
from outflank.faces.local.words.names import color_name
from outflank.faces.local.words.sentences import as_sentence
from outflank.learning import SurvivalRun
from outflank.rules import Position, Square
from outflank.texts import say

__all__ = ["SurvivalExercise"]


class SurvivalExercise(BoardExercise):
    """A survival run, one move after another; the first wrong move ends it.

    >>> from outflank.learning import BookReplies
    >>> from outflank.rules import WHITE
    >>> exercise = SurvivalExercise(SurvivalRun(WHITE, BookReplies(), seed=1))
    >>> exercise.play(Square.parse("f4"))
    >>> exercise.awaits_move, exercise.is_last
    (False, True)
    """

    def __init__(
        self,
        run: SurvivalRun,
        keep: Keep = lambda _: "",
        *,
        side: SideName = color_name,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.run: SurvivalRun = run
        self._keep = keep
        self._side = side
        self._clock = clock
        super().__init__()

    @property
    def total(self) -> int:
        """How many moves were asked for until now: nobody knows how many there will be."""
        return self.number if self.run.state != "asks" else self.number + 1

    @property
    def heading(self) -> str:
        """How many moves were survived, and the opening."""
        named = "_named" if self.run.opening else ""
        facts = {"opening": self.run.opening} if named else {}
        return say(f"local.openings.survival.heading{named}", count=self.run.survived, **facts)

    @property
    def text(self) -> str:
        """What was played, and whose move it is."""
        side = self._side(self.run.color)
        if not self._before:
            return say("local.openings.survival.task_new", side=side)
        return say("local.openings.survival.task", side=side, moves=moves_in_words(self._before))

    @property
    def start(self) -> Position:
        """The position in which a move is asked for."""
        return self._asked

    @property
    def awaits_move(self) -> bool:
        """Whether the person must make a move."""
        return super().awaits_move and self.run.state != "left"

    @property
    def can_go_back(self) -> bool:
        """A run only goes forward."""
        return False

    @property
    def score(self) -> str:
        """How many moves were survived, as a sentence."""
        return say("local.openings.survival.score", count=self.run.survived)

    @property
    def closing(self) -> str:
        """The score, if anything was tried."""
        return self.score if self.run.survived or self.run.state != "asks" else ""

    def _show_task(self) -> None:
        super()._show_task()
        self._asked = self.run.position
        self._before = tuple(self.run.moves)
        self._since = self._clock()

    def go_on(self) -> None:
        """Show the position after the opponent's reply; at the end of the run, leave it."""
        if self.awaits_move:
            self.show_solution()
        elif self.run.state == "asks":
            self.number += 1
            self._show_task()
        else:
            self.is_over = True

    def show_solution(self) -> None:
        """Nothing is shown in a run: only the person's own moves count."""
        if self.awaits_move:
            self.said, self.is_right = say("local.openings.survival.no_solution"), None

    def _judge(self, square: Square) -> tuple[str, bool]:
        right, is_own = ", ".join(map(str, self.run.best())), self.run.has_decision
        loss = self.run.loss(square)
        attempt = self.run.try_move(
            square,
            at=round(self._clock() * 1000),
            milliseconds=max(0, round((self._clock() - self._since) * 1000)),
        )
        problem = self._keep(attempt)
        self._problem = f" {as_sentence(problem)}" if problem else ""
        if is_own or loss is None:
            said = say("local.openings.survival.left", square=square, right=right)
        else:
            count = f"{loss:.0f}"
            said = say("local.openings.survival.lost", square=square, right=right, count=count)
        return f"{said} {self.score}{self._problem}", attempt.is_right

    def _praise(self, square: Square) -> str:
        if self.run.state == "end":
            said = say("local.openings.survival.end", square=square, count=self.run.survived)
        else:
            said = say("local.openings.survival.right", square=square)
        return said + self._problem

    def _solution(self) -> Square:
        raise NotImplementedError  # never shown

    def _explanation(self, square: Square) -> str:
        raise NotImplementedError
