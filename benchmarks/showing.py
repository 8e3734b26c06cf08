"""What long benchmarks say while they run."""

from __future__ import annotations

import sys

__all__ = ["show_progress"]


def show_progress(text: str) -> None:
    """Show what is under way, where a person is looking."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text}\033[K")
        sys.stderr.flush()
