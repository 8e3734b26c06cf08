"""The server's time: milliseconds since 1970 that never step back or jump."""

from __future__ import annotations

import time

__all__ = ["SteadyTime"]


class SteadyTime:
    """Time that begins at the wall clock's and then passes evenly, whatever the wall clock does.

    `not_before` is a moment that is known to have passed, such as the last one on record, so
    that time does not run backwards over a restart either.
    """

    def __init__(self, not_before: int = 0) -> None:
        self._offset = max(time.time_ns() // 1_000_000, not_before) - _elapsed()

    def __call__(self) -> int:
        """Return the present moment."""
        return self._offset + _elapsed()


def _elapsed() -> int:
    return time.monotonic_ns() // 1_000_000
