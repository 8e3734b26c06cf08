"""Many positions of one game at once: the core evaluates or searches them in threads of its own."""

from __future__ import annotations

import atexit
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from outflank.native.analysis import Analysis
from outflank.native.encoding import ANSWERS, available, encoded_all, thresholds
from outflank.native.limits import Limit
from outflank.native.search import (
    GOALS,
    KINDS,
    MOST_CANDIDATES,
    UNPACKING,
    Goal,
    as_engine_error,
    bounds_of,
    network_in,
    pattern_weights_in,
    variation_of,
)
from outflank.rules.position import Position
from outflank.rules.score import Score

if available():
    from outflank import _core

__all__ = ["LearnedData", "PositionResult", "evaluate_batch", "search_batch"]

# How often to look for Ctrl-C.
_POLL_SECONDS = 0.02
# The largest table of one thread; each position gets only as much as its search needs.
_TABLE_BYTES = 64 << 20
# The core's words for the turn of a position that was searched.
_PASSED, _OVER = 1, 2

_RUNNING: Final[set[_core.PositionBatch]] = set()


class LearnedData(NamedTuple):
    """What evaluates the positions of a game, as the engine's files have it."""

    probcut: bytes | None = None
    network: bytes | None = None
    patterns: bytes | None = None


class PositionResult(NamedTuple):
    """What the search of a position found; after a pass, that of the position behind it."""

    analysis: Analysis
    has_passed: bool = False
    is_over: bool = False


def evaluate_batch(
    positions: Sequence[Position],
    learned: LearnedData,
    *,
    threads: int,
    progress: Callable[[int], None] | None = None,
    kernel: str | None = None,
) -> list[Score]:
    """Return what each position is worth to its side to move, without a search.

    The positions are of one variant and size. `progress` is told how many are done. `kernel` is
    the fastest unless another is named; all give the same values.
    """
    with as_engine_error():
        batch = _batch(positions, learned, threads, kernel=kernel, with_answers=False)
        batch.evaluate()
        _wait(batch, progress)
        discs, kinds = batch.values()
    return [
        Score(value, KINDS[kind], 0) for value, kind in zip(array("f", discs), kinds, strict=True)
    ]


def search_batch(
    positions: Sequence[Position],
    learned: LearnedData,
    limit: Limit,
    *,
    goal: Goal,
    candidates: int,
    threads: int,
    progress: Callable[[int], None] | None = None,
) -> Iterator[PositionResult]:
    """Search each position in one thread, with an empty table, and return what was found.

    So the results depend neither on the number of threads nor on the other positions. The
    positions are of one variant and size. `progress` is told how many are done.
    """
    with as_engine_error():
        depth, nodes, seconds, _, confidence = bounds_of(limit)
        batch = _batch(positions, learned, threads, with_answers=True)
        batch.search(
            goal=GOALS.index(goal),
            candidates=min(candidates, MOST_CANDIDATES),
            depth=depth,
            nodes=nodes,
            seconds=seconds,
            confidence=confidence,
        )
        _wait(batch, progress)
        results = batch.results()
    for position, (turn, found, depth, nodes, seconds) in zip(positions, results, strict=True):
        variations = tuple(variation_of(position, one) for one in found)
        analysis = Analysis(variations, depth, nodes, seconds)
        yield PositionResult(analysis, turn == _PASSED, turn == _OVER)


def _batch(
    positions: Sequence[Position],
    learned: LearnedData,
    threads: int,
    *,
    with_answers: bool,
    kernel: str | None = None,
) -> _core.PositionBatch:
    variant, odds = positions[0].variant, positions[0].variant.answers
    answers = None
    if odds and with_answers:
        answers = bytes(ANSWERS.index(position.answer) for position in positions)
    with UNPACKING:
        network = None if learned.network is None else network_in(learned.network)
        patterns = None if learned.patterns is None else pattern_weights_in(learned.patterns)
    return _core.PositionBatch(
        positions[0].size,
        *encoded_all(positions),
        answers,
        threads=threads,
        fewest_wins=variant.fewest_wins,
        odds=thresholds(odds) if odds else None,
        hash_bytes=_TABLE_BYTES,
        kernel=kernel,
        probcut=learned.probcut,
        network=network,
        patterns=patterns,
    )


def _wait(batch: _core.PositionBatch, progress: Callable[[int], None] | None) -> None:
    """Wait for the end of the work; an exception, such as that of Ctrl-C, ends it."""
    _RUNNING.add(batch)
    told = 0
    try:
        while not batch.wait(_POLL_SECONDS):
            if progress is not None and batch.done != told:
                told = batch.done
                progress(told)
    except BaseException:
        batch.stop()
        raise
    finally:
        _RUNNING.discard(batch)
    if progress is not None and batch.done != told:
        progress(batch.done)


def _stop_all() -> None:
    """Stop all work: the interpreter must not end while one of its threads waits in the core."""
    for batch in list(_RUNNING):
        batch.stop()


atexit.register(_stop_all)
