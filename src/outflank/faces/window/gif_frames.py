"""Animated GIFs taken apart within limits: a picture from elsewhere may claim to be anything."""

from __future__ import annotations

import io
from typing import Final, TypeAlias

import pygame
from pygame import Surface

__all__ = ["Frames", "decode", "shortened"]

Frames: TypeAlias = tuple[tuple[Surface, float], ...]  # each with its seconds

_MOST_SIDE: Final = 2000
_MOST_FRAMES: Final = 240
_MOST_PIXELS: Final = 40_000_000  # of all frames together
_SHORTEST: Final = 0.02
_USUAL: Final = 0.1  # for frames that do not say how long they last
_TRAILER: Final = b";"


def decode(content: bytes) -> Frames | None:
    """Return the frames of a GIF, None for one that is damaged or too large.

    >>> decode(b"GIF89a, or so it says") is None
    True
    """
    short = shortened(content)
    if short is None:
        return None
    try:
        frames = pygame.image.load_animation(io.BytesIO(short), "answer.gif")
    except (pygame.error, MemoryError):
        return None
    return tuple(
        (surface, max(_SHORTEST, delay / 1000) if delay else _USUAL) for surface, delay in frames
    )


def shortened(content: bytes) -> bytes | None:
    """Return a GIF with as many of its frames as we are willing to hold, None if it is none."""
    try:
        return _shortened(content)
    except IndexError:
        return None


def _shortened(content: bytes) -> bytes | None:
    if content[:6] not in (b"GIF87a", b"GIF89a"):
        return None
    width, height = _number(content, 6), _number(content, 8)
    if not (0 < width <= _MOST_SIDE and 0 < height <= _MOST_SIDE):
        return None
    most = min(_MOST_FRAMES, _MOST_PIXELS // (width * height))
    at = 13 + _palette_length(content[10])
    frames, whole = 0, 0
    while frames < most and content[at] != _TRAILER[0]:
        if content[at] == 0x21:  # an extension: how long the next frame lasts, a comment ...
            at = _after_blocks(content, at + 2)
        elif content[at] == 0x2C:
            left, top = _number(content, at + 1), _number(content, at + 3)
            if left + _number(content, at + 5) > width or top + _number(content, at + 7) > height:
                return None
            at = _after_blocks(content, at + 11 + _palette_length(content[at + 9]))
            frames, whole = frames + 1, at
        else:
            break
    return content[:whole] + _TRAILER if frames else None


def _after_blocks(content: bytes, at: int) -> int:
    """Return where a chain of blocks, each with its length in front, has ended."""
    while content[at]:
        at += content[at] + 1
    return at + 1


def _palette_length(packed: int) -> int:
    return 3 * 2 ** ((packed & 7) + 1) if packed & 0x80 else 0


def _number(content: bytes, at: int) -> int:
    return content[at] | content[at + 1] << 8
