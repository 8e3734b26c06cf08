"""Shared part of the memory benchmarks: memory in use, and whether it grew over many games."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["MemoryGrowth"]

GOAL = 2.0  # MB that the second half of the games may add


class MemoryGrowth:
    """The memory of this process after each tenth of the games."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._found: dict[int, float] = {}

    def note(self, number: int) -> None:
        """Print the memory after a game, if a tenth of the games is complete."""
        if number % max(1, self._games // 10) == 0:
            self._found[number] = _megabytes()
            print(f"{number:>5} games {self._found[number]:8.1f} MB", flush=True)

    def print_verdict(self) -> None:
        """Print how much memory the second half of the games added."""
        middle = min(self._found, key=lambda number: abs(number - self._games // 2))
        grown = self._found[max(self._found)] - self._found[middle]
        verdict = "met" if grown < GOAL else "missed"
        print(f"grown since game {middle}: {grown:.1f} MB; goal under {GOAL:.0f} MB, {verdict}")


def _megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
