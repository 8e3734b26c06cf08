"""The tutorial or puzzles in the window: the exercise, the flips and the cursor."""

from __future__ import annotations

from outflank.drawing.skins import Skin, find_skin
from outflank.faces.local.exercises.exercise import BoardExercise
from outflank.faces.local.flip_animation import FlipAnimation
from outflank.faces.local.settings import Appearance
from outflank.rules import Placement, Square, SquareSet

__all__ = ["ExerciseView"]


class ExerciseView:
    """An exercise on the screen, with the flips of its last move and the keyboard's cursor."""

    def __init__(self, exercise: BoardExercise) -> None:
        self.exercise = exercise
        self.flips: FlipAnimation | None = None
        self.cursor: Square | None = None
        self.typed: str = ""

    @property
    def legal(self) -> SquareSet:
        """The squares where a disc may be placed now."""
        position = self.exercise.position
        is_asked = self.exercise.awaits_move
        return position.legal_moves.squares if is_asked else SquareSet(position.size)

    def skin(self, appearance: Appearance) -> Skin:
        """Return the skin that the lessons use, or else the user's own."""
        name = self.exercise.skin
        own = appearance.skin_for(self.exercise.position.variant.name)
        return find_skin(own if name == "auto" else name)

    def preview(self, square: Square | None) -> Placement | None:
        """Return what playing on a square would do; None if that is not possible."""
        if square is None or square not in self.legal:
            return None
        return self.exercise.position.place(square)

    def play(self, square: Square, now: float, *, is_animated: bool) -> bool:
        """Try a move; return whether a disc was placed."""
        before = self.exercise.last
        self.exercise.play(square)
        return self._animate(before, now, is_animated=is_animated)

    def show_solution(self, now: float, *, is_animated: bool) -> bool:
        """Play a right move; return whether a disc was placed."""
        before = self.exercise.last
        self.exercise.show_solution()
        return self._animate(before, now, is_animated=is_animated)

    def go(self, step: int) -> None:
        """Go to the next or the previous task."""
        if step > 0:
            self.exercise.go_on()
        else:
            self.exercise.go_back()
        self.rest()

    def rest(self) -> None:
        """Forget the flips and the cursor of the task before."""
        self.flips, self.cursor, self.typed = None, None, ""

    def advance(self, now: float) -> None:
        """Remove the flips if their time is over."""
        if self.flips is not None and now >= self.flips.ends:
            self.flips = None

    def _animate(self, before: Placement | None, now: float, *, is_animated: bool) -> bool:
        last = self.exercise.last
        self.typed = ""
        if last is None or last is before:
            return False
        flips = FlipAnimation.of_move(last, now)
        self.flips = flips if is_animated and flips.targets else None
        return True
