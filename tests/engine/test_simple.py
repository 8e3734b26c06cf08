"""The simple computers: they play every board and variant, and the better ones win."""

import itertools
import os
import threading
from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from outflank.engine import Analysis, Engine, Limit
from outflank.engine.simple import (
    AlphaBetaEngine,
    GreedyEngine,
    PositionalEngine,
    RandomEngine,
    budget,
)
from outflank.engine.simple.evaluation import evaluator
from outflank.rules import (
    BLACK,
    PASS,
    SIZES,
    WHITE,
    Anti,
    Board,
    Classic,
    Placement,
    Position,
    ScoreKind,
    Square,
    SquareSet,
    Variant,
    YesNo,
    variants,
)
from support.engines.engine_games import middle_games, play_out, points

IS_SOAK = "OUTFLANK_SOAK" in os.environ


@pytest.mark.parametrize("size", SIZES if IS_SOAK else (4, 6, 8, 12))
@pytest.mark.parametrize("variant", variants(), ids=str)
def test_every_engine_plays_whole_games_on_every_board(variant: Variant, size: int) -> None:
    pairs: list[tuple[Engine, Engine]] = [
        (RandomEngine(), GreedyEngine()),
        (PositionalEngine(), AlphaBetaEngine(nodes=30)),
    ]
    for black, white in pairs:
        outcome = play_out(variant.start(size), {BLACK: black, WHITE: white}, seed=size)
        assert outcome.reason.is_natural


@pytest.mark.parametrize("size", [6, 8] if IS_SOAK else [6])
def test_alphabeta_beats_positional_and_positional_beats_greedy(size: int) -> None:
    assert points(AlphaBetaEngine(nodes=150), PositionalEngine(), Classic(), size, 3) > 0.6
    assert points(PositionalEngine(), GreedyEngine(), Classic(), size, 5) > 0.6


def test_greedy_beats_random() -> None:
    assert points(GreedyEngine(), RandomEngine(), Classic(), 6, 50) > 0.5


@pytest.mark.parametrize("variant", [Anti(), YesNo()], ids=str)
def test_the_better_engine_wins_in_other_variants_too(variant: Variant) -> None:
    assert points(AlphaBetaEngine(nodes=50), RandomEngine(), variant, 6, 8) > 0.5
    assert points(PositionalEngine(), RandomEngine(), variant, 6, 12) > 0.5


def test_greedy_takes_the_most_or_leaves_the_most() -> None:
    board = Board.parse("XOO- XO-- ---- ----")
    most = GreedyEngine().choose(Position(board))
    assert most == Square.parse("d1")
    assert GreedyEngine().choose(Position(board, variant=Anti())) != most


def test_greedy_draws_lots_among_equals() -> None:
    start = Classic().start()
    assert {GreedyEngine().choose(start, seed=seed) for seed in range(40)} == set(start.legal_moves)


def test_positional_takes_a_corner_but_does_not_give_one_away() -> None:
    board = Board.parse("-XO--- ------ ------ --XO-- ------ ------")
    position = Position(board, WHITE, variant=YesNo())
    assert set(position.legal_moves) == {Square.parse("a1"), Square.parse("b4")}
    assert PositionalEngine().choose(position.hear("no")) == Square.parse("a1")
    assert PositionalEngine().choose(position.hear("yes")) == Square.parse("b4")


@pytest.mark.parametrize("make", [RandomEngine, GreedyEngine, PositionalEngine, AlphaBetaEngine])
@pytest.mark.parametrize("variant", variants(), ids=str)
def test_a_seed_repeats_an_analysis(make: type[Engine], variant: Variant) -> None:
    def found(position: Position) -> tuple[object, ...]:
        analysis = make().analyse(position, Limit(nodes=300), seed=5, candidates=3)
        return analysis.move, analysis.score, analysis.nodes, analysis.line, analysis.variations

    for position in middle_games(variant, 6, 3):
        assert found(position) == found(position)


@pytest.mark.parametrize("nodes", [1, 2, 17, 100, 400])
@pytest.mark.parametrize("variant", variants(), ids=str)
def test_a_budget_of_nodes_is_never_exceeded(variant: Variant, nodes: int) -> None:
    for candidates in (1, 99):
        for position in middle_games(variant, 8, 2):
            found = AlphaBetaEngine().analyse(
                position, Limit(nodes=nodes), candidates=candidates, seed=1
            )
            assert found.nodes <= nodes
            assert found.nodes == nodes or found.depth == position.board.empties
            assert position.is_legal(found.move or PASS)


def test_a_depth_is_searched_and_not_exceeded() -> None:
    for variant in variants():
        for position in middle_games(variant, 6, 3):
            found = AlphaBetaEngine().analyse(position, Limit(depth=2))
            assert found.depth == 2
            assert found.score is not None
            assert found.score.depth == 2


def test_a_limit_of_seconds_ends_an_endless_search(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = itertools.count()  # a tenth of a second passes from one look at the clock to the next
    monkeypatch.setattr(budget, "time", SimpleNamespace(perf_counter=lambda: next(looks) / 10))
    found = AlphaBetaEngine().analyse(Classic().start(16), Limit(seconds=2))
    assert found.depth >= 1
    assert found.seconds >= 2


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_progress_goes_deeper_and_ends_with_the_result(variant: Variant) -> None:
    heard: list[Analysis] = []
    position = next(middle_games(variant, 8, 9))
    found = AlphaBetaEngine().analyse(position, Limit(depth=3), on_progress=heard.append)
    assert [one.depth for one in heard] == [1, 2, 3]
    assert [one.nodes for one in heard] == sorted(one.nodes for one in heard)
    assert (heard[-1].move, heard[-1].score) == (found.move, found.score)


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_a_cancelled_search_returns_its_best_so_far(variant: Variant) -> None:
    cancel = threading.Event()
    position = next(middle_games(variant, 8, 9))

    def stop_at_two(found: Analysis) -> None:
        if found.depth == 2:
            cancel.set()

    found = AlphaBetaEngine().analyse(
        position, Limit(seconds=600), cancel=cancel, on_progress=stop_at_two
    )
    assert found.depth == 2
    assert position.is_legal(found.move or PASS)
    at_once = AlphaBetaEngine().analyse(position, Limit(seconds=600), cancel=cancel)
    assert (at_once.nodes, at_once.score) == (0, None)
    assert position.is_legal(at_once.move or PASS)


def test_another_thread_can_cancel() -> None:
    cancel, has_begun = threading.Event(), threading.Event()
    found: list[Analysis] = []

    def think() -> None:
        found.append(
            AlphaBetaEngine().analyse(
                Classic().start(),
                Limit(seconds=600),
                cancel=cancel,
                on_progress=lambda _: has_begun.set(),
            )
        )

    thinker = threading.Thread(target=think)
    thinker.start()
    assert has_begun.wait(60)
    cancel.set()
    thinker.join(60)
    assert found[0].move in Classic().start().legal_moves


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_candidates_are_scored_each_by_itself(variant: Variant) -> None:
    for position in middle_games(variant, 6, 4):
        everything = len(position.legal_moves)
        found = AlphaBetaEngine().analyse(position, Limit(depth=2), candidates=everything)
        alone = AlphaBetaEngine().analyse(position, Limit(depth=2))
        assert set(found.scores) == set(position.legal_moves)
        scores = [score.discs for score in found.scores.values()]
        assert scores == sorted(scores, reverse=True)
        assert alone.score is not None
        assert alone.score.discs == pytest.approx(scores[0])
        two = AlphaBetaEngine().analyse(position, Limit(depth=2), candidates=2)
        assert [score.discs for score in two.scores.values()] == pytest.approx(scores[:2])


def test_the_line_can_be_played() -> None:
    for position in middle_games(Classic(), 6, 6):
        line = AlphaBetaEngine().analyse(position, Limit(depth=4)).line
        assert line
        for move in line:
            position = position.play(move)  # noqa: PLW2901 - each move leads to the next position


def test_the_first_move_is_drawn_by_lot_among_equals() -> None:
    start = Classic().start()
    chosen = {AlphaBetaEngine(nodes=30).choose(start, seed=seed) for seed in range(40)}
    assert len(chosen) > 1


@dataclass(frozen=True, slots=True)
class Shy(Variant):
    """A variant of its own that has no oracle: a placed disc flips nothing."""

    name: str = "shy"
    title: str = "Shy Othello"

    def place(self, position: Position, square: Square) -> Placement:
        none = SquareSet(position.size)
        return Placement(position.turn, square, none, none)


def test_a_variant_with_its_own_placement_is_searched_by_that_placement() -> None:
    # Black's only two moves; after either the game goes on as `place` says, not as flips would.
    board = Board.parse("XOO- ---- ---- XO--")
    found = AlphaBetaEngine().analyse(Position(board, variant=Shy()), candidates=2)
    expected = {}
    for move in Position(board, variant=Shy()).legal_moves:
        expected[move] = -best_by_force(Position(board, variant=Shy()).play(move))
    assert {move: score.discs for move, score in found.scores.items()} == expected
    assert found.score is not None
    assert found.score.kind is ScoreKind.EXACT


def best_by_force(position: Position) -> int:
    outcome = position.outcome
    if outcome is not None:
        margin = outcome.margin(empties_to_winner=True)
        return margin if position.turn is BLACK else -margin
    return max(-best_by_force(position.play(move)) for move in position.legal_moves)


@pytest.mark.parametrize("size", [6, 8])
def test_the_evaluation_likes_moves_and_what_lasts_of_its_own_side(size: int) -> None:
    evaluate, unlike = evaluator(size), evaluator(size, fewest_wins=True)
    board = Classic().start(size).board
    moves = list(board.outflanking(BLACK))
    masks = [SquareSet.of(size, *moves[:count]).mask for count in range(len(moves) + 1)]
    for one in (evaluate, unlike):
        worth = [one(board.black, board.white, mask) for mask in masks]
        assert worth == sorted(set(worth))
    own, theirs = (board.put(color, Square(0, 0)) for color in (BLACK, WHITE))
    assert evaluate(own.black, own.white, 0) > evaluate(theirs.black, theirs.white, 0)
    assert unlike(own.black, own.white, 0) < unlike(theirs.black, theirs.white, 0)
