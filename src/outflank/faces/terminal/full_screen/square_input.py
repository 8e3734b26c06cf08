"""The square that the player is typing."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.errors import NotationError
from outflank.rules import Square

__all__ = ["SquareInput"]


@dataclass(frozen=True, slots=True)
class SquareInput:
    """What has been typed so far, valid or not, and where the cursor was before.

    >>> typed = SquareInput("f", 8)
    >>> typed.square, typed.problem
    (None, 'type the row too, such as f1')
    >>> str(SquareInput("f5", 8).square), SquareInput("h9", 8).problem
    ('f5', 'there is no square h9 on this board')
    """

    text: str = ""
    size: int = 8
    before: Square | None = None

    def __bool__(self) -> bool:
        return bool(self.text)

    def __add__(self, letters: str) -> SquareInput:
        return SquareInput(self.text + letters, self.size, self.before)

    def shortened(self) -> SquareInput:
        """Return the input without its last letter."""
        return SquareInput(self.text[:-1], self.size, self.before)

    @property
    def square(self) -> Square | None:
        """The square of this board that was typed, if it is one."""
        try:
            square = Square.parse(self.text)
        except NotationError:
            return None
        return square if square.is_on(self.size) else None

    @property
    def problem(self) -> str:
        """Why it cannot be played; empty if it can."""
        if not self.text or self.square is not None:
            return ""
        if self.text == "pass":
            return "you may pass only when you have no move, and then it happens automatically"
        if self.text < chr(ord("a") + self.size) and len(self.text) == 1:
            return f"type the row too, such as {self.text}1"
        return f"there is no square {self.text} on this board"
