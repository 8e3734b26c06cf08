"""Texts made from other texts: with a capital letter, or as a list."""

from __future__ import annotations

from collections.abc import Sequence

from outflank.texts.text import Text, say

__all__ = ["capitalised", "listed_in_words"]


def capitalised(text: Text | str) -> str:
    """Return a text with its first letter as a capital; the others stay as they are.

    >>> capitalised("the NO side")
    'The NO side'
    """
    words = str(text)
    return f"{words[:1].upper()}{words[1:]}"


def listed_in_words(words: Sequence[str]) -> str:
    """Return words as a list with an "and" before the last.

    >>> listed_in_words(["a1", "h1", "a8"]), listed_in_words(["a1"])
    ('a1, h1 and a8', 'a1')
    """
    *before, last = words
    return say("phrases.and", first=", ".join(before), last=last) if before else last
