"""Which level of the computer a person should try next."""

from __future__ import annotations

from typing import Final

from outflank.engine.levels import levels
from outflank.rules import Color, Outcome

__all__ = ["CLEAR_WIN", "LOSSES", "next_level"]

CLEAR_WIN: Final = 1 / 8  # the lead in a clear win, as a part of all squares
LOSSES: Final = 2  # in a row, after which an easier level is advised


def next_level(level: int, outcome: Outcome, person: Color, losses: int) -> int | None:
    """Return the level to advise after a game, one harder or one easier; None to stay.

    A clear win makes it harder. `losses` counts the games against this level that the person has
    just lost in a row, this one among them.

    >>> from outflank.rules import BLACK, WHITE, Reason
    >>> won = Outcome(BLACK, black=40, white=24, empties=0, reason=Reason.FULL_BOARD)
    >>> next_level(3, won, BLACK, 0), next_level(3, won, WHITE, 1), next_level(3, won, WHITE, 2)
    (4, None, 2)
    """
    if outcome.winner is person:
        advised = level + 1 if _is_clear(outcome) else level
    else:
        is_beaten = outcome.winner is person.opponent and losses >= LOSSES
        advised = level - 1 if is_beaten else level
    return advised if advised != level and 1 <= advised <= len(levels()) else None


def _is_clear(won: Outcome) -> bool:
    squares = won.black + won.white + won.empties
    return abs(won.margin()) >= CLEAR_WIN * squares or 0 in won.score()
