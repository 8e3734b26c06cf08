"""The tutorial: short lessons on the board, to read and to try."""

from __future__ import annotations

from outflank.errors import UnknownName
from outflank.faces.local.exercises.exercise import BoardExercise
from outflank.faces.local.exercises.lessons import LESSONS, Lesson
from outflank.faces.local.settings import Appearance
from outflank.rules import BLACK, WHITE, Position, Square
from outflank.texts import say

__all__ = ["Tutorial"]


class Tutorial(BoardExercise):
    """The lessons of a variant, one after another.

    >>> tutorial = Tutorial()
    >>> tutorial.heading
    'Lesson 1 of 8: The board'
    >>> tutorial.go_on()
    >>> tutorial.play(Square.parse("a1"))
    >>> tutorial.said
    'A disc on a1 would outflank nothing. Choose one of the marked squares.'
    >>> tutorial.play(Square.parse("f5"))
    >>> tutorial.said
    'Well done! The white disc between your two flipped to black.'
    """

    def __init__(self, variant: str = "classic") -> None:
        if variant not in LESSONS:
            raise UnknownName("tutorial", variant, list(LESSONS))
        self.variant = variant
        self.lessons: tuple[Lesson, ...] = LESSONS[variant]
        self.skin: str = Appearance().skin_for(variant)  # the lessons use its names of the discs
        super().__init__()

    @property
    def lesson(self) -> Lesson:
        """The lesson that is shown."""
        return self.lessons[self.number - 1]

    @property
    def total(self) -> int:
        """How many lessons there are."""
        return len(self.lessons)

    @property
    def heading(self) -> str:
        """The number and the title of the lesson."""
        title = self.lesson.title
        return say("local.tutorial.heading", number=self.number, total=self.total, title=title)

    @property
    def text(self) -> str:
        """The text of the lesson."""
        return self.lesson.text

    @property
    def start(self) -> Position:
        """The position of the lesson."""
        return self.lesson.position

    @property
    def awaits_move(self) -> bool:
        """Whether the lesson asks for a move that has not been made yet."""
        return bool(self.lesson.wanted) and super().awaits_move

    def _judge(self, square: Square) -> tuple[str, bool]:
        if square in self.lesson.wanted:
            return "", True
        part = f"not_{square}" if square in self.lesson.warned else "not_best"
        return self._say(part, square), False

    def _praise(self, square: Square) -> str:
        cheer = self._say("cheer", square) or say("local.tutorial.well_done")
        return f"{cheer} {self._say('result', square)}"

    def _solution(self) -> Square:
        return self.lesson.wanted[0]

    def _explanation(self, square: Square) -> str:
        shown = say("local.tutorial.shown", square=square)
        return f"{shown} {self._say('result', square)}"

    def _say(self, part: str, square: Square) -> str:
        """Return a text of the lesson about a move, with the effects of the move."""
        board = self.start.play(square).board
        return self.lesson.say(
            part,
            square=square,
            flipped=len(self.start.place(square).turned),
            black=board.count(BLACK),
            white=board.count(WHITE),
        )
