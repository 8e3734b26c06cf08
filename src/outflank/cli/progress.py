"""A progress bar for work that takes longer than a moment."""

from __future__ import annotations

import shutil
import sys
import time
from types import TracebackType
from typing import Self

__all__ = ["Progress"]

_PATIENCE = 1.0  # seconds before a bar appears: quick work stays quiet
_WIDTH = 30


class Progress:
    """A bar on standard error that appears when work drags on, and only on a terminal.

    Call it with how many parts are done and how many there are, and perhaps a note on the part
    that is under way.
    """

    def __init__(self, label: str) -> None:
        self._label = label
        self._began = self._drawn = time.monotonic()
        self._visible = False

    def __enter__(self) -> Self:
        return self

    def __call__(self, done: int, total: int, note: str = "") -> None:
        """Show how much is done."""
        now, share = time.monotonic(), done / total
        if not sys.stderr.isatty() or now - self._began < _PATIENCE or now - self._drawn < 0.1:
            return
        self._drawn, self._visible = now, True
        spent = now - self._began
        left = f"{spent / share - spent:.0f} s left" if share > 0 else ""
        bar = ("█" * round(share * _WIDTH)).ljust(_WIDTH, "░")
        line = f"{self._label} {bar} {share:4.0%} {left:<12} {note}".rstrip()
        width = shutil.get_terminal_size().columns - 1
        sys.stderr.write(f"\r{line[:width]}\033[K")
        sys.stderr.flush()

    def clear(self) -> None:
        """Make room for something else that is printed; the next call shows the bar again."""
        if self._visible:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
            self._visible = False

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.clear()
