"""Computer players: what every engine is, opening one, and the levels 1 to 20.

>>> from outflank.rules import Classic
>>> with open_engine("greedy", seed=1) as engine:
...     engine.choose(Classic().start()) in Classic().start().legal_moves
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.engine.analysis_stream import AnalysisStream
from outflank.engine.levels import DEFAULT_LEVEL, Level, levels
from outflank.engine.protocol import Analysis, Engine, Task, Variation
from outflank.engine.questions import analyse, evaluate, solve
from outflank.engine.registry import OwnProcess, names, open_engine
from outflank.lazy_names import lazy_names
from outflank.native.limits import UNLIMITED, Limit

if TYPE_CHECKING:
    from outflank.engine.book_engine import BookEngine
    from outflank.engine.evaluating import EvaluationLike, PlanesEvaluation, PositionEvaluation
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
    from outflank.engine.source import EngineLike, EngineSource
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
    "EngineLike",
    "EngineSource",
    "EvaluationLike",
    "GreedyEngine",
    "HumanLikeEngine",
    "Level",
    "Limit",
    "NativeEngine",
    "OwnProcess",
    "PlanesEvaluation",
    "PositionEvaluation",
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

# The classes of engines are loaded at first use: few programs need more than one of them.
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "outflank.engine.book_engine": ["BookEngine"],
            "outflank.engine.evaluating": [
                "EvaluationLike",
                "PlanesEvaluation",
                "PositionEvaluation",
            ],
            "outflank.engine.human_like": ["HumanLikeEngine"],
            "outflank.engine.native": ["NativeEngine"],
            "outflank.engine.process": ["ProcessEngine"],
            "outflank.engine.simple": [
                "AlphaBetaEngine",
                "BestFirstEngine",
                "GreedyEngine",
                "PositionalEngine",
                "RandomEngine",
            ],
            "outflank.engine.solving": ["SolvingEngine"],
            "outflank.engine.source": ["EngineLike", "EngineSource"],
            "outflank.engine.unlimited": ["UnlimitedEngine"],
        },
    )
