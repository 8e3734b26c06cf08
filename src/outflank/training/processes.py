"""Portions of work on all cores: each process begins once, and takes one portion after another."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from outflank.errors import OutflankError

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
    """Yield what the portions give, as they end; `begin` prepares each process with `arguments`.

    All functions must be importable. A process that dies, or cannot begin, is an OutflankError.
    """
    count = min(processes or len(os.sched_getaffinity(0)), max(1, len(portions)))
    pool = ProcessPoolExecutor(
        count, multiprocessing.get_context("spawn"), initializer=_begin, initargs=(begin, arguments)
    )
    try:
        for ended in as_completed([pool.submit(work, portion) for portion in portions]):
            yield ended.result()
    except BrokenProcessPool:
        raise OutflankError(
            "a process that shared the work could not begin or has died; what is finished is kept, "
            "and the same command goes on from there"
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(begin: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends this one at once, and without a word
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    begin(*arguments)


def _leave_with_parent() -> None:
    """End this process when the one that has started it is gone, however that came."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
