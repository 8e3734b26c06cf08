"""The progress bar of `outflank solve`, where one position may take minutes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from outflank.cli.progress import ProgressBar
from outflank.cli.words import score_in_words
from outflank.engine import Analysis
from outflank.texts import say

__all__ = ["SolveProgress"]

_EVERY = 0.1  # seconds between two updates


class SolveProgress:
    """Shows progress even while the engine reports nothing new.

    With one position the bar pulses, since its time is unknown; with several it shows how many
    are solved. Both show the seconds spent on the current position, and its score so far.
    """

    def __init__(self, total: int, nodes: Callable[[], int]) -> None:
        self._progress = ProgressBar(say("commands.engine.solve.solving"))
        self._nodes = nodes  # of the current position so far
        self._total = total
        self._done = 0
        self._known = ""
        self._began = time.monotonic()
        self._drawing = threading.Lock()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def update(self, found: Analysis) -> None:
        """Remember the score so far of the current position."""
        value = found.score or found.result
        self._known = "" if value is None else f", {score_in_words(value)}"

    def next_position(self) -> None:
        """Remove the bar so that a result can be printed, and start timing the next position."""
        with self._drawing:
            self._done += 1
            self._known, self._began = "", time.monotonic()
            self._progress.clear()

    def _tick(self) -> None:
        while not self._end.wait(_EVERY):
            with self._drawing:
                self._show()

    def _show(self) -> None:
        note = f"{spent(self._nodes(), time.monotonic() - self._began)}{self._known}"
        if self._total == 1:
            self._progress.pulse(note)
        elif self._done < self._total:
            number = say(
                "commands.engine.solve.position_of", number=self._done + 1, total=self._total
            )
            self._progress(self._done, self._total, f"{number}: {note}", steady=False)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end.set()
        self._thread.join()
        self._progress.clear()


def spent(nodes: int, seconds: float) -> str:
    """Say what a search has taken so far.

    >>> spent(17_300_000, 1.5)
    '2 s, 17,300,000 nodes, 11.5 million/s'
    """
    speed = nodes / seconds / 1e6 if seconds > 0 else 0.0
    return say(
        "commands.engine.solve.spent",
        seconds=f"{seconds:.0f}",
        count=f"{nodes:,}",
        speed=f"{speed:.1f}",
    )
