"""Reviews: what each move lost, the worst move of each side, and the sentences about it."""

from __future__ import annotations

import random
import threading
from dataclasses import replace

import pytest

from outflank.analysis.review import GameReview, ReviewedMove, review, review_engine
from outflank.analysis.sentences import describe_review
from outflank.engine import Analysis, Engine, Limit, Task, open_engine
from outflank.errors import EngineError
from outflank.rules import (
    BLACK,
    PASS,
    WHITE,
    Answer,
    Board,
    Color,
    Game,
    Move,
    Position,
    Score,
    ScoreKind,
    Square,
)

SOLVED = Limit(depth=16)


def random_game(variant: str, size: int, seed: int, plies: int = 1000) -> Game:
    """Return a game of random moves, to its end or for a number of plies."""
    dice = random.Random(seed)
    game = Game(variant=variant, size=size)
    while not game.is_over and game.ply_count < plies:
        if game.position.awaits_answer:
            game.hear(dice.choice([answer.value for answer in Answer]))
        game.push(dice.choice(list(game.position.legal_moves)))
    return game


def late_game() -> Game:
    """Return a game that consists of the last ten plies of a random one on 6x6."""
    whole = random_game("classic", 6, 1)
    game = Game(whole.plies[-11].position)
    game.push_all(whole.moves[-10:])
    return game


def value_by_brute_force(position: Position) -> float:
    """Return the value of a position for the side to move, by trying every game."""
    outcome = position.outcome
    if outcome is not None:
        margin = outcome.margin(empties_to_winner=True)
        margin = margin if position.turn is BLACK else -margin
        return -margin if position.variant.fewest_wins else margin
    return max(-value_by_brute_force(position.play(move)) for move in position.legal_moves)


def reviewed(number: int, color: Color, loss: float, kind: ScoreKind) -> ReviewedMove:
    best = Score(2.0, kind)
    move, better = Square.parse("g7"), Square.parse("b3")
    return ReviewedMove(number, color, move, None, Score(2.0 - loss, kind), best, better, (better,))


@pytest.mark.parametrize("variant", ["classic", "anti"])
def test_losses_near_the_end_equal_those_from_trying_every_game(variant: str) -> None:
    whole = random_game(variant, 6, 3)
    game = Game(next(ply.position for ply in whole.plies if ply.position.board.empties == 7))
    while not game.is_over:
        game.push(list(game.position.legal_moves)[-1])
    with open_engine("alphabeta") as engine:
        found = review(game, engine, SOLVED)
    assert found.is_complete
    for one, (position, ply) in zip(found.moves, game.replay(), strict=True):
        expected = value_by_brute_force(position) + value_by_brute_force(ply.position)
        assert (one.move, one.loss) == (ply.move, expected)
        if isinstance(one.better, Square):
            assert value_by_brute_force(position) == -value_by_brute_force(
                position.play(one.better)
            )


@pytest.mark.native
@pytest.mark.parametrize(
    ("variant", "size"),
    [("classic", 4), ("classic", 8), ("classic", 10), ("anti", 6), ("yesno", 6), ("yesno", 8)],
)
def test_whole_games_of_every_variant_and_unfinished_ones_are_reviewed(
    variant: str, size: int
) -> None:
    for plies in (1000, size):
        game = random_game(variant, size, 5, plies)
        with review_engine() as engine:
            found = review(game, engine, Limit(nodes=2000), exact=8)
        assert [one.number for one in found.moves] == list(range(1, game.ply_count + 1))
        assert [one.move for one in found.moves] == game.moves
        assert [one.color for one in found.moves] == [ply.color for ply in game.plies]
        assert [one.answer for one in found.moves] == [ply.answer for ply in game.plies]
        assert all(one.loss == 0 for one in found.moves if one.move is PASS)
        for one, (position, _) in zip(found.moves, game.replay(), strict=True):
            assert position.is_legal(one.better)
            assert one.line[0] == one.better
            assert one.loss == 0 or one.better != one.move


@pytest.mark.native
def test_in_yes_no_othello_losses_are_averages_and_findings_compare_chances() -> None:
    game = random_game("yesno", 6, 3)
    with review_engine() as engine:
        found = review(game, engine, Limit(depth=4), exact=0)
        assert found.mistakes
        for one, (position, _) in zip(found.moves, game.replay(), strict=True):
            if one not in found.mistakes:
                continue
            assert one.best_score.kind in (ScoreKind.EXPECTED, ScoreKind.EXACT)
            asked = engine.analyse(position, Limit(depth=4), candidates=30)
            chances = {each.move: each.win_chance for each in asked.variations}
            for finding in one.findings:
                now, instead = chances[one.move], chances[one.better]
                assert finding.code == "fewer_wins"
                assert now is not None
                assert instead is not None
                assert finding.parameters["count"] == pytest.approx(100 * now, abs=3)
                assert finding.parameters["instead"] == pytest.approx(100 * instead, abs=3)


@pytest.mark.native
def test_the_endgame_is_solved_by_default() -> None:
    game = late_game()
    with review_engine() as engine:
        found = review(game, engine)
    assert {one.score.kind for one in found.moves} == {ScoreKind.EXACT}
    outcome = game.outcome
    assert outcome is not None
    assert found.values[game.ply_count].discs == outcome.margin(empties_to_winner=True)


def test_a_pass_at_the_end_of_an_unfinished_game_has_a_value() -> None:
    board = "OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOX OOOOOOX- OOOOOX--"
    game = Game(Position(Board.parse(board), BLACK))
    assert game.position.must_pass
    game.push(PASS)
    with open_engine("alphabeta") as engine:
        [one] = review(game, engine, SOLVED).moves
    assert (one.move, one.loss, one.score.discs) == (PASS, 0, value_by_brute_force(game.start))


def test_a_review_reports_its_progress_from_the_end_and_can_be_cancelled() -> None:
    game = late_game()
    cancel = threading.Event()
    seen: list[GameReview] = []

    def watch(known: GameReview) -> None:
        seen.append(known)
        if len(known.moves) == 3:
            cancel.set()

    with open_engine("alphabeta") as engine:
        found = review(game, engine, SOLVED, cancel=cancel, on_progress=watch)
    assert [len(one.moves) for one in seen] == [1, 2, 3]
    assert found == seen[-1]
    assert not found.is_complete
    assert found.moves[-1].number == found.total == game.ply_count


class OneMoveEngine(Engine):
    """Scores the first move only, as zero."""

    name = "one move"

    def think(self, task: Task) -> Analysis:
        first: Move = task.position.legal_moves[0]
        return Analysis.of(first, Score(0.0), line=(first,))


def test_a_move_that_the_engine_did_not_score_is_scored_by_the_position_after_it() -> None:
    game = Game()
    game.push_all(["f5", "d6"])
    found = review(game, OneMoveEngine())
    assert [one.loss for one in found.moves] == [0, 0]
    assert [one.value.discs for one in found.moves] == [0, 0]


def test_an_engine_without_scores_is_refused_in_one_sentence() -> None:
    game = Game()
    game.push("f5")
    with open_engine("random") as engine, pytest.raises(EngineError, match="gives moves no scores"):
        review(game, engine)


def test_a_game_without_moves_has_an_empty_review() -> None:
    found = review(Game(), OneMoveEngine())
    assert (found.is_complete, found.moves, found.worst(BLACK)) == (True, (), None)
    assert describe_review(found) == ["There are no moves to review."]


def test_the_worst_move_of_each_side_is_described_with_the_better_one() -> None:
    moves = (
        reviewed(1, BLACK, 0.2, ScoreKind.HEURISTIC),
        reviewed(2, WHITE, 0.4, ScoreKind.HEURISTIC),
        reviewed(23, BLACK, 8.3, ScoreKind.HEURISTIC),
    )
    assert describe_review(GameReview(3, moves)) == [
        "Black's worst move was 23. g7: it cost about 8 discs; b3 was better.",
        "No single move of White cost a whole disc.",
    ]
    exact = GameReview(1, (reviewed(60, WHITE, 1, ScoreKind.EXACT),))
    assert describe_review(exact, {BLACK: "YES", WHITE: "NO"}.__getitem__) == [
        "YES made no move.",
        "NO's worst move was 60. g7: it cost 1 disc; b3 was better.",
    ]
    chance = GameReview(1, (reviewed(8, BLACK, 3.6, ScoreKind.EXPECTED),))
    assert "it cost about 4 discs on average;" in describe_review(chance)[0]


def test_losses_add_up_by_side() -> None:
    moves = (
        reviewed(1, BLACK, 2, ScoreKind.EXACT),
        reviewed(2, WHITE, 4, ScoreKind.EXACT),
        reviewed(3, BLACK, 6, ScoreKind.EXACT),
    )
    found = GameReview(3, moves)
    assert [found.total_loss(color) for color in Color] == [8, 4]
    assert found.worst(BLACK) == moves[2]
    assert {number: value.discs for number, value in found.values.items()} == {1: 0, 2: 2, 3: -4}


def test_passes_do_not_lower_the_average_loss() -> None:
    lost = reviewed(1, BLACK, 4.0, ScoreKind.EXACT)
    passed = replace(reviewed(2, BLACK, 0.0, ScoreKind.EXACT), move=PASS)
    found = GameReview(3, (lost, passed, reviewed(3, BLACK, 2.0, ScoreKind.EXACT)))
    assert (found.total_loss(BLACK), found.average_loss(BLACK)) == (6.0, 3.0)
