"""Starting servers without waiting until Python has imported them: see forking_python.py."""

from __future__ import annotations

import atexit
import contextlib
import functools
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

__all__ = ["ReadyProcess", "processor_seconds", "start_own_python", "start_python"]

_FORKING = Path(__file__).with_name("forking_python.py")
_PATIENCE = 60.0  # seconds
# Variables that have an effect only when a program is loaded.
_HEARD_AT_START = ("LD_", "PYTHON", "MALLOC_", "GLIBC_")

Stream = int | IO[bytes]


class ReadyProcess:
    """A forked process, with the methods of `subprocess.Popen` that tests use."""

    def __init__(self, arguments: Sequence[str], pid: int, told: int) -> None:
        self.args = arguments
        self.pid = pid
        self.returncode: int | None = None
        self._told = told
        self._telling = threading.Lock()

    def poll(self) -> int | None:
        """Return the exit code, or None if it is running."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended, and return the exit code."""
        with self._telling:
            if self.returncode is None:
                poller = select.poll()
                poller.register(self._told, select.POLLIN | select.POLLHUP)
                if not poller.poll(None if timeout is None else timeout * 1000):
                    raise subprocess.TimeoutExpired(self.args, timeout or 0)
                line = os.read(self._told, 100).decode()
                os.close(self._told)
                assert line, "the Python that forks has ended"
                code, seconds = line.split()
                self.returncode = int(code)
                _spent.append(float(seconds))
            return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it is running."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to stop."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kill it."""
        self.send_signal(signal.SIGKILL)


_spent: list[float] = []  # by each process that has ended
_starting = threading.Lock()


def processor_seconds() -> float:
    """Return the processor time of all ended forks, which the system does not count as ours."""
    return sum(_spent)


def start_python(
    arguments: Sequence[str],
    *,
    stdout: Stream,
    stderr: Stream,
    env: Mapping[str, str],
    start_new_session: bool = False,
) -> ReadyProcess | subprocess.Popen[bytes]:
    """Start Python with arguments such as `-m outflank serve`, by a fork if that is equivalent.

    A fork is not equivalent if the environment sets variables that have an effect only at loading.
    """
    if sys.platform == "win32" or _heard_at_start(env) != _heard_at_start(os.environ):
        return start_own_python(
            arguments, stdout=stdout, stderr=stderr, env=env, start_new_session=start_new_session
        )
    command = {
        "arguments": list(arguments),
        "environment": dict(env),
        "folder": str(Path.cwd()),
        "new_session": start_new_session,
    }
    told, tells = os.pipe()
    with Path(os.devnull).open("r+b", buffering=0) as nothing:
        streams = [nothing.fileno(), *(_number(one, nothing) for one in (stdout, stderr))]
        pid = _forking().fork(json.dumps(command).encode(), [*streams, tells])
    os.close(tells)
    return ReadyProcess(arguments, pid, told)


def start_own_python(
    arguments: Sequence[str],
    *,
    stdout: Stream,
    stderr: Stream,
    env: Mapping[str, str],
    start_new_session: bool = False,
) -> subprocess.Popen[bytes]:
    """Start a new Python with arguments, as a shell does."""
    return subprocess.Popen(
        [sys.executable, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=stderr,
        env=env,
        start_new_session=start_new_session,
    )


def _heard_at_start(env: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in env.items() if name.startswith(_HEARD_AT_START)}


def _number(stream: Stream, nothing: IO[bytes]) -> int:
    if not isinstance(stream, int):
        return stream.fileno()
    return nothing.fileno() if stream == subprocess.DEVNULL else stream


class _ForkingPython:
    """The process that forks; it ends with this one."""

    def __init__(self) -> None:
        self._channel, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._asking = threading.Lock()
        with its:
            self._process = subprocess.Popen(
                [sys.executable, str(_FORKING), str(its.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[its.fileno()],
                start_new_session=True,  # what stops the tests stops it by closing the channel
            )
        self._channel.settimeout(_PATIENCE)
        atexit.register(self.close)

    def fork(self, command: bytes, files: Sequence[int]) -> int:
        """Start a process with these files, and return its number."""
        with self._asking:
            socket.send_fds(self._channel, [command], files)
            return int(self._channel.recv(100))

    def close(self) -> None:
        self._channel.close()
        self._process.wait(_PATIENCE)


@functools.cache
def _started() -> _ForkingPython:
    return _ForkingPython()


def _forking() -> _ForkingPython:
    with _starting:  # otherwise several threads would start one each
        return _started()
