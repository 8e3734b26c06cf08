"""Evaluating positions: many at once in the core, and by evaluations of one's own."""

from outflank.engine.evaluating.evaluations import (
    EvaluationLike,
    PlanesEvaluation,
    PositionEvaluation,
)

__all__ = ["EvaluationLike", "PlanesEvaluation", "PositionEvaluation"]
