"""A program: our engine in GTP, which records in its own file everything it reads and writes.

Its argument is the beginning of the file's name, and the last line of the file is `end`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

from outflank.engine.speaking import AnsweringEngine, speak


class _Heard:
    def __init__(self, log: IO[bytes]) -> None:
        self._log = log

    def read(self, size: int, /) -> bytes:
        heard = os.read(0, size)
        self._log.write(b"".join(b"< " + line for line in heard.splitlines(keepends=True)))
        return heard


class _Said:
    def __init__(self, log: IO[bytes]) -> None:
        self._log = log

    def write(self, said: bytes) -> int:
        self._log.write(b"".join(b"> " + line for line in said.splitlines(keepends=True)))
        return sys.stdout.buffer.write(said)

    def flush(self) -> None:
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    with Path(f"{sys.argv[1]}.{os.getpid()}").open("ab", buffering=0) as noted:
        with AnsweringEngine("positional", seed=1) as engine:
            speak(engine, _Heard(noted), _Said(noted), protocol="gtp")  # type: ignore[arg-type]
        noted.write(b"end\n")
