"""The drill of one's own openings, as an exercise on the board."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from outflank.analysis.sentences import SideName
from outflank.faces.local.exercises.exercise import BoardExercise
from outflank.faces.local.words.names import color_name
from outflank.faces.local.words.sentences import as_sentence
from outflank.learning import Attempt, DrillLine, DrillStep, OpeningDrill, Repertoire
from outflank.rules import Move, Position, Square
from outflank.texts import say

__all__ = ["Keep", "OpeningDrillExercise", "moves_in_words"]

# Takes an attempt, and returns "" or why it could not be saved.
Keep = Callable[[Attempt], str]


class OpeningDrillExercise(BoardExercise):
    """The decisions of some lines, one after another; the opponent's moves are made between them.

    >>> from outflank.learning import BookReplies, drill_lines
    >>> from outflank.rules import BLACK
    >>> repertoire = Repertoire(Repertoire().line("Tiger", BLACK))
    >>> lines = drill_lines(repertoire, [BLACK], BookReplies(), seed=1)
    >>> exercise = OpeningDrillExercise(lines, repertoire)
    >>> exercise.play(Square.parse("f5"))
    >>> exercise.said, exercise.total
    ('Right: f5 is your answer.', 3)
    """

    def __init__(
        self,
        lines: Sequence[DrillLine],
        repertoire: Repertoire,
        keep: Keep = lambda _: "",
        *,
        side: SideName = color_name,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._drill = OpeningDrill(lines, repertoire)
        self._total = sum(step.is_asked for line in lines for step in line.steps)
        self._keep = keep
        self._side = side
        self._clock = clock
        self._opening = ""
        super().__init__()

    @property
    def total(self) -> int:
        """How many decisions are asked for."""
        return self._total

    @property
    def heading(self) -> str:
        """The number of the decision, and the opening of its line."""
        facts = {"number": self.number, "total": self.total}
        if self._opening:
            return say("local.openings.drill.heading_named", opening=self._opening, **facts)
        return say("local.openings.drill.heading", **facts)

    @property
    def text(self) -> str:
        """What was played on the line, and whose move it is."""
        side = self._side(self._step.position.turn)
        if not self._before:
            return say("local.openings.drill.task_new", side=side)
        moves = moves_in_words(self._before)
        return say("local.openings.drill.task", side=side, moves=moves)

    @property
    def start(self) -> Position:
        """The position of the decision."""
        return self._step.position

    @property
    def can_go_back(self) -> bool:
        """A drill only goes forward, because each decision counts once."""
        return False

    @property
    def score(self) -> str:
        """How many decisions were right at the first try, as a sentence."""
        return say("local.openings.drill.score", right=self._drill.right, asked=self._drill.asked)

    @property
    def closing(self) -> str:
        """The score, if anything was tried."""
        return self.score if self._drill.asked else ""

    def _show_task(self) -> None:
        super()._show_task()
        self._step: DrillStep = self._drill.step
        self._opening = self._drill.opening
        self._before = tuple(step.move for step in self._drill.line_before)
        self._since = self._clock()

    def go_on(self) -> None:
        """Show the next decision; without an answer to this one, show that first."""
        if self.awaits_move:
            self.show_solution()
        else:
            super().go_on()

    def show_solution(self) -> None:
        """Play the answer and explain it; the decision counts as wrong."""
        if self.awaits_move:
            super().show_solution()
            attempt = self._drill.give_up(at=self._at(), milliseconds=self._took())
            self.said += self._kept(attempt)

    def _judge(self, square: Square) -> tuple[str, bool]:
        is_right = self._drill.is_right(square)
        attempt = self._drill.try_move(square, at=self._at(), milliseconds=self._took())
        self._problem = self._kept(attempt)
        return say("local.openings.drill.wrong", square=square) + self._problem, is_right

    def _praise(self, square: Square) -> str:
        others = [str(move) for move in self._step.answers if move != square]
        if others and square in self._step.answers:
            said = say("local.openings.drill.right_too", square=square, others=", ".join(others))
        else:
            said = say("local.openings.drill.right", square=square)
        return said + self._problem

    def _solution(self) -> Square:
        assert isinstance(self._step.move, Square)
        return self._step.move

    def _explanation(self, square: Square) -> str:
        return say("local.openings.drill.shown", square=square)

    def _kept(self, attempt: Attempt | None) -> str:
        """Save an attempt, and return a sentence if that failed."""
        problem = "" if attempt is None else self._keep(attempt)
        return f" {as_sentence(problem)}" if problem else ""

    def _at(self) -> int:
        return round(self._clock() * 1000)

    def _took(self) -> int:
        return max(0, round((self._clock() - self._since) * 1000))


def moves_in_words(moves: Sequence[Move]) -> str:
    """Return moves as a line, such as "f5 d6 c3"."""
    return " ".join(map(str, moves))
