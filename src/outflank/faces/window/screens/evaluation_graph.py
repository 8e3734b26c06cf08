"""The evaluation graph: the lead after each move, above or below a middle line."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect

from outflank.analysis.review import ReviewedMove
from outflank.faces.local.followed_match import FollowedMatch
from outflank.faces.window.painting.painter import WindowPainter
from outflank.rules import BLACK, WHITE
from outflank.texts import say

__all__ = ["WindowGraph"]


class WindowGraph:
    """Draws the evaluation of each position: up where black is ahead, down where white is."""

    def __init__(
        self, followed: FollowedMatch, box: Rect, em: int, mistakes: Sequence[ReviewedMove] = ()
    ) -> None:
        self._mistakes = mistakes
        self._followed = followed
        self._graph = followed.graph
        self._box = box
        self._em = em

    @property
    def field(self) -> Rect:
        """The area of the graph, without the labels."""
        inside = self._box.inflate(-self._em, -self._em // 2)
        labels = min(round(self._em * 4.4), inside.width // 3)
        return Rect(inside.left + labels, inside.top, inside.width - labels, inside.height)

    def move_number_at(self, point: tuple[int, int]) -> int | None:
        """Return the move number under a point; None outside the graph."""
        field = self.field
        if not field.collidepoint(point):
            return None
        return (point[0] - field.left) * self._graph.length // field.width

    def column(self, move_number: int) -> Rect:
        """Return the column of a position, by its move number."""
        field = self.field
        left = field.left + field.width * move_number // self._graph.length
        right = field.left + field.width * (move_number + 1) // self._graph.length
        return Rect(left, field.top, max(1, right - left), field.height)

    def draw(self, painter: WindowPainter) -> None:
        """Draw the graph, or a sentence about it if it is empty."""
        palette, em = painter.palette, self._em
        painter.card(self._box, palette.card, border=palette.line, radius=max(4, em * 5 // 8))
        if not self._followed.shown_evaluations:
            text = say("window.graph")
            painter.paragraph(
                text, self._box.inflate(-em * 3 // 2, -em), round(em * 0.82), palette.soft
            )
            return
        self._labels(painter)
        self._steps(painter)
        self._mark_mistakes(painter)
        if self._followed.is_past:
            self._move_number_marker(painter)

    def _labels(self, painter: WindowPainter) -> None:
        """Label the upper and the lower edge with a side and its lead."""
        field, em = self.field, self._em
        left = self._box.left + em // 2
        height = min(round(em * 1.2), field.height // 2)
        width = field.left - left - em // 3
        for color, top in ((BLACK, field.top), (WHITE, field.bottom - height)):
            side = self._followed.sentences.side(color)
            text = say("window.graph_side", side=side, discs=self._graph.scale)
            where = Rect(left, top, width, height)
            painter.text(text, where, round(em * 0.75), painter.palette.soft)

    def _mark_mistakes(self, painter: WindowPainter) -> None:
        """Point at each side's worst move, from that side's edge."""
        side = max(8, self._em * 3 // 4)
        for move in self._mistakes:
            column = self.column(move.number)
            is_black = move.color is BLACK
            tip = column.top + side if is_black else column.bottom - side
            flat = column.top if is_black else column.bottom
            left, right = column.centerx - side // 2, column.centerx + side // 2
            points = [(left, flat), (right, flat), (column.centerx, tip)]
            pygame.draw.polygon(painter.surface, painter.palette.alert, points)

    def _move_number_marker(self, painter: WindowPainter) -> None:
        """Mark the viewed position with a line on both sides."""
        column, thick = self.column(self._followed.move_number), max(2, self._em // 8)
        for left in (column.left - thick, column.right):
            line = Rect(left, column.top, thick, column.height)
            painter.surface.fill(painter.palette.gold_line, line.clamp(self._box))

    def _steps(self, painter: WindowPainter) -> None:
        """Draw the steps in the leader's colour, with an outline that is visible in all themes."""
        field, line = self.field, painter.palette.soft
        values, scale = self._graph.values, self._graph.scale
        middle, half = field.centery, field.height / 2
        thick = max(1, self._em // 12)
        end = middle
        for move_number, value in enumerate(values):
            if value is None:
                continue
            column = self.column(move_number)
            height = round(min(abs(value), scale) / scale * half)
            top = middle - height if value > 0 else middle
            disc = self._followed.skin.disc(BLACK if value > 0 else WHITE)
            painter.surface.fill(disc.fill, (column.left, top, column.width, height))
            now = middle - height if value > 0 else middle + height
            upper, lower = sorted((now, end))
            painter.surface.fill(line, (column.left, upper, thick, lower - upper + thick))
            painter.surface.fill(line, (column.left, now, column.width, thick))
            end = now
        if values and values[-1] is not None:
            upper, lower = sorted((middle, end))
            right = self.column(len(values) - 1).right
            painter.surface.fill(line, (right - thick, upper, thick, lower - upper + thick))
        painter.surface.fill(line, (field.left, middle, field.width, thick))
