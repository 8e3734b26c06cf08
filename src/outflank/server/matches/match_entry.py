"""The row of a match in the list of matches."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.rules import BLACK, WHITE, Color

__all__ = ["MatchEntry"]


@dataclass(frozen=True, slots=True)
class MatchEntry:
    """The row of a match in the list of matches: who plays, and for which tournament."""

    id: str
    black: int | None  # players; none is a computer of the server
    white: int | None
    tournament: int | None = None
    pairing: int | None = None
    rated: bool = False
    private: bool = False
    created: int = 0

    def color_of(self, player: int) -> Color | None:
        """Return the colour that a player has here."""
        if player == self.black:
            return BLACK
        return WHITE if player == self.white else None
