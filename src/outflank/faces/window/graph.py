"""The course of the game as steps above and below a line; a click leads to that moment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pygame import Rect

from outflank.drawing.skins import Skin
from outflank.faces.window.course import Course
from outflank.faces.window.painter import Painter
from outflank.play.sentences import Sentences
from outflank.rules import BLACK, WHITE

__all__ = ["Graph", "scale_of"]

_SCALES: Final = (4, 8, 16, 32, 64, 100, 144, 196, 256)  # the last are whole boards
_SHORTEST: Final = 8  # moves for which there is room from the beginning


def scale_of(values: Iterable[float]) -> int:
    """Return the discs that the height of the graph stands for.

    >>> scale_of([1.5, -6]), scale_of([])
    (8, 4)
    """
    largest = max(map(abs, values), default=0.0)
    return next((step for step in _SCALES if largest <= step), _SCALES[-1])


class Graph:
    """Draws what each moment was worth: up where black is ahead, down where white is."""

    def __init__(self, course: Course, box: Rect, em: int) -> None:
        self._course = course
        self._box = box
        self._em = em
        self._moments = max(len(course.plies), _SHORTEST, *course.evaluations) + 1

    @property
    def field(self) -> Rect:
        """Where the steps are, beside the words of the scale."""
        inside = self._box.inflate(-self._em, -self._em // 2)
        words = min(round(self._em * 4.4), inside.width // 3)
        return Rect(inside.left + words, inside.top, inside.width - words, inside.height)

    def moment_at(self, point: tuple[int, int]) -> int | None:
        """Return the moment under a point, None beside the graph."""
        field = self.field
        if not field.collidepoint(point):
            return None
        return (point[0] - field.left) * self._moments // field.width

    def column(self, moment: int) -> Rect:
        """Return where a moment is."""
        field = self.field
        left = field.left + field.width * moment // self._moments
        right = field.left + field.width * (moment + 1) // self._moments
        return Rect(left, field.top, max(1, right - left), field.height)

    def values(self) -> list[float | None]:
        """Return what is known at each moment of the game: the last evaluation before it."""
        known: float | None = None
        found: list[float | None] = []
        for moment in range(len(self._course.plies) + 1):
            evaluation = self._course.evaluations.get(moment)
            known = known if evaluation is None else evaluation.discs
            found.append(known)
        return found

    def draw(self, painter: Painter, skin: Skin, sentences: Sentences) -> None:
        """Draw the graph, or how one comes by it."""
        palette, em = painter.palette, self._em
        painter.card(self._box, palette.card, border=palette.line, radius=max(4, em * 5 // 8))
        if not self._course.evaluations:
            words = "The course of the game will stand here: H asks what it is worth."
            painter.paragraph(
                words, self._box.inflate(-em * 3 // 2, -em), round(em * 0.82), palette.soft
            )
            return
        values = self.values()
        scale = scale_of(value for value in values if value is not None)
        self._words(painter, sentences, scale)
        self._steps(painter, skin, values, scale)
        if self._course.is_past:
            self._moment(painter)

    def _words(self, painter: Painter, sentences: Sentences, scale: int) -> None:
        """Say at the left whose side is up, whose is down, and how far ahead the edges are."""
        field, em = self.field, self._em
        left = self._box.left + em // 2
        height = min(round(em * 1.2), field.height // 2)
        width = field.left - left - em // 3
        for color, top in ((BLACK, field.top), (WHITE, field.bottom - height)):
            text = f"{sentences.side(color)} +{scale}"
            where = Rect(left, top, width, height)
            painter.text(text, where, round(em * 0.75), painter.palette.soft)

    def _moment(self, painter: Painter) -> None:
        """Mark the moment that is looked at by a line at both sides."""
        column, thick = self.column(self._course.moment), max(2, self._em // 8)
        for left in (column.left - thick, column.right):
            line = Rect(left, column.top, thick, column.height)
            painter.surface.fill(painter.palette.gold, line.clamp(self._box))

    def _steps(self, painter: Painter, skin: Skin, values: list[float | None], scale: int) -> None:
        """Fill the steps with the colours of the leader's discs, with an outline for all themes."""
        field, line = self.field, painter.palette.soft
        middle, half = field.centery, field.height / 2
        thick = max(1, self._em // 12)
        end = middle
        for moment, value in enumerate(values):
            if value is None:
                continue
            column = self.column(moment)
            height = round(min(abs(value), scale) / scale * half)
            top = middle - height if value > 0 else middle
            disc = skin.disc(BLACK if value > 0 else WHITE)
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
