"""Labels from the engine: positions searched some plies, or solved near the end, on all cores.

Positions and labels lie in files that are mapped into memory. A label that is missing is not a
number, so a run that was interrupted goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from outflank.engine.native import NativeEngine
from outflank.engine.protocol import Task
from outflank.native.limits import UNLIMITED, Limit
from outflank.native.search import Search
from outflank.rules import BLACK, Board, Position
from outflank.training.positions.array_files import make_array, mapped_array
from outflank.training.processes import worked

__all__ = ["Labeller", "Plan", "label_file"]

Evaluator = Literal["features", "engine"]

_HASH_MB = 16
_PORTION = 256  # positions that a process takes at once
_WORD = (1 << 64) - 1


@dataclass(frozen=True)
class Plan:
    """How positions are labelled: with which evaluation, how deep, and when they are solved.

    Every second position is searched one ply deeper: searches of odd and of even depth err to
    different sides. `confidence` is that of the searches' cuts in percent; solved positions are
    always exact. With `to_end` empty squares or fewer a search goes to the end of the game.
    """

    evaluator: Evaluator
    depth: int
    solved: int
    confidence: int = 100
    to_end: int = 0


class Labeller:
    """Values positions of 8x8, by searches with features only or with the whole engine."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._features = Search(threads=1, hash_bytes=_HASH_MB << 20)
        self._engine = None
        if evaluator == "engine":
            self._engine = NativeEngine(threads=1, hash_mb=_HASH_MB)

    def value(
        self,
        words: tuple[int, int],
        depth: int,
        solved: int,
        *,
        confidence: int = 100,
        to_end: int = 0,
    ) -> float:
        """Return the value in discs of a position in which the mover can move."""
        mover, opponent = words[0] & _WORD, words[1] & _WORD
        position = Position(Board(8, mover, opponent), BLACK)
        empties = position.board.empties
        goes_to_end = empties <= max(solved, to_end)
        if empties <= solved:
            limit = UNLIMITED
        else:
            limit = Limit(depth=None if goes_to_end else depth, confidence=confidence)
        if self._engine is not None:
            task = Task(position, limit)
            if goes_to_end:
                score = self._engine.solve_task(task, "exact").score
            else:
                score = self._engine.think(task).score
        else:
            self._features.start(position, limit, goal="exact" if goes_to_end else "play")
            score = self._features.finished()[-1].score
        assert score is not None
        return float(score.discs)

    def forget(self) -> None:
        """Clear what earlier searches have found."""
        self._features.forget()
        if self._engine is not None:
            self._engine.forget()

    def values(
        self, rows: NDArray[np.int64], depth: int, solved: int, *, confidence: int = 100
    ) -> NDArray[np.float32]:
        """Return the values of many positions, a row of two words each."""
        found = [
            self.value((one, other), depth, solved, confidence=confidence)
            for one, other in rows.tolist()
        ]
        return np.array(found, np.float32)


def label_file(
    positions: Path,
    labels: Path,
    plans: list[tuple[int, Plan]],
    *,
    processes: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Label a file of positions: each plan says how many of the next ones it labels.

    A partly filled file of labels is completed; one that is damaged, or has another number of
    labels, is refused.
    """
    count = len(mapped_array(positions))
    if not labels.exists():
        make_array(labels, np.float32, (count,), fill=np.nan)
    values = mapped_array(labels, writable=True, shape=(count,))
    portions = list(_portions(values, plans))
    done = count - sum(end - first for first, end, _ in portions)
    begin = (str(positions), plans[0][1].evaluator)
    for first, found in worked(_label, portions, _begin, begin, processes=processes):
        values[first : first + len(found)] = found
        done += len(found)
        if progress is not None:
            progress(done, count)
    values.flush()


def _portions(
    values: NDArray[np.float32], plans: list[tuple[int, Plan]]
) -> Iterator[tuple[int, int, Plan]]:
    """Yield the parts that have no labels yet."""
    first = 0
    for count, plan in plans:
        end = first + count
        for begin in range(first, end, _PORTION):
            stop = min(begin + _PORTION, end)
            if np.isnan(values[begin:stop]).any():
                yield begin, stop, plan
        first = end


# What a process of the pool keeps: the positions and its engine.
_kept: list[tuple[NDArray[np.int64], Labeller]] = []


def _begin(positions: str, evaluator: Evaluator) -> None:
    _kept[:] = [(np.load(positions, mmap_mode="r"), Labeller(evaluator))]


def _label(portion: tuple[int, int, Plan]) -> tuple[int, NDArray[np.float32]]:
    first, end, plan = portion
    rows, labeller = _kept[0]
    labeller.forget()  # labels must not depend on which process has labelled what before
    found = [
        labeller.value(
            (one, other),
            plan.depth + at % 2,
            plan.solved,
            confidence=plan.confidence,
            to_end=plan.to_end,
        )
        for at, (one, other) in enumerate(rows[first:end].tolist())
    ]
    return first, np.array(found, np.float32)
