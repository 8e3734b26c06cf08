"""The times that a fair clock needs: when commands arrived, and when a turn was announced."""

from __future__ import annotations

import threading
from collections.abc import Callable

from outflank.play.events import AnswerAwaited, TurnStarted

__all__ = ["TurnTimes"]

# Milliseconds of delivery to a slow stream that are not charged to the player, at most.
_MAX_DELIVERY_DELAY = 250


class TurnTimes:
    """The arrivals of commands that are not processed yet, and the delay of the present turn."""

    __slots__ = ("_announced", "_arrivals", "_arrivals_lock", "_longest_delay", "_now")

    def __init__(self, now: Callable[[], int], longest_delay: int) -> None:
        """Make them; `longest_delay` is how many milliseconds of a delay count at most."""
        self._now = now
        self._longest_delay = longest_delay
        self._arrivals_lock = threading.Lock()  # never held for long
        self._arrivals: list[int] = []
        self._announced: tuple[int, int] | None = None  # a turn, and when its player was told

    # Arrivals

    def register_arrival(self, at: int | None = None) -> int:
        """Register the arrival of a command that will be processed soon, and return the moment."""
        with self._arrivals_lock:
            at = self._now() if at is None else at
            self._arrivals.append(at)
        return at

    def mark_processed(self, at: int) -> None:
        """Note that the command which arrived at that moment has been processed."""
        with self._arrivals_lock:
            self._arrivals.remove(at)

    def first_arrival(self) -> tuple[int, int | None]:
        """Return the present moment, and the arrival of the oldest unprocessed command."""
        with self._arrivals_lock:
            return self._now(), min(self._arrivals, default=None)

    # Announcements

    def note_stored(self, turn: int) -> None:
        """Note that a turn has begun; its player is about to be told."""
        self._announced = turn, self._now()

    def note_announced(self, turn: int) -> None:
        """Note that the followers of the match are being told of a turn."""
        if self._announced is not None and self._announced[0] == turn:
            self._announced = turn, self._now()

    def note_delivered(self, turn: int) -> None:
        """Note that a turn has just been written to its player's stream."""
        if self._announced is not None and self._announced[0] == turn:
            at = self._announced[1]
            self._announced = turn, min(self._now(), at + _MAX_DELIVERY_DELAY)

    def delay_of(self, asked: AnswerAwaited | TurnStarted | None) -> int:
        """Return the milliseconds of the present turn before its player was told of it."""
        known = self._announced
        if known is None or asked is None:
            return 0
        turn, at = known
        if turn != asked.seq:
            return 0
        return max(0, min(self._longest_delay, at - asked.at))
