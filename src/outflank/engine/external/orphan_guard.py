"""No program outlives us: a small process that ends their groups when ours is gone."""

from __future__ import annotations

import atexit
import contextlib
import os
import subprocess
import sys
import threading

__all__ = ["forget_group", "start_guard", "watch_group"]

# It needs nothing but the interpreter, so that it starts quickly and stays small.
_GUARD = """
import os, signal, sys
groups = set()
for line in sys.stdin:
    if line.strip():
        (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
"""
_QUIT_SECONDS = 1.0

_lock = threading.Lock()
_guards: list[subprocess.Popen[str]] = []
_is_over = threading.Event()  # set when the interpreter ends


def start_guard() -> None:
    """Have the guard ready before a program is started, which is then unwatched for no time."""
    _tell("")


def watch_group(group: int) -> None:
    """Have a process group ended as soon as this process is gone, however it ends."""
    _tell(f"+{group}")


def forget_group(group: int) -> None:
    """Have a group left alone, because it has ended."""
    _tell(f"-{group}")


def _tell(line: str) -> None:
    # On Windows a closed pipe is all that a program is told.
    if os.name == "nt" or not sys.executable:
        return
    with _lock:
        if not _guards or (_guards[0].poll() is not None and not _is_over.is_set()):
            _guards[:] = [_start()]
        stdin = _guards[0].stdin
        assert stdin is not None
        with contextlib.suppress(OSError, ValueError):  # it has ended, as we are about to
            stdin.write(line + "\n")
            stdin.flush()


def _start() -> subprocess.Popen[str]:
    guard = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-I", "-S", "-c", _GUARD],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,  # Ctrl-C is for us
    )
    atexit.register(_end, guard)
    return guard


def _end(guard: subprocess.Popen[str]) -> None:
    _is_over.set()
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        guard.communicate(timeout=_QUIT_SECONDS)
