"""The measures of a picture, and functions that write its SVG elements."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from outflank.rules import Square

__all__ = ["Layout", "element", "escaped", "figure", "group", "write"]

# XML cannot have these characters, not even escaped.
_UNWRITABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def escaped(text: str) -> str:
    """Escape text for an element or an attribute.

    >>> escaped('<b> & "c"')
    '&lt;b&gt; &amp; &quot;c&quot;'
    """
    return _UNWRITABLE.sub("\ufffd", text).translate(_ESCAPES)


def figure(number: float) -> str:
    """Write a number with at most two decimals.

    >>> figure(20.0), figure(2 / 3)
    ('20', '0.67')
    """
    return f"{round(number, 2) + 0.0:.10g}"


def element(tag: str, content: str = "", /, **attributes: str | float | None) -> str:
    """Write an element; the content is markup, and an attribute of None is left out.

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
    """Put parts into a named layer; without parts there is none."""
    if not parts:
        return []
    return [element("g", "\n" + "\n".join(parts) + "\n", class_=f"outflank-{name}", **attributes)]


def write(text: str, x: float, y: float, size: float, /, **attributes: str | float | None) -> str:
    """Write text centred on a point."""
    # Not every SVG reader can centre text vertically, so the baseline is computed here.
    return element("text", escaped(text), x=x, y=y + 0.36 * size, font_size=size, **attributes)


CELL: Final = 40
RADIUS: Final = 16.5  # of a disc
RIM: Final = 5
LETTERS: Final = 22  # room for coordinates, left and above
AIR: Final = 3  # between the rim and the edge of the picture
LINE: Final = 20  # height of a line of words below the board


@dataclass(frozen=True, slots=True)
class Layout:
    """The measures of one picture; a1 is at the upper left unless the board is rotated."""

    size: int
    rotated: bool
    coordinates: bool
    lines: int  # of words or legends below the board

    @property
    def board(self) -> int:
        """The width of the board without its rim."""
        return self.size * CELL

    @property
    def origin(self) -> int:
        """The distance of the board from the left and from the top."""
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
        """Return the place of a column or row, counted from the left or the top."""
        return self.size - 1 - index if self.rotated else index

    def centre(self, square: Square) -> tuple[int, int]:
        """Return the middle of a square, measured from the board's upper left."""
        x, y = self.corner(square)
        return x + CELL // 2, y + CELL // 2

    def corner(self, square: Square) -> tuple[int, int]:
        """Return the upper left corner of a square, measured from the board's."""
        return CELL * self.shown(square.col), CELL * self.shown(square.row)

    def line(self, number: int) -> float:
        """Return the middle of a line below the board, measured from the board's top."""
        return self.board + RIM + AIR + LINE * (number + 0.5)
