"""Engines in pure Python: for every size and variant, and for evaluations of one's own."""

from outflank.engine.simple.alphabeta import AlphaBetaEngine
from outflank.engine.simple.best_first import BestFirstEngine
from outflank.engine.simple.one_move import GreedyEngine, PositionalEngine, RandomEngine

__all__ = ["AlphaBetaEngine", "BestFirstEngine", "GreedyEngine", "PositionalEngine", "RandomEngine"]
