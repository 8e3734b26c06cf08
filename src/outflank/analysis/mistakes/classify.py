"""The findings of a mistake, the most serious first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeAlias

from outflank.analysis.mistakes import chances, corners, lines, mobility, regions
from outflank.analysis.mistakes.choice import Choice
from outflank.analysis.mistakes.finding import Finding
from outflank.analysis.review_rules import RULES
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
# Used if the rules above find nothing: smaller differences, and corners further ahead.
_WEAKER_RULES: Final[tuple[_Rule, ...]] = (
    partial(lines.corner_falls, far=RULES.findings.weaker_plies),
    partial(lines.missed_later_corner, far=RULES.findings.weaker_plies),
    partial(mobility.gave_moves, many=RULES.findings.weaker_difference),
    partial(mobility.few_moves, many=RULES.findings.weaker_difference),
    partial(lines.mobility_falls, many=RULES.findings.weaker_later_difference),
    partial(mobility.loud_move, many=RULES.findings.weaker_difference),
)
_CHANCE_RULES: Final[tuple[_Rule, ...]] = (chances.fewer_wins,)
UNNAMED: Final = "lost_discs"  # if no rule applies
_BESIDE = ("opened_x_square", "opened_c_square")
_RESULTS = ("win_to_draw", "win_to_loss", "draw_to_loss")
CODES: Final = (
    *_RESULTS,
    *(rule.__name__ for rule in _RULES if rule is not regions.changed_result),
    *(rule.__name__ for rule in _CHANCE_RULES),
    UNNAMED,
)


def least_loss(*scores: Score) -> float:
    """Return the least number of discs that a mistake loses; it depends on the kind of the scores.

    >>> least_loss(Score(2, ScoreKind.EXACT)), least_loss(Score(2.0))
    (2.0, 4.0)
    """
    is_exact = all(score.kind is ScoreKind.EXACT for score in scores)
    thresholds = RULES.thresholds
    return thresholds.mistake_if_exact if is_exact else thresholds.mistake_if_estimated


def name_mistake(choice: Choice) -> tuple[Finding, ...]:
    """Return what was wrong with a move that lost discs, the most serious finding first.

    If the fewest discs win or an oracle decides what a disc does, corners are not valuable in
    themselves, so only winning chances are compared. If no rule applies, the finding is that discs
    were lost.

    >>> from outflank.rules import Square, Classic
    >>> line, better = ((Square.parse(name),) for name in ("d3", "c4"))
    >>> name_mistake(Choice(Classic().start(), line, Score(-3.0), better, Score(0.0)))
    (Finding(code='lost_discs', parameters={}),)
    """
    if choice.played == choice.better or choice.loss <= 0:
        return ()
    has_theory = _has_corners_worth_having(choice.position)
    found = _findings(choice, _RULES if has_theory else _CHANCE_RULES)
    if has_theory and not found:
        found = _findings(choice, _WEAKER_RULES)[:1]
    given = next((each.parameters["corners"] for each in found if each.code == "gave_corner"), ())
    assert isinstance(given, tuple)
    # Do not mention again a corner that was given away at once.
    kept = [
        each for each in found if each.code in _BESIDE or each.parameters.get("corner") not in given
    ]
    if any(each.code == "few_moves" for each in kept):
        kept = [each for each in kept if each.code != "mobility_falls"]
    return tuple(kept) if kept else (Finding(UNNAMED),)


def _findings(choice: Choice, rules: Sequence[_Rule]) -> list[Finding]:
    return [finding for rule in rules if (finding := rule(choice)) is not None]


def _has_corners_worth_having(position: Position) -> bool:
    """Return whether the usual theory applies: no oracle, and the most discs win."""
    return not position.variant.answers and not position.variant.fewest_wins
