"""Draws the board: squares, coordinates, discs, flips and marks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from pygame import Rect, Surface

from outflank.drawing.annotations import score_annotations
from outflank.drawing.contrast import SHAPE, TEXT, contrast, legible
from outflank.drawing.skins import Disc, Skin
from outflank.faces.local.flip_animation import FlipAnimation
from outflank.faces.window.painting.painter import WindowPainter
from outflank.faces.window.screens.layout import BoardLayout
from outflank.rules import Board, Color, Placement, Score, Square, SquareSet

__all__ = ["BoardContent", "BoardPicture"]

_DOT: Final = 0.11  # this and the following are parts of a square's side
_LAST: Final = 0.085
_SMALL_LAST: Final = 0.062
_LAST_AT_EDGE: Final = 0.292
_LAST_IN_CORNER: Final = 0.375
_RING: Final = 0.325
_WIDE_RING: Final = 0.425  # around an X or O


@dataclass(frozen=True, slots=True)
class BoardContent:
    """What a board shows at one moment, in a game or an exercise."""

    board: Board
    skin: Skin
    legal: SquareSet  # the squares with a dot
    scores: Mapping[Square, Score] = field(default_factory=dict)  # shown instead of dots
    last: Placement | None = None  # the last move
    preview: Placement | None = None  # what a click would do
    cursor: Square | None = None  # moved by the keyboard
    flips: FlipAnimation | None = None
    pending: tuple[Square, Color] | None = None  # a disc that waits to be placed
    flash: float = 0.0  # the opacity of a flash
    is_past: bool = False  # whether it is an earlier position


class BoardPicture:
    """Draws a board."""

    def __init__(self, painter: WindowPainter, layout: BoardLayout, content: BoardContent) -> None:
        self._painter = painter
        self._layout = layout
        self._content = content
        self._cell = layout.cell

    def draw(self, now: float) -> None:
        """Draw everything."""
        content = self._content
        self._grid()
        if content.flash:
            self._painter.shade(self._layout.felt, self._painter.theme.flip, content.flash)
        self._open_squares()
        self._discs(now)
        if not content.preview and content.flips is None:
            self._last_flips()
        self._last_mark()
        if content.preview:
            self._preview(content.preview)
        elif content.cursor is not None:
            discs = self._painter.discs
            self._put(discs.frame(discs.cursor_color(), self._cell), content.cursor)
        if content.pending is not None:
            square, color = content.pending
            self._put(self._painter.discs.ghost(content.skin.disc(color), self._cell), square)

    # Grid

    def _grid(self) -> None:
        painter, layout = self._painter, self._layout
        theme = painter.theme
        rim = painter.palette.gold_line if self._content.is_past else theme.rim
        painter.card(layout.outside, rim, radius=max(3, layout.rim))
        painter.surface.fill(theme.felt, layout.felt)
        thick = max(1, self._cell // 48)
        for step in range(1, layout.size):
            along = step * self._cell - thick // 2
            felt = layout.felt
            painter.surface.fill(theme.line, (felt.left + along, felt.top, thick, felt.height))
            painter.surface.fill(theme.line, (felt.left, felt.top + along, felt.width, thick))
        for point in layout.stars:
            painter.dot(point, max(2.0, self._cell * 0.055), theme.line)
        if layout.letters:
            self._coordinates()

    def _coordinates(self) -> None:
        layout, painter = self._layout, self._painter
        size = min(round(layout.letters * 0.62), round(self._cell * 0.5))
        color = painter.palette.soft
        for index in range(layout.size):
            name = str(Square(index, index))
            box = layout.square(Square(index, index))
            above = Rect(box.left, layout.outside.top - layout.letters, box.width, layout.letters)
            beside = Rect(layout.outside.left - layout.letters, box.top, layout.letters, box.height)
            painter.text(name[0], above, size, color, align="center")
            painter.text(name[1:], beside, size, color, align="center")

    # Squares without a disc

    def _open_squares(self) -> None:
        content, painter = self._content, self._painter
        if content.scores:
            self._scores()
            return
        color = painter.discs.legal_color()
        previewed = content.preview.square if content.preview else None
        for square in content.legal:
            if square != previewed:
                center = self._layout.square(square).center
                painter.dot(center, max(2.0, self._cell * _DOT), color)

    def _scores(self) -> None:
        """Write the score of each move on its square, and frame the best move."""
        painter, theme = self._painter, self._painter.theme
        color = legible(theme.legal, [theme.felt], TEXT)
        for square, note in score_annotations(self._content.scores).items():
            box = self._layout.square(square)
            size = max(9, round(self._cell * (0.34 if note.strong else 0.29)))
            text = note.text.replace("-", "\N{MINUS SIGN}")
            place = painter.text(text, box.inflate(-4, 0), size, color, align="center")
            if note.source == "exact":  # exact scores are underlined
                painter.surface.fill(color, (place.left, place.bottom, place.width, 2))
            if note.strong:
                self._put(painter.discs.frame(color, self._cell), square)

    # Discs

    def _discs(self, now: float) -> None:
        content, discs = self._content, self._painter.discs
        for color in Color:
            for square in content.board.discs(color):
                frame = content.flips.frame(square, now) if content.flips else None
                if frame is None:
                    self._put(discs.disc(content.skin.disc(color), self._cell), square)
                else:
                    shown = content.skin.disc(frame.color)
                    self._put(discs.flipping(shown, self._cell, frame.width), square)

    def _last_flips(self) -> None:
        last = self._content.last
        if last is None:
            return
        for square in last.turned:
            if self._content.board.disc_at(square):
                self._ring(square)

    def _last_mark(self) -> None:
        last = self._content.last
        if last is None:
            return
        disc = self._disc_on(last.square)
        x, y = self._layout.square(last.square).center
        radius = self._cell * _LAST
        if disc is not None and disc.shape != "disc":
            corner = round(self._cell * _LAST_IN_CORNER)
            x, y = x + corner, y - corner
        elif disc is not None and disc.label:
            y, radius = y - round(self._cell * _LAST_AT_EDGE), self._cell * _SMALL_LAST
        radius = max(2.0, radius)
        painter = self._painter
        color, edge = painter.discs.last_colors(disc)
        behind = painter.discs.behind(disc)
        if min(contrast(color, ground) for ground in behind) < SHAPE:
            painter.dot((x, y), radius + max(1.0, self._cell * 0.022), edge)
        painter.dot((x, y), radius, color)

    def _preview(self, preview: Placement) -> None:
        """Show the disc that would be placed, and mark the discs that would flip."""
        discs = self._painter.discs
        if preview.square not in self._content.scores:  # a disc would hide the score
            disc = self._content.skin.disc(preview.color)
            self._put(discs.ghost(disc, self._cell), preview.square)
        self._put(discs.frame(discs.cursor_color(), self._cell), preview.square)
        for square in preview.turned:
            self._ring(square)

    def _ring(self, square: Square) -> None:
        disc = self._disc_on(square)
        discs = self._painter.discs
        radius = _WIDE_RING if disc is not None and disc.shape != "disc" else _RING
        if disc is not None and disc.label:
            radius = _RING + 0.03
        self._put(discs.dashes(discs.flip_color(disc), self._cell, radius), square)

    def _disc_on(self, square: Square) -> Disc | None:
        color = self._content.board.disc_at(square)
        return self._content.skin.disc(color) if color else None

    def _put(self, picture: Surface, square: Square) -> None:
        """Draw a picture centred on a square."""
        box = self._layout.square(square)
        self._painter.surface.blit(picture, picture.get_rect(center=box.center))
