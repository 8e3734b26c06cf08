"""The result of a game in a tournament, and the points it gives."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.rules import BLACK, Color, Outcome, Reason
from outflank.texts import Text

__all__ = ["Result"]

_DRAWING = (Reason.AGREEMENT, Reason.ADJUDICATION)
_UNPLAYED = (Reason.NO_SHOW, Reason.WITHDRAWAL)


@dataclass(frozen=True, slots=True)
class Result:
    """The winner or None, the discs that count and the reason.

    A game without a winner is a draw if the board, the players or the organiser decided it, does
    not count if it is void or crashed, and is otherwise lost by both players.

    >>> Result(None, 32, 32, Reason.FULL_BOARD).points(BLACK)
    0.5
    """

    winner: Color | None
    black: int
    white: int
    reason: Reason

    @classmethod
    def of(cls, outcome: Outcome, score: tuple[int, int] | None = None) -> Result:
        """Return the result of a match; `score` is its official score if that differs.

        >>> str(Result.of(Outcome(BLACK, 13, 0, 51, Reason.WIPEOUT), (64, 0)))
        'black wins 64-0 (wipe-out)'
        """
        black, white = score or outcome.score()
        return cls(outcome.winner, black, white, outcome.reason)

    @classmethod
    def forfeit(cls, loser: Color, reason: Reason) -> Result:
        """Return the result of a game that a side lost by forfeit; no discs count.

        >>> str(Result.forfeit(BLACK, Reason.NO_SHOW))
        'white wins 0-0 (no-show)'
        """
        return cls(loser.opponent, 0, 0, reason)

    @property
    def is_draw(self) -> bool:
        """Whether each side gets half a point."""
        is_decided_by_board = self.reason.is_natural or self.reason in _DRAWING
        return self.winner is None and is_decided_by_board

    @property
    def is_void(self) -> bool:
        """Whether the game counts for nobody."""
        return self.reason is Reason.VOID or (self.winner is None and self.reason is Reason.CRASH)

    @property
    def is_lost_by_both(self) -> bool:
        """Whether both sides have lost, because neither came or went on."""
        return self.winner is None and not self.is_draw and not self.is_void

    @property
    def is_played(self) -> bool:
        """Whether the two really played, so that the game counts for their ratings."""
        return not (self.is_void or self.is_lost_by_both or self.reason in _UNPLAYED)

    def points(self, color: Color) -> float:
        """Return a side's points: 1, 0.5 or 0.

        >>> Result(BLACK, 40, 24, Reason.FULL_BOARD).points(BLACK)
        1.0
        """
        if self.is_draw:
            return 0.5
        return 1.0 if self.winner is color and not self.is_void else 0.0

    def is_lost_by(self, color: Color) -> bool:
        """Return whether a side has lost, even if the other has lost too."""
        return self.is_lost_by_both or (self.winner is color.opponent and not self.is_void)

    def margin(self, color: Color) -> int:
        """Return a side's discs minus the other's.

        >>> Result(BLACK, 40, 24, Reason.FULL_BOARD).margin(BLACK)
        16
        """
        return self.black - self.white if color is BLACK else self.white - self.black

    @property
    def text(self) -> Text:
        """The result in one line, in the user's language.

        >>> print(Result(None, 30, 30, Reason.NO_SHOW).text)
        lost by both (no-show)
        """
        if self.is_void:
            return Text("arena.results.void")
        if self.is_lost_by_both:
            return Text("arena.results.lost_by_both", reason=self.reason.text)
        shown = {"black": self.black, "white": self.white, "reason": self.reason.text}
        if self.winner is None:
            return Text("rules.outcome.draw", **shown)
        return Text("rules.outcome.won", color=self.winner.text, **shown)

    def __str__(self) -> str:
        return str(self.text)
