"""An exercise on the board, the same in every face: tasks, tries and comments on the tries."""

from __future__ import annotations

from abc import ABC, abstractmethod
from threading import Event

from outflank.engine import Engine
from outflank.errors import IllegalMove
from outflank.faces.local.words.sentences import as_sentence
from outflank.rules import Placement, Position, Square
from outflank.texts import say

__all__ = ["BoardExercise"]


class BoardExercise(ABC):
    """A series of tasks on the board, shown one at a time: the tutorial or a set of puzzles.

    A face draws `position` with `last`, shows `heading`, `text` and `said`, and calls the
    commands; it decides nothing. A wrong move never raises an error; `said` explains it. A task
    that needs an engine is ready once `prepare` is done, which faces call on another thread.
    """

    skin = "auto"  # the skin whose names of the discs the texts use, as in the settings
    said: str = ""  # the comment on the last try
    is_right: bool | None = None  # whether the last try was right
    is_over: bool = False  # whether the last task is done
    last: Placement | None = None  # the right move, once it is played
    has_hints: bool = False  # whether tasks may have hints
    can_show: bool = True  # whether the learner may ask for the right move
    _after: Position | None = None  # the position after the right move

    def __init__(self) -> None:
        self.number: int = 1  # of the task that is shown
        self.skipped: list[str] = []  # a sentence about each task that had to be left out
        self._show_task()

    # What a face shows

    @property
    @abstractmethod
    def total(self) -> int:
        """How many tasks there are."""

    @property
    @abstractmethod
    def heading(self) -> str:
        """The number of the task, and its title if it has one."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The task itself, in words."""

    @property
    @abstractmethod
    def start(self) -> Position:
        """The position of the task."""

    @property
    def position(self) -> Position:
        """The position on the board: the start of the task, or the result of the right move."""
        return self._after or self.start

    @property
    def awaits_move(self) -> bool:
        """Whether the person must make a move."""
        return self._after is None

    @property
    def can_go_back(self) -> bool:
        """Whether an earlier task exists."""
        return self.number > 1

    @property
    def is_last(self) -> bool:
        """Whether this is the last task."""
        return self.number == self.total

    @property
    def next_step(self) -> str:
        """What Enter does now; empty while a move is awaited."""
        if self.awaits_move:
            return ""
        return say("local.exercises.finish" if self.is_last else "local.exercises.go_on")

    @property
    def closing(self) -> str:
        """The sentence to show when the person leaves the exercise; empty by default."""
        return ""

    @property
    def footnote(self) -> str:
        """A note below the texts, such as the score so far; empty by default."""
        return ""

    @property
    def can_hint(self) -> bool:
        """Whether there is a hint that was not given yet."""
        return False

    @property
    def can_drop(self) -> bool:
        """Whether the learner may say that this task is never to come again."""
        return False

    @property
    def seconds_left(self) -> float | None:
        """The seconds until the exercise ends; None if it is not against time."""
        return None

    # Preparation

    @property
    def is_ready(self) -> bool:
        """Whether moves can be judged now."""
        return True

    def prepare(self, engine: Engine, cancel: Event | None = None) -> None:  # noqa: B027 - few need it
        """Have an engine find what is needed to judge moves, if it is not known."""

    def tick(self) -> bool:
        """Look at the clock, which may end the exercise; return whether it is over."""
        return self.is_over

    # What a person does

    def play(self, square: Square) -> None:
        """Try a move: play it if it is right, otherwise explain in `said` why it is not."""
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
        """Say why the typed text is not a move."""
        if self.awaits_move:
            self.said, self.is_right = as_sentence(reason), False

    def show_solution(self) -> None:
        """Play a right move and explain it."""
        if self.awaits_move and self.can_show:
            square = self._solution()
            self.last, self._after = self.start.place(square), self.start.play(square)
            self.said, self.is_right = self._explanation(square), None

    def give_hint(self) -> None:  # noqa: B027 - few need it
        """Say something that helps to find the right move."""

    def drop(self) -> None:  # noqa: B027 - few need it
        """Never ask this task again, and go on."""

    def go_on(self) -> None:
        """Show the next task; after the last one, set `is_over`."""
        self.is_over = self.is_over or self.is_last
        if not self.is_over:
            self.go_to(self.number + 1)

    def go_back(self) -> None:
        """Show the previous task from its beginning."""
        self.go_to(self.number - 1)

    def go_to(self, number: int) -> None:
        """Show the task with this number from its beginning."""
        self.number = min(max(number, 1), self.total)
        self._show_task()

    def _show_task(self) -> None:
        self.said = ""
        self.is_right = None
        self.is_over = False
        self.last = self._after = None

    def _refusal(self, square: Square) -> str:
        """Return why a disc cannot be placed on a square."""
        if not square.is_on(self.start.size):
            return say("local.exercises.not_on_board", square=square)
        if self.start.board.disc_at(square) is not None:
            return say("local.exercises.occupied", square=square)
        return say("local.exercises.outflanks_nothing", square=square)

    @abstractmethod
    def _judge(self, square: Square) -> tuple[str, bool]:
        """Return the comment on a legal move, and whether the move is right."""

    @abstractmethod
    def _praise(self, square: Square) -> str:
        """Return the comment after the person found the right move."""

    @abstractmethod
    def _solution(self) -> Square:
        """Return a right move."""

    @abstractmethod
    def _explanation(self, square: Square) -> str:
        """Return the comment on a right move that was shown to the person."""
