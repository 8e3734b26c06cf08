"""Skins: the looks and the names of the two sides' discs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from outflank.drawing.contrast import contrast, ink_on
from outflank.errors import UnknownName
from outflank.rules import BLACK, Color, Variant
from outflank.texts import Text
from outflank.texts.text import named_text

__all__ = ["Disc", "Skin", "find_skin", "skins"]


@dataclass(frozen=True, slots=True)
class Disc:
    """One side's disc: its colours from light to shade, its label and its letters in text.

    >>> find_skin("yes/no").black.label
    'YES'
    """

    name: str
    fill: str
    light: str
    shade: str
    letter: str
    glyph: str
    label: str = ""
    shape: Literal["disc", "cross", "ring"] = "disc"

    @property
    def text(self) -> Text | str:
        """The name in the user's language."""
        return named_text(f"drawing.discs.{self.name}", self.name)

    @property
    def tones(self) -> tuple[str, str, str]:
        """Every colour that may lie behind something drawn on the disc."""
        return self.light, self.fill, self.shade

    @property
    def flat(self) -> str:
        """The colour of the disc when it is drawn without light and shadow."""
        return max(self.fill, self.light, key=lambda tone: contrast(tone, self.ink))

    @property
    def ink(self) -> str:
        """The colour of words and numbers on the disc."""
        return ink_on(*self.tones)


@dataclass(frozen=True, slots=True)
class Skin:
    """A pair of discs that go together.

    >>> [skin.name for skin in skins()]
    ['classic', 'red-yellow', 'xo', 'yesno']
    """

    name: str
    title: str
    black: Disc
    white: Disc
    aliases: tuple[str, ...] = ()

    @property
    def text(self) -> Text | str:
        """The title in the user's language."""
        return named_text(f"drawing.skins.{self.name}", self.title)

    def disc(self, color: Color) -> Disc:
        """Return the disc of a side."""
        return self.black if color is BLACK else self.white


_INK = ("#1d211f", "#4b514e", "#0c0e0d")
_IVORY = ("#f3f1ea", "#ffffff", "#e6e2d8")

_SKINS: Final = (
    Skin(
        "classic",
        "Black and white",
        Disc("black", *_INK, letter="X", glyph="●"),
        Disc("white", *_IVORY, letter="O", glyph="○"),
        ("blackwhite", "bw", "default"),
    ),
    Skin(
        "red-yellow",
        "Red and yellow",
        Disc("red", "#b3261e", "#cf3b34", "#7f1712", letter="R", glyph="●"),
        Disc("yellow", "#f2c63c", "#ffe38a", "#d9a51e", letter="Y", glyph="○"),
        ("redyellow", "ry"),
    ),
    Skin(
        "xo",
        "X and O",
        Disc("X", *_INK, letter="X", glyph="X", shape="cross"),
        Disc("O", *_IVORY, letter="O", glyph="O", shape="ring"),
        ("noughtsandcrosses", "tictactoe"),
    ),
    Skin(
        "yesno",
        "YES and NO",
        Disc("YES", *_INK, letter="Y", glyph="Y", label="YES"),
        Disc("NO", *_IVORY, letter="N", glyph="N", label="NO"),
        ("yn",),
    ),
)


def skins() -> list[Skin]:
    """Return every skin, the default first.

    >>> skins()[0].title
    'Black and white'
    """
    return list(_SKINS)


def find_skin(name: str) -> Skin:
    """Return the skin with that name or alias, ignoring case and punctuation.

    >>> find_skin("Red/Yellow").white.name
    'yellow'
    """
    wanted = plain(name)
    for skin in _SKINS:
        if wanted in map(plain, (skin.name, *skin.aliases)):
            return skin
    raise UnknownName("skin", name, [skin.name for skin in _SKINS])


def skin_of(variant: Variant) -> Skin:
    """Return the skin in which a variant is drawn unless another one is chosen.

    A variant with an oracle has discs that say YES and NO.

    >>> from outflank.rules import find_variant
    >>> skin_of(find_variant("yesno")).title
    'YES and NO'
    """
    return find_skin("yesno" if variant.answers else "classic")


def plain(name: str) -> str:
    """Reduce a name to its letters and digits, so that spellings of it compare equal."""
    return re.sub(r"[^a-z0-9]", "", name.lower())
