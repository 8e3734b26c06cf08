"""Boards as SVG pictures."""

from __future__ import annotations

import re
import textwrap
import zlib
from typing import Final, Unpack

from outflank.drawing import heatmap, svg_discs, svg_marks
from outflank.drawing.annotations import Source
from outflank.drawing.contrast import TEXT, ink_on, legible
from outflank.drawing.drawing import Drawable, Drawing
from outflank.drawing.options import SvgOptions
from outflank.drawing.svg_elements import CELL, LETTERS, RIM, Layout, element, escaped, group, write
from outflank.drawing.terminal_text import columns, shortened
from outflank.errors import InvalidValue
from outflank.rules import Square
from outflank.texts import Text

__all__ = ["svg"]

_FONT: Final = "system-ui,sans-serif"
_NAME: Final = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
_LINE_TEXT: Final = 13
_LETTER: Final = 0.6  # the width of a letter as a share of its font size
_LEAST_TEXT: Final = 8  # units and pixels: a text is cut rather than drawn smaller
_STAR: Final = 2  # the number of squares between the rim and the four points


def svg(value: Drawable, **options: Unpack[SvgOptions]) -> str:
    """Draw a board, a position, a game or a set of squares as an SVG picture.

    A game shows its last move and the discs it flipped by default; a position shows its legal
    squares. A square is a `Square` or its name. Several squares are any collection of these, or
    one string such as "d3 e4". Options, all by keyword:

        size=400           the width in pixels
        skin               the discs: "classic", "red-yellow", "xo", "yesno", or a Skin
        theme="felt"       "dark", "ocean", "wood", "paper", "print", "contrast", "clear"; a Theme
        coordinates=True   letters and numbers around the board
        rotated=False      the board from the other side of the table
        background=True    paper behind the board
        legal              True, False, or the squares that get a dot
        last_move          the move that gets a mark, or None
        flips              the squares that get a dashed ring
        stable=False       True or squares: stable discs get a thin ring
        scores             square to Score or number, from the side to move
        texts              square to a short text; a long one is cut
        numbers=False      a game as a transcript sheet: each disc with the number of its move
        heat               square to number, shown as colours with a legend
        marks              "ring", "frame" or "cross" to squares
        arrows             pairs of squares
        caption=False      a line below the board; True for the count and the turn
        title              the text that a screen reader says first
        id                 begins the ids in the picture, to show a picture twice on a page

    >>> from outflank.rules import Board
    >>> svg(Board.start(8), size=320).startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True
    """
    drawing = Drawing.of(value, **options)
    width = options.get("size", 400)
    name = options.get("id", "")
    if name and not _NAME.fullmatch(name):
        raise InvalidValue(Text("errors.drawing.invalid_id", given=repr(name)))
    background = options.get("background", True)
    # Pictures on one page must have different ids, so each is named after its contents.
    name = (
        name or f"o{zlib.crc32(repr((drawing, width, background)).encode('utf-8', 'replace')):08x}"
    )
    return _picture(drawing, width, f"{name}-", background=background)


def _picture(drawing: Drawing, width: int, name: str, *, background: bool) -> str:
    lines = _wrapped(drawing)
    layout = Layout(
        drawing.size, drawing.rotated, drawing.coordinates, len(lines) + bool(drawing.heat)
    )
    parts = [
        element("title", escaped(drawing.title), id=f"{name}title"),
        element("desc", escaped(drawing.description), id=f"{name}desc"),
        svg_discs.definitions(drawing, name),
    ]
    if background:
        parts.append(element("rect", width="100%", height="100%", fill=drawing.theme.paper))
    table = [
        *_table(drawing, layout),
        *group("heat", heatmap.cells(drawing.heat, layout)),
        *svg_marks.below_discs(drawing, layout),
        *group("halos", svg_discs.halos(drawing, layout), fill=drawing.theme.felt),
        *group("discs", svg_discs.discs(drawing, layout, name), font_weight=700),
        *svg_marks.above_discs(drawing, layout),
        *_figures(drawing, layout, least=_LEAST_TEXT * max(1, layout.width / width)),
        *_coordinates(drawing, layout),
        *_lines(drawing, layout, lines, name),
    ]
    shift = f"translate({layout.origin} {layout.origin})"
    parts.append(element("g", "\n" + "\n".join(table) + "\n", transform=shift))
    content = "\n".join(part for part in parts if part)
    return element(
        "svg",
        f"\n{content}\n",
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=round(width * layout.height / layout.width),
        viewBox=f"0 0 {layout.width} {layout.height}",
        role="img",
        aria_labelledby=f"{name}title {name}desc",
        font_family=_FONT,
    )


def _table(drawing: Drawing, layout: Layout) -> list[str]:
    """Draw the rim, the felt, the lines and the four points."""
    theme, side = drawing.theme, layout.board
    steps = [CELL * index for index in range(1, drawing.size)]
    lines = "".join(f"M0 {step}H{side}M{step} 0V{side}" for step in steps)
    rim = element(
        "rect", x=-RIM, y=-RIM, width=side + 2 * RIM, height=side + 2 * RIM, rx=RIM, fill=theme.rim
    )
    parts = [
        rim,
        element("rect", width=side, height=side, fill=theme.felt),
        element("path", d=lines, stroke=theme.line, stroke_width=1),
    ]
    near, far = _STAR * CELL, side - _STAR * CELL
    points = [(x, y) for y in (near, far) for x in (near, far)] if near < far else []
    stars = [element("circle", cx=x, cy=y, r=2.4) for x, y in points]
    return parts + group("points", stars, fill=theme.line)


def _figures(drawing: Drawing, layout: Layout, least: float) -> list[str]:
    """Write the numbers of moves and the annotations on squares."""
    parts = []
    for square, number in drawing.numbers.items():
        x, y = layout.centre(square)
        ink = ink_on(*svg_marks.behind(drawing, square))
        parts.append(write(str(number), x, y, 15 if number < 100 else 12.5, fill=ink))
    numbers = group("numbers", parts, text_anchor="middle", font_weight=600)
    annotations = [_note(drawing, layout, square, least) for square in drawing.annotations]
    return numbers + group("notes", annotations, text_anchor="middle")


def _note(drawing: Drawing, layout: Layout, square: Square, least: float) -> str:
    """Write a note as large as it fits; a number may become small, but a long text is cut."""
    note, disc = drawing.annotations[square], svg_discs.disc_under(drawing, square)
    x, y = map(float, layout.centre(square))
    biggest, room = 15.5 if note.strong else 14.0, CELL - 4
    if (disc and svg_discs.is_written(disc, drawing)) or square in drawing.numbers:
        y, biggest, room = y + 11, 7.0, 22  # below the label, which is in the middle
    text = note.text
    if _is_figure(text):
        text, least = text.replace("-", "\N{MINUS SIGN}"), _LEAST_TEXT
    least = min(least, biggest, 14.0)  # four letters, as in "loss", fit at 14
    whole, text = text, shortened(text, int(room / (_LETTER * least)))
    fitting = (room - 3) / (_LETTER * max(columns(text), 1))
    size = max(min(biggest, fitting), least)
    squeezed = room if size > fitting else None
    color = ink_on(*svg_marks.behind(drawing, square))
    word = write(
        text,
        x,
        y - (2 if note.source else 0),
        size,
        fill=color,
        font_weight=800 if note.strong else 500,
        textLength=squeezed,
        lengthAdjust="spacingAndGlyphs" if squeezed else None,
    )
    if text != whole:
        word = element(
            "g", element("title", escaped(whole)) + word
        )  # shown when the pointer is on it
    return word + (_source(note.source, x, y + 11.5, color) if note.source else "")


def _is_figure(text: str) -> bool:
    return re.fullmatch(r"[+-]?\d+(\.\d+)?", text) is not None


def _source(source: Source, x: float, y: float, color: str) -> str:
    """Draw the sign of a score's source: a tick if it is exact, else a letter."""
    if source == "exact":
        tick = f"M{x - 4:g} {y - 0.5:g}l2.6 2.8 5.2-5.6"
        return element("path", d=tick, fill="none", stroke=color, stroke_width=1.7)
    signs = {"book": "b", "selective": "%", "expected": "\N{ALMOST EQUAL TO}"}
    return write(signs[source], x, y, 8.5, fill=color, font_weight=600)


def _coordinates(drawing: Drawing, layout: Layout) -> list[str]:
    """Write letters above the board and numbers to its left."""
    if not drawing.coordinates:
        return []
    parts = []
    outside = -RIM - LETTERS / 2
    for index in range(drawing.size):
        middle = layout.shown(index) * CELL + CELL / 2
        parts.append(write(str(Square(index, index))[0], middle, outside, 13))
        parts.append(write(str(index + 1), outside, middle, 13))
    ink = _ink_on_paper(drawing)
    return group("coordinates", parts, fill=ink, text_anchor="middle", font_weight=600)


def _wrapped(drawing: Drawing) -> list[str]:
    """Wrap the lines below the board to its width."""
    letters = int(drawing.size * CELL / (0.52 * _LINE_TEXT))
    return [part for line in drawing.lines for part in textwrap.wrap(line, letters)]


def _lines(drawing: Drawing, layout: Layout, lines: list[str], name: str) -> list[str]:
    """Draw the legend of the heat map, and write the lines below the board."""
    ink = _ink_on_paper(drawing)
    legend = heatmap.legend(drawing.heat, layout, f"{name}heat") if drawing.heat else []
    words = [
        write(line, layout.board / 2, layout.line(number), _LINE_TEXT)
        for number, line in enumerate(lines, len(legend) and 1)
    ]
    parts = group("legend", legend, fill=ink)
    return parts + group("lines", words, fill=ink, text_anchor="middle")


def _ink_on_paper(drawing: Drawing) -> str:
    return legible(drawing.theme.ink, [drawing.theme.paper], TEXT)
