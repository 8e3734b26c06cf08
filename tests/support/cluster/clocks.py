"""Clocks of hosts that tests can set, although nobody may set the machine's clock."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from support.server.server_nemesis import build_library

__all__ = ["SteppedClock"]

_SOURCE = Path(__file__).parent / "clock_shift.c"


class SteppedClock:
    """The clock of every process that is started with its environment."""

    def __init__(self, path: Path, library: Path) -> None:
        self._path = path
        path.write_bytes(bytes(8))
        path.chmod(0o644)
        self.environment: Mapping[str, str] = {
            "LD_PRELOAD": str(library),
            "OUTFLANK_CLOCK_SHIFT": str(path),
        }

    def step(self, seconds: int) -> None:
        """Set the clock off by `seconds`."""
        with self._path.open("r+b") as file:
            file.write(seconds.to_bytes(8, sys.byteorder, signed=True))

    @staticmethod
    def library(folder: Path) -> Path:
        """Compile the library that shifts clocks."""
        return build_library(folder, _SOURCE)
