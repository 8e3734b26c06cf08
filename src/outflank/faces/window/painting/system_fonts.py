"""System fonts for letters that pygame's own font does not have."""

from __future__ import annotations

import functools
import unicodedata
from typing import Final

import pygame

__all__ = ["font_of", "forget_fonts", "is_right_to_left", "runs"]

# These have many letters and are tried first, then all other fonts of the system.
_PREFERRED: Final = (
    "notosans", "dejavusans", "segoeui", "notosanscjkjp", "notosanscjksc", "notosanscjk",
    "wenquanyizenhei", "wenquanyimicrohei", "droidsansfallback", "arialunicodems",
    "hiraginosansgb", "yugothic", "microsoftyahei", "malgungothic", "applesdgothicneo",
    "notosansarabic", "notosanshebrew",
    "segoeuiemoji", "notocoloremoji", "notoemoji", "applecoloremoji", "symbola",
)  # fmt: skip
_MOST_FONTS: Final = 400
_PROBE_SIZE: Final = 24
_NO_LETTER: Final = "\U0010fffd"  # no font has it: it looks like every missing letter
_FOLLOWERS: Final = " \N{ZERO WIDTH JOINER}\N{VARIATION SELECTOR-16}\N{VARIATION SELECTOR-15}"


def runs(text: str) -> list[tuple[str, str | None]]:
    """Divide a text into parts, each with its font file; None is pygame's own font.

    >>> pygame.font.init()
    >>> forget_fonts()
    >>> runs("Zoë")
    [('Zoë', None)]
    """
    parts: list[tuple[str, str | None]] = []
    for one in text:
        letter = one
        is_accent = unicodedata.combining(letter) > 0
        follows = parts and (letter in _FOLLOWERS or is_accent)
        font = parts[-1][1] if follows else font_of(letter)
        if is_accent and not _has(font, letter):
            continue  # a letter without its accent is better than one with a box over it
        if parts and parts[-1][1] == font:
            parts[-1] = parts[-1][0] + letter, font
        else:
            if parts and parts[-1][1] and parts[-1][0].endswith(" "):
                # The space between two parts belongs to the second, as the direction may change.
                parts[-1], letter = (parts[-1][0][:-1], parts[-1][1]), f" {letter}"
            parts.append((letter, font))
    return parts


@functools.lru_cache(maxsize=4096)
def font_of(letter: str) -> str | None:
    """Return the file of the first font with a letter; None for pygame's own, or if none has it."""
    if letter.isascii() or (not is_right_to_left(letter) and _has(None, letter)):
        return None  # pygame's own font lacks letters of scripts written from right to left
    return next((path for path in _system_fonts() if _has(path, letter)), None)


def forget_fonts() -> None:
    """Forget the fonts of a closed window, which can no longer be used."""
    font_of.cache_clear()
    _probe.cache_clear()


def is_right_to_left(text: str) -> bool:
    """Return whether a text has letters written from right to left."""
    return any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text)


@functools.cache
def _system_fonts() -> tuple[str, ...]:
    names = pygame.font.get_fonts()
    wanted = [*(name for name in _PREFERRED if name in names), *names][:_MOST_FONTS]
    paths = (pygame.font.match_font(name) for name in dict.fromkeys(wanted))
    return tuple(path for path in paths if path)


@functools.lru_cache(maxsize=_MOST_FONTS + 1)
def _probe(path: str | None) -> pygame.font.Font | None:
    try:
        return pygame.font.Font(path, _PROBE_SIZE)
    except (pygame.error, OSError):
        return None


def _has(path: str | None, letter: str) -> bool:
    font = _probe(path)
    if font is None:
        return False
    try:
        found = font.metrics(letter)
        return bool(found) and found[0] is not None and found != font.metrics(_NO_LETTER)
    except pygame.error:
        return False
