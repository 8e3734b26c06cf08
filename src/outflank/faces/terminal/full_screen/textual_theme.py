"""The colours of a palette under the names that Textual and the style sheet use."""

from __future__ import annotations

from dataclasses import fields

from textual.theme import Theme as TextualTheme

from outflank.drawing.contrast import luminance
from outflank.faces.local.palette import Palette

__all__ = ["textual_theme"]

_NO_COLOR = "ansi_default"


def textual_theme(palette: Palette) -> TextualTheme:
    """Return a palette as a theme of Textual's.

    >>> textual_theme(Palette()).name
    'outflank-plain'
    """
    own = {one.name.replace("_", "-"): getattr(palette, one.name) for one in fields(palette)[1:]}
    variables = {f"of-{name}": color or _NO_COLOR for name, color in own.items()}
    name = f"outflank-{palette.name}"
    if not palette.has_color:
        plain = ("ansi-background", "ansi-foreground", "border", "border-blurred")
        variables |= dict.fromkeys((*plain, "block-cursor-background"), _NO_COLOR)
        variables["block-cursor-text-style"] = "reverse"
        return TextualTheme(name, primary=_NO_COLOR, ansi=True, variables=variables)
    variables |= {
        "footer-background": palette.card,
        "footer-foreground": palette.ink,
        "footer-key-foreground": palette.accent,
        "footer-description-foreground": palette.soft,
        "block-cursor-background": palette.accent,
        "block-cursor-foreground": palette.on_accent,
        "input-cursor-background": palette.ink,
        "input-cursor-foreground": palette.paper,
        "border": palette.accent,
        "border-blurred": palette.line,
        "scrollbar": palette.line,
        "scrollbar-background": palette.card,
    }
    return TextualTheme(
        name,
        primary=palette.accent,
        secondary=palette.soft,
        accent=palette.accent,
        warning=palette.gold,
        error=palette.alert,
        success=palette.accent,
        foreground=palette.ink,
        background=palette.paper,
        surface=palette.card,
        panel=palette.card,
        dark=luminance(palette.paper) < 0.5,
        variables=variables,
    )
