"""The budget of a search: its limits of nodes and time, and cancellation."""

from __future__ import annotations

import time

from outflank.engine.protocol import Task
from outflank.native.limits import Limit

__all__ = ["OutOfBudget", "SearchBudget"]

# Nodes between two checks of the clock and of cancellation: about a millisecond.
_STRIDE = 32

# A cautious guess at the speed of a search, and the most nodes to plan for one iteration.
_NODES_A_SECOND = 10_000
_AT_MOST = 1e6


class OutOfBudget(Exception):
    """Ends a search from inside; it never leaves the engine."""


class SearchBudget:
    """Counts nodes and ends the search when the limit is reached or the task is cancelled."""

    def __init__(self, task: Task, limit: Limit) -> None:
        self.nodes: int = 0
        self._task = task
        self._most = limit.nodes
        self._began = time.perf_counter()
        # This search may end within an iteration, so the soft bound is the one that counts.
        seconds = limit.seconds if limit.soft_seconds is None else limit.soft_seconds
        self._deadline = None if seconds is None else self._began + seconds
        self._next_check = 0

    def enter(self) -> None:
        """Count a node; raise OutOfBudget if the search must end."""
        if self.nodes == self._next_check:
            self._check()
        self.nodes += 1

    def _check(self) -> None:
        if (
            self.left == 0
            or self._task.is_cancelled()
            or (self._deadline is not None and time.perf_counter() >= self._deadline)
        ):
            raise OutOfBudget
        stride = _STRIDE if self.left is None else min(self.left, _STRIDE)
        self._next_check = self.nodes + stride

    @property
    def left(self) -> int | None:
        """The number of nodes left, None without a limit."""
        return None if self._most is None else self._most - self.nodes

    @property
    def affordable(self) -> float:
        """The number of nodes left; with a limit of time, an estimate."""
        by_nodes = float("inf") if self.left is None else float(self.left)
        if self._deadline is None:
            return min(by_nodes, _AT_MOST)
        return min(by_nodes, (self._deadline - time.perf_counter()) * _NODES_A_SECOND)

    @property
    def seconds(self) -> float:
        """The seconds spent so far."""
        return time.perf_counter() - self._began
