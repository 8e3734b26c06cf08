"""Garbage collection at quiet moments, because it stops every thread of a busy server.

A full collection takes a tenth of a second and frees little: reference counting frees nearly
everything at once.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

__all__ = ["Tidying"]

_YOUNG = 10_000  # new objects before a collection of the youngest
_MIDDLE = 20  # such collections before one of the middle generation
_NEVER = 1_000_000_000
_QUIET = 2.0  # seconds without a move
_SOON = 60.0  # seconds between full collections when it is quiet
_LATEST = 900.0  # seconds between full collections in any case


class Tidying:
    """Runs full collections when nobody moves."""

    def __init__(self, last_move: Callable[[], float]) -> None:
        self._last_move = last_move
        self._done = time.monotonic()

    def begin(self) -> None:
        """Exclude the objects that exist now, and turn off automatic full collections."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)

    def __call__(self) -> None:
        """Collect if it is time for it."""
        now = time.monotonic()
        waited, quiet = now - self._done, now - self._last_move()
        if waited > _LATEST or (waited > _SOON and quiet > _QUIET):
            gc.collect()
            self._done = time.monotonic()
