"""How much a search may still do: its limit of nodes and time, and cancellation."""

from __future__ import annotations

import time

from outflank.engine.limits import Limit
from outflank.engine.protocol import Task

__all__ = ["OutOfBudget", "SearchBudget"]

# Nodes between two looks at the clock and at the caller: about a millisecond of thinking.
_STRIDE = 32

# A cautious guess at the speed of a search, and the most it should bet on one deep look.
_NODES_A_SECOND = 10_000
_AT_MOST = 1e6


class OutOfBudget(Exception):
    """Ends a search from inside; it never leaves the engine."""


class SearchBudget:
    """Counts nodes and ends the search when the limit is reached or the task is cancelled."""

    def __init__(self, task: Task, limit: Limit) -> None:
        self.nodes = 0
        self._task = task
        self._most = limit.nodes
        self._began = time.perf_counter()
        # Here a search may end in the middle of a round, so the soft bound is as good as the hard.
        seconds = limit.seconds if limit.soft_seconds is None else limit.soft_seconds
        self._deadline = None if seconds is None else self._began + seconds
        self._next_look = 0

    def enter(self) -> None:
        """Count a position that is entered, or refuse to enter it."""
        if self.nodes == self._next_look:
            self._look()
        self.nodes += 1

    def _look(self) -> None:
        if (
            self.left == 0
            or self._task.is_cancelled()
            or (self._deadline is not None and time.perf_counter() >= self._deadline)
        ):
            raise OutOfBudget
        stride = _STRIDE if self.left is None else min(self.left, _STRIDE)
        self._next_look = self.nodes + stride

    @property
    def left(self) -> int | None:
        """The nodes that may still be entered, None when they are not limited."""
        return None if self._most is None else self._most - self.nodes

    @property
    def affordable(self) -> float:
        """The nodes that can still be entered, guessed where only time is limited."""
        by_nodes = float("inf") if self.left is None else float(self.left)
        if self._deadline is None:
            return min(by_nodes, _AT_MOST)
        return min(by_nodes, (self._deadline - time.perf_counter()) * _NODES_A_SECOND)

    @property
    def seconds(self) -> float:
        """The time spent so far."""
        return time.perf_counter() - self._began
