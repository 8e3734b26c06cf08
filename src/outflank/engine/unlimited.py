"""The computer without a limit of its own: it thinks until its time is up or it is stopped."""

from __future__ import annotations

from dataclasses import replace

from outflank import native
from outflank.engine.protocol import Analysis, Engine, Task
from outflank.native.limits import Limit
from outflank.rules import Position

__all__ = ["UnlimitedEngine"]


class UnlimitedEngine(Engine):
    """Searches deeper and deeper, to the end of the game unless it is stopped before.

    >>> from outflank.rules import Classic
    >>> with UnlimitedEngine() as engine:
    ...     found = engine.analyse(Classic().start(4))
    >>> print(found.score)
    -10 (exact)
    """

    name = "unlimited"

    def __init__(self, *, seed: int | None = None) -> None:
        from outflank.engine.simple import AlphaBetaEngine  # listing the names needs no engine

        self.seed = seed  # unused: the search has no random numbers
        self._in_python = AlphaBetaEngine()
        self._in_core: Engine | None = None
        self.is_native: bool = native.available()
        if self.is_native:
            from outflank.engine.native import NativeEngine

            self._in_core = NativeEngine(ready=False)
        else:
            native.warn_without_core()

    def think(self, task: Task) -> Analysis:
        """Search within the limit of the task; without one, to the end of the game."""
        position, limit = task.position, task.limit
        if len(position.legal_moves) == 1:
            limit = limit.tightened(Limit(depth=1))  # there is nothing to choose
        elif limit.is_unlimited():
            limit = Limit(depth=max(position.board.empties, 1))
        engine: Engine = self._in_python
        if self._in_core is not None and self._in_core.supports(position):
            engine = self._in_core
        return engine.think(replace(task, limit=limit))

    def supports(self, position: Position) -> bool:
        """Return whether the engine in Python plays it, which plays everything."""
        return self._in_python.supports(position)

    def new_game(self) -> None:
        """Clear the transposition table of the native engine."""
        if self._in_core is not None:
            self._in_core.new_game()

    def close(self) -> None:
        """Close both engines."""
        super().close()
        self._in_python.close()
        if self._in_core is not None:
            self._in_core.close()
