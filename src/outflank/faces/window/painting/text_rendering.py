"""Text rendered in pygame's own font, or in system fonts for letters that it does not have."""

from __future__ import annotations

import unicodedata
from typing import Final

import pygame
from pygame import Surface

from outflank.faces.window.painting.system_fonts import is_right_to_left, runs

__all__ = ["JOINER", "TextRenderer"]

JOINER: Final = "\N{ZERO WIDTH JOINER}"  # combines several emoji into one
_DEFAULT_FONT_SHARE: Final = 0.6875  # pygame renders its own font at this part of the size
_SYSTEM_FONT_SHARE: Final = 0.95
_SCALE: Final = 4  # text is rendered larger and scaled down, for exact spacing
_MOST_TEXTS: Final = 400  # pictures kept: several times those of one frame
_MOST_WIDTHS: Final = 2000
_SMALLEST: Final = 7
_ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"


class TextRenderer:
    """Renders text of any size, with a cache."""

    def __init__(self) -> None:
        self._fonts: dict[tuple[int, str | None], pygame.font.Font] = {}
        self._texts: dict[tuple[str, int, str], Surface] = {}
        self._widths: dict[tuple[str, int], int] = {}

    def width(self, text: str, size: int) -> int:
        """Return the width of a text."""
        key = (text, size)
        if key not in self._widths:
            if len(self._widths) > _MOST_WIDTHS:
                self._widths.clear()
            if text.isascii():
                width = self._font(size).size(_printable(text))[0]
            else:
                width = self._joined(text, size, "#000000").get_width()
            self._widths[key] = round(width / _SCALE)
        return self._widths[key]

    def rendered(self, text: str, size: int, color: str) -> Surface:
        """Return a text as a picture."""
        key = (text, size, color)
        picture = self._texts.pop(key, None) or self._render(text, size, color)
        self._texts[key] = picture  # at the end, as the latest one used
        if len(self._texts) > _MOST_TEXTS:  # clocks add one every tenth of a second
            del self._texts[next(iter(self._texts))]
        return picture

    def fitting_size(self, text: str, width: float, size: int) -> int:
        """Return the largest size, up to the given one, at which a text fits a width."""
        while size > _SMALLEST and self.width(text, size) > width:
            size -= 1
        return size

    def truncated(self, text: str, width: float, size: int) -> str:
        """Return a text; if it is too wide, cut it off with an ellipsis."""
        if self.width(text, size) <= width:
            return text
        while text and self.width(f"{text.rstrip()}{_ELLIPSIS}", size) > width:
            text = text[:-1]
        return f"{text.rstrip(' ,:')}{_ELLIPSIS}" if text else ""

    def _render(self, text: str, size: int, color: str) -> Surface:
        large = self._joined(text, size, color)
        width, height = large.get_size()
        if not width:
            return Surface((1, max(1, height // _SCALE)), pygame.SRCALPHA)
        small = max(1, round(width / _SCALE)), max(1, round(height / _SCALE))
        return pygame.transform.smoothscale(large, small)

    def _joined(self, text: str, size: int, color: str) -> Surface:
        """Return a text as one picture of its parts in their fonts, at least one line high."""
        text, own = _printable(text), self._font(size)
        parts = runs(text)
        if all(path is None for _, path in parts):
            text = "".join(part for part, _ in parts)
            return own.render(text, True, color)  # noqa: FBT003 - antialias has no name
        pictures = [self._part(part, path, size, color) for part, path in parts]
        height = max(own.get_linesize(), *(part.get_height() for part in pictures))
        whole = Surface((sum(part.get_width() for part in pictures), height), pygame.SRCALPHA)
        left = 0
        for picture in pictures:
            whole.blit(picture, (left, (height - picture.get_height()) // 2))
            left += picture.get_width()
        return whole

    def _part(self, text: str, path: str | None, size: int, color: str) -> Surface:
        font = self._font(size, path)
        if path is not None:
            is_turned = is_right_to_left(text)
            font.set_direction(pygame.DIRECTION_RTL if is_turned else pygame.DIRECTION_LTR)
            if unicodedata.name(text.strip()[:1] or " ").startswith("ARABIC"):
                font.set_script("Arab")  # so that letters are joined
        picture = font.render(text, True, color).convert_alpha()  # noqa: FBT003
        room = self._font(size).get_linesize()
        if picture.get_height() > room * 1.3:  # a font with only one size, such as emoji
            width = max(1, round(picture.get_width() * room / picture.get_height()))
            picture = pygame.transform.smoothscale(picture, (width, room))
        return picture

    def _font(self, size: int, path: str | None = None) -> pygame.font.Font:
        size = max(_SMALLEST, size) * _SCALE
        key = (size, path)
        if key not in self._fonts:
            share = _DEFAULT_FONT_SHARE if path is None else _SYSTEM_FONT_SHARE
            self._fonts[key] = pygame.font.Font(path, round(size / share))
        return self._fonts[key]


def _printable(text: str) -> str:
    """Return a text without control characters, which fonts show as boxes or refuse.

    Letters are combined with their accents, because few fonts have separate accents.
    """
    joined = unicodedata.normalize("NFC", text)
    return "".join(one for one in joined if one.isprintable() or one == JOINER)
