"""The levels 1 to 20: each a budget of nodes and a softness, whatever engine does the thinking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from outflank.engine.protocol import Engine, Limit
from outflank.errors import UnknownName

__all__ = ["DEFAULT_LEVEL", "Level", "level", "levels"]

DEFAULT_LEVEL: Final = 5


@dataclass(frozen=True, slots=True)
class Level:
    """How strong an opponent is, as data; budgets are nodes, so time depends on the machine.

    >>> print(levels()[4])
    5 casual: 250 nodes, softness 5
    """

    number: int
    name: str
    nodes: int
    softness: float  # discs, see SoftEngine
    oversight: float  # the chance to overlook a quiet move

    def __str__(self) -> str:
        softness = f", softness {self.softness:g}" if self.softness else ""
        return f"{self.number} {self.name}: {self.nodes} nodes{softness}"


_LEVELS: Final = (
    Level(1, "newcomer", 60, 20.0, 0.8),
    Level(2, "novice", 80, 14.0, 0.65),
    Level(3, "beginner", 110, 10.0, 0.5),
    Level(4, "learner", 160, 7.0, 0.4),
    Level(5, "casual", 250, 5.0, 0.3),
    Level(6, "hobbyist", 400, 3.5, 0.2),
    Level(7, "regular", 600, 2.5, 0.15),
    Level(8, "practised", 900, 1.8, 0.1),
    Level(9, "capable", 1_300, 1.2, 0.05),
    Level(10, "club", 2_000, 0.8, 0.0),
    Level(11, "skilled", 3_000, 0.4, 0.0),
    Level(12, "seasoned", 4_500, 0.0, 0.0),
    Level(13, "sharp", 7_000, 0.0, 0.0),
    Level(14, "strong", 11_000, 0.0, 0.0),
    Level(15, "very strong", 17_000, 0.0, 0.0),
    Level(16, "expert", 26_000, 0.0, 0.0),
    Level(17, "veteran", 42_000, 0.0, 0.0),
    Level(18, "champion", 70_000, 0.0, 0.0),
    Level(19, "grandmaster", 120_000, 0.0, 0.0),
    Level(20, "the best we have", 250_000, 0.0, 0.0),
)


def levels() -> tuple[Level, ...]:
    """Return all levels, the weakest first.

    >>> len(levels()), levels()[0].name
    (20, 'newcomer')
    """
    return _LEVELS


def level(number: int = DEFAULT_LEVEL, *, seed: int | None = None) -> Engine:
    """Return a computer of this level; with a seed it repeats itself.

    >>> from outflank.rules import Classic
    >>> position = Classic().start()
    >>> level(3, seed=7).choose(position) == level(3, seed=7).choose(position)
    True
    """
    known = {one.number: one for one in _LEVELS}
    if number not in known:
        raise UnknownName("level", str(number), map(str, known))
    # Here and nowhere else is decided which engine the levels stand on.
    from outflank.engine.simple import AlphaBetaEngine
    from outflank.engine.soft import SoftEngine

    chosen = known[number]
    return SoftEngine(
        AlphaBetaEngine(),
        Limit(nodes=chosen.nodes),
        softness=chosen.softness,
        oversight=chosen.oversight,
        name=f"level {number}",
        seed=seed,
    )
