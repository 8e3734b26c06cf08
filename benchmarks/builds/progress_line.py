"""One line that shows the progress of a long benchmark."""

from __future__ import annotations

import sys

__all__ = ["bar", "show_progress"]

_WIDTH = 24


def show_progress(text: str) -> None:
    """Show what is being measured, if standard error is a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text}\033[K")
        sys.stderr.flush()


def bar(done: int, total: int) -> str:
    """Return a bar that shows which part of the work is done.

    >>> bar(500, 1000)
    '[############............] 500 of 1,000'
    """
    filled = _WIDTH * done // max(1, total)
    return f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {done:,} of {total:,}"
