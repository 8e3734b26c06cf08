"""A progress bar for work that takes longer than a moment."""

from __future__ import annotations

import os
import sys
import time
from types import TracebackType
from typing import Self

from outflank.texts import say

__all__ = ["ProgressBar"]

_PATIENCE = 1.0  # seconds before a bar appears: quick work stays quiet
_WIDTH = 30  # characters of a bar, fewer on a narrow terminal
_PULSE = 4  # characters of the piece that moves when the amount of work is unknown
_STEP = 0.1  # seconds between two updates


class ProgressBar:
    """A bar on standard error that appears when work takes long, and only on a terminal.

    Call it with the number of finished parts and of all parts, and optionally a note on the
    current part; `pulse` is for work of unknown length. Parts that were done `before` do not
    count in the estimate of the time left.
    """

    def __init__(self, label: str, *, before: int = 0) -> None:
        self._label = label
        self._before = before
        self._began = self._drawn = time.monotonic()
        self._visible = False

    def __enter__(self) -> Self:
        return self

    def __call__(self, done: int, total: int, note: str = "", *, steady: bool = True) -> None:
        """Show how much is done, and if the parts take about equally long, the time left."""
        now, share = time.monotonic(), done / total
        if not self._is_due(now):
            return
        fresh = done - self._before
        seconds = (now - self._began) * (total - done) / fresh if fresh > 0 else None
        left = ""
        if seconds is not None:
            left = f" {say('commands.progress.left', seconds=f'{seconds:.0f}')}"
        left = f"{left:<13}" if steady else ""
        full, empty = _signs()
        width = _width()
        bar = (full * round(share * width)).ljust(width, empty)
        self._draw(now, f"{self._label} {bar} {share:4.0%}{left} {note}")

    def pulse(self, note: str) -> None:
        """Show that the work goes on, with a note."""
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
        """Remove the bar so that something else can be printed; the next call shows it again."""
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
    """Return the signs for done and not done, in ASCII if the terminal shows nothing better."""
    from outflank.cli.output import speaks_unicode

    return ("█", "░") if speaks_unicode(sys.stderr) else ("#", ".")


def _width() -> int:
    """Return the width of a bar that leaves room for the note."""
    return max(10, min(_WIDTH, _columns() - 70))


def _columns() -> int:
    """Return the width of the terminal behind standard error; standard output may be a file."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
