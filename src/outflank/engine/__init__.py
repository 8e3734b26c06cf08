"""Computer players: what every engine is, engines by name, and the levels 1 to 20.

>>> from outflank.rules import Classic
>>> with find("greedy", seed=1) as engine:
...     engine.choose(Classic().start()) in Classic().start().legal_moves
True
"""

from outflank.engine.levels import DEFAULT_LEVEL, Level, levels
from outflank.engine.limits import UNLIMITED, Limit
from outflank.engine.protocol import Analysis, Engine, Task, Variation
from outflank.engine.registry import find, level, names

__all__ = [
    "DEFAULT_LEVEL",
    "UNLIMITED",
    "Analysis",
    "Engine",
    "Level",
    "Limit",
    "Task",
    "Variation",
    "find",
    "level",
    "levels",
    "names",
]
