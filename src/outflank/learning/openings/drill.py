"""The drill: one line after another, with a decision asked for at each move of one's own."""

from __future__ import annotations

from collections.abc import Sequence

from outflank.archive import openings_on_the_way
from outflank.learning.entries import Attempt, new_id
from outflank.learning.openings.lines import DrillLine, DrillStep
from outflank.learning.openings.repertoire import Repertoire
from outflank.rules import Move, Position
from outflank.rules.square import as_move

__all__ = ["OpeningDrill"]


class OpeningDrill:
    """A learner's way through some lines; the answers that are given become attempts.

    >>> from outflank.learning.openings import BookReplies, drill_lines
    >>> from outflank.rules import BLACK
    >>> repertoire = Repertoire(Repertoire().line("Tiger", BLACK))
    >>> drill = OpeningDrill(drill_lines(repertoire, [BLACK], BookReplies(), seed=1), repertoire)
    >>> drill.try_move("d3", at=5).is_right, str(drill.position)[-1], drill.is_over
    (True, 'X', False)
    """

    def __init__(self, lines: Sequence[DrillLine], repertoire: Repertoire) -> None:
        self._repertoire = repertoire
        self._lines = tuple(lines)
        self._number = 0  # of the line
        self._done = 0  # steps of the line
        self._is_tried = False
        self.asked: int = 0
        self.right: int = 0
        self._go_on()

    @property
    def is_over(self) -> bool:
        """Whether all lines are done."""
        return self._number >= len(self._lines)

    @property
    def line(self) -> DrillLine:
        """The line that is drilled now."""
        return self._lines[self._number]

    @property
    def number(self) -> int:
        """The number of the line, from 1 on."""
        return self._number + 1

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return len(self._lines)

    @property
    def line_before(self) -> tuple[DrillStep, ...]:
        """The moves of the line that were made before the decision."""
        return self.line.steps[: self._done]

    @property
    def step(self) -> DrillStep:
        """The decision that is asked for."""
        return self.line.steps[self._done]

    @property
    def opening(self) -> str:
        """The last name of an opening up to the decision that is asked for, or ""."""
        steps = self.line.steps[: self._done + 1]
        named = openings_on_the_way([step.position for step in steps])
        return named[-1].name if named else ""

    @property
    def position(self) -> Position:
        """The position of the decision that is asked for."""
        return self.step.position

    def is_right(self, move: Move | str) -> bool:
        """Return whether a move is one of the learner's own answers."""
        return self._repertoire.is_answer(self.position, move)

    def try_move(self, move: Move | str, *, at: int, milliseconds: int = 0) -> Attempt | None:
        """Try a move; a right one leads on. The first try is returned as an attempt.

        An illegal move raises an error and is no try.
        """
        self.position.play(move)
        is_right = self.is_right(move)
        attempt = self._attempt(str(as_move(move)), at, milliseconds, is_right=is_right)
        if is_right:
            self._leave()
        return attempt

    def give_up(self, *, at: int, milliseconds: int = 0) -> Attempt | None:
        """Take the answer as shown, and go on with it."""
        attempt = self._attempt("", at, milliseconds, is_right=False)
        self._leave()
        return attempt

    def _attempt(self, move: str, at: int, took: int, *, is_right: bool) -> Attempt | None:
        if self._is_tried:
            return None
        self._is_tried = True
        self.asked += 1
        self.right += is_right
        return Attempt(
            id=new_id(),
            at=at,
            subject=self.step.subject,
            move=move,
            is_right=is_right,
            milliseconds=took,
        )

    def _leave(self) -> None:
        self._done += 1
        self._is_tried = False
        self._go_on()

    def _go_on(self) -> None:
        """Go to the next decision that is asked for."""
        while not self.is_over:
            steps = self.line.steps
            while self._done < len(steps) and not steps[self._done].is_asked:
                self._done += 1
            if self._done < len(steps):
                return
            self._number, self._done = self._number + 1, 0
