"""The contrast of colours, as the Web Content Accessibility Guidelines define it."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable
from typing import Final

from outflank.errors import InvalidValue
from outflank.texts import Text

__all__ = ["SHAPE", "TEXT", "contrast", "ink_on", "legible", "luminance", "mix"]

SHAPE: Final = 3.0  # the contrast that a mark or an outline needs
TEXT: Final = 4.5  # the contrast that words and numbers need

_BLACK, _WHITE = "#000000", "#ffffff"
_STEPS: Final = 40
_COLOR = re.compile("#[0-9A-Fa-f]{6}")


@functools.lru_cache(maxsize=4096)
def luminance(color: str) -> float:
    """Return how bright a colour such as `#1f7a52` is, from 0 (black) to 1 (white).

    >>> luminance("#ffffff"), luminance("#000000")
    (1.0, 0.0)
    """
    red, green, blue = (_linear(channel / 255) for channel in channels(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21.

    >>> contrast("#ffffff", "#000000"), contrast("#1f7a52", "#1f7a52")
    (21.0, 1.0)
    """
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def mix(one: str, other: str, share: float) -> str:
    """Mix two colours; `share` is the share of the second.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = zip(channels(one), channels(other), strict=True)
    return "#" + "".join(f"{round(start + (end - start) * share):02x}" for start, end in pairs)


def legible(
    color: str,
    backgrounds: Iterable[str],
    ratio: float = SHAPE,
    *,
    toward: tuple[str, ...] = (_BLACK, _WHITE),
    shown_as: Callable[[str], str] = lambda color: color,
) -> str:
    """Return the colour nearest to a given one that stands out from all backgrounds.

    `toward` has the colours that it may be mixed with. `shown_as` returns how a screen with few
    colours shows a colour.

    >>> legible("#d99a1c", ["#000000"])
    '#d99a1c'
    >>> legible("#d99a1c", ["#ffffff"])
    '#be8718'
    """
    behind = list(backgrounds)
    best = (0.0, color)
    for step in range(_STEPS + 1):
        for end in toward:
            candidate = shown_as(mix(color, end, step / _STEPS))
            reached = min((contrast(candidate, other) for other in behind), default=21.0)
            if reached >= ratio:
                return candidate
            best = max(best, (reached, candidate))
    return best[1]


def ink_on(*backgrounds: str) -> str:
    """Return black or white, whichever is easier to read on all backgrounds.

    >>> ink_on("#1f7a52"), ink_on("#f5f3ec")
    ('#ffffff', '#000000')
    """
    return max(
        (_WHITE, _BLACK), key=lambda ink: min(contrast(ink, behind) for behind in backgrounds)
    )


def channels(color: str) -> tuple[int, int, int]:
    """Split `#rrggbb` into red, green and blue from 0 to 255."""
    if not _COLOR.fullmatch(color):
        raise InvalidValue(Text("errors.drawing.invalid_color", given=repr(color)))
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
