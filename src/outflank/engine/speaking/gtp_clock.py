"""The clocks of GTP: main time, then periods of some moves each (Canadian byo-yomi)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from outflank.engine.limits import UNLIMITED, Limit
from outflank.errors import NotationError
from outflank.rules import BLACK, WHITE, Color

__all__ = ["GtpClocks"]

_SHORTEST: Final = 0.01  # seconds, for a clock that has run out


@dataclass(frozen=True, slots=True)
class _Clock:
    """What is left to one side: seconds for all its moves, or for so many of them."""

    seconds: float
    moves: int = 0  # 0 while the main time lasts


class GtpClocks:
    """Both sides' time as `time_settings` and `time_left` tell it, and as our moves use it up.

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
        """Start both clocks with a main time and then periods; all zero is no clock.

        A period without moves is GTP's way to say that there is no limit. Match runners mean
        something else by it, an increment or, without main time, the time of each move; they tell
        what is left before each move, and then that counts.
        """
        if min(main, period, moves) < 0:
            raise NotationError("a time is 0 or more seconds")
        self._settings = main, period, moves
        self.restart()

    def restart(self) -> None:
        """Set both clocks back for another game."""
        self._clocks = {}
        main, period, moves = self._settings
        is_unlimited = period > 0 and moves == 0
        if not is_unlimited and (main > 0 or period > 0):
            full = _Clock(main) if main > 0 else _Clock(period, moves)
            self._clocks = {BLACK: full, WHITE: full}

    def tell(self, color: Color, seconds: float, moves: int) -> None:
        """Note what is left to a side: for its next moves, or with none of them in main time."""
        if moves < 0:
            raise NotationError("a number of stones is 0 or more")
        self._clocks[color] = _Clock(max(seconds, 0.0), moves)

    def limit(self, color: Color, empties: int) -> Limit:
        """Return how long a side may think about its move."""
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
        later = period / moves if moves else period  # what each move will have, or adds
        return Limit.for_clock(left, increment=later, empties=empties)

    def spend(self, color: Color, seconds: float) -> None:
        """Take the time of a move off a clock."""
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
