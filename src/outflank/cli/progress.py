"""A progress bar for work that takes longer than a moment."""

from __future__ import annotations

import os
import sys
import time
from types import TracebackType
from typing import Self

__all__ = ["ProgressBar"]

_PATIENCE = 1.0  # seconds before a bar appears: quick work stays quiet
_WIDTH = 30  # characters of a bar, fewer on a narrow terminal
_PULSE = 4  # characters of the piece that wanders where nobody knows how much is left
_STEP = 0.1  # seconds between two pictures


class ProgressBar:
    """A bar on standard error that appears when work drags on, and only on a terminal.

    Call it with how many parts are done and how many there are, and perhaps a note on the part
    that is under way; `pulse` is for work of which nobody knows how long it takes. Parts that
    were done `before` do not tell how long the others take.
    """

    def __init__(self, label: str, *, before: int = 0) -> None:
        self._label = label
        self._before = before
        self._began = self._drawn = time.monotonic()
        self._visible = False

    def __enter__(self) -> Self:
        return self

    def __call__(self, done: int, total: int, note: str = "", *, steady: bool = True) -> None:
        """Show how much is done, and where the parts take about equally long, how long it takes."""
        now, share = time.monotonic(), done / total
        if not self._is_due(now):
            return
        fresh = done - self._before
        seconds = (now - self._began) * (total - done) / fresh if fresh > 0 else None
        left = "" if seconds is None else f" {seconds:.0f} s left"
        left = f"{left:<13}" if steady else ""
        full, empty = _signs()
        width = _width()
        bar = (full * round(share * width)).ljust(width, empty)
        self._draw(now, f"{self._label} {bar} {share:4.0%}{left} {note}")

    def pulse(self, note: str) -> None:
        """Show that the work goes on, and a note on it."""
        now = time.monotonic()
        if not self._is_due(now):
            return
        width = _width()
        steps = width - _PULSE
        at = int((now - self._began) / _STEP) % (2 * steps)
        at = min(at, 2 * steps - at)  # there and back
        full, empty = _signs()
        bar = f"{empty * at}{full * _PULSE}".ljust(width, empty)
        self._draw(now, f"{self._label} {bar} {note}")

    def clear(self) -> None:
        """Make room for something else that is printed; the next call shows the bar again."""
        if self._visible:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
            self._visible = False

    def _is_due(self, now: float) -> bool:
        is_seen = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        return is_seen and now - self._began >= _PATIENCE and now - self._drawn >= _STEP

    def _draw(self, now: float, line: str) -> None:
        self._drawn, self._visible = now, True
        sys.stderr.write(f"\r{line.rstrip()[: _columns() - 1]}\033[K")
        sys.stderr.flush()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.clear()


def _signs() -> tuple[str, str]:
    """Return what is done and what is not, in letters where the terminal has nothing better."""
    from outflank.cli.output import speaks_unicode

    return ("█", "░") if speaks_unicode(sys.stderr) else ("#", ".")


def _width() -> int:
    """Return the width of a bar that leaves room for the note."""
    return max(10, min(_WIDTH, _columns() - 70))


def _columns() -> int:
    """Return the width of the terminal on which the bar stands; standard output may be a file."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
