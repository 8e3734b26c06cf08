"""Choosing the moves of a bot, by an engine of ours or any program; several can run at once."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Protocol, Self

from outflank.client.program import Program
from outflank.client.turn import Turn
from outflank.engine import UNLIMITED, Limit
from outflank.engine.registry import open_engine
from outflank.errors import EngineError
from outflank.rules import Move
from outflank.texts import Text

__all__ = ["ChooserPool", "EngineChooser", "MoveChooser", "chooser_pool"]


class MoveChooser(Protocol):
    """Chooses moves."""

    def choose(self, turn: Turn) -> Move:
        """Return the move to play."""
        ...

    def close(self) -> None:
        """Release all resources."""
        ...


class EngineChooser:
    """An engine that keeps within the time of the turn.

    >>> from outflank.rules import find_variant
    >>> chooser = EngineChooser("greedy")
    >>> chooser.choose(Turn("m1", 2, find_variant("classic").start())) is not None
    True
    >>> chooser.close()
    """

    def __init__(self, name: str) -> None:
        self._engine = open_engine(name, own_process="if in Python")
        self._cancel = threading.Event()

    def choose(self, turn: Turn) -> Move:
        """Choose a move within the time of the turn."""
        seconds = turn.seconds_to_think()
        limit = UNLIMITED if seconds is None else Limit(seconds=seconds)
        return self._engine.choose(turn.position, limit, cancel=self._cancel)

    def close(self) -> None:
        """Stop thinking and close the engine."""
        self._cancel.set()
        self._engine.close()


class ChooserPool:
    """A pool of equal choosers; each turn goes to a free one."""

    def __init__(self, make: Callable[[], MoveChooser], count: int = 1) -> None:
        self._all = [make() for _ in range(count)]
        self._free: queue.SimpleQueue[MoveChooser] = queue.SimpleQueue()
        for chooser in self._all:
            self._free.put(chooser)
        self._is_closed = False

    def choose(self, turn: Turn) -> Move:
        """Have a free chooser choose, waiting for one if necessary."""
        chooser = self._free.get()
        try:
            if self._is_closed:
                raise EngineError(Text("errors.client.bot_ended"))
            return chooser.choose(turn)
        finally:
            self._free.put(chooser)

    def close(self) -> None:
        """Close all choosers."""
        self._is_closed = True
        for chooser in self._all:
            chooser.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def chooser_pool(*, engine: str | None, command: str | None, count: int = 1) -> ChooserPool:
    """Return `count` choosers that run an engine, by its name, or a program, by its command.

    >>> with chooser_pool(engine="random", command=None) as choosers:
    ...     type(choosers).__name__
    'ChooserPool'
    """
    if (engine is None) == (command is None):
        raise EngineError(Text("errors.client.engine_and_command"))
    if engine is not None:
        return ChooserPool(lambda: EngineChooser(engine), count)
    assert command is not None
    with Program(command) as program:
        program.try_out()  # a mistyped command should not cost a match
    return ChooserPool(lambda: Program(command), count)
