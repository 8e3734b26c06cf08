"""Boards as PNG pictures, rendered from the SVG pictures by resvg (extra `png`)."""

from __future__ import annotations

from typing import Unpack

from outflank.drawing.drawing import Drawable
from outflank.drawing.options import SvgOptions
from outflank.drawing.svg_board import svg
from outflank.errors import InvalidValue
from outflank.extras import is_installed, require_extra
from outflank.texts import Text

__all__ = ["can_draw_png", "png"]

_RENDERER = "resvg_py"
_MOST_PIXELS = 10_000  # the renderer ends the process if the memory does not suffice


def can_draw_png() -> bool:
    """Return whether the extra that draws PNG pictures is installed."""
    return is_installed(_RENDERER)


def png(value: Drawable, **options: Unpack[SvgOptions]) -> bytes:
    """Draw a board, a position, a game or a set of squares as a PNG picture; options as in `svg`.

    Letters use the fonts of this computer. This needs `pip install "outflank[png]"`.

    >>> from outflank.rules import Board
    >>> png(Board.start(4), size=100)[1:4]
    b'PNG'
    """
    picture = svg(value, **options)
    if (size := options.get("size", 0)) > _MOST_PIXELS:
        raise InvalidValue(
            Text("errors.drawing.picture_too_wide", most=f"{_MOST_PIXELS:,}", given=f"{size:,}")
        )
    require_extra("png", _RENDERER)
    import resvg_py

    return resvg_py.svg_to_bytes(svg_string=picture)
