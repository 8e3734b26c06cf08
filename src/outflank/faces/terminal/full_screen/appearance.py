"""The appearance of the game on this terminal: the settings and what the terminal can show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from outflank.drawing import Skin, find_skin, find_theme
from outflank.drawing.terminal_text import shown_as
from outflank.faces.local.palette import Palette
from outflank.faces.local.settings import Appearance
from outflank.faces.terminal.capabilities import TerminalCapabilities
from outflank.faces.terminal.full_screen.cells import TerminalPainter
from outflank.faces.terminal.full_screen.shapes import LINE, CellSize

__all__ = ["AsciiFilter", "TerminalAppearance"]


@dataclass(frozen=True, slots=True)
class TerminalAppearance:
    """The chosen appearance on a terminal with these capabilities.

    >>> TerminalAppearance(Appearance(theme="ocean"), TerminalCapabilities()).palette.name
    'ocean'
    """

    settings: Appearance
    capabilities: TerminalCapabilities

    @property
    def palette(self) -> Palette:
        """The colours of the chosen theme, or of one that suits the terminal's background."""
        name = self.settings.theme
        if name == "auto":
            name = "felt" if self.capabilities.light else "dark"
        if not self.capabilities.color:
            return Palette()
        return Palette.of(find_theme(name), str if self.capabilities.deep_color else shown_as)

    def skin(self, variant: str) -> Skin:
        """Return the skin for a variant."""
        return find_skin(self.settings.skin_for(variant))

    def painter(self, variant: str, cell: CellSize = LINE) -> TerminalPainter:
        """Return the painter for squares of this size."""
        return TerminalPainter(
            self.skin(variant), self.palette, cell, unicode=self.capabilities.unicode
        )


_SIGNS: Final = {
    "-": "─━═▔▁–—",
    "|": "│┃║▌▐▊▎▏▕",
    "+": "┌┐└┘├┤┬┴┼╭╮╰╯",
    "/": "╱",
    "\\": "╲",
    "=": "▂▃▄▀",
    "#": "▅▆▇█▓",
    ".": "░▒·",
    "*": "•◆",
    "@": "●◐",
    "o": "○◌",
    "<": "←",
    ">": "→",
    "^": "↑",
    "v": "↓",
    "~": "…",
}
_TABLE: Final = {ord(sign): plain for plain, signs in _SIGNS.items() for sign in signs}


class AsciiFilter(LineFilter):
    """Replaces each character by one of ASCII, for terminals that have nothing else.

    >>> from textual.color import BLACK
    >>> [segment.text for segment in AsciiFilter().apply([Segment("● a4 → b5 …")], BLACK)]
    ['@ a4 > b5 ~']
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """Return the segments in ASCII."""
        return [
            segment if segment.text.isascii() else Segment(_plain(segment.text), *segment[1:])
            for segment in segments
        ]


def _plain(text: str) -> str:
    return text.translate(_TABLE).encode("ascii", "replace").decode()
