"""Plots as SVG for HTML pages: lines, bars, dots and intervals."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from html import escape

__all__ = ["bar_plot", "dot_plot", "interval_plot", "line_plot"]

_WIDTH, _HEIGHT = 640, 280
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 12, 12, 44
_COLOURS = ("#1b6e4b", "#c2571a", "#3558a8")
_INK = "#1c2120"
_LINES = 5  # of the grid, roughly
_LEGEND, _LETTER = 20, 7  # the height of the names above a plot, and roughly a letter's width
# Of an interval plot: the height of a row, the width of the names and their most letters.
_ROW, _NAMES, _LETTERS = 24, 190, 28


def line_plot(
    series: Mapping[str, Sequence[tuple[float, float]]], across: str, upwards: str
) -> str:
    """Plot lines through points; several lines have their names above the plot.

    >>> line_plot({"loss": [(0, 1), (1, 0.5)]}, "step", "loss").count("<polyline")
    1
    """
    points = [point for line in series.values() for point in line]
    axes = _Axes(points, across, upwards)
    drawn, names = [], []
    end = float(_WIDTH - _RIGHT)
    for at, (name, line) in reversed(list(enumerate(series.items()))):
        colour = _COLOURS[at % len(_COLOURS)]
        places = " ".join(f"{axes.across(x):.1f},{axes.up(y):.1f}" for x, y in line)
        drawn.append(
            f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        if len(series) > 1:
            names.append(
                f'<text x="{end:.0f}" y="{-_LEGEND / 4}" text-anchor="end" style="fill: {colour}">'
                f"{escape(name)}</text>"
            )
            end -= _LETTER * len(name) + 2 * _RIGHT
    above = _LEGEND if names else 0
    return axes.drawn_with([*drawn, *names], ", ".join(series), above=above)


def bar_plot(
    bars: Sequence[tuple[float, float]] | Mapping[str, Sequence[tuple[float, float]]],
    across: str,
    upwards: str,
    *,
    fills: Sequence[str] = _COLOURS,
) -> str:
    """Plot bars from zero; each of several groups has its own fill, which is named above.

    >>> bar_plot([(1, 2), (2, 5)], "empties", "positions").count("<rect")
    2
    >>> bar_plot({"Ann": [(1, 2), (3, 1)], "Bob": [(2, 5)]}, "move", "discs").count("<rect")
    5
    """
    groups = bars if isinstance(bars, Mapping) else {upwards: bars}
    every = [bar for group in groups.values() for bar in group]
    places = [x for x, _ in every]
    # Half a step at either end keeps the outermost bars within the axes.
    half = (max(places) - min(places)) / max(1, len(every) - 1) / 2 or 0.5 if every else 0.5
    ends = [(min(places) - half, 0.0), (max(places) + half, 0.0)] if every else []
    axes = _Axes([*every, *ends], across, upwards)
    axes.counts = all(float(y).is_integer() for _, y in every)
    width = max(1.0, 0.8 * (_WIDTH - _LEFT - _RIGHT) / max(1, len(every)))
    edge = f' stroke="{_INK}"' if len(groups) > 1 else ""
    drawn = []
    for (_, group), fill in zip(groups.items(), itertools.cycle(fills)):
        for x, y in group:
            top, foot = sorted((axes.up(y), axes.up(0.0)))
            drawn.append(
                f'<rect x="{axes.across(x) - width / 2:.1f}" y="{top:.1f}" width="{width:.1f}" '
                f'height="{foot - top:.1f}" fill="{fill}"{edge}/>'
            )
    if len(groups) == 1:
        return axes.drawn_with(drawn, upwards)
    names = _named_fills(list(groups), fills)
    return axes.drawn_with([*drawn, *names], f"{upwards}: {', '.join(groups)}", above=_LEGEND)


def _named_fills(names: Sequence[str], fills: Sequence[str]) -> list[str]:
    """Draw the legend of the fills, above a plot on the right."""
    drawn, end = [], float(_WIDTH - _RIGHT)
    for name, fill in reversed(list(zip(names, itertools.cycle(fills)))):
        start = end - _LETTER * len(name) - 16
        drawn.append(
            f'<rect x="{start:.0f}" y="{-_LEGEND / 4 - 9:.0f}" width="10" height="10" '
            f'fill="{fill}" stroke="{_INK}"/><text x="{end:.0f}" y="{-_LEGEND / 4}" '
            f'text-anchor="end">{escape(name)}</text>'
        )
        end = start - 2 * _RIGHT
    return drawn


def dot_plot(dots: Sequence[tuple[float, float]], across: str, upwards: str) -> str:
    """Plot dots, and the line on which both values are equal.

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


def interval_plot(rows: Sequence[tuple[str, float, float, float]], across: str) -> str:
    """Plot a line for each name from its lowest to its highest value, with a dot at the middle.

    >>> interval_plot([("Ann", -20, 5, 30), ("Bob", -30, -5, 20)], "Elo").count("<circle")
    2
    """
    ends = [figure for _, *figures in rows for figure in figures if math.isfinite(figure)]
    low, high = _bounds(ends or [0.0])
    height = _ROW * len(rows) + _TOP + _BOTTOM
    left = _NAMES + _TOP

    def place(figure: float) -> float:
        share = (min(max(figure, low), high) - low) / (high - low)
        return left + share * (_WIDTH - left - 2 * _RIGHT)

    drawn = [
        f'<line x1="{place(x):.1f}" y1="{_TOP}" x2="{place(x):.1f}" y2="{height - _BOTTOM}" '
        f'stroke="#ddd"/><text x="{place(x):.1f}" y="{height - _BOTTOM + 16}" '
        f'text-anchor="middle">{x:+,g}</text>'
        for x in _ticks(low, high)
    ]
    for at, (name, least, middle, most) in enumerate(rows):
        y = _TOP + _ROW * (at + 0.5)
        shown = name if len(name) <= _LETTERS else f"{name[: _LETTERS - 1]}…"
        drawn.append(
            f'<text x="{_NAMES}" y="{y + 4:.1f}" text-anchor="end">{escape(shown)}</text>'
            f'<line x1="{place(least):.1f}" y1="{y:.1f}" x2="{place(most):.1f}" y2="{y:.1f}" '
            f'stroke="{_COLOURS[0]}" stroke-width="2"/>'
            f'<circle cx="{place(middle):.1f}" cy="{y:.1f}" r="4" fill="{_COLOURS[0]}"/>'
        )
    drawn.append(
        f'<text x="{(left + _WIDTH) / 2}" y="{height - 8}" text-anchor="middle">'
        f"{escape(across)}</text>"
    )
    return (
        f'<svg class="plot" viewBox="0 0 {_WIDTH} {height}" role="img" '
        f'aria-label="{escape(across)}" xmlns="http://www.w3.org/2000/svg">{"".join(drawn)}</svg>'
    )


class _Axes:
    """The scales of a plot, and the grid behind it."""

    def __init__(self, points: Sequence[tuple[float, float]], across: str, upwards: str) -> None:
        finite = [(x, y) for x, y in points if math.isfinite(x) and math.isfinite(y)] or [(0, 0)]
        self.low_x, self.high_x = _bounds([x for x, _ in finite])
        self.low_y, self.high_y = _bounds([y for _, y in finite])
        self._names = across, upwards
        self.counts = False  # whether the vertical values are counts, which need no half ticks

    def across(self, x: float) -> float:
        """Return the horizontal position of a value."""
        share = (x - self.low_x) / (self.high_x - self.low_x)
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    def up(self, y: float) -> float:
        """Return the vertical position of a value, counted from the top."""
        share = (y - self.low_y) / (self.high_y - self.low_y)
        return _HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM)

    def drawn_with(self, drawn: Sequence[str], title: str, *, above: int = 0) -> str:
        """Return the whole plot, with room for names above it."""
        across, upwards = self._names
        grid = []
        for x in _ticks(self.low_x, self.high_x):
            place = self.across(x)
            grid.append(
                f'<line x1="{place:.1f}" y1="{_TOP}" x2="{place:.1f}" y2="{_HEIGHT - _BOTTOM}" '
                f'stroke="#ddd"/><text x="{place:.1f}" y="{_HEIGHT - _BOTTOM + 16}" '
                f'text-anchor="middle">{x:,g}</text>'
            )
        for y in _ticks(self.low_y, self.high_y, least=1.0 if self.counts else 0.0):
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
            f'<svg class="plot" viewBox="0 {-above} {_WIDTH} {_HEIGHT + above}" role="img" '
            f'aria-label="{escape(title)}" xmlns="http://www.w3.org/2000/svg">{"".join(grid)}{names}{"".join(drawn)}</svg>'
        )


def _bounds(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _ticks(low: float, high: float, *, least: float = 0.0) -> list[float]:
    """Return round numbers between two bounds, at least `least` apart.

    >>> _ticks(0, 10)
    [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]
    >>> _ticks(0, 1, least=1)
    [0, 1]
    """
    rough = (high - low) / _LINES
    power = 10.0 ** math.floor(math.log10(rough))
    step = min((power * factor for factor in (1, 2, 5, 10)), key=lambda size: abs(size - rough))
    step = max(step, least)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(number * step, 10) for number in range(first, last + 1)]
