"""Portions of work on all cores: each process is prepared once and takes portion by portion."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from outflank.engine.child_processes import core_count, follow_parent
from outflank.errors import OutflankError
from outflank.texts import Text

__all__ = ["worked"]

Portion = TypeVar("Portion")
Result = TypeVar("Result")


def worked(
    work: Callable[[Portion], Result],
    portions: Sequence[Portion],
    begin: Callable[..., None],
    arguments: tuple[Any, ...],
    *,
    processes: int = 0,
) -> Iterator[Result]:
    """Yield the results of portions as they finish; `begin` prepares each process with `arguments`.

    All functions must be importable. A process that dies, or cannot begin, is an OutflankError.
    A single portion is worked on in this process: another one would first have to start.
    """
    if len(portions) <= 1:
        for portion in portions:
            begin(*arguments)
            yield work(portion)
        return
    count = min(processes or core_count(), len(portions))
    pool = ProcessPoolExecutor(
        count, multiprocessing.get_context("spawn"), initializer=_begin, initargs=(begin, arguments)
    )
    try:
        for ended in as_completed([pool.submit(work, portion) for portion in portions]):
            yield ended.result()
    except BrokenProcessPool:
        raise OutflankError(Text("errors.training.process_died")) from None
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(begin: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    follow_parent()
    begin(*arguments)
