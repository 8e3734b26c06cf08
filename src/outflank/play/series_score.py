"""The running score of a series of matches between the same two players."""

from __future__ import annotations

from dataclasses import dataclass, replace

from outflank.play.setup import Setup
from outflank.rules import Outcome

__all__ = ["SeriesScore"]


@dataclass(frozen=True, slots=True)
class SeriesScore:
    """Wins of player 1, wins of player 2, and draws.

    >>> str(SeriesScore(2, 1, 1))
    '2 : 1, 1 draw'
    """

    player1: int = 0
    player2: int = 0
    draws: int = 0

    def after(self, outcome: Outcome, setup: Setup) -> SeriesScore:
        """Return the score after one more match."""
        if outcome.winner is None:  # an abandoned match is no draw
            return replace(self, draws=self.draws + 1) if outcome.is_draw else self
        if setup.number(outcome.winner) == 1:
            return replace(self, player1=self.player1 + 1)
        return replace(self, player2=self.player2 + 1)

    def standing(self, first: str, second: str) -> str:
        """Return the score in words.

        >>> SeriesScore(2, 1, 1).standing("Ann", "Computer, level 5")
        '2 for Ann, 1 for Computer, level 5, 1 draw'
        """
        return f"{self.player1} for {first}, {self.player2} for {second}{self._drawn()}"

    def __str__(self) -> str:
        return f"{self.player1} : {self.player2}{self._drawn()}"

    def _drawn(self) -> str:
        return f", {self.draws} draw{'s' if self.draws > 1 else ''}" if self.draws else ""
