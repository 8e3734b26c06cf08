"""How a game ended."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from outflank.errors import UnknownName
from outflank.rules.board import Color, as_color
from outflank.texts import Text

__all__ = ["Outcome", "Reason", "as_reason"]


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
    NO_SHOW = "no-show"
    DISCONNECTION = "disconnection"
    WITHDRAWAL = "withdrawal"
    ABANDONMENT = "abandonment"
    VOID = "void"

    @property
    def is_natural(self) -> bool:
        """Whether the board itself ended the game."""
        return self in (Reason.FULL_BOARD, Reason.WIPEOUT, Reason.BLOCKED)

    @property
    def text(self) -> Text:
        """The reason in the user's language."""
        return Text(f"rules.reasons.{self.name.lower()}")


def as_reason(given: Reason | str) -> Reason:
    """Return a reason that is given as a Reason or as text.

    >>> as_reason("time")
    <Reason.TIME: 'time'>
    """
    try:
        return Reason(given)
    except ValueError:
        raise UnknownName("reason", str(given), list(Reason)) from None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winner, None for a draw, the discs on the board and the reason.

    The winner is stored, not derived, because time, a resignation or the variant may decide it.

    >>> Outcome(Color.BLACK, black=15, white=0, empties=49, reason=Reason.WIPEOUT).margin()
    15
    """

    winner: Color | None
    black: int
    white: int
    empties: int
    reason: Reason

    def __post_init__(self) -> None:
        if self.winner is not None:
            as_color(self.winner)
        if not isinstance(self.reason, Reason):
            raise TypeError(f"an outcome has a Reason, such as Reason.WIPEOUT, not {self.reason!r}")

    @property
    def is_draw(self) -> bool:
        """Whether the game was drawn; an unfinished game has no winner, but is not a draw.

        >>> Outcome(None, black=2, white=2, empties=60, reason=Reason.VOID).is_draw
        False
        """
        earned = self.reason.is_natural or self.reason in (Reason.AGREEMENT, Reason.ADJUDICATION)
        return self.winner is None and earned

    def margin(self, *, empties_to_winner: bool = False) -> int:
        """Return black's discs minus white's, optionally as if the board were full.

        >>> wipeout = Outcome(Color.BLACK, black=15, white=0, empties=49, reason=Reason.WIPEOUT)
        >>> wipeout.margin(empties_to_winner=True)
        64
        """
        black, white = self.score(empties_to_winner=empties_to_winner)
        return black - white

    def score(self, *, empties_to_winner: bool = False) -> tuple[int, int]:
        """Return the discs of black and of white, optionally as if the board were full.

        The empty squares go to the side with more discs. That is the winner, except where the
        fewest discs win: there, giving them to the winner could reverse the result. A draw splits
        them. If the board did not decide the game, as after a resignation, nobody gets them.

        >>> wipeout = Outcome(Color.BLACK, black=15, white=0, empties=49, reason=Reason.WIPEOUT)
        >>> wipeout.score(empties_to_winner=True)
        (64, 0)
        """
        if not empties_to_winner or not self.reason.is_natural:
            return self.black, self.white
        if self.black == self.white:
            half = self.empties // 2  # exact: the board and two equal counts are even
            return self.black + half, self.white + half
        if self.black > self.white:
            return self.black + self.empties, self.white
        return self.black, self.white + self.empties

    @property
    def text(self) -> Text:
        """The result in one line, in the user's language."""
        shown = {"black": self.black, "white": self.white, "reason": self.reason.text}
        if self.winner is not None:
            return Text("rules.outcome.won", color=self.winner.text, **shown)
        if self.is_draw:
            return Text("rules.outcome.draw", **shown)
        return Text("rules.outcome.no_winner", **shown)

    def __str__(self) -> str:
        return str(self.text)
