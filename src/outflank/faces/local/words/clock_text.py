"""The time left on a clock, as a number and as text."""

from __future__ import annotations

from typing import Final

from outflank.play.match import Match
from outflank.rules import Color

__all__ = ["LOW_TIME", "clock_text", "time_left"]

LOW_TIME: Final = 10_000  # milliseconds below which time is short


def time_left(match: Match, color: Color, now: int) -> int | None:
    """Return how many milliseconds a side has left for its move; None without a clock."""
    clock, times = match.clock, list[int]()
    if (left := clock.remaining(color, now)) is not None:
        times.append(left)
    if (limit := clock.setting.per_move) is not None:
        # The time that a stopped clock has counted belongs to the side to move.
        spent = clock.this_move if match.position.turn is color else 0
        spent += max(0, now - clock.since) if clock.running is color else 0
        times.append(limit - spent)
    return max(min(times), 0) if times else None


def clock_text(milliseconds: int) -> str:
    """Return a time with tenths of seconds, rounded down.

    >>> clock_text(128_450), clock_text(3_600_000), clock_text(-5)
    ('2:08.4', '1:00:00.0', '0:00.0')
    """
    minutes, tenths = divmod(max(0, milliseconds) // 100, 600)
    hours, minutes = divmod(minutes, 60)
    whole = f"{hours}:{minutes:02}" if hours else f"{minutes}"
    return f"{whole}:{tenths // 10:02}.{tenths % 10}"
