"""The picture by which desktops know the window."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from outflank.drawing.skins import find_skin
from outflank.drawing.themes import find_theme
from outflank.faces.window.discs import DiscPainter
from outflank.faces.window.lettering import Lettering

__all__ = ["icon"]


def icon(side: int) -> Surface:
    """Return a disc on felt, half black and half white."""
    theme, skin = find_theme("felt"), find_skin("classic")
    picture = Surface((side, side), pygame.SRCALPHA)
    pygame.draw.rect(picture, theme.rim, (0, 0, side, side), border_radius=side // 5)
    felt = picture.get_rect().inflate(-side // 8, -side // 8)
    pygame.draw.rect(picture, theme.felt, felt, border_radius=side // 7)
    discs = DiscPainter(theme, Lettering())
    half = side // 2
    picture.blit(discs.disc(skin.black, side), (0, 0), Rect(0, 0, half, side))
    picture.blit(discs.disc(skin.white, side), (half, 0), Rect(half, 0, half, side))
    return picture
