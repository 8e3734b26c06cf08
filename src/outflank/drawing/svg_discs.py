"""The discs of a picture: each side's disc is defined once and used on every square."""

from __future__ import annotations

from typing import Final

from outflank.drawing.contrast import SHAPE, contrast, legible
from outflank.drawing.drawing import Drawing
from outflank.drawing.skins import Disc
from outflank.drawing.svg_elements import RADIUS, Layout, element, write
from outflank.drawing.themes import Theme
from outflank.rules import BLACK, WHITE, Color, Square

__all__ = ["definitions", "discs", "edge_color", "stroke_color"]

_NAMES: Final = {BLACK: "b", WHITE: "w"}
_LABEL: Final = 10.5


def edge_color(disc: Disc, theme: Theme) -> str:
    """Return the colour of a disc's edge, which stands out from the board."""
    wanted = theme.outline or disc.fill
    darker = legible(wanted, [theme.felt], SHAPE, toward=("#000000",))
    if contrast(darker, theme.felt) >= SHAPE:
        return darker
    return legible(wanted, [theme.felt], SHAPE)


def stroke_color(disc: Disc, theme: Theme) -> str:
    """Return the colour of an X or O, which is drawn on the board itself."""
    return legible(theme.outline or disc.fill, [theme.felt], SHAPE)


def is_written(disc: Disc, drawing: Drawing) -> bool:
    """Return whether a label or a shape takes the middle of a disc."""
    return not drawing.is_transcript and bool(disc.label or disc.shape != "disc")


def definitions(drawing: Drawing, name: str) -> str:
    """Define the discs that are on the board, with their light and shadow."""
    parts: list[str] = []
    for color in Color:
        if drawing.board.count(color):
            parts += _definition(drawing, color, name)
    if parts and not drawing.theme.flat:
        parts.insert(0, _shadow(name))
    return element("defs", "\n" + "\n".join(parts) + "\n") if parts else ""


def discs(drawing: Drawing, layout: Layout, name: str) -> list[str]:
    """Put the discs on their squares."""
    parts = []
    for color in Color:
        for square in drawing.board.discs(color):
            x, y = layout.centre(square)
            parts.append(element("use", href=f"#{name}{_NAMES[color]}", x=x, y=y))
    return parts


def halos(drawing: Drawing, layout: Layout) -> list[str]:
    """Draw a ring of felt around discs on heated squares, so that their edges can be seen."""
    return [
        element("circle", cx=x, cy=y, r=RADIUS + 1.8)
        for square in drawing.heat
        if drawing.board.disc_at(square)
        for x, y in [layout.centre(square)]
    ]


def disc_under(drawing: Drawing, square: Square) -> Disc | None:
    """Return the skin's disc on a square, or None."""
    color = drawing.board.disc_at(square)
    return drawing.skin.disc(color) if color else None


def _definition(drawing: Drawing, color: Color, name: str) -> list[str]:
    disc, theme = drawing.skin.disc(color), drawing.theme
    this = name + _NAMES[color]
    if disc.shape != "disc" and not drawing.is_transcript:
        return [element("g", _stroked(disc, theme), id=this)]
    fill = disc.flat if theme.flat else f"url(#{this}g)"
    body = element("circle", r=RADIUS, fill=fill, stroke=edge_color(disc, theme), stroke_width=1.2)
    if disc.label and not drawing.is_transcript:
        body += write(
            disc.label, 0, 0, _LABEL, fill=disc.ink, text_anchor="middle", letter_spacing=0.4
        )
    if theme.flat:
        return [element("g", body, id=this)]
    shadow = element("circle", cy=2.2, r=RADIUS + 2.5, fill=f"url(#{name}s)")
    return [_light(disc, f"{this}g"), element("g", shadow + body, id=this)]


def _stroked(disc: Disc, theme: Theme) -> str:
    """Draw an X as two strokes, or an O as a ring."""
    if disc.shape == "cross":
        shape = element("path", d="M-9.5-9.5 9.5 9.5M9.5-9.5-9.5 9.5")
    else:
        shape = element("circle", r=11)
    color = stroke_color(disc, theme)
    return element("g", shape, fill="none", stroke=color, stroke_width=5.5, stroke_linecap="round")


def _light(disc: Disc, name: str) -> str:
    """Define the light on a disc, which comes from the upper left."""
    tones = zip((0, 0.55, 1), disc.tones, strict=True)
    stops = "".join(element("stop", offset=offset, stop_color=tone) for offset, tone in tones)
    return element("radialGradient", stops, id=name, cx=0.34, cy=0.28, r=0.8)


def _shadow(name: str) -> str:
    stops = element("stop", offset=0.8, stop_opacity=0.4)
    stops += element("stop", offset=1, stop_opacity=0)
    return element("radialGradient", stops, id=f"{name}s")
