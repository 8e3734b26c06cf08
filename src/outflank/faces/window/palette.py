"""The colours of everything around the board, worked out from a theme of the drawings."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.drawing.contrast import SHAPE, TEXT, ink_on, legible, luminance, mix
from outflank.drawing.themes import Theme, find_theme

__all__ = ["Palette"]

_WHITE = "#ffffff"
_DARK = 0.2  # a paper less bright than this is night
_READING = 7.0  # the contrast of the words that are read most
_OFF = 3.2  # of those that cannot be chosen: a little more than a shape needs
_USUAL = "felt"


@dataclass(frozen=True, slots=True)
class Palette:
    """Paper, ink and one accent; the board keeps the theme's own colours.

    >>> Palette.of("dark").paper
    '#141917'
    """

    theme: Theme
    paper: str
    card: str
    line: str
    ink: str
    soft: str
    faint: str  # words that cannot be chosen
    muted: str  # what lies behind such a word where it is the chosen one
    accent: str
    on_accent: str
    primary: str
    on_primary: str
    alert: str
    gold: str
    gold_card: str
    gold_ink: str

    @classmethod
    def of(cls, name: str) -> Palette:
        """Return the palette of the theme of that name; `auto` is the usual one."""
        theme = find_theme(_USUAL if name == "auto" else name)
        is_dark = luminance(theme.paper) < _DARK
        card = mix(theme.paper, _WHITE, 0.05 if is_dark else 0.65)
        grounds = (theme.paper, card)
        black_or_white = ink_on(*grounds)
        ink = legible(mix(theme.ink, black_or_white, 0.8), grounds, _READING)
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
            faint=legible(mix(theme.paper, theme.ink, 0.6), (*grounds, muted), _OFF),
            muted=muted,
            accent=accent,
            on_accent=ink_on(accent),
            primary=ink,
            on_primary=legible(theme.paper, [ink], TEXT),
            alert=legible(theme.last, grounds, TEXT),
            gold=legible(theme.flip, grounds, SHAPE),
            gold_card=gold_card,
            gold_ink=legible(mix(theme.flip, black_or_white, 0.6), [gold_card], _READING),
        )
