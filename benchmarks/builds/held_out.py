"""Held-out positions with known scores, and what a move made there loses."""

from __future__ import annotations

from builds.two_builds import Build
from outflank.rules import BLACK, Board, Position, parse_move
from outflank.training.positions.readers import ScoredPositions

__all__ = ["held_out", "sample", "value_after"]

_WORD = (1 << 64) - 1


def held_out(scored: ScoredPositions) -> ScoredPositions:
    """Return the held-out positions."""
    return scored.where(scored.is_held_out)


def sample(scored: ScoredPositions, count: int) -> list[tuple[Position, float]]:
    """Return about `count` positions and their scores, evenly spaced; 0 means all."""
    chosen = scored.evenly(count) if count else scored
    words = zip(chosen.mover.tolist(), chosen.opponent.tolist(), strict=True)
    positions = [
        Position(Board(8, mover & _WORD, opponent & _WORD), BLACK) for mover, opponent in words
    ]
    pairs = zip(positions, chosen.score.tolist(), strict=True)
    return [(one, score) for one, score in pairs if not one.must_pass and not one.is_over]


def value_after(build: Build, position: Position, move: str) -> float:
    """Solve the position after a move, for the side that made it."""
    after = position.play(parse_move(move))
    if (outcome := after.outcome) is not None:
        return float(outcome.margin(empties_to_winner=True))  # black, who has moved, comes first
    # If the opponent must pass, the mover moves again.
    if after.must_pass:
        after = after.play("pass")
    (found,) = build.search([after])
    return found.discs if after.turn is position.turn else -found.discs
