"""One line that shows the progress of a long benchmark."""

from __future__ import annotations

import sys

__all__ = ["show_progress"]


def show_progress(text: str) -> None:
    """Show what is being measured, if standard error is a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text}\033[K")
        sys.stderr.flush()
