"""Rendering the boards of an environment: as text, or as pictures for videos."""

from __future__ import annotations

from io import BytesIO
from typing import Final, TypeAlias

import numpy as np
from gymnasium import logger
from numpy.typing import NDArray
from PIL import Image

from outflank.drawing import can_draw_png, png, text
from outflank.environments.games import VectorGames
from outflank.errors import MissingExtra, UnknownName
from outflank.rules import Position

__all__ = ["RENDER_MODES", "Frame", "check_render_mode", "frame", "rendered"]

RENDER_MODES: Final = ("ansi", "human", "rgb_array")

Frame: TypeAlias = str | NDArray[np.uint8]


def check_render_mode(mode: str | None, known: tuple[str, ...] = RENDER_MODES) -> None:
    """Refuse a render mode that does not exist, or whose extra is not installed.

    >>> check_render_mode("rgb")
    Traceback (most recent call last):
    outflank.errors.UnknownName: there is no mode 'rgb' (known: ansi, human, rgb_array)
    """
    if mode is not None and mode not in known:
        raise UnknownName("mode", str(mode), known)
    if mode == "rgb_array" and not can_draw_png():
        raise MissingExtra("png")


def frame(position: Position, mode: str) -> Frame:
    """Return a position as text, or with "rgb_array" as an array of height, width and colours.

    >>> from outflank.rules import Classic
    >>> picture = frame(Classic().start(), "rgb_array")
    >>> picture.shape[2], picture.dtype
    (3, dtype('uint8'))
    """
    if mode != "rgb_array":
        return text(position, unicode=False)
    with Image.open(BytesIO(png(position))) as picture:
        return np.array(picture.convert("RGB"))


def rendered(games: VectorGames, mode: str | None) -> Frame | None:
    """Return the first game's board as `frame` does, or print it ("human")."""
    if mode is None:
        logger.warn("Nothing is rendered, because the environment has no render_mode.")
        return None
    drawn = frame(games.position(), mode)
    if mode == "human":
        print(drawn)
        return None
    return drawn
