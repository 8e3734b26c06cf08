"""Decodes animated GIFs within limits, because downloaded pictures cannot be trusted."""

from __future__ import annotations

import io
from typing import Final, TypeAlias

import pygame
from pygame import Surface

__all__ = ["Frames", "decode", "limit_frames"]

Frames: TypeAlias = tuple[tuple[Surface, float], ...]  # each with its duration in seconds

_MAX_SIDE: Final = 2000
_MAX_FRAMES: Final = 240
_MAX_PIXELS: Final = 40_000_000  # of all frames together
_SHORTEST: Final = 0.02  # seconds
_DEFAULT: Final = 0.1  # for frames without a duration
_TRAILER: Final = b";"


def decode(content: bytes) -> Frames | None:
    """Return the frames of a GIF; None if it is damaged or too large.

    >>> decode(b"GIF89a and then no picture") is None
    True
    """
    limited = limit_frames(content)
    if limited is None:
        return None
    try:
        frames = pygame.image.load_animation(io.BytesIO(limited), "answer.gif")
    except (pygame.error, MemoryError):
        return None
    return tuple(
        (surface, max(_SHORTEST, delay / 1000) if delay else _DEFAULT) for surface, delay in frames
    )


def limit_frames(content: bytes) -> bytes | None:
    """Return a GIF with a limited number of frames; None if the content is not a GIF."""
    try:
        return _limit_frames(content)
    except IndexError:
        return None


def _limit_frames(content: bytes) -> bytes | None:
    if content[:6] not in (b"GIF87a", b"GIF89a"):
        return None
    width, height = _number(content, 6), _number(content, 8)
    if not (0 < width <= _MAX_SIDE and 0 < height <= _MAX_SIDE):
        return None
    limit = min(_MAX_FRAMES, _MAX_PIXELS // (width * height))
    at = 13 + _palette_length(content[10])
    frames, end = 0, 0
    while frames < limit and content[at] != _TRAILER[0]:
        if content[at] == 0x21:  # an extension, such as the next frame's duration
            at = _after_blocks(content, at + 2)
        elif content[at] == 0x2C:
            left, top = _number(content, at + 1), _number(content, at + 3)
            if left + _number(content, at + 5) > width or top + _number(content, at + 7) > height:
                return None
            at = _after_blocks(content, at + 11 + _palette_length(content[at + 9]))
            frames, end = frames + 1, at
        else:
            break
    return content[:end] + _TRAILER if frames else None


def _after_blocks(content: bytes, at: int) -> int:
    """Return the end of a chain of blocks, each of which starts with its length."""
    while content[at]:
        at += content[at] + 1
    return at + 1


def _palette_length(packed: int) -> int:
    return 3 * 2 ** ((packed & 7) + 1) if packed & 0x80 else 0


def _number(content: bytes, at: int) -> int:
    return content[at] | content[at + 1] << 8
