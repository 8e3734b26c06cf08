"""Exact scores for games that count only the discs on the board."""

from __future__ import annotations

from dataclasses import replace

from outflank.engine import Analysis
from outflank.engine.protocol import Variation
from outflank.rules import Position, ScoreKind

__all__ = ["counted_on_board"]


def counted_on_board(found: Analysis, position: Position) -> Analysis:
    """Return an analysis of a position with exact scores that count discs, not empty squares.

    Engines give the empty squares to the winner. Here an exact score is the lead on the board at
    the end of its line, and the best move is the best one by that count.
    """
    if not any(map(_is_exact, found.variations)):
        return found
    counted = [_counted(each, position) for each in found.variations]
    if all(map(_is_exact, counted)):
        counted.sort(key=lambda each: -each.score.discs if each.score else 0)
    return replace(found, variations=tuple(counted), chosen=None)


def _is_exact(variation: Variation) -> bool:
    return variation.score is not None and variation.score.kind is ScoreKind.EXACT


def _counted(variation: Variation, position: Position) -> Variation:
    """Return a line with its score by the discs at its end, if it reaches the end of the game."""
    if variation.score is None or not _is_exact(variation):
        return variation
    last = position
    for move in variation.line:
        last = last.play(move)
    outcome = last.outcome
    if outcome is None:
        return variation
    discs = abs(outcome.margin())
    sign = 0 if outcome.winner is None else 1 if outcome.winner is position.turn else -1
    return replace(variation, score=replace(variation.score, discs=sign * discs))
