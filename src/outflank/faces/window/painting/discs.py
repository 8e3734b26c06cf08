"""Discs and marks as smooth pictures: drawn large, scaled down and cached."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import pygame
from pygame import Rect, Surface

from outflank.drawing.contrast import SHAPE, ink_on, legible, mix
from outflank.drawing.skins import Disc, find_skin
from outflank.drawing.svg_discs import edge_color, stroke_color
from outflank.drawing.themes import Theme, find_theme
from outflank.faces.window.painting.text_rendering import TextRenderer

__all__ = ["DiscPainter", "window_icon"]

_SCALE: Final = 4  # pictures are drawn this many times larger and scaled down
_CELL: Final = 40.0  # the following lengths are for a square with this side
_RADIUS: Final = 16.5
_EDGE: Final = 1.2
_TONES: Final = 56  # steps in the shading of a disc
_LIGHT_AT: Final = (0.34, 0.28)  # the brightest point, from the upper left
_LIGHT_REACH: Final = 0.8
_WIDTHS: Final = 24  # steps in which a flipping disc becomes narrower


class DiscPainter:
    """Draws the discs and marks of one theme; each is drawn once for each size."""

    def __init__(self, theme: Theme, text: TextRenderer) -> None:
        self._theme = theme
        self._text = text
        self._cache: dict[object, Surface] = {}

    def disc(self, disc: Disc, cell: int) -> Surface:
        """Return a disc with its shadow, as large as a square."""
        return self._cached(("disc", disc, cell), lambda: self._disc(disc, cell))

    def flipping(self, disc: Disc, cell: int, width: float) -> Surface:
        """Return a flipping disc with a width from 0 to 1."""
        step = max(1, round(width * _WIDTHS))
        whole = self.disc(disc, cell)
        if step == _WIDTHS:
            return whole
        narrow = max(1, round(cell * step / _WIDTHS))
        return self._cached(
            ("flipping", disc, cell, step),
            lambda: pygame.transform.smoothscale(whole, (narrow, cell)),
        )

    def ghost(self, disc: Disc, cell: int) -> Surface:
        """Return a half-transparent disc, for a move that is not played yet."""

        def make() -> Surface:
            picture = self.disc(disc, cell).copy()
            picture.set_alpha(120)
            return picture

        return self._cached(("ghost", disc, cell), make)

    def dashes(self, color: str, cell: int, radius: float) -> Surface:
        """Return a dashed ring, for discs that flip or have just flipped."""
        return self._cached(("dashes", color, cell, radius), lambda: _dashes(color, cell, radius))

    def frame(self, color: str, cell: int) -> Surface:
        """Return a frame with round corners around a square."""

        def make() -> Surface:
            large = _canvas(cell, color)
            inset, width = round(cell * _SCALE * 0.04), max(_SCALE, round(cell * _SCALE * 0.045))
            box = large.get_rect().inflate(-2 * inset, -2 * inset)
            pygame.draw.rect(large, color, box, width, border_radius=round(cell * _SCALE * 0.1))
            return _scaled_down(large, cell)

        return self._cached(("frame", color, cell), make)

    # Colours of marks, visible on the colours behind them

    def behind(self, disc: Disc | None) -> tuple[str, ...]:
        """Return the colours behind a mark in the middle of a square."""
        if disc is None or disc.shape != "disc":
            return (self._theme.felt,)
        return (disc.flat,) if self._theme.flat else disc.tones

    def legal_color(self) -> str:
        """Return the colour of the dots on legal squares."""
        return legible(self._theme.legal, [self._theme.felt], SHAPE)

    def cursor_color(self) -> str:
        """Return the colour of the frame around the square under the pointer."""
        return legible(self._theme.mark, [self._theme.felt], SHAPE)

    def flip_color(self, disc: Disc | None) -> str:
        """Return the colour of the dashes on a disc."""
        return legible(self._theme.flip, self.behind(disc), SHAPE)

    def last_colors(self, disc: Disc | None) -> tuple[str, str]:
        """Return the colours of the last move's mark and of the edge around it."""
        behind = self.behind(disc)
        return self._theme.last, ink_on(*behind)

    # Drawing

    def _cached(self, key: object, make: Callable[[], Surface]) -> Surface:
        if key not in self._cache:
            self._cache[key] = make()
        return self._cache[key]

    def _disc(self, disc: Disc, cell: int) -> Surface:
        if disc.shape != "disc":
            return self._stroked(disc, cell)
        large = _canvas(cell, "#000000")
        middle, radius = cell * _SCALE / 2, _RADIUS / _CELL * cell * _SCALE
        if not self._theme.flat:
            _shadow(large, middle, radius)
        edge = edge_color(disc, self._theme)
        pygame.draw.circle(large, edge, (middle, middle), radius)
        inner = radius - max(_SCALE * 0.8, _EDGE / _CELL * cell * _SCALE)
        large.blit(self._body(disc, cell, inner), (0, 0))
        picture = _scaled_down(large, cell)
        if disc.label:
            self._label(picture, disc, cell)
        return picture

    def _body(self, disc: Disc, cell: int, radius: float) -> Surface:
        """Return the shaded face of a disc, cut out as a circle."""
        side = cell * _SCALE
        face = Surface((side, side), pygame.SRCALPHA)
        if self._theme.flat:
            face.fill(disc.flat)
        else:
            _shade(face, disc, side / 2, radius)
        mask = Surface((side, side), pygame.SRCALPHA)
        mask.fill((255, 255, 255, 0))
        pygame.draw.circle(mask, "#ffffff", (side / 2, side / 2), radius)
        face.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return face

    def _label(self, picture: Surface, disc: Disc, cell: int) -> None:
        room = 1.42 * _RADIUS / _CELL * cell
        size = self._text.fitting_size(disc.label, room, max(7, round(cell * 0.3)))
        label = self._text.rendered(disc.label, size, disc.ink)
        picture.blit(label, label.get_rect(center=(cell / 2, cell / 2)))

    def _stroked(self, disc: Disc, cell: int) -> Surface:
        """Draw an X or an O with round ends."""
        color = stroke_color(disc, self._theme)
        large = _canvas(cell, color)
        unit, middle = cell * _SCALE / _CELL, cell * _SCALE / 2
        half = 5.5 * unit / 2
        if disc.shape == "cross":
            reach = 9.5 * unit
            for down in (-1, 1):
                for step in range(-60, 61):
                    along = reach * step / 60
                    pygame.draw.circle(large, color, (middle + along, middle + along * down), half)
        else:
            pygame.draw.circle(large, color, (middle, middle), 11 * unit + half, round(2 * half))
        return _scaled_down(large, cell)


def _canvas(cell: int, color: str) -> Surface:
    """Return a transparent surface in a base colour, into which edges fade."""
    large = Surface((cell * _SCALE, cell * _SCALE), pygame.SRCALPHA)
    red, green, blue = pygame.Color(color)[:3]
    large.fill((red, green, blue, 0))
    return large


def _scaled_down(large: Surface, cell: int) -> Surface:
    return pygame.transform.smoothscale(large, (cell, cell))


def _shadow(large: Surface, middle: float, radius: float) -> None:
    """Draw a soft shadow under the disc."""
    steps = 14
    reach = radius * 0.15
    for step in range(steps):
        share = step / (steps - 1)
        alpha = round(6 + 70 * share * share)
        circle = radius + reach * (1 - share)
        pygame.draw.circle(large, (0, 0, 0, alpha), (middle, middle + radius * 0.085), circle)


def _shade(face: Surface, disc: Disc, middle: float, radius: float) -> None:
    """Shade a face with light from the upper left."""
    left = middle - radius
    center = (left + 2 * radius * _LIGHT_AT[0], left + 2 * radius * _LIGHT_AT[1])
    face.fill(disc.shade)
    for step in range(_TONES, -1, -1):
        share = step / _TONES
        tone = (
            mix(disc.light, disc.fill, share / 0.55)
            if share < 0.55
            else mix(disc.fill, disc.shade, (share - 0.55) / 0.45)
        )
        pygame.draw.circle(face, tone, center, max(1.0, share * _LIGHT_REACH * 2 * radius))


def _dashes(color: str, cell: int, radius: float) -> Surface:
    large = _canvas(cell, color)
    side = cell * _SCALE
    around, thick = radius * side, max(_SCALE * 1.4, 1.6 / _CELL * side)
    dashes = 16
    for dash in range(dashes):
        start = 2 * math.pi * dash / dashes
        for step in range(13):
            angle = start + 2 * math.pi / dashes * 0.56 * step / 12
            point = (side / 2 + around * math.cos(angle), side / 2 + around * math.sin(angle))
            pygame.draw.circle(large, color, point, thick / 2)
    return _scaled_down(large, cell)


def window_icon(side: int) -> Surface:
    """Return the icon of the window: a disc on felt, half black and half white."""
    theme, skin = find_theme("felt"), find_skin("classic")
    picture = Surface((side, side), pygame.SRCALPHA)
    pygame.draw.rect(picture, theme.rim, (0, 0, side, side), border_radius=side // 5)
    felt = picture.get_rect().inflate(-side // 8, -side // 8)
    pygame.draw.rect(picture, theme.felt, felt, border_radius=side // 7)
    discs = DiscPainter(theme, TextRenderer())
    half = side // 2
    picture.blit(discs.disc(skin.black, side), (0, 0), Rect(0, 0, half, side))
    picture.blit(discs.disc(skin.white, side), (half, 0), Rect(half, 0, half, side))
    return picture
