"""The colours of a face, on its board and around it, derived from a theme."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

from outflank.drawing.contrast import (
    SHAPE,
    TEXT,
    channels,
    contrast,
    ink_on,
    legible,
    luminance,
    mix,
)
from outflank.drawing.themes import Theme

__all__ = ["Palette"]

_DARK = 0.2  # a background darker than this belongs to a dark theme
_MAIN_TEXT = 7.0  # the contrast of the main text
_LIGHT = 0.4  # on felt brighter than this, every other square is darker
_SEEN, _TOO_MUCH = 1.12, 1.6  # the lowest and highest contrast of neighbouring squares
_SEEN_IN_HUE = 1.08  # the lowest contrast if the screen has few colours and hues differ
_NEARBY = 48  # the largest distance, of 255, of a shade from the felt on such a screen
_CURSOR = 1.5  # the contrast of the square under the cursor
_GRAYS = ("#555555", "#aaaaaa")  # for the cursor, if a screen has no shade of the felt
_STEPS, _LARGEST = 36, 0.36  # the search for a shade: steps, and the largest share mixed in
_DISABLED = 3.2  # the contrast of disabled text: a little more than a shape needs


@dataclass(frozen=True, slots=True)
class Palette:
    """All colours of a screen; without arguments all are empty, and a terminal keeps its own.

    >>> from outflank.drawing.themes import find_theme
    >>> Palette.of(find_theme("dark")).paper
    '#141917'
    """

    name: str = "plain"
    paper: str = ""
    card: str = ""
    line: str = ""
    ink: str = ""
    soft: str = ""
    faint: str = ""  # disabled text
    muted: str = ""  # the background of a disabled choice that is selected
    accent: str = ""
    on_accent: str = ""
    primary: str = ""
    on_primary: str = ""
    alert: str = ""
    gold: str = ""
    on_gold: str = ""
    gold_line: str = ""
    gold_card: str = ""
    gold_ink: str = ""
    felt: str = ""
    shade: str = ""  # the colour of every other square on a board without lines
    cursor: str = ""
    flash: str = ""
    outline: str = ""  # around a disc that has the colour of the felt
    legal: str = ""
    note: str = ""
    flip: str = ""
    last: str = ""

    @classmethod
    def of(cls, theme: Theme, shown_as: Callable[[str], str] = str) -> Palette:
        """Return the colours of a theme; `shown_as` returns how a screen shows a colour."""

        def seen(color: str, grounds: tuple[str, ...], ratio: float) -> str:
            return legible(color, grounds, ratio, shown_as=shown_as)

        paper, felt = shown_as(theme.paper), shown_as(theme.felt)
        is_dark = luminance(theme.paper) < _DARK
        card = shown_as(mix(paper, "#ffffff", 0.05 if is_dark else 0.65))
        grounds = (paper, card)
        black_or_white = ink_on(*grounds)
        ink = seen(mix(theme.ink, black_or_white, 0.8), grounds, _MAIN_TEXT)
        accent = seen(theme.legal if theme.flat else theme.felt, grounds, TEXT)
        gold, gold_card = seen(theme.flip, grounds, TEXT), shown_as(mix(card, theme.flip, 0.2))
        muted = shown_as(mix(paper, theme.ink, 0.16))
        squares = (felt, shade := _shade_of(felt, theme, shown_as))
        return cls(
            name=theme.name,
            paper=paper,
            card=card,
            line=shown_as(mix(paper, theme.ink, 0.28)),
            ink=ink,
            soft=seen(theme.ink, grounds, TEXT),
            faint=seen(mix(paper, theme.ink, 0.6), (*grounds, muted), _DISABLED),
            muted=muted,
            accent=accent,
            on_accent=ink_on(accent),
            primary=ink,
            on_primary=seen(paper, (ink,), TEXT),
            alert=seen(theme.last, grounds, TEXT),
            gold=gold,
            on_gold=ink_on(gold),
            gold_line=seen(theme.flip, grounds, SHAPE),
            gold_card=gold_card,
            gold_ink=seen(mix(theme.flip, black_or_white, 0.6), (gold_card,), _MAIN_TEXT),
            felt=felt,
            shade=shade,
            cursor=_cursor_on(squares, shown_as),
            flash=shown_as(mix(felt, theme.flip, 0.6)),
            outline=theme.outline or ink_on(felt),
            legal=seen(theme.legal, squares, SHAPE),
            note=seen(theme.mark, squares, TEXT),
            flip=theme.flip,
            last=theme.last,
        )

    @property
    def has_grid(self) -> bool:
        """Whether neighbouring squares differ in shade."""
        return self.shade != self.felt

    @property
    def has_color(self) -> bool:
        """Whether there are colours at all."""
        return bool(self.paper)


def _shade_of(felt: str, theme: Theme, shown_as: Callable[[str], str]) -> str:
    """Return a shade visibly different from the felt; the felt itself if there is none."""
    # A lighter shade on dark felt, so that black discs contrast with both.
    toward = "#ffffff" if luminance(felt) < _LIGHT else theme.line
    mixed = (shown_as(mix(felt, toward, step * _LARGEST / _STEPS)) for step in range(1, _STEPS + 1))
    first = next((one for one in mixed if contrast(one, felt) >= _SEEN), felt)
    found = [first] if first != felt and _goes_with(first, felt) else []
    if found and contrast(theme.legal, first) >= SHAPE:
        return first
    found += sorted(_nearby(felt, shown_as), key=lambda one: _distance(one, felt))
    # Prefer a shade on which the marks can keep the theme's colour.
    kept = (one for one in found if contrast(theme.legal, one) >= SHAPE)
    return next(kept, found[0] if found else felt)


def _goes_with(shade: str, felt: str) -> bool:
    """Return whether one ink is legible on both, and neither stands out too much."""
    ink = ink_on(felt, shade)
    is_read = min(contrast(ink, felt), contrast(ink, shade)) >= TEXT
    return is_read and contrast(shade, felt) <= _TOO_MUCH


def _nearby(felt: str, shown_as: Callable[[str], str]) -> list[str]:
    """Return the lighter shades near the felt on a screen with few colours."""
    red, green, blue = channels(felt)
    found = {
        shown_as(f"#{min(red + r, 255):02x}{min(green + g, 255):02x}{min(blue + b, 255):02x}")
        for r, g, b in itertools.product((0, _NEARBY // 2, _NEARBY), repeat=3)
    }
    return [
        one
        for one in sorted(found)
        if _distance(one, felt) <= 4 * _NEARBY**2
        and _is_lighter(one, felt)
        and _goes_with(one, felt)
    ]


def _is_lighter(shade: str, felt: str) -> bool:
    return luminance(shade) > luminance(felt) and contrast(shade, felt) >= _SEEN_IN_HUE


def _distance(one: str, other: str) -> int:
    pairs = zip(channels(one), channels(other), strict=True)
    return sum((first - second) ** 2 for first, second in pairs)


def _cursor_on(squares: tuple[str, str], shown_as: Callable[[str], str]) -> str:
    """Return a colour for the square under the cursor on which all discs stay visible."""
    felt, _ = squares
    mixed = [mix(felt, ink_on(*squares), share / 100) for share in range(35, 101, 5)]
    colors = [shown_as(one) for one in (*mixed, *_GRAYS)]
    return next((one for one in colors if _is_seen_among(one, squares)), colors[-1])


def _is_seen_among(color: str, squares: tuple[str, str]) -> bool:
    """Return whether a colour differs from the squares and from black and white discs."""
    return all(contrast(color, other) >= _CURSOR for other in (*squares, "#000000", "#ffffff"))
