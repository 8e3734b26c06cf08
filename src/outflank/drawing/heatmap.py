"""Heat maps: values as colours of growing brightness, so that hues need not be distinguished."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from outflank.drawing.contrast import mix
from outflank.drawing.svg_elements import CELL, RIM, Layout, element, figure, write
from outflank.rules import Square

__all__ = ["PALETTE", "heat_color"]

# From dark blue through grey to pale yellow, each brighter than the one before.
PALETTE: Final = ("#16244d", "#39507a", "#6f7a80", "#a99f72", "#dcc75f", "#fff2a8")

_INSET: Final = 1


def heat_color(values: Mapping[Square, float], square: Square) -> str:
    """Return the colour of a square's value, on the scale from the lowest to the highest value.

    >>> a1, b1 = Square.parse("a1"), Square.parse("b1")
    >>> heat_color({a1: -3, b1: 5}, b1) == PALETTE[-1]
    True
    """
    low, high = _bounds(values)
    return _color((values[square] - low) / (high - low))


def _bounds(values: Mapping[Square, float]) -> tuple[float, float]:
    low, high = min(values.values(), default=0.0), max(values.values(), default=1.0)
    return (low, high) if high > low else (low - 1, low)  # equal values all count as the highest


def _color(share: float) -> str:
    position = share * (len(PALETTE) - 1)
    start = min(int(position), len(PALETTE) - 2)
    return mix(PALETTE[start], PALETTE[start + 1], position - start)


def cells(values: Mapping[Square, float], layout: Layout) -> list[str]:
    """Fill the squares with their colours."""
    side = CELL - 2 * _INSET
    parts = []
    for square in values:
        x, y = layout.corner(square)
        color = heat_color(values, square)
        parts.append(
            element("rect", x=x + _INSET, y=y + _INSET, width=side, height=side, fill=color)
        )
    return parts


def legend(values: Mapping[Square, float], layout: Layout, name: str) -> list[str]:
    """Draw the colour scale on the first line below the board, with its ends' values."""
    low, high = _bounds(values)
    middle, width = layout.line(0), layout.board * 0.5
    left = (layout.board - width) / 2
    stops = "".join(
        element("stop", offset=index / (len(PALETTE) - 1), stop_color=color)
        for index, color in enumerate(PALETTE)
    )
    bar = element(
        "rect", x=left, y=middle - 5, width=width, height=10, rx=2,
        fill=f"url(#{name})", stroke="#808080", stroke_width=0.8,
    )  # fmt: skip
    return [
        element("linearGradient", stops, id=name),
        bar,
        write(signed(low), left - RIM, middle, 12, text_anchor="end"),
        write(signed(high), left + width + RIM, middle, 12, text_anchor="start"),
    ]


def signed(value: float) -> str:
    """Write a value with a real minus sign."""
    return figure(value).replace("-", "\N{MINUS SIGN}")
