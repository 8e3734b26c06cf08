"""The puzzles that come with the package: many, broad, and right, as another program finds too."""

from __future__ import annotations

import itertools
import os
from collections import Counter
from importlib.resources import files
from random import Random

import pytest

from outflank.analysis import THEMES
from outflank.analysis.puzzles import GRADES, Puzzle, own_puzzles
from outflank.engine import solve
from outflank.rules import Position
from support.edge_board_solver import EdgeBoardSolver

OWN = own_puzzles()
SOAK = "OUTFLANK_SOAK" in os.environ
DICE = Random(20)


def drawn(most_empties: int, count: int) -> list[Puzzle]:
    """Draw puzzles of the file that comes with the package, each as likely as the others."""
    places = DICE.sample(range(len(OWN)), len(OWN))
    puzzles = (OWN[place] for place in places)
    return list(
        itertools.islice(
            (each for each in puzzles if each.position.board.empties <= most_empties), count
        )
    )


def test_our_own_set_is_large_and_sorted_and_has_no_two_symmetric_positions() -> None:
    puzzles = list(OWN)
    assert len(puzzles) >= 20_000
    assert [each.number for each in puzzles] == list(range(1, len(puzzles) + 1))
    grades = [GRADES.index(each.grade) for each in puzzles]
    assert grades == sorted(grades)
    assert min(Counter(grades).values()) >= 2_000
    assert len({each.position.canonical() for each in puzzles}) == len(puzzles)
    assert len(own_puzzles("medium")) == grades.count(GRADES.index("medium"))
    assert own_puzzles("medium")[0] == puzzles[grades.index(GRADES.index("medium"))]


def test_our_own_set_is_broad() -> None:
    for lowest in range(600, 2600, 200):
        assert len(OWN.chosen(lowest=lowest, highest=lowest + 199)) >= 200
    assert all(len(OWN.chosen(theme=theme)) >= 100 for theme in THEMES)
    assert len(OWN.chosen(theme="draw")) < len(OWN) / 4


def test_our_own_set_is_a_small_file() -> None:
    file = files("outflank.analysis").joinpath("data", "own.puzzles")
    assert len(file.read_bytes()) <= 700_000


@pytest.mark.parametrize(
    ("position", "grade"),
    [
        ("XOOOOOOOXOOXXXO--OXXXOXX-OXXOXXX-OXXXOXXOOOXXXXX-OXOOOXOO-XXXXXX X", "easy"),
        ("O-XXXX-OOOOOXXXXOOOOOOXOOOOXOOXOOOOOXXOO-OOXXXOOOXOOXO--OXOOOOO- X", "medium"),
        ("XXOOOOOXXOOOOOOXXXXXXXOXXXOOXXXX-XXXXOXXO-XXXXOX--XXXOOO--XXO-OO O", "hard"),
    ],
)
def test_puzzles_that_people_know_stay(position: str, grade: str) -> None:
    known = OWN.find(Puzzle(Position.parse(position)).id)
    assert known is not None
    assert known.grade == grade


def test_exactly_one_move_of_each_puzzle_of_our_own_is_right() -> None:
    for puzzle in OWN:
        assert len(puzzle.known) == len(puzzle.position.legal_moves) >= 4
        best, second, *_ = sorted((score.discs for score in puzzle.known.values()), reverse=True)
        assert best > 0 >= second or best == 0 > second
        assert best - second >= 4


@pytest.mark.native
def test_the_solver_agrees_with_the_scores_of_our_own_set() -> None:
    puzzles = OWN if SOAK else drawn(most_empties=14, count=400)
    solved = solve([puzzle.position for puzzle in puzzles], candidates=64)
    for puzzle, found in zip(puzzles, solved, strict=True):
        known = {move: score.discs for move, score in puzzle.known.items()}
        assert {move: score.discs for move, score in found.scores.items()} == known


def test_another_program_finds_the_same_scores_and_one_solution() -> None:
    puzzles = drawn(most_empties=11, count=1_000) if SOAK else drawn(most_empties=9, count=60)
    for puzzle in puzzles:
        cells, turn = str(puzzle.position).split()
        solver = EdgeBoardSolver(cells, turn)
        assert sorted(solver.moves) == sorted(map(str, puzzle.known))
        for move, score in puzzle.known.items():
            assert solver.is_worth(str(move), int(score.discs)), (puzzle.id, move)


def test_the_other_program_notices_wrong_scores() -> None:
    [puzzle] = drawn(most_empties=7, count=1)
    cells, turn = str(puzzle.position).split()
    solver = EdgeBoardSolver(cells, turn)
    for move, score in puzzle.known.items():
        wrong = [int(score.discs) + off for off in (-4, -2, -1, 1, 2, 4)]
        assert not any(solver.is_worth(str(move), discs) for discs in wrong)
