"""Puzzles made from games: one move wins, and the grade says how hard it is to find."""

from __future__ import annotations

from dataclasses import replace

import pytest

from outflank.analysis.puzzle_collection.making import (
    PUZZLE_EMPTIES,
    check_puzzle,
    find_puzzles,
    make_puzzles,
    rating_of_effort,
)
from outflank.analysis.puzzle_collection.many_puzzles import (
    GamesPart,
    PlayedPart,
    puzzle_from_dict,
    puzzle_to_dict,
    work_through,
)
from outflank.analysis.puzzle_collection.own_games import ENDINGS, played_positions
from outflank.analysis.puzzle_collection.searching import BatchSearch, EngineSearch
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
        assert best > 0 >= second or best == 0 > second


def test_a_position_without_a_single_winning_move_is_not_a_puzzle() -> None:
    [over], _ = read_puzzles("XXXX XXXX XXXX XXXX X")
    positions = [
        find_variant("classic").start(4),
        over.position,
        find_variant("yesno").start(4).hear("yes"),
    ]
    with open_engine("alphabeta") as solver:
        assert make_puzzles(positions, EngineSearch(solver)) == []
    assert make_puzzles(positions, BatchSearch()) == []
    assert make_puzzles([], BatchSearch()) == []


@pytest.mark.native
def test_an_engine_and_a_batch_find_the_same_puzzles() -> None:
    known = own_puzzles()[:: len(own_puzzles()) // 20]
    positions = [puzzle.position for puzzle in known if puzzle.position.board.empties <= 12]
    with review_engine() as engine:
        one_by_one = make_puzzles(positions, EngineSearch(engine))
    together = make_puzzles(positions, BatchSearch())
    assert [puzzle.position for puzzle in together] == positions
    assert [(each.position, each.known, each.themes) for each in one_by_one] == [
        (each.position, each.known, each.themes) for each in together
    ]


def test_a_rating_grows_with_the_effort_and_stays_within_limits() -> None:
    assert rating_of_effort(depth=3, empties=10, margin=4) == 1500
    assert rating_of_effort(depth=5, empties=12, margin=10) == 1500 + 300 + 80 - 120
    assert rating_of_effort(depth=1, empties=6, margin=40) == 600
    assert rating_of_effort(depth=14, empties=14, margin=4) == 2800


@pytest.mark.native
def test_games_of_our_own_depend_only_on_the_seed_and_their_number() -> None:
    late = range(8, 12)
    games = played_positions(3, range(8), late)
    assert len(games) % ENDINGS == 0
    assert games == played_positions(3, range(4), late) + played_positions(3, range(4, 8), late)
    assert games != played_positions(4, range(8), late)
    assert all(position.board.empties in late for game in games for position in game)


@pytest.mark.native
def test_the_puzzles_of_a_part_are_the_same_whoever_works() -> None:
    parts = [PlayedPart(number, seed=2, empties=range(6, 10), openings=6) for number in range(3)]
    alone = list(work_through(iter(parts), (), 1))
    assert [part for part, _ in alone] == parts
    assert list(work_through(iter(parts), (), 2)) == alone
    rest = list(work_through(iter(parts), {parts[0].name, parts[2].name}, 1))
    assert rest == [(parts[0], None), alone[1], (parts[2], None)]
    for puzzle in (each for _, found in alone for each in found or ()):
        assert puzzle_from_dict(puzzle_to_dict(puzzle)) == puzzle


@pytest.mark.native
def test_a_game_gives_at_most_two_puzzles() -> None:
    positions = tuple(puzzle.position for puzzle in own_puzzles()[:5])
    found = GamesPart(0, (positions, positions[:1])).puzzles()
    ratings = sorted(own_puzzles()[place].rating for place in range(5))
    assert len(found) <= 3
    assert max(puzzle.rating for puzzle in found) == ratings[-1]


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
