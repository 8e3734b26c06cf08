"""Evaluations of one's own: functions and objects that say what a position is worth."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

from outflank.errors import EngineError
from outflank.rules import Board, Position, Variant
from outflank.texts import Text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "EvaluationLike",
    "PlanesEvaluation",
    "PositionEvaluation",
    "evaluate_positions",
    "leaf_evaluation",
]

_SHOWN = 40  # characters of a wrong value


@runtime_checkable
class PositionEvaluation(Protocol):
    """Says what a position is worth: the discs by which its side to move will win."""

    def evaluate(self, position: Position) -> float:
        """Return the discs, positive if the position is good for the side to move."""


@runtime_checkable
class PlanesEvaluation(Protocol):
    """Says what many positions are worth, in one call with their planes (see `planes_of`)."""

    def evaluate_planes(self, planes: NDArray[np.int8]) -> NDArray[np.floating[Any]]:
        """Return the discs for each row, positive if it is good for the side to move."""


EvaluationLike: TypeAlias = Callable[[Position], float] | PositionEvaluation | PlanesEvaluation


def evaluate_positions(evaluation: EvaluationLike, positions: Sequence[Position]) -> list[float]:
    """Return what an evaluation says of positions of one game, in one call if it takes planes.

    No value lies beyond a win of all squares. One that is no number raises an EngineError.

    >>> evaluate_positions(lambda position: len(position.legal_moves), [Position.start()] * 2)
    [4.0, 4.0]
    """
    if isinstance(evaluation, PlanesEvaluation):
        from outflank.engine.evaluating.planes import planes_of

        found: Any = evaluation.evaluate_planes(planes_of(positions))
        values = list(getattr(found, "flat", found))
        if len(values) != len(positions):
            problem = Text(
                "errors.engine.evaluation_of_others", asked=len(positions), given=len(values)
            )
            raise EngineError(problem)
    elif isinstance(evaluation, PositionEvaluation):
        values = [evaluation.evaluate(position) for position in positions]
    elif callable(evaluation):
        values = [evaluation(position) for position in positions]
    else:
        raise TypeError(
            "an evaluation is a function of a position, or has a method evaluate(position) or "
            f"evaluate_planes(planes), unlike {evaluation!r}"
        )
    most = positions[0].size ** 2 if positions else 0
    return [_within(value, most) for value in values]


def _within(value: object, most: int) -> float:
    try:
        number = float(value)  # type: ignore[arg-type]  # what has no number raises
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise EngineError(Text("errors.engine.evaluation_no_number", value=repr(value)[:_SHOWN]))
    return max(-float(most), min(float(most), number))


def leaf_evaluation(
    evaluation: EvaluationLike, variant: Variant, size: int
) -> Callable[[int, int, int], float]:
    """Return an evaluation for a search on bitboards; it sees the side to move as black.

    >>> from outflank.rules import BLACK, Classic
    >>> own = leaf_evaluation(lambda position: len(position.board.discs(BLACK)), Classic(), 8)
    >>> own(7, 8, 0)
    3.0
    """

    def evaluate(own: int, opponent: int, _: int) -> float:
        position = Position(Board.unchecked(size, own, opponent), variant=variant)
        return evaluate_positions(evaluation, [position])[0]

    return evaluate
