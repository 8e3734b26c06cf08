"""The server's time: from this machine, or from the database that several workers share."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from outflank.errors import OutflankError
from outflank.store.database_clock import ClockReading

__all__ = ["DatabaseClock", "ServerClock"]

_MEASURE_SECONDS = 2.0
_MAX_SLEW = 0.05  # milliseconds a millisecond by which the clock is corrected

_log = logging.getLogger(__name__)


class ServerClock:
    """Milliseconds since 1970: starts at the wall clock's time, then never jumps or steps back.

    `not_before` is a moment known to have passed, such as the last stored one, so that time
    does not run backwards over a restart either.
    """

    def __init__(self, not_before: int = 0) -> None:
        self._offset = max(time.time_ns() // 1_000_000, not_before) - _elapsed()

    def __call__(self) -> int:
        """Return the present moment."""
        return self._offset + time.monotonic_ns() // 1_000_000  # inlined, because it is asked often


def _elapsed() -> int:
    return time.monotonic_ns() // 1_000_000


class DatabaseClock:
    """The database's time, kept by this machine's monotonic clock and measured regularly.

    The clock makes up a difference by running up to 5 % faster or slower, so time never jumps or
    steps back. While the database does not answer, the clock runs on.
    """

    def __init__(self, measure: Callable[[], ClockReading], not_before: int = 0) -> None:
        self._measure = measure
        first = measure()
        self._lock = threading.Lock()
        self._since = first.monotonic
        self._base = max(first.shown, float(not_before))
        self._slew = self._slew_for = 0.0  # the rate of the correction, and its duration
        self._last = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="database clock", daemon=True)
        self._thread.start()

    def __call__(self) -> int:
        """Return the present moment."""
        with self._lock:
            self._last = max(self._last, int(self._at(time.monotonic_ns() / 1e6)))
            return self._last

    def _at(self, monotonic: float) -> float:
        elapsed = monotonic - self._since
        return self._base + elapsed + self._slew * min(elapsed, self._slew_for)

    def correct(self, reading: ClockReading) -> None:
        """Start to make up the difference that a reading shows."""
        with self._lock:
            now = time.monotonic_ns() / 1e6
            self._base, self._since = self._at(now), now
            behind = reading.shown + (now - reading.monotonic) - self._base
            self._slew = self._slew_for = 0.0
            if abs(behind) > reading.error:  # a smaller difference may be an error of the reading
                self._slew = _MAX_SLEW if behind > 0 else -_MAX_SLEW
                self._slew_for = abs(behind) / _MAX_SLEW

    def _work(self) -> None:
        while not self._stop.wait(_MEASURE_SECONDS):
            try:
                self.correct(self._measure())
            except OutflankError as error:
                _log.debug("Could not read the database's clock, retrying: %s", error)
            except Exception:
                _log.exception("Unexpected error while reading the database's clock, retrying")

    def close(self) -> None:
        """Stop measuring."""
        self._stop.set()
        self._thread.join()
