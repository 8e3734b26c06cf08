"""The appearance of the game on this terminal: the settings and what the terminal can show."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Final

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme as TextualTheme

from outflank.drawing import Skin, find_skin, find_theme
from outflank.drawing.contrast import luminance
from outflank.drawing.terminal_text import shown_as
from outflank.faces.local.palette import Palette
from outflank.faces.local.settings import Appearance
from outflank.faces.terminal.capabilities import TerminalCapabilities, shown_in_16
from outflank.faces.terminal.full_screen.cells import TerminalPainter
from outflank.faces.terminal.full_screen.shapes import LINE, CellSize

__all__ = ["LetterFilter", "TerminalAppearance", "textual_theme"]

_NO_COLOR = "ansi_default"


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
        """The colours of the chosen theme, or of a theme that suits the terminal's background."""
        name = self.settings.theme
        if name == "auto":
            name = "felt" if self.capabilities.light else "dark"
        if not self.capabilities.color:
            return Palette()
        shown = shown_in_16 if self.capabilities.few_colors else shown_as
        return Palette.of(find_theme(name), str if self.capabilities.deep_color else shown)

    def skin(self, variant: str) -> Skin:
        """Return the skin for a variant."""
        return find_skin(self.settings.skin_for(variant))

    def painter(self, variant: str, cell: CellSize = LINE) -> TerminalPainter:
        """Return the painter for squares of this size."""
        return TerminalPainter(
            self.skin(variant), self.palette, cell, unicode=self.capabilities.unicode
        )


def textual_theme(palette: Palette) -> TextualTheme:
    """Return a palette as a Textual theme.

    >>> textual_theme(Palette()).name
    'outflank-plain'
    """
    names = [field.name for field in fields(palette)[1:]]
    own = {name.replace("_", "-"): getattr(palette, name) for name in names}
    variables = {f"of-{name}": color or _NO_COLOR for name, color in own.items()}
    name = f"outflank-{palette.name}"
    if not palette.has_color:
        plain = ("ansi-background", "ansi-foreground", "border", "border-blurred")
        variables |= dict.fromkeys((*plain, "block-cursor-background"), _NO_COLOR)
        variables["block-cursor-text-style"] = "reverse"
        return TextualTheme(name, primary=_NO_COLOR, ansi=True, variables=variables)
    variables |= {
        "footer-background": palette.card,
        "footer-foreground": palette.ink,
        "footer-key-foreground": palette.accent,
        "footer-description-foreground": palette.soft,
        "block-cursor-background": palette.accent,
        "block-cursor-foreground": palette.on_accent,
        "input-cursor-background": palette.ink,
        "input-cursor-foreground": palette.paper,
        "border": palette.accent,
        "border-blurred": palette.line,
        "scrollbar": palette.line,
        "scrollbar-background": palette.card,
    }
    return TextualTheme(
        name,
        primary=palette.accent,
        secondary=palette.soft,
        accent=palette.accent,
        warning=palette.gold,
        error=palette.alert,
        success=palette.accent,
        foreground=palette.ink,
        background=palette.paper,
        surface=palette.card,
        panel=palette.card,
        dark=luminance(palette.paper) < 0.5,
        variables=variables,
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
# Control characters, and characters that change the direction of the rest of a line.
_UNSAFE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_TABLE: Final = {ord(sign): plain for plain, signs in _SIGNS.items() for sign in signs}


class LetterFilter(LineFilter):
    """Removes control characters, and on terminals without Unicode replaces all but ASCII.

    >>> from textual.color import BLACK
    >>> plain = LetterFilter(ascii_only=True)
    >>> [segment.text for segment in plain.apply([Segment("● a4 → b5 …")], BLACK)]
    ['@ a4 > b5 ~']
    """

    def __init__(self, *, ascii_only: bool) -> None:
        super().__init__()
        self._ascii_only = ascii_only

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """Return the segments with only characters that the terminal can show."""
        return [
            segment
            if segment.control or (segment.text.isprintable() and not self._ascii_only)
            else Segment(self._shown(segment.text), *segment[1:])
            for segment in segments
        ]

    def _shown(self, text: str) -> str:
        text = _UNSAFE.sub("", text)  # these have no width
        if self._ascii_only:
            text = text.translate(_TABLE).encode("ascii", "replace").decode()
        return text
