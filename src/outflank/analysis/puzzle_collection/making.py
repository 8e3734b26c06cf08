"""Making puzzles from games: late positions in which exactly one move wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from outflank.analysis.puzzle_collection.puzzle import GRADES, Puzzle, PuzzleSolution
from outflank.analysis.puzzle_collection.theme_rules import themes_of
from outflank.analysis.puzzles import solve_puzzle
from outflank.engine import Engine, Limit
from outflank.errors import UnsolvedPuzzle
from outflank.rules import Game, Position, Square
from outflank.texts import Text

__all__ = [
    "PUZZLE_EMPTIES",
    "check_puzzle",
    "depth_needed",
    "find_puzzles",
    "grade_of_depth",
    "make_puzzle",
    "rated",
    "rating_of_effort",
]

PUZZLE_EMPTIES: Final = range(6, 15)  # empty squares of a puzzle
_FEWEST_MOVES: Final = 4
_LEAST_DIFFERENCE: Final = 4  # discs between the best move and the next
_LOWEST_RATING: Final = 600
_HIGHEST_RATING: Final = 2800
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
    return rated(Puzzle(position, known=dict(solution.scores)), solver)


def rated(puzzle: Puzzle, searcher: Engine) -> Puzzle:
    """Return a solved puzzle with its grade, its themes and its opening rating."""
    solution = PuzzleSolution(puzzle.known)
    depth = depth_needed(puzzle.position, solution.best[0], searcher)
    return replace(
        puzzle,
        grade=grade_of_depth(depth),
        themes=themes_of(puzzle.position, puzzle.known),
        rating=rating_of_effort(depth, puzzle.position.board.empties, _margin(solution)),
    )


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


def depth_needed(position: Position, best: Square, searcher: Engine) -> int:
    """Return the least depth from which on every deeper search finds the best move."""
    needed = position.board.empties
    for depth in range(position.board.empties - 1, 0, -1):
        searcher.new_game()  # forget the deeper searches
        if searcher.analyse(position, Limit(depth=depth, confidence=73), seed=1).move != best:
            break
        needed = depth
    return needed


def grade_of_depth(depth: int) -> str:
    """Return how hard a move is that searches find from this depth on.

    >>> grade_of_depth(1), grade_of_depth(3), grade_of_depth(9)
    ('easy', 'medium', 'hard')
    """
    return next(grade for grade in reversed(GRADES) if depth >= _DEPTHS[grade])


def rating_of_effort(depth: int, empties: int, margin: float) -> float:
    """Return a puzzle's opening rating, on the scale of players' ratings.

    It grows with the depth from which on searches find the move and with the number of empty
    squares, and falls with the difference between the best move and the next.

    >>> rating_of_effort(depth=3, empties=10, margin=4)
    1500.0
    """
    rating = 1500 + 150 * (depth - 3) + 40 * (empties - 10) - 20 * (margin - 4)
    return float(min(max(rating, _LOWEST_RATING), _HIGHEST_RATING))


def _has_one_winner(solution: PuzzleSolution) -> bool:
    """Return whether exactly one move wins, and clearly."""
    best, second, *_ = sorted((score.discs for score in solution.scores.values()), reverse=True)
    return best > 0 >= second and best - second >= _LEAST_DIFFERENCE


def _margin(solution: PuzzleSolution) -> float:
    """Return by how many discs the best move is better than the best wrong one."""
    return min(loss for square in solution.scores if (loss := solution.loss(square)) > 0)
