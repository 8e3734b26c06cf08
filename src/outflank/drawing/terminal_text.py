"""Text in a terminal: its width in columns, and its colours as escape sequences."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from outflank.drawing.contrast import channels

__all__ = ["Span", "centred", "columns", "paint", "shortened", "shown_as"]

_ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"
_RESET: Final = "\x1b[0m"
_LEVELS: Final = (0, 95, 135, 175, 215, 255)


@dataclass(frozen=True, slots=True)
class Span:
    """Some letters in one style; an empty colour means the terminal's own."""

    text: str
    ink: str = ""
    background: str = ""
    bold: bool = False


def paint(spans: list[Span]) -> str:
    r"""Write spans with their colours, and reset the style at the end.

    >>> paint([Span("a"), Span("b", ink="#ffffff", background="#000000")])
    'a\x1b[38;5;231;48;5;16mb\x1b[0m'
    """
    parts, current = [], ""
    for span in spans:
        style = _style(span)
        if style != current:
            parts.append((_RESET if current else "") + style)
            current = style
        parts.append(span.text)
    return "".join(parts) + (_RESET if current else "")


def _style(span: Span) -> str:
    codes = ["1"] if span.bold else []
    codes += [f"38;5;{_nearest(span.ink)[0]}"] if span.ink else []
    codes += [f"48;5;{_nearest(span.background)[0]}"] if span.background else []
    return f"\x1b[{';'.join(codes)}m" if codes else ""


def shown_as(color: str) -> str:
    """Return the colour that a terminal shows for a colour.

    >>> shown_as("#1f7a52")
    '#00875f'
    """
    return _nearest(color)[1]


@functools.lru_cache(maxsize=4096)
def _nearest(color: str) -> tuple[int, str]:
    """Return the number and the value of the nearest colour that all terminals show alike.

    The first sixteen colours are left out, because users choose those themselves.
    """
    wanted = channels(color)
    steps = [_step(level) for level in wanted]
    cube = [_LEVELS[step] for step in steps]
    grey = min(max(round((sum(wanted) / 3 - 8) / 10), 0), 23)
    greys = [8 + 10 * grey] * 3
    if _distance(cube, wanted) <= _distance(greys, wanted):
        return 16 + 36 * steps[0] + 6 * steps[1] + steps[2], _written(cube)
    return 232 + grey, _written(greys)


def _step(level: int) -> int:
    return min(range(len(_LEVELS)), key=lambda step: abs(_LEVELS[step] - level))


def _distance(one: Iterable[int], other: Iterable[int]) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _written(levels: Iterable[int]) -> str:
    return "#" + "".join(f"{level:02x}" for level in levels)


# Widths


def columns(letters: str) -> int:
    """Count the columns that letters take in a terminal.

    >>> columns("d3"), columns("黒"), columns("e\u0301")
    (2, 2, 1)
    """
    return sum(map(_columns_of, letters))


def _columns_of(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 1 + (unicodedata.east_asian_width(letter) in "WF")


def centred(letters: str, width: int) -> str:
    """Centre letters in `width` columns; an odd space goes to the left."""
    room = max(width - columns(letters), 0)
    return " " * (room - room // 2) + letters + " " * (room // 2)


def shortened(letters: str, width: int) -> str:
    """Cut letters to `width` columns, with an ellipsis if any are left out.

    >>> shortened("opening", 7), shortened("opening", 5)
    ('opening', 'open…')
    """
    if columns(letters) <= width:
        return letters
    kept, room = "", width - columns(_ELLIPSIS)
    for letter in letters:
        room -= _columns_of(letter)
        if room < 0:
            break
        kept += letter
    return kept.rstrip() + _ELLIPSIS
