"""The themes of puzzles: what kind of move is best, and what the others give away."""

from __future__ import annotations

from typing import Final

from outflank.errors import UnknownName
from outflank.texts import say

__all__ = ["THEMES", "require_theme", "theme_name", "theme_sentence"]

# In the order of the bits of a file; new ones are added at the end.
THEMES: Final = (
    "corner",
    "corner_refused",
    "corner_sacrifice",
    "x_square",
    "c_square",
    "edge",
    "wedge",
    "parity",
    "swindle",
    "forced_pass",
    "mobility",
    "quiet_move",
    "greed",
    "only_safe_move",
    "stable_discs",
    "counting",
    "draw",
)


def require_theme(theme: str) -> str:
    """Return the name of a theme; raise UnknownName for any other."""
    if theme not in THEMES:
        raise UnknownName("theme", theme, THEMES)
    return theme


def theme_name(theme: str) -> str:
    """Return what players call a theme.

    >>> theme_name("x_square")
    'X-square'
    """
    return say(f"puzzles.themes.{require_theme(theme)}.name")


def theme_sentence(theme: str) -> str:
    """Return one sentence that says what all puzzles with a theme have in common.

    >>> theme_sentence("corner")
    'The best move takes a corner.'
    """
    return say(f"puzzles.themes.{require_theme(theme)}.sentence")
