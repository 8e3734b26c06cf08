"""Words as pictures, in pygame's own font, which looks the same on every machine."""

from __future__ import annotations

from typing import Final

import pygame
from pygame import Surface

__all__ = ["Lettering"]

_DEFAULT_FONT_SHARE: Final = 0.6875  # pygame draws its own font this much smaller than asked
_FINE: Final = 4  # drawn larger and made small, letters stand where they belong
_MOST_KEPT: Final = 2000
_SMALLEST: Final = 7
_CUT: Final = "\N{HORIZONTAL ELLIPSIS}"


class Lettering:
    """Writes text of any size, and keeps what it wrote."""

    def __init__(self) -> None:
        self._fonts: dict[int, pygame.font.Font] = {}
        self._texts: dict[tuple[str, int, str], Surface] = {}
        self._widths: dict[tuple[str, int], int] = {}

    def width(self, text: str, size: int) -> int:
        """Return how wide a text is."""
        key = (text, size)
        if key not in self._widths:
            if len(self._widths) > _MOST_KEPT:
                self._widths.clear()
            self._widths[key] = round(self._font(size).size(text)[0] / _FINE)
        return self._widths[key]

    def written(self, text: str, size: int, color: str) -> Surface:
        """Return a text as a picture."""
        key = (text, size, color)
        if key not in self._texts:
            if len(self._texts) > _MOST_KEPT:  # clocks write a new one every tenth of a second
                self._texts.clear()
            self._texts[key] = self._write(text, size, color)
        return self._texts[key]

    def fitting(self, text: str, width: float, size: int) -> int:
        """Return the largest size, up to the wanted one, at which a text is not too wide."""
        while size > _SMALLEST and self.width(text, size) > width:
            size -= 1
        return size

    def shortened(self, text: str, width: float, size: int) -> str:
        """Return a text cut off where it becomes too wide."""
        if self.width(text, size) <= width:
            return text
        while text and self.width(f"{text.rstrip()}{_CUT}", size) > width:
            text = text[:-1]
        return f"{text.rstrip(' ,:')}{_CUT}" if text else ""

    def _write(self, text: str, size: int, color: str) -> Surface:
        large = self._font(size).render(text, True, color)  # noqa: FBT003 - antialias has no name
        width, height = large.get_size()
        if not width:
            return Surface((1, max(1, height // _FINE)), pygame.SRCALPHA)
        small = max(1, round(width / _FINE)), max(1, round(height / _FINE))
        return pygame.transform.smoothscale(large, small)

    def _font(self, size: int) -> pygame.font.Font:
        size = max(_SMALLEST, size) * _FINE
        if size not in self._fonts:
            self._fonts[size] = pygame.font.Font(None, round(size / _DEFAULT_FONT_SHARE))
        return self._fonts[size]
