"""The odds of an oracle as a line of text, in SGF and PGN."""

from __future__ import annotations

from collections.abc import Mapping

from outflank.errors import NotationError
from outflank.rules import Answer, Odds
from outflank.texts import Text

__all__ = ["parse_odds", "write_odds"]


def parse_odds(text: str) -> Odds:
    """Read the odds of an oracle, such as yes 0.5 no 0.5.

    >>> parse_odds("yes 0.5 no 0.5")
    Odds({'yes': 0.5, 'no': 0.5})
    """
    words = text.split()
    try:
        chances = {words[at]: float(words[at + 1]) for at in range(0, len(words), 2)}
        odds = Odds(chances)
    except (IndexError, ValueError):
        odds = Odds()
    if not odds:
        raise NotationError(Text("errors.notation.not_odds", text=repr(text[:30])))
    return odds


def write_odds(odds: Mapping[Answer, float]) -> str:
    """Write the odds of an oracle as `parse_odds` reads them."""
    return " ".join(f"{answer.value} {chance!r}" for answer, chance in odds.items())
