"""Puzzles: positions with a best move to find; reading and solving them."""

from __future__ import annotations

from threading import Event
from typing import Final

from outflank.analysis.puzzle_collection.collection import PuzzleCollection, own_puzzles
from outflank.analysis.puzzle_collection.puzzle import GRADES, Puzzle, PuzzleSolution
from outflank.engine import Engine, Limit
from outflank.errors import UnsolvedPuzzle
from outflank.notation import Reading, read, read_file
from outflank.notation.loading import FileSource
from outflank.rules import Position, Square
from outflank.texts import Text

__all__ = [
    "GRADES",
    "MOST_SECONDS",
    "Puzzle",
    "PuzzleCollection",
    "PuzzleSolution",
    "own_puzzles",
    "read_puzzles",
    "solve_puzzle",
]

MOST_SECONDS: Final = 20.0  # how long a person may wait for a puzzle to be solved
# A position with more empty squares takes too long to solve while a person waits.
_MOST_EMPTIES: Final = 24
_MOST_WITH_CHANCE: Final = 12


def read_puzzles(
    source: str | bytes | FileSource, *, size: int | None = None, variant: str = "classic"
) -> tuple[list[Puzzle], Reading]:
    """Read puzzles from text, a Path or an open file; return them with the reading.

    A game counts as the position at its end. Scores in the file are ignored.

    >>> puzzles, _ = read_puzzles("-OX- XOOX XXXX OOOO O")
    >>> len(puzzles)
    1
    """
    if isinstance(source, str | bytes):
        reading = read(source, size=size, variant=variant)
    else:
        reading = read_file(source, size=size, variant=variant)
    puzzles = [Puzzle(position, number) for number, position in enumerate(reading.positions, 1)]
    return puzzles, reading


def solve_puzzle(
    puzzle: Puzzle,
    engine: Engine,
    *,
    seconds: float = MOST_SECONDS,
    cancel: Event | None = None,
) -> PuzzleSolution:
    """Return the exact score of every move; raise UnsolvedPuzzle if there is nothing to find.

    >>> from outflank.engine import open_engine
    >>> [puzzle], _ = read_puzzles("-OX- XOOX XXXX OOOO O")
    >>> with open_engine("alphabeta") as engine:
    ...     solve_puzzle(puzzle, engine).best
    (d1,)
    """
    if not isinstance(puzzle, Puzzle):
        raise TypeError(f"only a Puzzle can be solved here, not {puzzle!r}")
    position = puzzle.position
    _refuse(position)
    if len(puzzle.known) == len(position.legal_moves):
        return PuzzleSolution(puzzle.known)
    found = engine.analyse(
        position, Limit(seconds=seconds), candidates=len(position.legal_moves), cancel=cancel
    )
    if len(found.scores) < len(position.legal_moves) or not found.is_solved(position):
        raise UnsolvedPuzzle(
            Text(
                "errors.analysis.puzzle_unsolved",
                empties=position.board.empties,
                seconds=f"{seconds:g}",
            )
        )
    scores = {move: score for move, score in found.scores.items() if isinstance(move, Square)}
    solution = PuzzleSolution(scores, found.line)
    if len(solution.best) == len(scores):
        raise UnsolvedPuzzle(Text("errors.analysis.puzzle_every_move_good"))
    return solution


def _refuse(position: Position) -> None:
    """Raise UnsolvedPuzzle for a position with nothing to find or one that cannot be solved."""
    empties = position.board.empties
    if position.is_over:
        raise UnsolvedPuzzle(Text("errors.analysis.puzzle_game_over"))
    if position.must_pass:
        raise UnsolvedPuzzle(Text("errors.analysis.puzzle_must_pass", color=position.turn.text))
    if len(position.legal_moves) == 1:
        raise UnsolvedPuzzle(Text("errors.analysis.puzzle_only_move", color=position.turn.text))
    if position.awaits_answer:
        raise UnsolvedPuzzle(Text("errors.analysis.puzzle_without_answer"))
    if empties > (_MOST_WITH_CHANCE if position.variant.answers else _MOST_EMPTIES):
        raise UnsolvedPuzzle(Text("errors.analysis.puzzle_too_many_empties", empties=empties))
