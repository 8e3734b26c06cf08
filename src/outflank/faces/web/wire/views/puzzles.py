"""The wire forms of puzzles."""

from __future__ import annotations

from outflank.analysis import Puzzle, PuzzleSolution
from outflank.faces.web.wire.schemas.puzzles import PuzzleObject, ValuedMove
from outflank.faces.web.wire.views.matches import word
from outflank.learning import GlickoRating

__all__ = ["puzzle_object", "puzzle_values"]


def puzzle_object(puzzle: Puzzle, rating: GlickoRating) -> PuzzleObject:
    """Return a puzzle with its present rating."""
    position = puzzle.position
    return PuzzleObject(
        id=puzzle.id,
        subject=f"puzzle/{puzzle.id}",
        size=position.size,
        variant=position.variant.name,
        board=str(position.board),
        turn=word(position.turn),
        moves=puzzle_values(puzzle),
        themes=list(puzzle.themes),
        rating=round(rating.value),
        number=puzzle.number,
    )


def puzzle_values(puzzle: Puzzle) -> list[ValuedMove]:
    """Return the exact value of every move of a puzzle."""
    solution = PuzzleSolution(puzzle.known)
    return [
        ValuedMove(str(move), float(score.discs), solution.loss(move))
        for move, score in puzzle.known.items()
    ]
