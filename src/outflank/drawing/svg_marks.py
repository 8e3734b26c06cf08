"""The marks on the squares of a picture; every kind has its own shape."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from outflank.drawing.contrast import SHAPE, contrast, ink_on, legible
from outflank.drawing.drawing import Drawing
from outflank.drawing.heatmap import heat_color
from outflank.drawing.options import Arrow
from outflank.drawing.svg_discs import disc_under, is_written
from outflank.drawing.svg_elements import CELL, RADIUS, Layout, element, figure, group
from outflank.rules import Square

__all__ = ["above_discs", "behind", "below_discs"]

_DOT: Final = 4.4
_LAST: Final = 3.4
_SMALL_LAST: Final = 2.5
_LAST_RING: Final = 14.9  # just inside the edge of a disc
_EDGE: Final = 11.6  # from the middle of a disc up to the room for a mark at its edge
_CORNER: Final = 14.5  # the same to the free corner of a square with an X or O


def cell_color(drawing: Drawing, square: Square) -> str:
    """Return the colour of a square itself."""
    return heat_color(drawing.heat, square) if square in drawing.heat else drawing.theme.felt


def behind(drawing: Drawing, square: Square) -> tuple[str, ...]:
    """Return the colours behind a drawing in the middle of a square."""
    disc = disc_under(drawing, square)
    if disc and (drawing.is_transcript or disc.shape == "disc"):
        return disc.tones
    return (cell_color(drawing, square),)


def below_discs(drawing: Drawing, layout: Layout) -> list[str]:
    """Draw the marks on the felt: chosen squares, and dots on the legal ones."""
    usual = legible(drawing.theme.legal, [drawing.theme.felt], SHAPE)
    chosen = [
        element("rect", x=x + 6, y=y + 6, width=CELL - 12, height=CELL - 12, rx=4)
        for x, y in map(layout.corner, drawing.chosen)
    ]
    dots = []
    for square in drawing.legal:
        if square in drawing.annotations or drawing.board.disc_at(square):
            continue  # an annotation or a disc is in the dot's place
        x, y = layout.centre(square)
        fill = ink_on(cell_color(drawing, square)) if square in drawing.heat else None
        dots.append(element("circle", cx=x, cy=y, r=_DOT, fill=fill))
    return group("chosen", chosen, fill=usual) + group("legal", dots, fill=usual)


def above_discs(drawing: Drawing, layout: Layout) -> list[str]:
    """Draw the marks above the discs: flips, stable discs, marks, the last move and arrows."""
    flips = [_flip(drawing, square, layout) for square in drawing.flips]
    stable = [_stable(drawing, square, layout) for square in drawing.stable]
    parts = group("flips", flips, fill="none", stroke_width=1.6, stroke_dasharray="3.4 2.4")
    parts += group("stable", stable, fill="none", stroke_width=1.4)
    for kind, squares in drawing.marks.items():
        shapes = [_SHAPES[kind](drawing, square, layout) for square in squares]
        parts += group(kind, shapes, fill="none", stroke_width=2.6, stroke_linecap="round")
    if drawing.last is not None:
        parts += group("last", [_last(drawing, drawing.last, layout)], fill=drawing.theme.last)
    color = legible(drawing.theme.arrow, [drawing.theme.felt], SHAPE)
    arrows = [_arrow(arrow, layout) for arrow in drawing.arrows]
    return parts + group(
        "arrows", arrows, fill=color, stroke=ink_on(color), stroke_width=0.9, opacity=0.9
    )


def middle_is_taken(drawing: Drawing, square: Square) -> bool:
    """Return whether a label, a number or a shape takes the middle of a square."""
    disc = disc_under(drawing, square)
    return (
        square in drawing.annotations
        or square in drawing.numbers
        or (disc is not None and is_written(disc, drawing))
    )


def _last(drawing: Drawing, square: Square, layout: Layout) -> str:
    x, y = map(float, layout.centre(square))
    disc = disc_under(drawing, square)
    around = behind(drawing, square)
    if square in drawing.numbers:
        color = legible(drawing.theme.last, around, SHAPE)
        return element(
            "circle", cx=x, cy=y, r=_LAST_RING, fill="none", stroke=color, stroke_width=2
        )
    # If red is hard to see here, it stays red and gets an edge that can be seen.
    is_seen = min(contrast(drawing.theme.last, color) for color in around) >= SHAPE
    edge = None if is_seen else ink_on(*around)
    radius = _LAST
    if disc and disc.shape != "disc" and not drawing.is_transcript:
        x, y = x + _CORNER, y - _CORNER
    elif middle_is_taken(drawing, square):
        y, radius = y - _EDGE, _SMALL_LAST
    return element("circle", cx=x, cy=y, r=radius, stroke=edge)


def _flip(drawing: Drawing, square: Square, layout: Layout) -> str:
    x, y = layout.centre(square)
    disc = disc_under(drawing, square)
    color = legible(drawing.theme.flip, behind(drawing, square), SHAPE)
    outside = disc is not None and disc.shape != "disc" and not drawing.is_transcript
    return element("circle", cx=x, cy=y, r=17 if outside else 13, stroke=color)


def _stable(drawing: Drawing, square: Square, layout: Layout) -> str:
    x, y = layout.centre(square)
    radius = 14.6 if middle_is_taken(drawing, square) else 9
    if square == drawing.last and square in drawing.numbers:
        radius = 12.6  # the ring of the last move takes the edge
    color = legible(drawing.theme.mark, behind(drawing, square), SHAPE)
    return element("circle", cx=x, cy=y, r=radius, stroke=color)


def _ring(drawing: Drawing, square: Square, layout: Layout) -> str:
    x, y = layout.centre(square)
    color = _mark_color(drawing, square)
    if not drawing.board.disc_at(square):
        return element("circle", cx=x, cy=y, r=14, stroke=color)
    # A gap separates a white ring from a white disc.
    gap, radius = cell_color(drawing, square), RADIUS + 1.6
    return element("circle", cx=x, cy=y, r=radius, stroke=gap, stroke_width=5) + element(
        "circle", cx=x, cy=y, r=radius, stroke=color, stroke_width=2.2
    )


def _frame(drawing: Drawing, square: Square, layout: Layout) -> str:
    x, y = layout.corner(square)
    side = CELL - 4
    color = _mark_color(drawing, square)
    return element("rect", x=x + 2, y=y + 2, width=side, height=side, rx=4, stroke=color)


def _cross(drawing: Drawing, square: Square, layout: Layout) -> str:
    x, y = layout.centre(square)
    on_disc = drawing.board.disc_at(square) is not None
    color = ink_on(*behind(drawing, square)) if on_disc else _mark_color(drawing, square)
    return element("path", d=f"M{x - 7} {y - 7}l14 14m0-14-14 14", stroke=color)


def _mark_color(drawing: Drawing, square: Square) -> str:
    return legible(drawing.theme.mark, [cell_color(drawing, square)], SHAPE)


_SHAPES: Final[dict[str, Callable[[Drawing, Square, Layout], str]]] = {
    "ring": _ring,
    "frame": _frame,
    "cross": _cross,
}


def _arrow(arrow: Arrow, layout: Layout) -> str:
    """Draw one outline from near the middle of the tail to the middle of the head."""
    (x1, y1), (x2, y2) = layout.centre(arrow.tail), layout.centre(arrow.head)
    length = math.hypot(x2 - x1, y2 - y1)
    if not length:
        return element("circle", cx=x1, cy=y1, r=6)
    across, down = (x2 - x1) / length, (y2 - y1) / length
    start, barb = min(14.0, length / 3), min(13.0, length / 2)
    outline = [  # along the arrow, and to its side
        (start, 2.6), (length - barb, 2.6), (length - barb, 8), (length, 0),
        (length - barb, -8), (length - barb, -2.6), (start, -2.6),
    ]  # fmt: skip
    points = (
        f"{figure(x1 + across * along - down * side)} {figure(y1 + down * along + across * side)}"
        for along, side in outline
    )
    return element("path", d=f"M{'L'.join(points)}Z", stroke_linejoin="round")
