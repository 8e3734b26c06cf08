"""Lower priorities for searches, so that they do not slow the program that shows the board."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from pathlib import Path

__all__ = ["lower_process_priority", "lower_thread_priority"]

_NICENESS = 5
# Threads need more: they share the time of their program, while a process has its own on Linux.
_THREAD_NICENESS = 10


def lower_process_priority() -> None:
    """Lower the priority of this process."""
    if not hasattr(os, "nice"):
        return  # on Windows the parent has set the priority
    os.nice(_NICENESS)
    # Linux may divide processor time between sessions first, and this process has its own.
    if os.getsid(0) == os.getpid():
        with contextlib.suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(_NICENESS), encoding="ascii")


def lower_thread_priority() -> None:
    """Lower the priority of this thread, and of those it starts, unless it is the main thread.

    Only Linux needs that. Other systems prefer threads that mostly wait, as those of a face do.
    """
    if sys.platform == "linux" and threading.current_thread() is not threading.main_thread():
        # The number of the process is that of its main thread.
        niceness = os.getpriority(os.PRIO_PROCESS, os.getpid()) + _THREAD_NICENESS
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
