"""The engine that solves positions: the native one, or one in Python without the core."""

from __future__ import annotations

from dataclasses import replace

from outflank import native
from outflank.engine.protocol import Analysis, Task, Variation
from outflank.engine.solving import SolvingEngine
from outflank.native.limits import Limit
from outflank.native.search import Goal
from outflank.rules import Position, ScoreKind, WinDrawLoss

__all__ = ["PythonSolver", "most_empties", "open_solver"]

# With the core or without: the most empty squares that can be solved in less than days, in games
# without chance and with it.
_MOST_EMPTIES = {True: (36, 16), False: (16, 6)}


class PythonSolver(SolvingEngine):
    """Solves and searches in Python where there is no core: the same results, but far more slowly.

    >>> from outflank.rules import WHITE, Board, Classic
    >>> board = Board.parse("-OX- XOOX XXXX OOOO")
    >>> print(PythonSolver().solve(Position(board, WHITE)).score)
    +4 (exact)
    """

    name = "alphabeta"

    def __init__(self) -> None:
        from outflank.engine.simple import AlphaBetaEngine  # only where there is no core

        self._inner = AlphaBetaEngine(nodes=50_000)
        self._nodes = 0

    @property
    def nodes(self) -> int:
        """The number of positions searched, as of the last report."""
        return self._nodes

    def think(self, task: Task) -> Analysis:
        """Search for a good move."""
        return self._inner.think(task)

    def solve_task(self, task: Task, goal: Goal) -> Analysis:
        """Search to the end of the game; the outcome alone takes as long here."""

        def report(found: Analysis) -> None:
            self._nodes = found.nodes
            task.report(_for_goal(found, goal))

        self._nodes = 0
        depth = max(1, task.position.board.empties)
        limit = task.limit.tightened(Limit(depth=depth))
        return _for_goal(self._inner.think(replace(task, limit=limit, on_progress=report)), goal)


def _for_goal(found: Analysis, goal: Goal) -> Analysis:
    """Return an analysis that says only who wins, if that is the goal."""
    if goal == "exact" or found.score is None or found.score.kind is not ScoreKind.EXACT:
        return found

    def shown(variation: Variation) -> Variation:
        score = variation.score
        result = None if score is None else WinDrawLoss.of(score.discs)
        return replace(variation, score=None, result=result)

    return replace(found, variations=tuple(map(shown, found.variations)))


def open_solver(*, threads: int | None = None, hash_mb: int = 64) -> SolvingEngine:
    """Return the native engine, or the one in Python where the core was not built.

    `threads` defaults to one for each processor.

    >>> with open_solver(threads=1, hash_mb=1) as engine:
    ...     engine.name in ("outflank", "alphabeta")
    True
    """
    if not native.available():
        native.warn_without_core()
        return PythonSolver()
    from outflank.engine.native import NativeEngine

    return NativeEngine(threads=threads or NativeEngine.all_threads(), hash_mb=hash_mb)


def most_empties(position: Position) -> int:
    """Return how many empty squares of such a position can be solved in less than days.

    >>> from outflank.rules import Classic
    >>> most_empties(Classic().start()) < 60
    True
    """
    without, with_chance = _MOST_EMPTIES[native.available()]
    return with_chance if position.variant.answers else without
