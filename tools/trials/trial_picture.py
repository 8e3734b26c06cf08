"""A picture of a trial: acknowledged moves over time, and a stripe for each fault."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from support.cluster.trial import TrialResult

__all__ = ["picture"]

_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _TOP = 900, 320, 60, 40, 20
_COLORS = (
    "#c44",
    "#47a",
    "#a72",
    "#595",
    "#849",
    "#288",
    "#b58",
    "#663",
    "#36b",
    "#b33",
    "#777",
    "#2a6",
)


def picture(result: TrialResult) -> str:
    """Return the picture as SVG."""
    most = max([moves for _, moves in result.pace], default=1) or 1
    names = sorted({strike.name for strike in result.strikes})
    rows = -(-len(names) // 3)
    height = _HEIGHT + 18 * rows + 10

    def across(at: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - 10) * at / max(result.seconds, 1e-9)

    def up(moves: float) -> float:
        return _HEIGHT - _BOTTOM - (_HEIGHT - _BOTTOM - _TOP) * moves / most

    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
            'font-family="sans-serif" font-size="12">'
        ),
        f'<rect width="{_WIDTH}" height="{height}" fill="white"/>',
    ]
    for strike in result.strikes:
        color, left = _COLORS[names.index(strike.name) % len(_COLORS)], across(strike.began)
        wide = max(2.0, across(strike.ended) - left)
        parts.append(
            f'<rect x="{left:.1f}" y="{_TOP}" width="{wide:.1f}" '
            f'height="{_HEIGHT - _BOTTOM - _TOP}" fill="{color}" opacity="0.35">'
            f"<title>{escape(strike.name)}</title></rect>"
        )
    line = " ".join(f"{across(at):.1f},{up(moves):.1f}" for at, moves in result.pace)
    parts.append(f'<polyline points="{line}" fill="none" stroke="black" stroke-width="1.5"/>')
    for share in (0, 0.5, 1):
        moves, at = round(most * share), result.seconds * share
        parts.append(
            f'<text x="{_LEFT - 6}" y="{up(moves) + 4:.1f}" text-anchor="end">{moves:,}</text>'
        )
        parts.append(
            f'<text x="{across(at):.1f}" y="{_HEIGHT - 20}" '
            f'text-anchor="{("start", "middle", "end")[round(2 * share)]}">{at:.0f} s</text>'
        )
    parts.append(f'<text x="{_LEFT}" y="14">moves acknowledged</text>')
    for number, name in enumerate(names):
        x, y = _LEFT + 280 * (number % 3), _HEIGHT + 18 * (number // 3)
        color = _COLORS[number % len(_COLORS)]
        parts.append(
            f'<rect x="{x}" y="{y - 10}" width="12" height="12" fill="{color}" opacity="0.6"/>'
        )
        parts.append(f'<text x="{x + 18}" y="{y}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
