"""How a game ended."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from outflank.rules.color import BLACK, Color

__all__ = ["Outcome", "Reason"]


class Reason(enum.StrEnum):
    """Why a game ended; the first three are decided by the board alone.

    >>> Reason.WIPEOUT.is_natural, Reason.TIME.is_natural
    (True, False)
    """

    FULL_BOARD = "full board"
    WIPEOUT = "wipe-out"
    BLOCKED = "neither side can move"
    RESIGNATION = "resignation"
    TIME = "time"
    ILLEGAL_MOVE = "illegal move"
    AGREEMENT = "agreement"
    ADJUDICATION = "adjudication"
    CRASH = "crash"

    @property
    def is_natural(self) -> bool:
        """Whether the board itself ended the game."""
        return self in (Reason.FULL_BOARD, Reason.WIPEOUT, Reason.BLOCKED)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winner, None for a draw, the discs on the board and the reason.

    The winner is stored and not derived, because time, resignation and the variant decide it too.

    >>> Outcome(Color.BLACK, black=15, white=0, empties=49, reason=Reason.WIPEOUT).margin()
    15
    """

    winner: Color | None
    black: int
    white: int
    empties: int
    reason: Reason

    def margin(self, *, empties_to_winner: bool = False) -> int:
        """Return black's discs minus white's, on request as if the board were full.

        >>> wipeout = Outcome(Color.BLACK, black=15, white=0, empties=49, reason=Reason.WIPEOUT)
        >>> wipeout.margin(empties_to_winner=True)
        64
        """
        difference = self.black - self.white
        if not empties_to_winner or self.winner is None:
            return difference
        black_receives = self.winner is BLACK
        if self.reason.is_natural:
            # Where the fewest discs win, the empty squares still go to the larger side:
            # otherwise they could turn the result around.
            black_receives = difference > 0
        return difference + (self.empties if black_receives else -self.empties)

    def __str__(self) -> str:
        verdict = "draw" if self.winner is None else f"{self.winner} wins"
        return f"{verdict} {self.black}-{self.white} ({self.reason.value})"
