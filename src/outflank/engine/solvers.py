"""Who solves: the native engine, or the one in Python where the core was not built."""

from __future__ import annotations

from dataclasses import replace

from outflank import native
from outflank.engine.limits import Limit
from outflank.engine.protocol import Analysis, Task, Variation
from outflank.engine.solving import SolvingEngine
from outflank.native.search import Goal
from outflank.rules import Position, Score, ScoreKind

__all__ = ["PythonSolver", "most_empties", "open_solver"]

# Empty squares beyond which a solution takes days: without chance, and with it.
_MOST_EMPTIES = {True: (36, 16), False: (16, 6)}


class PythonSolver(SolvingEngine):
    """Solves and searches in Python, where there is no core: the same results, far more slowly.

    >>> from outflank.rules import WHITE, Board, Classic
    >>> board = Board.parse("-OX- XOOX XXXX OOOO")
    >>> print(PythonSolver().solve(Position(Classic(), board, WHITE)).score)
    +4 (exact)
    """

    name = "alphabeta"

    def __init__(self) -> None:
        from outflank.engine.simple import AlphaBetaEngine  # only where there is no core

        self._inner = AlphaBetaEngine(nodes=50_000)
        self._nodes = 0

    @property
    def nodes(self) -> int:
        """How many positions the search has entered, as far as it has told."""
        return self._nodes

    def think(self, task: Task) -> Analysis:
        """Search for a good move."""
        return self._inner.think(task)

    def solve_task(self, task: Task, goal: Goal) -> Analysis:
        """Search to the end; for who wins there is no shorter way here."""

        def tell(found: Analysis) -> None:
            self._nodes = found.nodes
            task.report(_as_asked(found, goal))

        self._nodes = 0
        depth = max(1, task.position.board.empties)
        limit = task.limit.tightened(Limit(depth=depth))
        return _as_asked(self._inner.think(replace(task, limit=limit, on_progress=tell)), goal)


def _as_asked(found: Analysis, goal: Goal) -> Analysis:
    """Return an analysis with who wins instead of by how much, if that is all that was asked."""
    if goal == "exact" or found.score is None or found.score.kind is not ScoreKind.EXACT:
        return found

    def winner(score: Score) -> Score:
        return replace(score, discs=(score > 0) - (score < 0), kind=ScoreKind.PROVEN)

    def shown(variation: Variation) -> Variation:
        return replace(variation, score=winner(variation.score))

    return replace(
        found,
        score=winner(found.score),
        candidates=tuple((move, winner(score)) for move, score in found.candidates),
        variations=tuple(map(shown, found.variations)),
    )


def open_solver(*, threads: int | None = None, hash_mb: int = 64) -> SolvingEngine:
    """Return the native engine, or the one in Python where the core was not built.

    Without a number of threads there is one for each processor.

    >>> with open_solver(threads=1, hash_mb=1) as engine:
    ...     engine.name in ("outflank", "alphabeta")
    True
    """
    if not native.available():
        return PythonSolver()
    from outflank.engine.native import NativeEngine

    return NativeEngine(threads=threads or NativeEngine.all_threads(), hash_mb=hash_mb)


def most_empties(position: Position) -> int:
    """Return how many empty squares can be solved here in less than days.

    >>> from outflank.rules import Classic
    >>> most_empties(Classic().start()) < 60
    True
    """
    without, with_chance = _MOST_EMPTIES[native.available()]
    return with_chance if position.variant.answers else without
