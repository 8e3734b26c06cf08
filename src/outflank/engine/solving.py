"""The base class of engines that can also solve: search to the end of the game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

from outflank.engine.native_analysis import before_pass
from outflank.engine.protocol import Analysis, Engine, Task, as_position
from outflank.errors import UnknownName
from outflank.native.limits import UNLIMITED, Limit
from outflank.native.search import Goal
from outflank.rules import PASS, Game, Position

if TYPE_CHECKING:
    from threading import Event

__all__ = ["SolvingEngine"]


class SolvingEngine(Engine):
    """An engine that can also solve positions."""

    def solve(
        self,
        position: Position | Game,
        goal: Goal = "exact",
        limit: Limit = UNLIMITED,
        *,
        candidates: int = 1,
        cancel: Event | None = None,
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Search to the end of the game for the exact result, or with `outcome` for who wins.

        Who wins is the `result` of the analysis. Without a limit this can take very long. If the
        side to move must pass, what is found is that of the position after the pass.
        """
        require_goal(goal)
        position = as_position(position)
        self._refuse(position, limit)
        if position.must_pass:
            if position.awaits_answer:  # no answer changes a pass
                position = position.hear(next(iter(position.variant.answers)))

            def report(after: Analysis) -> None:
                if on_progress is not None:
                    on_progress(before_pass(after))

            after = position.play(PASS)
            return before_pass(self.solve(after, goal, limit, cancel=cancel, on_progress=report))
        task = Task(position, limit, candidates, cancel=cancel, on_progress=on_progress)
        return self.solve_task(task, goal)

    @property
    def nodes(self) -> int:
        """The number of positions that the current search, or the last one, has entered."""
        return 0

    @abstractmethod
    def solve_task(self, task: Task, goal: Goal) -> Analysis:
        """Solve a position in which a square can be played."""


def require_goal(goal: Goal) -> None:
    """Refuse what is not a goal of solving."""
    if goal not in ("exact", "outcome"):
        raise UnknownName("goal", goal, ("exact", "outcome"))
