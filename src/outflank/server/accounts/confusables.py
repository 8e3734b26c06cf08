"""Maps characters that look alike or differ only in case to one form.

The table is Unicode's list of confusables, from the package confusable-homoglyphs. Names that a
reader could confuse have the same skeleton, which is compared but never shown. A transliteration
would not do: it joins names that only sound alike, and misses letters that look alike.
"""

from __future__ import annotations

import functools
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["skeleton"]


def skeleton(text: str) -> str:
    r"""Return a text with case and confusable characters removed, for comparing.

    >>> skeleton("PayPal") == skeleton("p\N{CYRILLIC SMALL LETTER A}ypa1")
    True
    >>> skeleton("Nan") == skeleton("Van")
    False
    """
    table = _replacements()
    while (simpler := _one_step(text, table)) != text:
        text = simpler
    return text


def _one_step(text: str, table: Mapping[int, str]) -> str:
    drawn = unicodedata.normalize("NFKD", text).translate(table)
    return unicodedata.normalize("NFKD", drawn.casefold())


@functools.cache
def _replacements() -> dict[int, str]:
    """Return the replacement of each confusable character."""
    groups = _Groups()
    for one, other in _drawn_alike():
        groups.join(one, other)
    groups.join("i", "l")  # I looks like l, and is the same letter as i
    for letter in map(chr, range(ord("A"), ord("Z") + 1)):
        groups.join(letter, letter.lower())
    # Case comes last and never joins letters that look different: the Greek capital nu looks like
    # N and the small one like v, but nobody confuses Nan and Van.
    for one, other in _same_letter():
        groups.join_unless_distinct(one, other)
    return {ord(one): shown for one, shown in groups.replacements() if one != shown}


def _drawn_alike() -> Iterator[tuple[str, str]]:
    from confusable_homoglyphs.confusables import (  # type: ignore[import-untyped]
        confusables_data,  # imported late: reading it takes time
    )

    mark = "\N{LEFT-TO-RIGHT MARK}"  # put by the package around letters written right to left
    for one, others in confusables_data.items():
        for other in others:
            yield one.strip(mark), other["c"].strip(mark)


def _same_letter() -> Iterator[tuple[str, str]]:
    for letter in map(chr, range(0x80, 0x20000)):  # beyond are ideographs, which have no case
        small = letter.lower()
        if small != letter and len(small) == 1:
            yield letter, small


class _Groups:
    """Sets of texts that count as one; each set is identified by its leader."""

    def __init__(self) -> None:
        self._leaders: dict[str, str] = {}

    def leader(self, text: str) -> str:
        """Return the text that represents a group: several characters, or else the plainest one."""
        while (above := self._leaders.setdefault(text, text)) != text:
            text = above
        return text

    def join(self, one: str, other: str) -> None:
        """Join two groups."""
        first, second = sorted((self.leader(one), self.leader(other)), key=_plainness)
        self._leaders[second] = first

    def join_unless_distinct(self, one: str, other: str) -> None:
        """Join two groups, unless both have leaders that look distinct."""
        one, other = self.leader(one), self.leader(other)
        if not (_is_distinct(one) and _is_distinct(other)):
            self.join(one, other)

    def replacements(self) -> Iterator[tuple[str, str]]:
        """Yield each single character and its replacement."""
        for text in list(self._leaders):
            if len(text) == 1:
                yield text, self.leader(text)


def _plainness(text: str) -> tuple[int, str]:
    # A character that looks like several others (m like rn) is replaced by them, because the
    # reverse is impossible. Then come small letters; `l` leads `I` and `i`, as in Unicode's list.
    rank = 0 if len(text) > 1 else 1 if "a" <= text <= "z" and text != "i" else 2
    return rank, text


def _is_distinct(text: str) -> bool:
    return len(text) > 1 or text.isascii()
