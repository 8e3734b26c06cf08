"""The colours of a theme, as far as the terminal has them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields

from textual.theme import Theme as TextualTheme

from outflank.drawing import Theme
from outflank.drawing.contrast import SHAPE, TEXT, ink_on, legible, luminance, mix
from outflank.drawing.terminal_text import shown_as
from outflank.faces.terminal.capabilities import TerminalCapabilities

__all__ = ["TerminalPalette"]

_NO_COLOR = "ansi_default"


@dataclass(frozen=True, slots=True)
class TerminalPalette:
    """All colours of the screen; an empty one is the terminal's own.

    >>> from outflank.drawing import find_theme
    >>> TerminalPalette.of(find_theme("dark"), TerminalCapabilities()).felt
    '#1d744c'
    """

    name: str
    paper: str = ""
    card: str = ""
    ink: str = ""
    soft: str = ""
    rule: str = ""
    accent: str = ""
    on_accent: str = ""
    gold: str = ""
    on_gold: str = ""
    red: str = ""
    felt: str = ""
    shade: str = ""  # of every other square
    cursor: str = ""
    flash: str = ""
    outline: str = ""  # of a disc that has the colour of the felt
    legal: str = ""
    note: str = ""
    flip: str = ""
    last: str = ""

    @classmethod
    def of(cls, theme: Theme, capabilities: TerminalCapabilities) -> TerminalPalette:
        """Return the colours of a theme, as far as the terminal has them."""
        if not capabilities.color:
            return cls("outflank-plain")
        shown: Callable[[str], str] = shown_as
        if capabilities.deep_color:
            shown = str
        paper, felt = shown(theme.paper), shown(theme.felt)
        strong = ink_on(paper)
        card = shown(mix(paper, "#ffffff", 0.6 if luminance(paper) > 0.5 else 0.05))
        grounds = [paper, card]
        accent = legible(theme.felt, grounds, TEXT, shown_as=shown)
        gold = legible(theme.flip, grounds, TEXT, shown_as=shown)
        # Lighter on dark felt, so that black discs contrast with both.
        shade = mix(felt, "#ffffff", 0.08) if luminance(felt) < 0.4 else mix(felt, theme.line, 0.15)
        squares = [felt, shade := shown(shade)]
        return cls(
            name=f"outflank-{theme.name}",
            paper=paper,
            card=card,
            ink=shown(mix(strong, paper, 0.08)),
            soft=legible(theme.ink, grounds, TEXT, shown_as=shown),
            rule=shown(mix(paper, strong, 0.25)),
            accent=accent,
            on_accent=ink_on(accent),
            gold=gold,
            on_gold=ink_on(gold),
            red=legible(theme.last, grounds, TEXT, shown_as=shown),
            felt=felt,
            shade=shade,
            cursor=shown(mix(felt, ink_on(felt), 0.35)),
            flash=shown(mix(felt, theme.flip, 0.6)),
            outline=theme.outline or ink_on(felt),
            legal=legible(theme.legal, squares, SHAPE, shown_as=shown),
            note=legible(theme.mark, squares, TEXT, shown_as=shown),
            flip=theme.flip,
            last=theme.last,
        )

    @property
    def has_color(self) -> bool:
        """Whether there are colours at all."""
        return bool(self.paper)

    def for_textual(self) -> TextualTheme:
        """Return the colours under the names that the style sheet uses."""
        own = {one.name.replace("_", "-"): getattr(self, one.name) for one in fields(self)[1:]}
        variables = {f"of-{name}": color or _NO_COLOR for name, color in own.items()}
        if not self.has_color:
            plain = ("ansi-background", "ansi-foreground", "border", "border-blurred")
            variables |= dict.fromkeys(plain, _NO_COLOR)
            variables |= {
                "block-cursor-background": _NO_COLOR,
                "block-cursor-text-style": "reverse",
            }
            return TextualTheme(self.name, primary=_NO_COLOR, ansi=True, variables=variables)
        variables |= {
            "footer-background": self.card,
            "footer-foreground": self.ink,
            "footer-key-foreground": self.accent,
            "footer-description-foreground": self.soft,
            "block-cursor-background": self.accent,
            "block-cursor-foreground": self.on_accent,
            "input-cursor-background": self.ink,
            "input-cursor-foreground": self.paper,
            "border": self.accent,
            "border-blurred": self.rule,
            "scrollbar": self.rule,
            "scrollbar-background": self.card,
        }
        return TextualTheme(
            self.name,
            primary=self.accent,
            secondary=self.soft,
            accent=self.accent,
            warning=self.gold,
            error=self.red,
            success=self.accent,
            foreground=self.ink,
            background=self.paper,
            surface=self.card,
            panel=self.card,
            dark=luminance(self.paper) < 0.5,
            variables=variables,
        )
