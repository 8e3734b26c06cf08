"""An exercise on the board, as every face shows it: a task, tries, and what is said about them."""

from __future__ import annotations

from abc import ABC, abstractmethod

from outflank.errors import IllegalMove
from outflank.rules import Placement, Position, Square

__all__ = ["BoardExercise"]


class BoardExercise(ABC):
    """A row of tasks on the board, of which one is shown; the tutorial and puzzles are such.

    A face draws `position` with `last`, shows `heading`, `text` and `said`, and calls the
    commands; it decides nothing. A wrong move never raises: it is told in `said`.
    """

    skin = "auto"  # the discs that the texts speak of, as in the settings
    said = ""  # about the last try
    is_right: bool | None = None  # the last try
    is_over = False  # the last task is done
    last: Placement | None = None  # what the right move did
    _after: Position | None = None

    def __init__(self) -> None:
        self.number = 1  # of the task that is shown
        self._show_task()

    # What a face shows

    @property
    @abstractmethod
    def total(self) -> int:
        """How many tasks there are."""

    @property
    @abstractmethod
    def heading(self) -> str:
        """Which task this is."""

    @property
    @abstractmethod
    def text(self) -> str:
        """What the task is."""

    @property
    @abstractmethod
    def start(self) -> Position:
        """The position of the task."""

    @property
    def position(self) -> Position:
        """The position on the board: the task's, or that after the right move."""
        return self._after or self.start

    @property
    def awaits_move(self) -> bool:
        """Whether a move is to be made."""
        return self._after is None

    @property
    def can_go_back(self) -> bool:
        """Whether there is a task before this one."""
        return self.number > 1

    @property
    def is_last(self) -> bool:
        """Whether no other task follows."""
        return self.number == self.total

    @property
    def next_step(self) -> str:
        """What Enter does now, if no move is awaited."""
        if self.awaits_move:
            return ""
        return f"Press Enter to {'finish' if self.is_last else 'go on'}."

    @property
    def closing(self) -> str:
        """What to say when the exercise is left; nothing if that is nothing."""
        return ""

    # What a person does

    def play(self, square: Square) -> None:
        """Try a move: a right one is played, about any other something is said."""
        if not self.awaits_move:
            return
        try:
            placement = self.start.place(square)
        except IllegalMove:
            self.said, self.is_right = self._refusal(square), False
            return
        self.said, self.is_right = self._judge(square)
        if self.is_right:
            self.last, self._after = placement, self.start.play(square)
            self.said = self._praise(square)

    def refuse(self, reason: str) -> None:
        """Say why what was typed is no move."""
        if self.awaits_move:
            self.said, self.is_right = f"{reason[:1].upper()}{reason[1:].rstrip('.')}.", False

    def show_solution(self) -> None:
        """Play a right move and say why."""
        if self.awaits_move:
            square = self._solution()
            self.last, self._after = self.start.place(square), self.start.play(square)
            self.said, self.is_right = self._explanation(square), None

    def go_on(self) -> None:
        """Show the next task; after the last one `is_over` holds."""
        self.is_over = self.is_over or self.is_last
        if not self.is_over:
            self.go_to(self.number + 1)

    def go_back(self) -> None:
        """Show the task before, from its beginning."""
        self.go_to(self.number - 1)

    def go_to(self, number: int) -> None:
        """Show the task of this number, from its beginning."""
        self.number = min(max(number, 1), self.total)
        self._show_task()

    def _show_task(self) -> None:
        self.said, self.is_right, self.is_over = "", None, False
        self.last = self._after = None

    def _refusal(self, square: Square) -> str:
        """Say why a disc cannot be placed there."""
        if not square.is_on(self.start.size):
            return f"{square} is not on this board."
        if self.start.board.disc_at(square) is not None:
            return f"There is a disc on {square} already. Choose an empty square."
        return f"A disc on {square} would outflank nothing. Choose one of the marked squares."

    @abstractmethod
    def _judge(self, square: Square) -> tuple[str, bool]:
        """Return what to say about a legal move, and whether it is right."""

    @abstractmethod
    def _praise(self, square: Square) -> str:
        """Return what to say after the right move was played."""

    @abstractmethod
    def _solution(self) -> Square:
        """Return a right move."""

    @abstractmethod
    def _explanation(self, square: Square) -> str:
        """Return what to say about a right move that was shown."""
