"""The system's clipboard, or one of our own where there is none."""

from __future__ import annotations

import pygame

__all__ = ["Clipboard"]

_MOST = 1_000_000  # characters: more than any game needs


class Clipboard:
    """Reads and writes text; without a system's clipboard it works within this window."""

    def __init__(self) -> None:
        self._own = ""

    def read(self) -> str:
        """Return the text in the clipboard, nothing if there is none."""
        try:
            text = pygame.scrap.get_text()
        except pygame.error:
            text = self._own
        return text[:_MOST]

    def write(self, text: str) -> bool:
        """Put text into the clipboard; tell whether other programs can read it."""
        self._own = text
        try:
            pygame.scrap.put_text(text)
        except pygame.error:
            return False
        return True
