"""A text field: its text and caret, and how they are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from outflank.faces.window.painting.painter import WindowPainter
from outflank.faces.window.painting.text_rendering import JOINER, TextRenderer

__all__ = ["END", "MAX_ENTRY", "TextField", "caret_at", "draw_field"]

END: Final = 1_000_000  # longer than any text: puts the caret at the end
MAX_ENTRY: Final = 200  # most letters in a dialog's text field, enough for the path of a file
_BLINK: Final = 1.0  # seconds in which the caret blinks once


@dataclass(frozen=True, slots=True)
class TextField:
    """A line of text with a caret and a maximum length.

    >>> TextField("An", END, max_length=8).insert("na").text
    'Anna'
    >>> TextField("Anna", 1, max_length=8).backspace()
    TextField(text='nna', caret=0, max_length=8)
    """

    text: str
    caret: int
    max_length: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "caret", max(0, min(self.caret, len(self.text))))

    def insert(self, letters: str) -> TextField:
        """Return the field with letters inserted, up to the maximum length."""
        words = "".join(one if one.isprintable() or one == JOINER else " " for one in letters)
        words = words[: max(0, self.max_length - len(self.text))]
        text = self.text[: self.caret] + words + self.text[self.caret :]
        return TextField(text, self.caret + len(words), self.max_length)

    def backspace(self) -> TextField:
        """Return the field without the letter before the caret."""
        if not self.caret:
            return self
        text = self.text[: self.caret - 1] + self.text[self.caret :]
        return TextField(text, self.caret - 1, self.max_length)

    def delete(self) -> TextField:
        """Return the field without the letter after the caret."""
        text = self.text[: self.caret] + self.text[self.caret + 1 :]
        return TextField(text, self.caret, self.max_length)

    def move_caret(self, step: int) -> TextField:
        """Return the field with the caret moved by a number of letters."""
        return TextField(self.text, self.caret + step, self.max_length)


def caret_at(field: TextField, box: Rect, em: int, x: int) -> int:
    """Return the caret position for a click at an x coordinate."""
    renderer, size = TextRenderer(), _size(em)
    left = _text_box(box, em).left - _scrolled(renderer, field, box, em)
    places = [left + renderer.width(field.text[:index], size) for index in range(len(field.text))]
    places.append(left + renderer.width(field.text, size))
    return min(range(len(places)), key=lambda index: abs(places[index] - x))


def draw_field(
    painter: WindowPainter,
    field: TextField,
    box: Rect,
    em: int,
    *,
    placeholder: str,
    blinks_at: float | None,
) -> None:
    """Draw a field, or its placeholder if it is empty.

    A focused field has a caret that blinks with the time `blinks_at`; at time 0 it stays visible.
    """
    palette, renderer, size = painter.palette, painter.renderer, _size(em)
    is_focused = blinks_at is not None
    border = palette.accent if is_focused else palette.soft
    painter.card(box, palette.card, border=border, radius=max(4, em // 2))
    words = _text_box(box, em)
    if not field.text:
        painter.text(placeholder, words, size, palette.soft)
    elif not is_focused:
        painter.text(field.text, words, size, palette.ink)
    if blinks_at is None:
        return
    scrolled = _scrolled(renderer, field, box, em)
    painter.surface.set_clip(words.inflate(4, 0))
    if field.text:
        picture = renderer.rendered(field.text, size, palette.ink)
        place = picture.get_rect(left=words.left - scrolled, centery=box.centery)
        painter.surface.blit(picture, place)
    if blinks_at % _BLINK < _BLINK / 2:
        x = words.left - scrolled + renderer.width(field.text[: field.caret], size)
        height = min(round(em * 1.3), box.height - 4)
        thick = max(1, em // 9)
        painter.surface.fill(palette.ink, (x, box.centery - height // 2, thick, height))
    painter.surface.set_clip(None)


def _size(em: int) -> int:
    return round(em * 0.95)


def _text_box(box: Rect, em: int) -> Rect:
    return box.inflate(-em, 0)


def _scrolled(renderer: TextRenderer, field: TextField, box: Rect, em: int) -> int:
    """Return how far the text is scrolled to the left to keep the caret visible."""
    room = _text_box(box, em).width
    if renderer.width(field.text, _size(em)) <= room:
        return 0
    return max(0, renderer.width(field.text[: field.caret], _size(em)) - room + em // 2)
