"""The real command in a real pseudo-terminal of 80x24."""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import subprocess
import sys
import time

import pytest

__all__ = ["COMMAND", "PATIENCE", "Terminal"]

fcntl = pytest.importorskip("fcntl", reason="there are no pseudo-terminals here")
pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
termios = pytest.importorskip("termios", reason="there are no pseudo-terminals here")

COMMAND = [sys.executable, "-c", "from outflank.cli import main; main()"]
PATIENCE = 30.0  # seconds until an expected screen counts as missing
_ESCAPES = re.compile(
    rb"\x1b(?:\[[0-9;?<>=$ ]*[a-zA-Z~]|[()][A-Z0-9]|[=>78]|\][^\x07\x1b]*(?:\x07|\x1b\\))"
)


class Terminal:
    """A terminal of 80x24 in which the command runs."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self._file, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        known = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=known | {"TERM": "xterm-256color", "LANG": "C.UTF-8"} | environment,
            start_new_session=True,
        )
        os.close(inner)
        self.output = b""

    def send(self, keys: str) -> None:
        os.write(self._file, keys.encode())

    def interrupt(self) -> None:
        """Interrupt as Ctrl-C does while the command reads whole lines."""
        self.process.send_signal(signal.SIGINT)

    @property
    def text(self) -> str:
        return _ESCAPES.sub(b"", self.output).decode(errors="replace")

    def until(self, words: str, *, keep: bool = False) -> None:
        """Read until the words have appeared since the last call; `keep` does not consume them."""
        deadline = time.monotonic() + PATIENCE
        while words not in self.text:
            assert time.monotonic() < deadline, f"{words!r} never came:\n{self.text[-3000:]}"
            if not self._read():
                break
        assert words in self.text
        if not keep:
            self.output = b""

    def wait(self) -> int:
        """Read to the end and return the exit status."""
        while self._read():
            pass
        return self.process.wait(timeout=PATIENCE)

    def _read(self) -> bool:
        ready, _, _ = select.select([self._file], [], [], PATIENCE)
        try:
            found = os.read(self._file, 65536) if ready else b""
        except OSError:  # the other end is closed
            return False
        self.output += found
        return bool(found)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE)
        self.hang_up()

    def hang_up(self) -> None:
        """Close the terminal, as closing its window does."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1
