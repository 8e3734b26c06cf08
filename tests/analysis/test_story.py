"""The story of a side: where it let a win, a lead or a draw slip, in one true sentence."""

from __future__ import annotations

import random

import pytest

from outflank.analysis.many_games import ReviewSettings, review_game
from outflank.analysis.review import GameReview, ReviewedMove
from outflank.analysis.story import describe_story, losing_side, story_of
from outflank.engine import Limit
from outflank.engine.native import NativeEngine
from outflank.rules import BLACK, WHITE, Classic, Color, Score, ScoreKind, Square
from support.strategies import random_game

EXACT, ESTIMATE = ScoreKind.EXACT, ScoreKind.HEURISTIC
G7, B3 = Square.parse("g7"), Square.parse("b3")


def moved(
    number: int, color: Color, best: float, now: float, kind: ScoreKind = EXACT
) -> ReviewedMove:
    better = G7 if best == now else B3
    return ReviewedMove(number, color, G7, None, Score(now, kind), Score(best, kind), better)


def story_sentence(*moves: ReviewedMove, color: Color = BLACK, to_player: bool = False) -> str:
    return describe_story(GameReview(len(moves), moves), color, to_player=to_player)


def test_the_story_says_where_a_side_let_a_win_slip() -> None:
    moves = (
        moved(21, BLACK, 8, 4),
        moved(23, BLACK, 6, -4),
        moved(24, WHITE, 4, 4),
        moved(25, BLACK, -4, -30),
    )
    assert story_sentence(*moves) == "Black was winning until 23. g7; b3 kept the win."
    assert (
        story_sentence(*moves, to_player=True) == "You were winning until 23. g7; b3 kept the win."
    )
    assert story_sentence(*moves, color=WHITE) == "White made no mistake."


def test_the_last_slip_counts() -> None:
    moves = (
        moved(1, BLACK, 6, -2),
        moved(2, WHITE, 2, -4),
        moved(3, BLACK, 4, 0),
        moved(5, BLACK, 0, -6),
    )
    assert story_sentence(*moves) == "Black was winning until 3. g7; b3 kept the win."
    assert story_sentence(*moves[3:]) == "Black had a draw until 5. g7; b3 kept it."


def test_an_estimated_lead_is_not_called_a_win() -> None:
    lost = moved(23, BLACK, 6, -4, ESTIMATE)
    assert story_sentence(lost) == "Black was ahead until 23. g7; b3 kept the lead."
    even = moved(23, BLACK, 0.4, -5, ESTIMATE)
    assert story_sentence(even) == "The game was even until Black's 23. g7; b3 kept it even."
    assert (
        story_sentence(even, to_player=True)
        == "The game was even until your 23. g7; b3 kept it even."
    )


def test_for_a_winner_or_a_side_never_ahead_the_story_is_the_costliest_move() -> None:
    ahead = (moved(1, BLACK, 20, 16), moved(3, BLACK, 20, 10), moved(5, BLACK, 10, 10))
    assert story_sentence(*ahead) == (
        "Black's costliest move was 3. g7: it lost 10 discs, and b3 was better."
    )
    behind = moved(9, BLACK, -4, -9, ESTIMATE)
    assert story_sentence(behind, to_player=True) == (
        "Your costliest move was 9. g7: it lost about 5 discs, and b3 was better."
    )


def test_the_losing_side_is_the_one_that_is_behind_at_the_end() -> None:
    assert losing_side(GameReview(1, (moved(60, WHITE, 4, 4),))) is BLACK
    assert losing_side(GameReview(1, (moved(60, WHITE, -4, -4),))) is WHITE
    drawn = (moved(59, BLACK, 0, 0), moved(60, WHITE, 4, 0))
    assert losing_side(GameReview(2, drawn)) is WHITE


@pytest.mark.native
def test_a_solver_confirms_the_stories_of_games() -> None:
    settings = ReviewSettings(Limit(depth=3), exact=12)
    chance = random.Random(24)
    confirmed = 0
    with NativeEngine(hash_mb=16) as engine:
        for number in range(1, 5):
            game = random_game(Classic().start(), chance)
            found = review_game(number, game, settings, engine)
            for color in (BLACK, WHITE):
                story = story_of(found.review, color)
                if story.move is None or story.code not in ("win", "draw"):
                    continue
                confirmed += 1
                position = game.plies[story.move.number - 1].parent.position
                solved = engine.solve(position, candidates=len(position.legal_moves))
                scores = {move: score.discs for move, score in solved.scores.items()}
                least = 1 if story.code == "win" else 0
                assert scores[story.move.better] >= least > scores[story.move.move]
    assert confirmed
