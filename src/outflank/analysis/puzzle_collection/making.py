"""Making puzzles from games: late positions in which exactly one move keeps a win or a draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from outflank.analysis.puzzle_collection.puzzle import GRADES, Puzzle, PuzzleSolution
from outflank.analysis.puzzle_collection.searching import EngineSearch, PuzzleSearch
from outflank.analysis.puzzle_collection.theme_rules import themes_of
from outflank.analysis.puzzles import solve_puzzle
from outflank.engine import Engine
from outflank.errors import UnsolvedPuzzle
from outflank.rules import Game, Position, Score, ScoreKind, Square
from outflank.texts import Text

__all__ = [
    "PUZZLE_EMPTIES",
    "check_puzzle",
    "find_puzzles",
    "make_puzzles",
    "rating_of_effort",
    "verified",
]

PUZZLE_EMPTIES: Final = range(6, 15)  # empty squares of a puzzle
_FEWEST_MOVES: Final = 4
_LEAST_DIFFERENCE: Final = 4  # discs between the best move and the next
_LOWEST_RATING: Final = 600
_HIGHEST_RATING: Final = 2800
# The least search depth, for each grade, from which on every deeper search finds the move.
_DEPTHS: Final = dict(zip(GRADES, (1, 2, 5), strict=True))


def find_puzzles(game: Game, solver: Engine, empties: range = PUZZLE_EMPTIES) -> Iterator[Puzzle]:
    """Yield the positions of a game that are puzzles, with their grades, ratings and scores.

    >>> from outflank.engine import open_engine
    >>> game = Game(size=4)
    >>> game.push_all(["b1", "a1"])
    >>> with open_engine("alphabeta") as solver:
    ...     list(find_puzzles(game, solver))
    []
    """
    positions = [ply.parent.position for ply in game.mainline()]
    late = [position for position in positions if position.board.empties in empties]
    yield from make_puzzles(late, EngineSearch(solver))


def make_puzzles(positions: Iterable[Position], search: PuzzleSearch) -> list[Puzzle]:
    """Return those positions that are puzzles, in their order.

    In a puzzle exactly one of at least four moves wins, or if none wins, exactly one draws; and it
    is clearly better than the next.
    """
    possible = [position for position in positions if _has_choice(position)]
    hopeful = search.hopeful(possible)
    solved = zip(hopeful, search.scores(hopeful), strict=True)
    found = [(position, scores) for position, scores in solved if _has_one_solution(scores)]
    depths = _depths_needed(found, search)
    return [
        _rated(position, scores, depth)
        for (position, scores), depth in zip(found, depths, strict=True)
    ]


def _has_choice(position: Position) -> bool:
    """Return whether there are enough moves, and no oracle."""
    is_certain = not position.variant.answers and not position.is_over and not position.must_pass
    return is_certain and len(position.legal_moves) >= _FEWEST_MOVES


def _has_one_solution(scores: Mapping[Square, Score]) -> bool:
    """Return whether exactly one move keeps a win or a draw, and clearly."""
    if len(scores) < _FEWEST_MOVES:
        return False
    best, second, *_ = sorted((score.discs for score in scores.values()), reverse=True)
    is_only = best > 0 >= second or best == 0 > second
    return is_only and best - second >= _LEAST_DIFFERENCE


def _depths_needed(
    found: Sequence[tuple[Position, Mapping[Square, Score]]], search: PuzzleSearch
) -> list[int]:
    """Return for each position the least depth from which on every deeper search finds the move."""
    needed = [position.board.empties for position, _ in found]
    best = [PuzzleSolution(scores).best[0] for _, scores in found]
    waiting = list(range(len(found)))
    for depth in range(max(needed, default=0) - 1, 0, -1):
        # A position joins when the depth is less than its number of empty squares.
        asked = [place for place in waiting if found[place][0].board.empties > depth]
        moves = search.moves_at([found[place][0] for place in asked], depth)
        failed = set()
        for place, move in zip(asked, moves, strict=True):
            if move == best[place]:
                needed[place] = depth
            else:
                failed.add(place)
        waiting = [place for place in waiting if place not in failed]
    return needed


def _rated(position: Position, scores: Mapping[Square, Score], depth: int) -> Puzzle:
    """Return a puzzle with its grade, its themes and its opening rating."""
    best, second, *_ = sorted((score.discs for score in scores.values()), reverse=True)
    return Puzzle(
        position,
        grade=next(grade for grade in reversed(GRADES) if depth >= _DEPTHS[grade]),
        known={square: Score(score.discs, ScoreKind.EXACT) for square, score in scores.items()},
        themes=themes_of(position, scores),
        rating=rating_of_effort(depth, position.board.empties, best - second),
    )


def rating_of_effort(depth: int, empties: int, margin: float) -> float:
    """Return a puzzle's opening rating, on the scale of players' ratings.

    It grows with the depth from which on searches find the move and with the number of empty
    squares, and falls with the difference between the best move and the next.

    >>> rating_of_effort(depth=3, empties=10, margin=4)
    1500.0
    """
    rating = 1500 + 150 * (depth - 3) + 40 * (empties - 10) - 20 * (margin - 4)
    return float(min(max(rating, _LOWEST_RATING), _HIGHEST_RATING))


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
    return verified(puzzle, solve_puzzle(replace(puzzle, known={}), solver))


def verified(puzzle: Puzzle, solution: PuzzleSolution) -> PuzzleSolution:
    """Return the solution of a puzzle; raise UnsolvedPuzzle if it contradicts the puzzle."""
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
