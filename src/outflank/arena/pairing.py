"""Who takes part in a tournament, and who plays whom."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.errors import TournamentError
from outflank.rules import BLACK, WHITE, Color

__all__ = ["Entrant", "Pairing"]


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part; the number stays theirs, whatever name they take.

    >>> Entrant(1, "Ann")
    Entrant(number=1, name='Ann')
    """

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game that is to be played; the sides are entrants' numbers, and black begins.

    >>> game = Pairing(number=1, round=1, black=4, white=2)
    >>> game.opponent_of(4), str(game.color_of(2))
    (2, 'white')
    """

    number: int  # from 1, in the order of play
    round: int  # from 1
    black: int
    white: int

    @property
    def players(self) -> tuple[int, int]:
        """Both entrants, black first."""
        return self.black, self.white

    def entrant(self, color: Color) -> int:
        """Return who has a colour."""
        return self.black if color is BLACK else self.white

    def color_of(self, entrant: int) -> Color:
        """Return the colour that an entrant has in this game."""
        if entrant not in self.players:
            raise TournamentError(f"entrant {entrant} does not play in game {self.number}")
        return BLACK if entrant == self.black else WHITE

    def opponent_of(self, entrant: int) -> int:
        """Return against whom an entrant plays in this game."""
        return self.entrant(self.color_of(entrant).opponent)
