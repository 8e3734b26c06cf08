"""Python's own tidying, put off to quiet moments: it stops every thread of a busy server.

Looking through all that a server holds takes a tenth of a second, and what it finds is little:
nearly everything goes by itself when nobody holds it any more.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

__all__ = ["Tidying"]

_YOUNG = 10_000  # new objects after which the newest are looked through, in a millisecond or two
_MIDDLE = 20  # such looks after which those that stayed are looked through
_NEVER = 1_000_000_000
_QUIET = 2.0  # seconds without a move
_SOON = 60.0  # seconds after which everything is looked through when it is quiet
_LATEST = 900.0  # seconds after which it is even if it is not


class Tidying:
    """Looks through everything now and then, when nobody moves."""

    def __init__(self, last_move: Callable[[], float]) -> None:
        self._last_move = last_move
        self._done = time.monotonic()

    def begin(self) -> None:
        """Leave alone what has been made so far, which stays until the end."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)

    def __call__(self) -> None:
        """Tidy up if it is time for it."""
        now = time.monotonic()
        waited, quiet = now - self._done, now - self._last_move()
        if waited > _LATEST or (waited > _SOON and quiet > _QUIET):
            gc.collect()
            self._done = time.monotonic()
