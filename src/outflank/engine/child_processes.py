"""Child processes that share work, and how many of them this machine can run."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading

from outflank.plain_warnings import show_warnings_plainly

__all__ = ["core_count", "follow_parent"]


def core_count() -> int:
    """Return how many cores this program may use.

    >>> core_count() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def follow_parent() -> None:
    """Make this process end with its parent, however that ends, and end silently at Ctrl-C."""
    show_warnings_plainly()
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
