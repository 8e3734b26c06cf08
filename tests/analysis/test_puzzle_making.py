"""Puzzles made from games: one move wins, and the grade says how hard it is to find."""

from __future__ import annotations

from dataclasses import replace

import pytest

from outflank.analysis.puzzle_collection.making import (
    PUZZLE_EMPTIES,
    check_puzzle,
    find_puzzles,
    make_puzzle,
)
from outflank.analysis.puzzles import GRADES, Puzzle, own_puzzles, read_puzzles
from outflank.analysis.review import review_engine
from outflank.engine import open_engine
from outflank.errors import UnsolvedPuzzle
from outflank.rules import Game, Score, ScoreKind, Square, find_variant


@pytest.mark.native
def test_one_of_our_puzzles_is_found_in_a_game_that_reaches_it() -> None:
    puzzle = own_puzzles("easy")[0]
    game = Game(puzzle.position)
    while not game.is_over:
        game.push(game.position.legal_moves[0])
    with review_engine() as solver:
        found = list(find_puzzles(game, solver))
    assert found[0].position == puzzle.position
    for made in found:
        assert made.position.board.empties in PUZZLE_EMPTIES
        assert made.grade in GRADES
        assert set(made.known) == set(made.position.legal_moves)
        best, second, *_ = sorted((score.discs for score in made.known.values()), reverse=True)
        assert best > 0 >= second


def test_a_position_without_a_single_winning_move_is_not_a_puzzle() -> None:
    with open_engine("alphabeta") as solver:
        assert make_puzzle(find_variant("classic").start(4), solver) is None
        [over], _ = read_puzzles("XXXX XXXX XXXX XXXX X")
        assert make_puzzle(over.position, solver) is None
        assert make_puzzle(find_variant("yesno").start(4).hear("yes"), solver) is None


def test_a_check_refuses_wrong_scores() -> None:
    [puzzle], _ = read_puzzles("-OX- XOOX XXXX OOOO O")
    a1, d1, c4 = (Square.parse(name) for name in ("a1", "d1", "c4"))
    with open_engine("alphabeta") as solver:
        assert check_puzzle(puzzle, solver).best == (d1,)
        solution = check_puzzle(puzzle, solver)
        right = Puzzle(puzzle.position, known=dict(solution.scores))
        assert check_puzzle(right, solver).scores == solution.scores
        wrong = replace(puzzle, known={a1: Score(12, ScoreKind.EXACT)})
        with pytest.raises(UnsolvedPuzzle, match=r"a1 is worth \+2, not \+12"):
            check_puzzle(wrong, solver)
        outside = replace(puzzle, known={c4: Score(2, ScoreKind.EXACT)})
        with pytest.raises(UnsolvedPuzzle, match="c4 has a score but is not a legal move"):
            check_puzzle(outside, solver)


def test_a_check_refuses_two_best_moves() -> None:
    [puzzle], _ = read_puzzles("OOOX OOX- OXO- X--- O")
    with (
        open_engine("alphabeta") as solver,
        pytest.raises(UnsolvedPuzzle, match="c4, d3 are equally good, so it has more than one"),
    ):
        check_puzzle(puzzle, solver)
