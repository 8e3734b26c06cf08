"""Mistakes in games with an oracle."""

from __future__ import annotations

from outflank.analysis.mistakes.choice import Choice
from outflank.analysis.mistakes.finding import Finding

__all__ = ["fewer_wins"]


def fewer_wins(choice: Choice) -> Finding | None:
    """Find that the move wins less often than the better one, over all answers of the oracle."""
    if choice.win_chances is None:
        return None
    now, instead = (round(100 * chance) for chance in choice.win_chances)
    if now >= instead:
        return None
    return Finding("fewer_wins", {"count": now, "instead": instead, "better": str(choice.better)})
