"""Which findings a mistake has, the gravest first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from outflank.analysis.mistakes import chances, corners, lines, mobility, regions
from outflank.analysis.mistakes.choice import Choice
from outflank.analysis.mistakes.finding import Finding
from outflank.rules import Position, Score, ScoreKind

__all__ = ["CODES", "least_loss", "name_mistake"]

_Rule: TypeAlias = Callable[[Choice], Finding | None]

_RULES: Final[tuple[_Rule, ...]] = (
    regions.changed_result,
    regions.wiped_out,
    corners.gave_corner,
    corners.missed_corner,
    corners.lost_corner,
    corners.opened_x_square,
    corners.opened_c_square,
    corners.allowed_wedge,
    corners.unbalanced_edge,
    lines.corner_falls,
    lines.missed_later_corner,
    mobility.forced_pass,
    mobility.no_safe_moves,
    mobility.missed_pass,
    regions.lost_parity,
    regions.even_region,
    regions.fed_region,
    mobility.wasted_tempo,
    lines.left_square,
    mobility.gave_moves,
    mobility.few_moves,
    lines.mobility_falls,
    mobility.loud_move,
    mobility.greedy_move,
    mobility.early_edge,
)
_CHANCE_RULES: Final[tuple[_Rule, ...]] = (chances.fewer_wins,)
_LOST = "lost_discs"
_BESIDE = ("opened_x_square", "opened_c_square")
_RESULTS = ("win_to_draw", "win_to_loss", "draw_to_loss")
CODES: Final = (
    *_RESULTS,
    *(rule.__name__ for rule in _RULES if rule is not regions.changed_result),
    *(rule.__name__ for rule in _CHANCE_RULES),
    _LOST,
)

# Discs from which on a loss is a mistake: estimates are less sure than exact scores.
_LEAST_EXACT: Final = 2.0
_LEAST: Final = 4.0


def least_loss(*scores: Score) -> float:
    """Return how many discs a mistake loses at least, by how sure its scores are.

    >>> least_loss(Score(2, ScoreKind.EXACT)), least_loss(Score(2.0))
    (2.0, 4.0)
    """
    is_exact = all(one.kind is ScoreKind.EXACT for one in scores)
    return _LEAST_EXACT if is_exact else _LEAST


def name_mistake(choice: Choice) -> tuple[Finding, ...]:
    """Return what was wrong with a move that lost discs, the gravest first.

    Corners are no gain by themselves where the fewest discs win, nor where an oracle decides what
    a disc does; there only chances are compared. Where no rule applies discs were lost.

    >>> from outflank.rules import Square, Classic
    >>> line, better = ((Square.parse(one),) for one in ("d3", "c4"))
    >>> name_mistake(Choice(Classic().start(), line, Score(-3.0), better, Score(0.0)))
    (Finding(code='lost_discs', parameters={}),)
    """
    if choice.played == choice.better or choice.loss <= 0:
        return ()
    rules = _RULES if _has_corners_worth_having(choice.position) else _CHANCE_RULES
    found = [finding for rule in rules if (finding := rule(choice)) is not None]
    given = next((one.parameters["corners"] for one in found if one.code == "gave_corner"), ())
    assert isinstance(given, tuple)
    # What befalls a corner that was given away at once need not be told again.
    told = [
        one for one in found if one.code in _BESIDE or one.parameters.get("corner") not in given
    ]
    if any(one.code == "few_moves" for one in told):
        told = [one for one in told if one.code != "mobility_falls"]
    return tuple(told) if told else (Finding(_LOST),)


def _has_corners_worth_having(position: Position) -> bool:
    """Tell whether the usual theory holds: without chance, and most discs win."""
    return not position.variant.answers and not position.variant.fewest_wins
