"""A square as it is typed, letter by letter."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.errors import NotationError
from outflank.rules import Square

__all__ = ["Typed"]


@dataclass(frozen=True, slots=True)
class Typed:
    """What has been typed so far, right or wrong, and where the cursor stood before.

    >>> typed = Typed("f", 8)
    >>> typed.square, typed.trouble
    (None, 'half a square was typed, f: its row is missing')
    >>> str(Typed("f5", 8).square), Typed("h9", 8).trouble
    ('f5', 'no square is called h9')
    """

    text: str = ""
    size: int = 8
    before: Square | None = None

    def __bool__(self) -> bool:
        return bool(self.text)

    def __add__(self, letters: str) -> Typed:
        return Typed(self.text + letters, self.size, self.before)

    def shortened(self) -> Typed:
        """Return it without its last letter."""
        return Typed(self.text[:-1], self.size, self.before)

    @property
    def square(self) -> Square | None:
        """The square that it names, if it names one of this board."""
        try:
            square = Square.parse(self.text)
        except NotationError:
            return None
        return square if square.is_on(self.size) else None

    @property
    def trouble(self) -> str:
        """Why it cannot be played, if so."""
        if not self.text or self.square is not None:
            return ""
        if len(self.text) == 1:
            return f"half a square was typed, {self.text}: its row is missing"
        return f"no square is called {self.text}"
