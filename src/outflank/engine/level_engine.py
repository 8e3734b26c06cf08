"""The engine of a level: native where the core is built, otherwise in Python."""

from __future__ import annotations

from outflank import native
from outflank.engine.human_like import HumanLikeEngine
from outflank.engine.levels import Level
from outflank.engine.limits import Limit
from outflank.engine.protocol import Analysis, Engine, Task
from outflank.engine.simple import AlphaBetaEngine
from outflank.rules import Position

__all__ = ["LevelEngine"]


class LevelEngine(Engine):
    """Plays at a level: with the native core where it can, else in Python.

    >>> from outflank.engine.levels import levels
    >>> LevelEngine(levels()[6]).name
    'level 7'
    """

    def __init__(self, level: Level, *, seed: int | None = None) -> None:
        self.name = f"level {level.number}"
        self.seed = seed
        self._level = level
        self._in_python = self._human_like(AlphaBetaEngine(), level.slow_nodes)
        self._in_core: HumanLikeEngine | None = None
        if native.available():
            from outflank.engine.native import NativeEngine

            # Faces make their engines while somebody waits, and servers make many of them.
            core = NativeEngine(hash_mb=level.hash_mb, forgetful=True, ready=False)
            self._in_core = self._human_like(core, level.nodes)

    def think(self, task: Task) -> Analysis:
        """Let the engine think that plays such positions, within the level's budget."""
        if self._in_core is not None and self._in_core.supports(task.position):
            return self._in_core.think(task)
        return self._in_python.think(task)

    def close(self) -> None:
        """Close both engines."""
        super().close()
        self._in_python.close()
        if self._in_core is not None:
            self._in_core.close()

    def supports(self, position: Position) -> bool:
        """Play what either of them plays, which is everything."""
        return self._in_python.supports(position)

    def _human_like(self, inner: Engine, nodes: int) -> HumanLikeEngine:
        level = self._level
        return HumanLikeEngine(
            inner, Limit(nodes=nodes), softness=level.softness, oversight=level.oversight
        )
