"""Computer players: what every engine is, opening one, and the levels 1 to 20.

>>> from outflank.rules import Classic
>>> with open_engine("greedy", seed=1) as engine:
...     engine.choose(Classic().start()) in Classic().start().legal_moves
True
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING

from outflank.engine.analysis_stream import AnalysisStream
from outflank.engine.levels import DEFAULT_LEVEL, Level, levels
from outflank.engine.protocol import Analysis, Engine, Task, Variation
from outflank.engine.questions import analyse, evaluate, solve
from outflank.engine.registry import OwnProcess, names, open_engine
from outflank.native.limits import UNLIMITED, Limit

if TYPE_CHECKING:
    from outflank.engine.book_engine import BookEngine
    from outflank.engine.human_like import HumanLikeEngine
    from outflank.engine.native import NativeEngine
    from outflank.engine.process import ProcessEngine
    from outflank.engine.simple import (
        AlphaBetaEngine,
        BestFirstEngine,
        GreedyEngine,
        PositionalEngine,
        RandomEngine,
    )
    from outflank.engine.solving import SolvingEngine
    from outflank.engine.unlimited import UnlimitedEngine

__all__ = [
    "DEFAULT_LEVEL",
    "UNLIMITED",
    "AlphaBetaEngine",
    "Analysis",
    "AnalysisStream",
    "BestFirstEngine",
    "BookEngine",
    "Engine",
    "GreedyEngine",
    "HumanLikeEngine",
    "Level",
    "Limit",
    "NativeEngine",
    "OwnProcess",
    "PositionalEngine",
    "ProcessEngine",
    "RandomEngine",
    "SolvingEngine",
    "Task",
    "UnlimitedEngine",
    "Variation",
    "analyse",
    "evaluate",
    "levels",
    "names",
    "open_engine",
    "solve",
]

# The classes of engines, loaded at first use: few programs need more than one of them.
_CLASSES = {
    "AlphaBetaEngine": "simple",
    "BestFirstEngine": "simple",
    "BookEngine": "book_engine",
    "GreedyEngine": "simple",
    "HumanLikeEngine": "human_like",
    "NativeEngine": "native",
    "PositionalEngine": "simple",
    "ProcessEngine": "process",
    "RandomEngine": "simple",
    "SolvingEngine": "solving",
    "UnlimitedEngine": "unlimited",
}

# Type checkers know the classes from the imports above.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name in _CLASSES:
            return getattr(importlib.import_module(f"{__name__}.{_CLASSES[name]}"), name)
        problem = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(problem, name=name, obj=sys.modules[__name__])


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
