"""Computer players: what every engine is, engines by name, and the levels 1 to 20.

The package itself can be called: `outflank.engine("greedy")` is the engine of that name.

>>> from outflank.rules import Classic
>>> with find("greedy", seed=1) as engine:
...     engine.choose(Classic().start()) in Classic().start().legal_moves
True
"""

import sys
from types import ModuleType

from outflank.engine.levels import DEFAULT_LEVEL, Level, levels
from outflank.engine.limits import UNLIMITED, Limit
from outflank.engine.protocol import Analysis, Engine, Task, Variation
from outflank.engine.questions import analyse, solve
from outflank.engine.registry import OwnProcess, find, level, names

__all__ = [
    "DEFAULT_LEVEL",
    "UNLIMITED",
    "Analysis",
    "Engine",
    "EnginePackage",
    "Level",
    "Limit",
    "Task",
    "Variation",
    "analyse",
    "find",
    "level",
    "levels",
    "names",
    "solve",
]


class EnginePackage(ModuleType):
    """The type of this package, which makes an engine when it is called.

    >>> import outflank
    >>> outflank.engine("level:7"), outflank.engine(7, seed=1)
    (<Engine level 7>, <Engine level 7>)
    """

    def __call__(
        self,
        name: str | int = "outflank",
        *,
        seed: int | None = None,
        own_process: OwnProcess = False,
        programs: bool = False,
    ) -> Engine:
        """Return the engine of that name; see `find`."""
        return find(str(name), seed=seed, own_process=own_process, programs=programs)


sys.modules[__name__].__class__ = EnginePackage
