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

DEFAULT_LEVEL: Final = 1  # for a first game, which a beginner should win


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of an opponent: the nodes that it may search, and the most seconds.

    On a common machine the nodes end a search first, so that it can be repeated; the seconds are
    for large boards and slow machines, so that nobody waits long.

    >>> print(levels()[4])
    5 casual: 600 nodes, softness 7.2, greed 1.1
    """

    number: int
    name: str
    nodes: int
    softness: float  # in discs, see HumanLikeEngine
    oversight: float  # the probability of overlooking a quiet move
    slow_nodes: int  # for the engine in Python, where there is no native core
    hash_mb: int = 1
    seconds: float = 2.0
    greed: float = 0.0  # how many discs of its judgement a disc in sight is worth

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
        if not self.softness:
            return say("levels.described", **shown)
        soft = {**shown, "softness": f"{self.softness:g}"}
        if not self.greed:
            return say("levels.described_soft", **soft)
        return say("levels.described_greedy", greed=f"{self.greed:g}", **soft)


_LEVELS: Final = (
    Level(1, "newcomer", 60, 250.0, 1.0, 60, greed=30.0),
    Level(2, "novice", 100, 35.0, 0.8, 80, greed=7.0),
    Level(3, "beginner", 200, 17.0, 0.7, 110, greed=3.0),
    Level(4, "learner", 350, 11.0, 0.55, 160, greed=1.8),
    Level(5, "casual", 600, 7.2, 0.45, 250, greed=1.1),
    Level(6, "hobbyist", 1_100, 5.2, 0.35, 400, greed=0.6),
    Level(7, "regular", 2_000, 4.0, 0.28, 600, greed=0.3),
    Level(8, "practised", 3_500, 3.0, 0.2, 900, greed=0.1),
    Level(9, "capable", 6_000, 2.3, 0.14, 1_300),
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
        soft = HumanLikeEngine(
            inner, limit, softness=level.softness, oversight=level.oversight, greed=level.greed
        )
        return BookEngine(soft) if level.uses_book else soft
