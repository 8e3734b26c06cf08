"""The colours of everything around the board, derived from a theme."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.drawing.contrast import SHAPE, TEXT, ink_on, legible, luminance, mix
from outflank.drawing.themes import Theme, find_theme

__all__ = ["WindowPalette"]

_WHITE = "#ffffff"
_DARK = 0.2  # a background darker than this belongs to a dark theme
_MAIN_TEXT = 7.0  # the contrast of the main text
_DISABLED = 3.2  # of disabled text: a little more than a shape needs
_DEFAULT = "felt"


@dataclass(frozen=True, slots=True)
class WindowPalette:
    """Background, text and accent colours; the board has the theme's own colours.

    >>> WindowPalette.of("dark").paper
    '#141917'
    """

    theme: Theme
    paper: str
    card: str
    line: str
    ink: str
    soft: str
    faint: str  # disabled text
    muted: str  # the background of a disabled choice that is selected
    accent: str
    on_accent: str
    primary: str
    on_primary: str
    alert: str
    gold: str
    gold_card: str
    gold_ink: str

    @classmethod
    def of(cls, name: str) -> WindowPalette:
        """Return the palette of a theme by name; `auto` is the default theme."""
        theme = find_theme(_DEFAULT if name == "auto" else name)
        is_dark = luminance(theme.paper) < _DARK
        card = mix(theme.paper, _WHITE, 0.05 if is_dark else 0.65)
        grounds = (theme.paper, card)
        black_or_white = ink_on(*grounds)
        ink = legible(mix(theme.ink, black_or_white, 0.8), grounds, _MAIN_TEXT)
        accent = legible(theme.legal if theme.flat else theme.felt, grounds, TEXT)
        gold_card = mix(card, theme.flip, 0.2)
        muted = mix(theme.paper, theme.ink, 0.16)
        return cls(
            theme=theme,
            paper=theme.paper,
            card=card,
            line=mix(theme.paper, theme.ink, 0.28),
            ink=ink,
            soft=legible(theme.ink, grounds, TEXT),
            faint=legible(mix(theme.paper, theme.ink, 0.6), (*grounds, muted), _DISABLED),
            muted=muted,
            accent=accent,
            on_accent=ink_on(accent),
            primary=ink,
            on_primary=legible(theme.paper, [ink], TEXT),
            alert=legible(theme.last, grounds, TEXT),
            gold=legible(theme.flip, grounds, SHAPE),
            gold_card=gold_card,
            gold_ink=legible(mix(theme.flip, black_or_white, 0.6), [gold_card], _MAIN_TEXT),
        )
