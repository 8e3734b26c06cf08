"""Making puzzles from games: late positions in which exactly one move wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from outflank.analysis.puzzles import GRADES, Puzzle, PuzzleSolution, solve_puzzle
from outflank.engine import Engine, Limit
from outflank.errors import UnsolvedPuzzle
from outflank.rules import Game, Position, Square
from outflank.texts import Text

__all__ = ["PUZZLE_EMPTIES", "check_puzzle", "find_puzzles", "grade_of", "make_puzzle"]

PUZZLE_EMPTIES: Final = range(6, 15)  # empty squares of a puzzle
_FEWEST_MOVES: Final = 4
_LEAST_DIFFERENCE: Final = 4  # discs between the best move and the next
# The least search depth, for each grade, from which on every deeper search finds the move.
_DEPTHS: Final = dict(zip(GRADES, (1, 2, 5), strict=True))


def find_puzzles(game: Game, solver: Engine, empties: range = PUZZLE_EMPTIES) -> Iterator[Puzzle]:
    """Yield the positions of a game that are puzzles, with their grades and scores.

    >>> from outflank.engine import open_engine
    >>> game = Game(size=4)
    >>> game.push_all(["b1", "a1"])
    >>> with open_engine("alphabeta") as solver:
    ...     list(find_puzzles(game, solver))
    []
    """
    for ply in game.mainline():
        position = ply.parent.position
        if position.board.empties in empties:
            puzzle = make_puzzle(position, solver)
            if puzzle is not None:
                yield puzzle


def make_puzzle(position: Position, solver: Engine) -> Puzzle | None:
    """Return a position as a puzzle with its grade and scores, or None if it is not a puzzle."""
    if position.variant.answers or position.is_over or position.must_pass:
        return None
    if len(position.legal_moves) < _FEWEST_MOVES:
        return None
    try:
        solution = solve_puzzle(Puzzle(position), solver)
    except UnsolvedPuzzle:
        return None
    if not _has_one_winner(solution):
        return None
    puzzle = Puzzle(position, known=dict(solution.scores))
    return replace(puzzle, grade=grade_of(position, solution.best[0], solver))


def check_puzzle(puzzle: Puzzle, solver: Engine) -> PuzzleSolution:
    """Solve a puzzle and return its solution; raise UnsolvedPuzzle if something is wrong with it.

    It must have one solution only, and the scores that came with it must be right.

    >>> from outflank.analysis.puzzles import read_puzzles
    >>> from outflank.engine import open_engine
    >>> [puzzle], _ = read_puzzles("-OX- XOOX XXXX OOOO O")
    >>> with open_engine("alphabeta") as solver:
    ...     print(*check_puzzle(puzzle, solver).best)
    d1
    """
    solution = solve_puzzle(replace(puzzle, known={}), solver)
    if len(solution.best) > 1:
        moves = ", ".join(sorted(map(str, solution.best)))
        raise UnsolvedPuzzle(Text("errors.analysis.puzzle_several_solutions", moves=moves))
    for square, score in puzzle.known.items():
        right = solution.scores.get(square)
        if right is None:
            raise UnsolvedPuzzle(Text("errors.analysis.score_of_illegal_move", square=square))
        if right.discs != score.discs:
            raise UnsolvedPuzzle(
                Text(
                    "errors.analysis.wrong_puzzle_score",
                    square=square,
                    right=f"{right.discs:+g}",
                    given=f"{score.discs:+g}",
                )
            )
    return solution


def grade_of(position: Position, best: Square, searcher: Engine) -> str:
    """Return how hard a move is to find, by the least depth from which on all searches find it."""
    needed = position.board.empties
    for depth in range(position.board.empties - 1, 0, -1):
        searcher.new_game()  # forget the deeper searches
        if searcher.analyse(position, Limit(depth=depth, confidence=73), seed=1).move != best:
            break
        needed = depth
    return next(grade for grade in reversed(GRADES) if needed >= _DEPTHS[grade])


def _has_one_winner(solution: PuzzleSolution) -> bool:
    """Return whether exactly one move wins, and clearly."""
    best, second, *_ = sorted((score.discs for score in solution.scores.values()), reverse=True)
    return best > 0 >= second and best - second >= _LEAST_DIFFERENCE
