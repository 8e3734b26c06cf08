"""The native engine: its moves are legal and its answers right, whatever the search is like."""

from __future__ import annotations

import os

import pytest

from outflank.engine import Analysis, Limit
from outflank.engine.native import NativeEngine
from outflank.engine.simple import AlphaBetaEngine
from outflank.native.search import Search
from outflank.rules import (
    BLACK,
    PASS,
    SIZES,
    WHITE,
    Anti,
    Board,
    Classic,
    Odds,
    Position,
    Score,
    ScoreKind,
    Square,
    Variant,
    WinDrawLoss,
    YesNo,
)
from support.native_thinker import OPEN, START, endgames, random_positions

pytestmark = pytest.mark.native


POSITIONS = 100_000 if "OUTFLANK_SOAK" in os.environ else 280  # ten of each kind

# The first selective solve of this position takes more than two million nodes.
CLOSE = "--OOOO---XXXXO---XXOXXO-XXOXXXX-XXXOOXX-OOXOOO----OXOO-------O--"

# Moves


def test_the_middle_game_is_searched_deeper_before_a_solve_that_may_not_be_finished() -> None:
    position = Position(Board.parse(CLOSE), BLACK)
    assert position.board.empties == 24
    with NativeEngine(hash_mb=16) as engine:
        found = engine.analyse(position, Limit(nodes=250_000))
    assert found.score is not None
    assert found.score.depth in (16, 17, 18)


def test_its_moves_are_legal_and_its_lines_can_be_played(thinker: NativeEngine) -> None:
    asked = 0
    for position in random_positions(POSITIONS):
        moves = position.legal_moves
        found = thinker.analyse(position, Limit(nodes=300), candidates=1 + asked % 3)
        asked += 1
        if position.awaits_answer:
            assert found.move is None
            assert found.score is not None
            continue
        assert found.move in moves
        named = list(found.scores)
        assert named[0] == found.move
        assert set(named) <= set(moves)
        assert len(set(named)) == len(named)
        for variation in found.variations:
            assert variation.line[:1] == (variation.move,)
            assert follows_the_rules(position, variation.line)
    assert asked > POSITIONS * 0.9


def follows_the_rules(position: Position, line: tuple[object, ...]) -> bool:
    """Play a line; where answers are heard on the way only its first move can be judged."""
    for move in line[:1] if position.variant.answers else line:
        assert isinstance(move, Square) or move is PASS
        position = position.play(move)
    return True


# Right answers


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("variant", [Classic(), Anti()], ids=str)
def test_every_move_of_an_endgame_has_the_score_that_python_finds(
    thinker: NativeEngine, variant: Variant, size: int
) -> None:
    slow = AlphaBetaEngine()
    for position in endgames(variant, size, 6, 5):
        every = len(position.legal_moves)
        found = thinker.solve(position, candidates=every)
        truth = slow.analyse(position, Limit(depth=20), candidates=every)
        assert {move: score.discs for move, score in found.scores.items()} == {
            move: score.discs for move, score in truth.scores.items()
        }
        assert {score.kind for score in found.scores.values()} == {ScoreKind.EXACT}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("variant", [Classic(), Anti()], ids=str)
def test_who_wins_agrees_with_the_exact_result(
    thinker: NativeEngine, variant: Variant, size: int
) -> None:
    for position in endgames(variant, size, 8, 5):
        exact = thinker.solve(position).score
        proven = thinker.solve(position, "outcome")
        assert exact is not None
        assert proven.score is None
        assert proven.result is WinDrawLoss.of(exact.discs)


@pytest.mark.parametrize("size", [4, 6, 10])
def test_expected_scores_at_the_end_equal_those_that_python_finds(
    thinker: NativeEngine, size: int
) -> None:
    slow = AlphaBetaEngine()
    odds = Odds({"yes": 0.5, "no": 0.5})  # nothing rare, which the slow engine leaves out
    for position in endgames(YesNo(answers=odds), size, 3, 6):
        every = len(position.legal_moves)
        found = thinker.solve(position, candidates=every)
        truth = slow.analyse(position, Limit(depth=20), candidates=every)
        scores = found.scores
        assert len(scores) == every
        for move, score in truth.scores.items():
            assert scores[move].discs == pytest.approx(score.discs, abs=0.05)
        assert found.win_chance is not None
        assert 0 <= found.win_chance <= 1


def test_the_smallest_board_is_lost_by_eight_and_two_empty_squares(thinker: NativeEngine) -> None:
    found = thinker.solve(Classic().start(4))
    assert found.score == Score(-10, ScoreKind.EXACT, found.score.depth if found.score else None)
    position = Classic().start(4)
    for move in found.line:
        position = position.play(move)
    outcome = position.outcome
    assert outcome is not None
    assert outcome.margin(empties_to_winner=True) == -10


def test_a_side_that_must_pass_is_solved_through_the_pass(thinker: NativeEngine) -> None:
    position = Position(Board.parse("XXXX XXXX XXXO XX--"), WHITE)
    assert position.must_pass
    found = thinker.solve(position)
    assert found.move is PASS
    assert found.line[0] is PASS
    after = thinker.solve(position.play(PASS))
    assert after.score is not None
    assert found.score == -after.score
    told: list[Analysis] = []
    thinker.solve(position, on_progress=told.append)
    assert [one.move for one in told] == [PASS] * len(told)
    assert told[-1].score == found.score


def test_before_the_answer_there_is_an_expectation_and_no_move(thinker: NativeEngine) -> None:
    found = thinker.analyse(YesNo().start(), Limit(depth=2))
    assert found.move is None
    assert found.line == ()
    assert found.score is not None
    assert found.score.kind is ScoreKind.EXPECTED
    assert found.win_chance is not None
    assert 0 < found.win_chance < 1


def test_several_lines_come_best_first(thinker: NativeEngine) -> None:
    position = endgames(Classic(), 8, 20, 1)[0]
    found = thinker.analyse(position, Limit(depth=4), candidates=3)
    scores = [score.discs for score in found.scores.values()]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)
    assert (found.move, found.line) == (found.variations[0].move, found.variations[0].line)


@pytest.mark.parametrize("size", [6, 8, 10])
def test_moves_that_mirror_each_other_have_one_score(thinker: NativeEngine, size: int) -> None:
    start = Classic().start(size)
    found = thinker.analyse(start, Limit(nodes=30_000), candidates=4)
    assert {one.move for one in found.variations} == set(start.legal_moves)
    assert len({one.score for one in found.variations}) == 1
    for one in found.variations:
        position = start
        for move in one.line:
            assert position.is_legal(move)
            position = position.play(move)


def test_more_lines_than_moves_are_all_the_moves(thinker: NativeEngine) -> None:
    assert len(thinker.analyse(START, Limit(depth=3), candidates=99).variations) == 4


def test_the_side_to_move_is_the_side_that_wins() -> None:
    # White to move takes everything; seen from black the same board is lost.
    board = Board.parse("-XXO ---- ---- ----")
    with NativeEngine(hash_mb=1) as thinker:
        found = thinker.solve(Position(board, WHITE))
        assert found.score is not None
        assert found.score.discs == 16
        anti = thinker.solve(Position(board, WHITE, variant=Anti())).score
        assert anti is not None
        assert anti.discs == -16
    assert Position(board, BLACK).is_over or Position(board).must_pass


def test_a_list_of_moves_is_of_one_round() -> None:
    with NativeEngine(hash_mb=1) as engine:
        for nodes in (300, 3000, 30000):
            found = engine.analyse(OPEN, Limit(nodes=nodes), candidates=64)
            assert len({score.depth for score in found.scores.values()}) == 1
            discs = [score.discs for score in found.scores.values()]
            assert discs == sorted(discs, reverse=True)


@pytest.mark.parametrize(("wanted", "found"), [(None, 100), (100, 100), (97, 95), (73, 73)])
def test_a_confidence_is_enough(thinker: NativeEngine, wanted: int | None, found: int) -> None:
    thinker.forget()
    score = thinker.analyse(OPEN, Limit(depth=9, confidence=wanted)).score
    assert score is not None
    assert (score.depth, score.confidence) == (9, found)


def test_searches_below_a_least_confidence_are_left_out() -> None:
    search = Search(threads=1, hash_bytes=1 << 20)
    search.start(OPEN, Limit(depth=10, confidence=98), least_confidence=98)
    while not search.wait(1.0):
        pass
    scores = [report.score for report in search.reports() if report.score is not None]
    selective = [(score.depth, score.confidence) for score in scores[8:]]
    assert list(dict.fromkeys(selective)) == [(9, 98), (10, 98)]


@pytest.mark.parametrize("empties", [13, 16])
def test_a_selective_solve_is_enough_where_so_much_is_asked_for(
    thinker: NativeEngine, empties: int
) -> None:
    [position] = endgames(Classic(), 8, empties, 1)
    thinker.forget()
    score = thinker.analyse(position, Limit(depth=empties, confidence=73)).score
    assert score is not None
    assert (score.kind, score.depth, score.confidence) == (ScoreKind.HEURISTIC, empties, 73)
    assert thinker.analyse(position, Limit(depth=empties)).score == thinker.solve(position).score
