"""Everything on the screen in ASCII, for terminals that have nothing else."""

from __future__ import annotations

from typing import Final

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

__all__ = ["InAscii"]

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


class InAscii(LineFilter):
    """Replaces each sign by one of ASCII that takes the same room.

    >>> from textual.color import BLACK
    >>> [segment.text for segment in InAscii().apply([Segment("● a4 → b5 …")], BLACK)]
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
