"""The square that a player types: a letter for the column, then digits for the row."""

from __future__ import annotations

from dataclasses import dataclass, replace

from outflank.errors import NotationError
from outflank.rules import Square
from outflank.texts import say

__all__ = ["SquareInput"]

_SIZE_WITH_COLUMN_P = 16  # on smaller boards, p begins the word "pass"


@dataclass(frozen=True, slots=True)
class SquareInput:
    """The text typed so far, valid or not, on a board of this size.

    >>> typed = SquareInput(8).typed("f")
    >>> typed.square, typed.problem
    (None, 'type the row too, as in f1')
    >>> str(typed.typed("5").square), typed.typed("9").problem
    ('f5', 'there is no square f9 on this board')
    >>> SquareInput(8).typed("5").text, typed.typed("u")
    ('', None)
    """

    size: int = 8
    text: str = ""

    def __bool__(self) -> bool:
        return bool(self.text)

    def typed(self, letter: str) -> SquareInput | None:
        """Return the input with one more letter or digit; None if it cannot be part of a square.

        A column starts a new square; a digit without a column is ignored.
        """
        letter = letter.lower()
        if self._spells_pass(letter):
            return self._with(self.text + letter)
        if self.is_column(letter):
            return self._with(letter)
        if letter.isascii() and letter.isdecimal():
            return self.extended(letter) if self.text else self
        return None

    def extended(self, letters: str) -> SquareInput:
        """Return the input with letters added, even if the result is not a square."""
        return self._with(self.text + letters.lower())

    def shortened(self) -> SquareInput:
        """Return the input without its last letter."""
        return self._with(self.text[:-1])

    def _with(self, text: str) -> SquareInput:
        return replace(self, text=text)

    def is_column(self, letter: str) -> bool:
        """Return whether a letter names a column of this board."""
        return len(letter) == 1 and "a" <= letter < chr(ord("a") + self.size)

    def _spells_pass(self, letter: str) -> bool:
        is_word = letter.isalpha() and "pass".startswith(self.text + letter)
        return is_word and self.size < _SIZE_WITH_COLUMN_P

    @property
    def column(self) -> int | None:
        """The column that was typed, counted from 0."""
        return ord(self.text[0]) - ord("a") if self.is_column(self.text[:1]) else None

    @property
    def square(self) -> Square | None:
        """The square that was typed; None if this board has no such square."""
        try:
            square = Square.parse(self.text)
        except NotationError:
            return None
        return square if square.is_on(self.size) else None

    @property
    def problem(self) -> str:
        """Why the typed text is not a square; empty if it is one."""
        if not self.text or self.square is not None:
            return ""
        if self.text == "pass":
            return say("local.game.typed.pass")
        if self.is_column(self.text):
            return say("local.game.typed.no_row", square=f"{self.text}1")
        return say("local.game.typed.no_square", square=self.text)
