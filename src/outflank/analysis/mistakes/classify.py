"""Which findings a mistake has, the gravest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeAlias

from outflank.analysis.mistakes import chances, corners, lines, mobility, regions
from outflank.analysis.mistakes.choice import Choice
from outflank.analysis.mistakes.finding import Finding
from outflank.rules import Position, Score, ScoreKind

__all__ = ["CODES", "UNNAMED", "least_loss", "name_mistake"]

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
# What else may be said where these say nothing: smaller differences, and corners further on.
_FURTHER = 16  # plies
_LESS = 2  # moves or discs
_WEAKER_RULES: Final[tuple[_Rule, ...]] = (
    partial(lines.corner_falls, far=_FURTHER),
    partial(lines.missed_later_corner, far=_FURTHER),
    partial(mobility.gave_moves, many=_LESS),
    partial(mobility.few_moves, many=_LESS),
    partial(lines.mobility_falls, many=_LESS + 1),
    partial(mobility.loud_move, many=_LESS),
)
_CHANCE_RULES: Final[tuple[_Rule, ...]] = (chances.fewer_wins,)
UNNAMED: Final = "lost_discs"  # where nothing has a name
_BESIDE = ("opened_x_square", "opened_c_square")
_RESULTS = ("win_to_draw", "win_to_loss", "draw_to_loss")
CODES: Final = (
    *_RESULTS,
    *(rule.__name__ for rule in _RULES if rule is not regions.changed_result),
    *(rule.__name__ for rule in _CHANCE_RULES),
    UNNAMED,
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
    has_theory = _has_corners_worth_having(choice.position)
    found = _findings(choice, _RULES if has_theory else _CHANCE_RULES)
    if has_theory and not found:
        found = _findings(choice, _WEAKER_RULES)[:1]
    given = next((one.parameters["corners"] for one in found if one.code == "gave_corner"), ())
    assert isinstance(given, tuple)
    # What befalls a corner that was given away at once need not be told again.
    told = [
        one for one in found if one.code in _BESIDE or one.parameters.get("corner") not in given
    ]
    if any(one.code == "few_moves" for one in told):
        told = [one for one in told if one.code != "mobility_falls"]
    return tuple(told) if told else (Finding(UNNAMED),)


def _findings(choice: Choice, rules: Sequence[_Rule]) -> list[Finding]:
    return [finding for rule in rules if (finding := rule(choice)) is not None]


def _has_corners_worth_having(position: Position) -> bool:
    """Tell whether the usual theory holds: without chance, and most discs win."""
    return not position.variant.answers and not position.variant.fewest_wins
