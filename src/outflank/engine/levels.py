"""The levels 1 to 20, and the engine that plays at a level."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from outflank import native
from outflank.engine.book_engine import BookEngine
from outflank.engine.human_like import HumanLikeEngine
from outflank.engine.protocol import Analysis, Engine, Task
from outflank.native.limits import Limit
from outflank.rules import Position
from outflank.texts import Text, say
from outflank.texts.text import named_text

__all__ = ["DEFAULT_LEVEL", "Level", "LevelEngine", "levels"]

DEFAULT_LEVEL: Final = 3  # for a first game: a beginner can win it


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of an opponent: the nodes that it may search, and the most seconds.

    On a common machine the nodes end a search first, so that it can be repeated; the seconds are
    for large boards and slow machines, so that nobody waits long.

    >>> print(levels()[4])
    5 casual: 600 nodes, softness 5.5
    """

    number: int
    name: str
    nodes: int
    softness: float  # in discs, see HumanLikeEngine; below zero it prefers bad moves
    oversight: float  # the probability of overlooking a quiet move
    slow_nodes: int  # for the engine in Python, where there is no native core
    hash_mb: int = 1
    seconds: float = 2.0

    @property
    def text(self) -> Text | str:
        """The name in the user's language."""
        return named_text(f"levels.names.{self.number}", self.name)

    @property
    def uses_book(self) -> bool:
        """Whether it plays openings from the book, as the levels without softness do."""
        return not self.softness

    @property
    def limit(self) -> Limit:
        """The limit of a search with the native core."""
        return Limit(nodes=self.nodes, seconds=self.seconds)

    def __str__(self) -> str:
        shown = {"number": self.number, "name": self.text, "nodes": f"{self.nodes:,}"}
        if self.softness:
            return say("levels.described_soft", softness=f"{self.softness:g}", **shown)
        return say("levels.described", **shown)


_LEVELS: Final = (
    Level(1, "newcomer", 60, -12.0, 0.0, 60),
    Level(2, "novice", 100, -60.0, 1.0, 80),
    Level(3, "beginner", 200, 12.0, 0.7, 110),
    Level(4, "learner", 350, 7.5, 0.5, 160),
    Level(5, "casual", 600, 5.5, 0.4, 250),
    Level(6, "hobbyist", 1_100, 4.2, 0.32, 400),
    Level(7, "regular", 2_000, 3.2, 0.25, 600),
    Level(8, "practised", 3_500, 2.5, 0.18, 900),
    Level(9, "capable", 6_000, 2.0, 0.12, 1_300),
    Level(10, "club", 11_000, 1.6, 0.08, 2_000),
    Level(11, "skilled", 20_000, 1.2, 0.04, 3_000),
    Level(12, "seasoned", 40_000, 0.9, 0.02, 4_500, 2),
    Level(13, "sharp", 80_000, 0.6, 0.0, 7_000, 4),
    Level(14, "strong", 150_000, 0.3, 0.0, 11_000, 4),
    Level(15, "very strong", 250_000, 0.0, 0.0, 17_000, 8),
    Level(16, "expert", 500_000, 0.0, 0.0, 26_000, 16),
    Level(17, "veteran", 1_200_000, 0.0, 0.0, 42_000, 16),
    Level(18, "champion", 3_000_000, 0.0, 0.0, 70_000, 32, 3.0),
    Level(19, "grandmaster", 8_000_000, 0.0, 0.0, 120_000, 64, 4.0),
    Level(20, "the best we have", 24_000_000, 0.0, 0.0, 250_000, 64, 5.0),
)


def levels() -> tuple[Level, ...]:
    """Return all levels, the weakest first.

    >>> len(levels()), levels()[0].name
    (20, 'newcomer')
    """
    return _LEVELS


class LevelEngine(Engine):
    """Plays at a level: with the native core where that is built, otherwise in Python.

    >>> LevelEngine(levels()[6]).name
    'level 7'
    """

    def __init__(self, level: Level, *, seed: int | None = None) -> None:
        from outflank.engine.simple import AlphaBetaEngine  # listing the levels needs no engine

        self.name: str = f"level {level.number}"
        self.seed = seed
        self._level = level
        slow = replace(level.limit, nodes=level.slow_nodes)
        self._in_python = self._human_like(AlphaBetaEngine(), slow)
        self._in_core: Engine | None = None
        self.is_native: bool = native.available()
        if self.is_native:
            from outflank.engine.native import NativeEngine

            # Not ready: faces make engines while somebody waits, and servers make many.
            core = NativeEngine(hash_mb=level.hash_mb, forgetful=True, ready=False)
            self._in_core = self._human_like(core, level.limit)
        else:
            native.warn_without_core()

    def think(self, task: Task) -> Analysis:
        """Search with the engine that plays such positions, within the limit of the level."""
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
        """Return whether the engine in Python plays it, which plays everything."""
        return self._in_python.supports(position)

    def _human_like(self, inner: Engine, limit: Limit) -> Engine:
        level = self._level
        soft = HumanLikeEngine(inner, limit, softness=level.softness, oversight=level.oversight)
        return BookEngine(soft) if level.uses_book else soft
