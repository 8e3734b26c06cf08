"""Plots as SVG that stands in a page by itself: lines, bars and dots over two axes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

__all__ = ["bar_plot", "dot_plot", "line_plot"]

_WIDTH, _HEIGHT = 640, 280
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 12, 12, 44
_COLOURS = ("#1b6e4b", "#c2571a", "#3558a8")
_LINES = 5  # of the grid, about


def line_plot(series: dict[str, Sequence[tuple[float, float]]], across: str, upwards: str) -> str:
    """Return lines through points, each with its name beside it.

    >>> line_plot({"loss": [(0, 1), (1, 0.5)]}, "step", "loss").count("<polyline")
    1
    """
    points = [point for line in series.values() for point in line]
    axes = _Axes(points, across, upwards)
    drawn = []
    for at, (name, line) in enumerate(series.items()):
        colour = _COLOURS[at % len(_COLOURS)]
        places = " ".join(f"{axes.across(x):.1f},{axes.up(y):.1f}" for x, y in line)
        drawn.append(
            f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        if len(series) > 1:
            drawn.append(
                f'<text x="{_WIDTH - _RIGHT - 4}" y="{_TOP + 14 + 16 * at}" text-anchor="end" '
                f'fill="{colour}">{escape(name)}</text>'
            )
    return axes.drawn_with(drawn, ", ".join(series))


def bar_plot(bars: Sequence[tuple[float, float]], across: str, upwards: str) -> str:
    """Return bars that stand on zero.

    >>> bar_plot([(1, 2), (2, 5)], "empties", "positions").count("<rect")
    2
    """
    axes = _Axes([*bars, (bars[0][0], 0.0)] if bars else [], across, upwards)
    width = max(1.0, 0.8 * (_WIDTH - _LEFT - _RIGHT) / max(1, len(bars)))
    drawn = []
    for x, y in bars:
        top, foot = sorted((axes.up(y), axes.up(0.0)))
        drawn.append(
            f'<rect x="{axes.across(x) - width / 2:.1f}" y="{top:.1f}" width="{width:.1f}" '
            f'height="{foot - top:.1f}" fill="{_COLOURS[0]}"/>'
        )
    return axes.drawn_with(drawn, upwards)


def dot_plot(dots: Sequence[tuple[float, float]], across: str, upwards: str) -> str:
    """Return dots, and the line on which both figures are equal.

    >>> dot_plot([(1, 2), (3, 3)], "exact", "found").count("<circle")
    2
    """
    axes = _Axes(dots, across, upwards)
    low = max(axes.low_x, axes.low_y)
    high = min(axes.high_x, axes.high_y)
    drawn = [
        (
            f'<line x1="{axes.across(low):.1f}" y1="{axes.up(low):.1f}" '
            f'x2="{axes.across(high):.1f}" y2="{axes.up(high):.1f}" stroke="{_COLOURS[1]}"/>'
        )
    ]
    drawn += [
        f'<circle cx="{axes.across(x):.1f}" cy="{axes.up(y):.1f}" r="2" fill="{_COLOURS[0]}" '
        'fill-opacity="0.5"/>'
        for x, y in dots
    ]
    return axes.drawn_with(drawn, upwards)


class _Axes:
    """Where figures lie in a picture, and the grid behind them."""

    def __init__(self, points: Sequence[tuple[float, float]], across: str, upwards: str) -> None:
        finite = [(x, y) for x, y in points if math.isfinite(x) and math.isfinite(y)] or [(0, 0)]
        self.low_x, self.high_x = _bounds([x for x, _ in finite])
        self.low_y, self.high_y = _bounds([y for _, y in finite])
        self._names = across, upwards

    def across(self, x: float) -> float:
        """Return where a figure lies from left to right."""
        share = (x - self.low_x) / (self.high_x - self.low_x)
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    def up(self, y: float) -> float:
        """Return where a figure lies from top to bottom."""
        share = (y - self.low_y) / (self.high_y - self.low_y)
        return _HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM)

    def drawn_with(self, drawn: Sequence[str], title: str) -> str:
        """Return the whole picture."""
        across, upwards = self._names
        grid = []
        for x in _ticks(self.low_x, self.high_x):
            place = self.across(x)
            grid.append(
                f'<line x1="{place:.1f}" y1="{_TOP}" x2="{place:.1f}" y2="{_HEIGHT - _BOTTOM}" '
                f'stroke="#ddd"/><text x="{place:.1f}" y="{_HEIGHT - _BOTTOM + 16}" '
                f'text-anchor="middle">{x:,g}</text>'
            )
        for y in _ticks(self.low_y, self.high_y):
            place = self.up(y)
            grid.append(
                f'<line x1="{_LEFT}" y1="{place:.1f}" x2="{_WIDTH - _RIGHT}" y2="{place:.1f}" '
                f'stroke="#ddd"/><text x="{_LEFT - 6}" y="{place + 4:.1f}" '
                f'text-anchor="end">{y:,g}</text>'
            )
        names = (
            f'<text x="{(_LEFT + _WIDTH) / 2}" y="{_HEIGHT - 8}" text-anchor="middle">'
            f"{escape(across)}</text>"
            f'<text transform="translate(12 {(_HEIGHT - _BOTTOM) / 2}) rotate(-90)" '
            f'text-anchor="middle">{escape(upwards)}</text>'
        )
        return (
            f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(title)}" '
            f'xmlns="http://www.w3.org/2000/svg">{"".join(grid)}{names}{"".join(drawn)}</svg>'
        )


def _bounds(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _ticks(low: float, high: float) -> list[float]:
    """Return round figures between two bounds.

    >>> _ticks(0, 10)
    [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]
    """
    rough = (high - low) / _LINES
    power = 10.0 ** math.floor(math.log10(rough))
    step = min((power * factor for factor in (1, 2, 5, 10)), key=lambda size: abs(size - rough))
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(number * step, 10) for number in range(first, last + 1)]
