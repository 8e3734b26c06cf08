"""Analyse or solve a position in one call, without keeping an engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import overload

from outflank.engine.protocol import Analysis, as_position
from outflank.engine.solvers import most_empties, open_solver
from outflank.engine.solving import require_goal
from outflank.errors import EngineError
from outflank.native.limits import UNLIMITED, Limit, require_limit
from outflank.native.search import Goal
from outflank.rules import Game, Position, Score
from outflank.texts import Text

__all__ = ["analyse", "evaluate", "solve"]


def analyse(
    position: Position | Game,
    limit: Limit = UNLIMITED,
    *,
    candidates: int = 1,
    threads: int = 1,
) -> Analysis:
    """Return the best moves of a position, or of the current one of a game.

    Without a limit it thinks for about a second. Keep an engine open if you analyse often:
    `with outflank.open_engine() as engine: engine.analyse(...)`.

    >>> found = analyse(Game(size=4), Limit(depth=6), candidates=4)
    >>> len(found.scores)
    4
    """
    with open_solver(threads=threads) as engine:
        return engine.analyse(position, limit, candidates=candidates)


@overload
def evaluate(positions: Position | Game, *, threads: int | None = None) -> Score: ...


@overload
def evaluate(
    positions: Iterable[Position | Game],
    *,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Score]: ...


def evaluate(
    positions: Position | Game | Iterable[Position | Game],
    *,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Score | list[Score]:
    """Return what a position is worth to its side to move, without a search; or each of many.

    Many are evaluated in one call into the core, in as many `threads` as there are processors.
    `progress` is told how many are done, and how many there are.

    >>> [len(evaluate([Position.start(), Position.start(10)])), evaluate(Game(size=4)).depth]
    [2, 0]
    """
    from outflank.engine.evaluating.position_lists import evaluate_all

    if isinstance(positions, Position | Game):
        return evaluate_all([positions], threads=1)[0]
    return evaluate_all(positions, threads=threads, progress=progress)


@overload
def solve(
    positions: Position | Game,
    limit: Limit = UNLIMITED,
    *,
    goal: Goal = "exact",
    candidates: int = 1,
    threads: int | None = None,
) -> Analysis: ...


@overload
def solve(
    positions: Iterable[Position | Game],
    limit: Limit = UNLIMITED,
    *,
    goal: Goal = "exact",
    candidates: int = 1,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Analysis]: ...


def solve(
    positions: Position | Game | Iterable[Position | Game],
    limit: Limit = UNLIMITED,
    *,
    goal: Goal = "exact",
    candidates: int = 1,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis | list[Analysis]:
    """Return the exact result of a position and the line that leads to it; or those of many.

    The `score` counts discs. With `goal="outcome"` the `result` only says who wins, which is
    faster. `candidates` is the number of moves to score. With a limit, which is that of one
    position, the search may end before the result is exact: see `score.kind` and `is_solved`.

    One position is searched by all `threads` together. Of many, each is searched by one thread,
    in one call into the core; their results do not depend on the number of threads. `progress` is
    told how many are done, and how many there are.

    >>> print(solve(Game(size=4)).score)
    -10 (exact)
    >>> first = Position.start(4)
    >>> [found.score.discs for found in solve([first, first.play("b1")])]
    [-10, 10]
    """
    from outflank.engine.evaluating.position_lists import finished, solve_all

    if not isinstance(positions, Position | Game):
        return solve_all(
            positions, limit, goal=goal, candidates=candidates, threads=threads, progress=progress
        )
    asked = as_position(positions)
    require_goal(goal)
    require_limit(limit)
    if asked.is_over:
        return finished(asked)
    empties = asked.board.empties
    if limit.is_unlimited() and empties > most_empties(asked):
        raise EngineError(Text("errors.engine.too_many_empties", empties=empties))
    with open_solver(threads=threads) as engine:
        return engine.solve(asked, goal, limit, candidates=candidates)
