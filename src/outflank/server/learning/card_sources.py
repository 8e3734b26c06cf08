"""Which game a card is from: a match of the server, named by its id, stores nobody's name."""

from __future__ import annotations

from typing import Final

from outflank.learning import Card

__all__ = ["match_of", "source_of_match"]

_MATCH: Final = "match:"


def source_of_match(match: str) -> str:
    """Return the source of the cards from a match.

    >>> source_of_match("5f2c8e01a9b3")
    'match:5f2c8e01a9b3'
    """
    return f"{_MATCH}{match}"


def match_of(card: Card) -> str | None:
    """Return the match that a card is from, or None if it is from another game."""
    return card.source.removeprefix(_MATCH) if card.source.startswith(_MATCH) else None
