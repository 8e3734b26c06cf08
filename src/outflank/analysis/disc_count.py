"""Exact scores for games that count only the discs on the board."""

from __future__ import annotations

from dataclasses import replace

from outflank.engine import Analysis
from outflank.engine.protocol import Variation
from outflank.rules import Position, Score, ScoreKind

__all__ = ["counted_on_board"]


def counted_on_board(found: Analysis, position: Position) -> Analysis:
    """Return an analysis of a position with exact scores that count discs, not empty squares.

    Engines give the empty squares to the winner. Here an exact score is the lead on the board at
    the end of its line, and the best move is the best one by that count.
    """
    exact = [each for each in found.variations if each.score.kind is ScoreKind.EXACT]
    if found.score is None or not exact:
        return found
    counted = {each.move: _counted(each, position) for each in exact}
    variations = [
        replace(each, score=counted.get(each.move, each.score)) for each in found.variations
    ]
    if len(exact) == len(found.variations):
        variations.sort(key=lambda each: -each.score.discs)
    best = variations[0]
    candidates = [(each.move, each.score) for each in variations if each.move is not None]
    return replace(
        found,
        move=best.move,
        score=best.score,
        line=best.line,
        candidates=tuple(candidates) if found.candidates else (),
        variations=tuple(variations),
    )


def _counted(variation: Variation, position: Position) -> Score:
    """Return a line's score by the discs at its end, if it reaches the end of the game."""
    last = position
    for move in variation.line:
        last = last.play(move)
    outcome = last.outcome()
    if outcome is None:
        return variation.score
    discs = abs(outcome.margin())
    sign = 0 if outcome.winner is None else 1 if outcome.winner is position.turn else -1
    return replace(variation.score, discs=sign * discs)
