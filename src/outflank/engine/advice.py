"""The engine behind hints and advice: it solves the game where that is quick, else it searches."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from outflank.engine.levels import LevelEngine, levels
from outflank.engine.protocol import Analysis, Engine, Task, Variation
from outflank.native.limits import Limit
from outflank.rules import Classic, Position, Score, ScoreKind

if TYPE_CHECKING:
    from outflank.engine.native import NativeEngine

__all__ = ["AdvisingEngine", "solved_start"]

# The level that searches; weaker ones choose bad moves on purpose.
_LEVEL: Final = 15
# Seconds that solving may take after the search, unless the task allows less.
_SECONDS: Final = 0.9
# With more empty squares solving rarely takes less than a second.
_MOST_EMPTIES: Final = 20
_HASH_MB: Final = 32
# The value of the usual start for black, whose first moves are all symmetric: 6x6 was solved by
# J. Feinstein in 1993, 8x8 by H. Takizawa in 2023.
_SOLVED_STARTS: Final = {6: -4, 8: 0}


class AdvisingEngine(Engine):
    """Scores every move: exactly where that takes less than a second.

    It searches first, so that progress is shown, and then solves in the seconds that are left:
    the best move first, then all of them.

    >>> from outflank.rules import Classic
    >>> position = Classic().start(4)
    >>> with AdvisingEngine() as engine:
    ...     print(len(engine.analyse(position, candidates=4).variations))
    4
    """

    name = "advice"

    def __init__(self, seconds: float = _SECONDS) -> None:
        self._seconds = seconds
        self._level = LevelEngine(levels()[_LEVEL - 1])
        self._solver: NativeEngine | None = None
        self.is_native: bool = self._level.is_native
        if self.is_native:
            from outflank.engine.native import NativeEngine

            self._solver = NativeEngine(hash_mb=_HASH_MB, ready=False)

    def supports(self, position: Position) -> bool:
        """Return whether a level plays it, which plays everything."""
        return self._level.supports(position)

    def think(self, task: Task) -> Analysis:
        """Search, then solve if there is time for it."""
        if (known := _known(task)) is not None:
            return known
        began = time.monotonic()
        found = self._level.think(task)
        if self._is_hopeless(task) or found.is_solved(task.position):
            return found
        left = self._seconds
        if task.limit.seconds is not None:
            left = min(left, task.limit.seconds - (time.monotonic() - began))
        return self._solved(task, left, found)

    def close(self) -> None:
        """Close both engines."""
        super().close()
        self._level.close()
        if self._solver is not None:
            self._solver.close()

    def _is_hopeless(self, task: Task) -> bool:
        position = task.position
        return (
            position.board.empties > _MOST_EMPTIES
            or bool(position.variant.answers)  # chance multiplies what there is to solve
            or task.is_cancelled()
            or self._solver is None
            or not self._solver.supports(position)
        )

    def _solved(self, task: Task, seconds: float, searched: Analysis) -> Analysis:
        """Return what the solver finds in time; the search supplies what is missing."""
        assert self._solver is not None
        self._solver.forget()
        ends = time.monotonic() + seconds
        best = searched
        for candidates in dict.fromkeys((1, task.candidates)):
            left = ends - time.monotonic()
            if left <= 0 or task.is_cancelled():
                break
            found = self._solver.solve(
                task.position, "exact", Limit(seconds=left), candidates=candidates,
                cancel=task.cancel,
            )  # fmt: skip
            if not found.is_solved(task.position):
                break
            best = found if candidates == task.candidates else _completed(found, searched)
            task.report(best)
        return best


def solved_start(position: Position) -> int | None:
    """Return what a game is worth to black if this is its start and the game has been solved.

    >>> solved_start(Classic().start(6)), solved_start(Classic().start(10))
    (-4, None)
    """
    discs = _SOLVED_STARTS.get(position.size)
    return discs if position == Classic().start(position.size) else None


def _known(task: Task) -> Analysis | None:
    """Return the values of the first moves where the game has been solved, else None."""
    position = task.position
    discs = solved_start(position)
    if discs is None:
        return None
    score = Score(discs, ScoreKind.EXACT)
    variations = tuple(Variation(move, score, (move,)) for move in position.legal_moves)
    return Analysis(variations[: task.candidates])


def _completed(solved: Analysis, searched: Analysis) -> Analysis:
    """Add the other moves with the scores of the search, which cannot exceed the solved one."""
    assert solved.score is not None
    most = solved.score.discs

    def at_most(score: Score | None) -> Score | None:
        return score if score is None or score.discs <= most else replace(score, discs=most)

    others = [
        replace(one, score=at_most(one.score))
        for one in searched.variations
        if one.move != solved.move
    ]
    return replace(solved, variations=(*solved.variations, *others))
