"""Engines in pure Python, for every size and variant."""

from outflank.engine.simple.alphabeta import AlphaBetaEngine
from outflank.engine.simple.one_move import GreedyEngine, PositionalEngine, RandomEngine

__all__ = ["AlphaBetaEngine", "GreedyEngine", "PositionalEngine", "RandomEngine"]
