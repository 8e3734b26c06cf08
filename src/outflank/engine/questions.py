"""Analyse or solve a position in one call, without keeping an engine."""

from __future__ import annotations

from outflank.engine.protocol import Analysis, as_position
from outflank.engine.solvers import most_empties, open_solver
from outflank.errors import EngineError
from outflank.native.limits import UNLIMITED, Limit
from outflank.native.search import Goal
from outflank.rules import Game, Position
from outflank.texts import Text

__all__ = ["analyse", "solve"]


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


def solve(
    position: Position | Game,
    limit: Limit = UNLIMITED,
    *,
    goal: Goal = "exact",
    candidates: int = 1,
    threads: int | None = None,
) -> Analysis:
    """Return the exact result of a position and the line that leads to it; `score` counts discs.

    With `goal="outcome"` it only says who wins, which is faster. `candidates` is the number of
    moves to score. With a limit the search may end before the result is exact: see `score.kind`
    and `is_solved`.

    >>> print(solve(Game(size=4)).score)
    -10 (exact)
    """
    asked = as_position(position)
    empties = asked.board.empties
    if limit.is_unlimited() and empties > most_empties(asked):
        raise EngineError(Text("errors.engine.too_many_empties", empties=empties))
    with open_solver(threads=threads) as engine:
        return engine.solve(asked, goal, limit, candidates=candidates)
