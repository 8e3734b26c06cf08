"""The measures of a picture, and the SVG elements that it is written in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from outflank.rules import Square

__all__ = ["Layout", "element", "escaped", "figure", "group", "write"]

# XML has no way to write these, not even escaped.
_UNWRITABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def escaped(text: str) -> str:
    """Return text as it may stand in an element or an attribute.

    >>> escaped('<b> & "c"')
    '&lt;b&gt; &amp; &quot;c&quot;'
    """
    return _UNWRITABLE.sub("\ufffd", text).translate(_ESCAPES)


def figure(number: float) -> str:
    """Write a number with at most two digits after the point.

    >>> figure(20.0), figure(2 / 3)
    ('20', '0.67')
    """
    return f"{round(number, 2) + 0.0:.10g}"


def element(tag: str, content: str = "", /, **attributes: str | float | None) -> str:
    """Write an element; content is markup, an attribute of None is left out.

    >>> element("circle", r=16.5, stroke_width=1, fill="none")
    '<circle r="16.5" stroke-width="1" fill="none"/>'
    """
    words = [tag]
    for name, value in attributes.items():
        if value is not None:
            shown = escaped(value) if isinstance(value, str) else figure(value)
            words.append(f'{name.rstrip("_").replace("_", "-")}="{shown}"')
    return f"<{' '.join(words)}>{content}</{tag}>" if content else f"<{' '.join(words)}/>"


def group(name: str, parts: list[str], /, **attributes: str | float | None) -> list[str]:
    """Put parts into a named layer; no parts, no layer."""
    if not parts:
        return []
    return [element("g", "\n" + "\n".join(parts) + "\n", class_=f"outflank-{name}", **attributes)]


def write(text: str, x: float, y: float, size: float, /, **attributes: str | float | None) -> str:
    """Write text centred on a point."""
    # Not every reader of SVG knows how to centre text on its height: put the baseline there.
    return element("text", escaped(text), x=x, y=y + 0.36 * size, font_size=size, **attributes)


CELL: Final = 40
RADIUS: Final = 16.5  # of a disc
RIM: Final = 5
LETTERS: Final = 22  # room for coordinates, left and above
AIR: Final = 3  # between the rim and the edge of the picture
LINE: Final = 20  # height of a line of words under the board


@dataclass(frozen=True, slots=True)
class Layout:
    """The measures of one picture; a1 is at the upper left unless the board is rotated."""

    size: int
    rotated: bool
    coordinates: bool
    lines: int  # of words or legends under the board

    @property
    def board(self) -> int:
        """The width of the board without its rim."""
        return self.size * CELL

    @property
    def origin(self) -> int:
        """Where the board begins, from the left and from the top."""
        return AIR + RIM + (LETTERS if self.coordinates else 0)

    @property
    def width(self) -> int:
        """The width of the picture."""
        return self.origin + self.board + RIM + AIR

    @property
    def height(self) -> int:
        """The height of the picture."""
        return self.width + (self.lines * LINE + AIR if self.lines else 0)

    def shown(self, index: int) -> int:
        """Return where the column or row with this index stands, counted from left or top."""
        return self.size - 1 - index if self.rotated else index

    def centre(self, square: Square) -> tuple[int, int]:
        """Return the middle of a square, from the board's upper left."""
        x, y = self.corner(square)
        return x + CELL // 2, y + CELL // 2

    def corner(self, square: Square) -> tuple[int, int]:
        """Return the upper left corner of a square, from the board's upper left."""
        return CELL * self.shown(square.col), CELL * self.shown(square.row)

    def line(self, number: int) -> float:
        """Return the middle of a line under the board, from the board's top."""
        return self.board + RIM + AIR + LINE * (number + 0.5)
