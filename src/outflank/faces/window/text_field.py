"""A field that words are typed into: the text, the caret, and how both are seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from outflank.faces.window.lettering import Lettering
from outflank.faces.window.painter import Painter

__all__ = ["END", "TextField", "caret_at", "draw_field"]

END: Final = 1_000_000  # further than any text: the caret stands at its end
_BLINK: Final = 1.0  # seconds from one appearance of the caret to the next


@dataclass(frozen=True, slots=True)
class TextField:
    """A line of text with a caret before one of its letters or at its end.

    >>> TextField("An", END, most=8).typed("na").text
    'Anna'
    >>> TextField("Anna", 1, most=8).erased()
    TextField(text='nna', caret=0, most=8)
    """

    text: str
    caret: int
    most: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "caret", max(0, min(self.caret, len(self.text))))

    def typed(self, letters: str) -> TextField:
        """Return the field with letters at the caret, as many as there is room for."""
        words = "".join(letter if letter.isprintable() else " " for letter in letters)
        words = words[: max(0, self.most - len(self.text))]
        text = self.text[: self.caret] + words + self.text[self.caret :]
        return TextField(text, self.caret + len(words), self.most)

    def erased(self) -> TextField:
        """Return the field without the letter before the caret."""
        if not self.caret:
            return self
        text = self.text[: self.caret - 1] + self.text[self.caret :]
        return TextField(text, self.caret - 1, self.most)

    def deleted(self) -> TextField:
        """Return the field without the letter after the caret."""
        text = self.text[: self.caret] + self.text[self.caret + 1 :]
        return TextField(text, self.caret, self.most)

    def moved(self, step: int) -> TextField:
        """Return the field with the caret so many letters on."""
        return TextField(self.text, self.caret + step, self.most)


def caret_at(field: TextField, box: Rect, em: int, x: int) -> int:
    """Return where the caret belongs when somebody points at a place in the field."""
    letters, size = Lettering(), _size(em)
    left = _words(box, em).left - _scrolled(letters, field, box, em)
    places = [left + letters.width(field.text[:index], size) for index in range(len(field.text))]
    places.append(left + letters.width(field.text, size))
    return min(range(len(places)), key=lambda index: abs(places[index] - x))


def draw_field(
    painter: Painter, field: TextField, box: Rect, em: int, *, instead: str, blinks_at: float | None
) -> None:
    """Draw a field; `instead` stands in an empty one, `blinks_at` is the time where the caret is.

    The caret does not blink at the time 0.
    """
    palette, letters, size = painter.palette, painter.letters, _size(em)
    is_focused = blinks_at is not None
    border = palette.accent if is_focused else palette.soft
    painter.card(box, palette.card, border=border, radius=max(4, em // 2))
    words = _words(box, em)
    if not field.text:
        painter.text(instead, words, size, palette.soft)
    elif not is_focused:
        painter.text(field.text, words, size, palette.ink)
    if blinks_at is None:
        return
    scrolled = _scrolled(letters, field, box, em)
    painter.surface.set_clip(words.inflate(4, 0))
    if field.text:
        picture = letters.written(field.text, size, palette.ink)
        place = picture.get_rect(left=words.left - scrolled, centery=box.centery)
        painter.surface.blit(picture, place)
    if blinks_at % _BLINK < _BLINK / 2:
        x = words.left - scrolled + letters.width(field.text[: field.caret], size)
        height = min(round(em * 1.3), box.height - 4)
        thick = max(1, em // 9)
        painter.surface.fill(palette.ink, (x, box.centery - height // 2, thick, height))
    painter.surface.set_clip(None)


def _size(em: int) -> int:
    return round(em * 0.95)


def _words(box: Rect, em: int) -> Rect:
    return box.inflate(-em, 0)


def _scrolled(letters: Lettering, field: TextField, box: Rect, em: int) -> int:
    """Return how far the text is moved to the left so that the caret is seen."""
    room = _words(box, em).width
    if letters.width(field.text, _size(em)) <= room:
        return 0
    return max(0, letters.width(field.text[: field.caret], _size(em)) - room + em // 2)
