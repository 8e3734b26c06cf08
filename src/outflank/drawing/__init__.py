"""Pictures of values: boards in SVG, PNG and text, with skins and themes.

>>> from outflank.rules import Board
>>> print(text(Board.start(4), unicode=False))
   a  b  c  d
1  .  .  .  .
2  .  O  X  .
3  .  X  O  .
4  .  .  .  .
"""

from outflank.drawing.annotations import Annotation
from outflank.drawing.contrast import contrast
from outflank.drawing.drawing import Drawable, Drawing
from outflank.drawing.options import Arrow, SvgOptions, TextOptions
from outflank.drawing.png_board import can_draw_png, png
from outflank.drawing.skins import Disc, Skin, find_skin, skins
from outflank.drawing.svg_board import svg
from outflank.drawing.text_board import text
from outflank.drawing.themes import Theme, find_theme, themes

__all__ = [
    "Annotation",
    "Arrow",
    "Disc",
    "Drawable",
    "Drawing",
    "Skin",
    "SvgOptions",
    "TextOptions",
    "Theme",
    "can_draw_png",
    "contrast",
    "find_skin",
    "find_theme",
    "png",
    "skins",
    "svg",
    "text",
    "themes",
]
