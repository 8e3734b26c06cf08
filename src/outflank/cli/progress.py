"""A progress bar for work that takes longer than a moment."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

__all__ = ["Progress"]

_PATIENCE = 1.0  # seconds before a bar appears: quick work stays quiet
_WIDTH = 30


class Progress:
    """A bar on standard error that appears when work drags on, and only on a terminal.

    Call it with how many parts are done and how many there are.
    """

    def __init__(self, label: str) -> None:
        self._label = label
        self._began = self._drawn = time.monotonic()
        self._visible = False

    def __enter__(self) -> Self:
        return self

    def __call__(self, done: int, total: int) -> None:
        """Show how much is done."""
        now, share = time.monotonic(), done / total
        if not sys.stderr.isatty() or now - self._began < _PATIENCE or now - self._drawn < 0.1:
            return
        self._drawn, self._visible = now, True
        spent = now - self._began
        left = f"{spent / share - spent:.0f} s left" if share > 0 else ""
        bar = ("█" * round(share * _WIDTH)).ljust(_WIDTH, "░")
        sys.stderr.write(f"\r{self._label} {bar} {share:4.0%} {left:<12}")
        sys.stderr.flush()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._visible:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
