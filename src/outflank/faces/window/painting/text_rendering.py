"""Text rendered in pygame's own font, which looks the same on every machine."""

from __future__ import annotations

from typing import Final

import pygame
from pygame import Surface

__all__ = ["TextRenderer"]

_DEFAULT_FONT_SHARE: Final = 0.6875  # pygame renders its own font this much smaller than requested
_SCALE: Final = 4  # text is rendered larger and scaled down for exact spacing
_CACHE_SIZE: Final = 2000
_SMALLEST: Final = 7
_ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"


class TextRenderer:
    """Renders text of any size, with a cache."""

    def __init__(self) -> None:
        self._fonts: dict[int, pygame.font.Font] = {}
        self._texts: dict[tuple[str, int, str], Surface] = {}
        self._widths: dict[tuple[str, int], int] = {}

    def width(self, text: str, size: int) -> int:
        """Return how wide a text is."""
        key = (text, size)
        if key not in self._widths:
            if len(self._widths) > _CACHE_SIZE:
                self._widths.clear()
            self._widths[key] = round(self._font(size).size(text)[0] / _SCALE)
        return self._widths[key]

    def rendered(self, text: str, size: int, color: str) -> Surface:
        """Return a text as a picture."""
        key = (text, size, color)
        if key not in self._texts:
            if len(self._texts) > _CACHE_SIZE:  # clocks add one every tenth of a second
                self._texts.clear()
            self._texts[key] = self._render(text, size, color)
        return self._texts[key]

    def fitting_size(self, text: str, width: float, size: int) -> int:
        """Return the largest size, up to the given one, at which a text fits a width."""
        while size > _SMALLEST and self.width(text, size) > width:
            size -= 1
        return size

    def truncated(self, text: str, width: float, size: int) -> str:
        """Return a text cut off with an ellipsis where it becomes too wide."""
        if self.width(text, size) <= width:
            return text
        while text and self.width(f"{text.rstrip()}{_ELLIPSIS}", size) > width:
            text = text[:-1]
        return f"{text.rstrip(' ,:')}{_ELLIPSIS}" if text else ""

    def _render(self, text: str, size: int, color: str) -> Surface:
        large = self._font(size).render(text, True, color)  # noqa: FBT003 - antialias has no name
        width, height = large.get_size()
        if not width:
            return Surface((1, max(1, height // _SCALE)), pygame.SRCALPHA)
        small = max(1, round(width / _SCALE)), max(1, round(height / _SCALE))
        return pygame.transform.smoothscale(large, small)

    def _font(self, size: int) -> pygame.font.Font:
        size = max(_SMALLEST, size) * _SCALE
        if size not in self._fonts:
            self._fonts[size] = pygame.font.Font(None, round(size / _DEFAULT_FONT_SHARE))
        return self._fonts[size]
