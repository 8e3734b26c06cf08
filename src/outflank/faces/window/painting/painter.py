"""Draws text, cards and smooth shapes on a surface, and caches costly shapes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Literal

import pygame
from pygame import Rect, Surface

from outflank.drawing.themes import Theme, find_theme
from outflank.faces.local.palette import Palette
from outflank.faces.window.painting.discs import DiscPainter
from outflank.faces.window.painting.text_rendering import TextRenderer

__all__ = ["WindowPainter"]

Align = Literal["left", "center", "right"]

_SMALLEST = 7
_READABLE = 0.72  # text may shrink to this part of its size before it is cut off


class WindowPainter:
    """Draws on one surface in one palette."""

    def __init__(self, surface: Surface, palette: Palette) -> None:
        self.surface: Surface = surface
        self.palette: Palette = palette
        self.renderer: TextRenderer = TextRenderer()
        self.theme: Theme = find_theme(palette.name)
        self.discs: DiscPainter = DiscPainter(self.theme, self.renderer)
        self._pictures: dict[object, Surface] = {}

    def use(self, surface: Surface, palette: Palette) -> None:
        """Switch to another surface and palette; a new palette clears the cache."""
        self.surface = surface
        if palette is not self.palette:
            self.palette = palette
            self.theme = find_theme(palette.name)
            self.discs = DiscPainter(self.theme, self.renderer)
            self._pictures.clear()

    # Text

    def width(self, text: str, size: int) -> int:
        """Return the width of a text."""
        return self.renderer.width(text, size)

    def is_cut(self, text: str, width: int, size: int) -> bool:
        """Return whether a text is too long for a width even at its smallest size."""
        return self.width(text, _smallest_size(size)) > width

    def text(self, text: str, box: Rect, size: int, color: str, *, align: Align = "left") -> Rect:
        """Draw a line of text in a box and return its place; if needed, shrink it or cut it off."""
        size = max(_smallest_size(size), self.renderer.fitting_size(text, box.width, size))
        text = self.renderer.truncated(text, box.width, size)
        picture = self.renderer.rendered(text, size, color)
        place = picture.get_rect(centery=box.centery)
        if align == "left":
            place.left = box.left
        elif align == "right":
            place.right = box.right
        else:
            place.centerx = box.centerx
        self.surface.blit(picture, place)
        return place

    def label(self, text: str, box: Rect, size: int, color: str, *, align: Align = "left") -> None:
        """Draw a text in one line, or in several if one would cut it off and several fit."""
        if self.is_cut(text, box.width, size) and self._fits(box, text, _SMALLEST):
            self.paragraph(text, box, size, color, align=align)
        else:
            self.text(text, box, size, color, align=align)

    def digits(self, text: str, box: Rect, size: int, color: str) -> None:
        """Draw digits of equal width in the middle of a box, so that a clock stays still."""
        digit, point = self.width("0", size), self.width(":", size)
        widths = [digit if letter.isdigit() else point for letter in text]
        while size > _SMALLEST and sum(widths) > box.width:
            size -= 1
            digit, point = self.width("0", size), self.width(":", size)
            widths = [digit if letter.isdigit() else point for letter in text]
        x = box.centerx - sum(widths) // 2
        for letter, width in zip(text, widths, strict=True):
            self.text(letter, Rect(x, box.top, width, box.height), size, color, align="center")
            x += width

    def lines(self, text: str, width: int, size: int) -> list[str]:
        """Break a text into lines no wider than `width`."""
        lines: list[str] = []
        for paragraph in text.split("\n"):
            line = ""
            for word in paragraph.split(" "):
                longer = f"{line} {word}" if line else word
                if line and self.width(longer, size) > width:
                    lines.append(line)
                    longer = word
                line = longer
            lines.append(line)
        return lines

    def paragraph(
        self, text: str, box: Rect, size: int, color: str, *, align: Align = "left"
    ) -> None:
        """Draw a text of several lines in the middle of a box; shrink it if needed."""
        while size > _SMALLEST and not self._fits(box, text, size):
            size -= 1
        lines = self.lines(text, box.width, size)
        height = self.line_height(size)
        y = box.top + max(0, (box.height - height * len(lines)) // 2)
        for line in lines:
            self.text(line, Rect(box.left, y, box.width, height), size, color, align=align)
            y += height

    def fits(self, box: Rect, text: str, size: int) -> bool:
        """Return whether a text fits a box at its smallest size."""
        return self._fits(box, text, _smallest_size(size))

    def _fits(self, box: Rect, text: str, size: int) -> bool:
        lines = self.lines(text, box.width, size)
        is_low_enough = len(lines) * self.line_height(size) <= box.height
        return is_low_enough and all(self.width(line, size) <= box.width for line in lines)

    def line_height(self, size: int) -> int:
        """Return the height of a line in a paragraph."""
        return round(size * 1.28)

    # Shapes

    def card(
        self, box: Rect, color: str, *, border: str = "", radius: int = 0, width: int = 1
    ) -> None:
        """Fill a box with round corners, optionally with a border."""
        radius = min(radius, box.width // 2, box.height // 2)
        if border:
            self._rounded(box, border, radius)
            box = box.inflate(-2 * width, -2 * width)
            radius = max(0, radius - width)
        self._rounded(box, color, radius)

    def _rounded(self, box: Rect, color: str, radius: int) -> None:
        if radius <= 1:
            self.surface.fill(color, box)
            return
        self.surface.fill(color, box.inflate(-2 * radius, 0))
        between = box.height - 2 * radius
        self.surface.fill(color, (box.left, box.top + radius, radius, between))
        self.surface.fill(color, (box.right - radius, box.top + radius, radius, between))
        disc = self._corner(color, radius)
        for right in (0, 1):
            for bottom in (0, 1):
                part = Rect(right * radius, bottom * radius, radius, radius)
                place = (
                    box.right - radius if right else box.left,
                    box.bottom - radius if bottom else box.top,
                )
                self.surface.blit(disc, place, part)

    def _corner(self, color: str, radius: int) -> Surface:
        key = ("corner", color, radius)
        if key not in self._pictures:
            self._pictures[key] = smooth_circle(color, radius)
        return self._pictures[key]

    def dot(self, center: tuple[int, int], radius: float, color: str) -> None:
        """Draw a smooth filled circle."""
        key = ("dot", color, round(radius * 4))
        if key not in self._pictures:
            self._pictures[key] = smooth_circle(color, radius)
        picture = self._pictures[key]
        self.surface.blit(picture, picture.get_rect(center=center))

    def strokes(
        self, box: Rect, lines: Sequence[Sequence[tuple[float, float]]], color: str, thick: int
    ) -> None:
        """Draw smooth lines with round ends; points are given as parts of the box's sides."""
        around, scale = box.inflate(2 * thick, 2 * thick), 4
        red, green, blue = pygame.Color(color)[:3]
        large = Surface((around.width * scale, around.height * scale), pygame.SRCALPHA)
        large.fill((red, green, blue, 0))
        for line in lines:
            points = [
                ((thick + x * box.width) * scale, (thick + y * box.height) * scale) for x, y in line
            ]
            for start, end in itertools.pairwise(points):
                pygame.draw.line(large, color, start, end, thick * scale)
            for point in points:
                pygame.draw.circle(large, color, point, thick * scale / 2)
        self.surface.blit(pygame.transform.smoothscale(large, around.size), around)

    def shade(self, box: Rect, color: str, opacity: float) -> None:
        """Draw a transparent colour over a box."""
        overlay = Surface(box.size, pygame.SRCALPHA)
        red, green, blue = pygame.Color(color)[:3]
        overlay.fill((red, green, blue, round(255 * opacity)))
        self.surface.blit(overlay, box)


def _smallest_size(size: int) -> int:
    """Return the smallest size to which text of the given size may shrink."""
    return min(size, max(_SMALLEST, round(size * _READABLE)))


def smooth_circle(color: str, radius: float) -> Surface:
    """Return a filled circle with a smooth edge."""
    side = max(2, math.ceil(2 * radius))
    scale = 4
    red, green, blue = pygame.Color(color)[:3]
    large = Surface((side * scale, side * scale), pygame.SRCALPHA)
    large.fill((red, green, blue, 0))  # so that edges do not fade into black
    middle = side * scale / 2
    pygame.draw.circle(large, color, (middle, middle), radius * scale)
    return pygame.transform.smoothscale(large, (side, side))
