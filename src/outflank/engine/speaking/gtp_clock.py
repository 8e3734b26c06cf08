"""The clocks of GTP: main time, then periods of some moves each (Canadian byo-yomi)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from outflank.errors import NotationError
from outflank.native.limits import UNLIMITED, Limit
from outflank.rules import BLACK, WHITE, Color
from outflank.texts import Text

__all__ = ["GtpClocks"]

_SHORTEST: Final = 0.01  # seconds, for a clock that has run out


@dataclass(frozen=True, slots=True)
class _Clock:
    """The time left to one side: seconds for all its moves, or for the next `moves`."""

    seconds: float
    moves: int = 0  # 0 while the main time lasts


class GtpClocks:
    """The clocks of both sides, from `time_settings`, `time_left` and the time of our moves.

    >>> clocks = GtpClocks()
    >>> clocks.limit(BLACK, empties=60).is_unlimited()
    True
    >>> clocks.set(0, 5, 1)
    >>> clocks.limit(BLACK, empties=60).seconds
    4.7
    """

    def __init__(self) -> None:
        self._settings: tuple[float, float, int] = 0.0, 0.0, 0
        self._clocks: dict[Color, _Clock] = {}

    def set(self, main: float, period: float, moves: int) -> None:
        """Start both clocks with a main time and then periods; all zeros mean no clock.

        In GTP a period without moves means that there is no limit. Some match runners mean an
        increment instead or, without main time, the time of each move; they send `time_left`
        before each move, which then counts.
        """
        if min(main, period, moves) < 0:
            raise NotationError(Text("errors.engine.gtp_negative_time"))
        self._settings = main, period, moves
        self.restart()

    def restart(self) -> None:
        """Reset both clocks for another game."""
        self._clocks = {}
        main, period, moves = self._settings
        is_unlimited = period > 0 and moves == 0
        if not is_unlimited and (main > 0 or period > 0):
            full = _Clock(main) if main > 0 else _Clock(period, moves)
            self._clocks = {BLACK: full, WHITE: full}

    def tell(self, color: Color, seconds: float, moves: int) -> None:
        """Set the time left to a side, for its next `moves` or, if that is 0, in main time."""
        if moves < 0:
            raise NotationError(Text("errors.engine.gtp_negative_stones"))
        self._clocks[color] = _Clock(max(seconds, 0.0), moves)

    def limit(self, color: Color, empties: int) -> Limit:
        """Return the limit of a side's next move."""
        clock = self._clocks.get(color)
        if clock is None:
            return UNLIMITED
        left = max(clock.seconds, _SHORTEST)
        if clock.moves:
            share = left / max(1, min(clock.moves, ceil(empties / 2)))
            return Limit.for_clock(per_move=share)
        main, period, moves = self._settings
        if period and not main and not moves:
            return Limit.for_clock(per_move=left)
        later = period / moves if moves else period  # for each later move
        return Limit.for_clock(left, increment=later, empties=empties)

    def spend(self, color: Color, seconds: float) -> None:
        """Subtract the time of a move from a clock."""
        clock = self._clocks.get(color)
        if clock is None:
            return
        left = clock.seconds - seconds
        _, period, moves = self._settings
        if clock.moves > 1 and left > 0:
            self._clocks[color] = _Clock(left, clock.moves - 1)
        elif moves and (clock.moves or left <= 0):
            self._clocks[color] = _Clock(period, moves)
        else:
            self._clocks[color] = replace(clock, seconds=max(left, 0.0))
