"""A small guard process that ends our programs when this process is gone."""

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
    """Start the guard; before a program is started, so that it is watched from its start."""
    _tell("")


def watch_group(group: int) -> None:
    """Let the guard end a process group as soon as this process ends, for whatever reason."""
    _tell(f"+{group}")


def forget_group(group: int) -> None:
    """Tell the guard that a group has ended."""
    _tell(f"-{group}")


def _tell(line: str) -> None:
    # On Windows a program is told by its closed pipe only.
    if os.name == "nt" or not sys.executable:
        return
    with _lock:
        if not _guards or (_guards[0].poll() is not None and not _is_over.is_set()):
            _guards[:] = [_start()]
        stdin = _guards[0].stdin
        assert stdin is not None
        with contextlib.suppress(
            OSError, ValueError
        ):  # the guard has ended, as this process is about to
            stdin.write(line + "\n")
            stdin.flush()


def _start() -> subprocess.Popen[str]:
    guard = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-I", "-S", "-c", _GUARD],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,  # Ctrl-C is not for the guard
    )
    atexit.register(_end, guard)
    return guard


def _end(guard: subprocess.Popen[str]) -> None:
    _is_over.set()
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        guard.communicate(timeout=_QUIT_SECONDS)
