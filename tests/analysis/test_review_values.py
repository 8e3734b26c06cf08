"""Reviews score a played and a better move in the same way, and agree with the solver."""

from __future__ import annotations

import gzip
import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import outflank
from outflank.analysis.review import GameReview, ReviewedMove, review
from outflank.analysis.review_rules import budget_for
from outflank.engine import Limit, open_engine
from outflank.engine.native import NativeEngine
from outflank.rules import PASS, Classic, Game, Position, ScoreKind, find_variant
from support.strategies import random_game

# In the last position f1 and g1 are equally good; searches to unequal depths said that f1 costs 5.
EQUALLY_GOOD = "f5f6c4g5e6d7f7d6f4c5c6c3d3e7c7d8b3g8g4e3f3b5h6g3a5h4g6b6f8e2h8e8h3h5f2e1c8h7a6g7f1"
SOAKED = 200  # games of a year of tournaments


def labels(move: ReviewedMove) -> tuple[object, object]:
    """Return the kinds of the scores of a move and of the better one, with depth and confidence."""
    first, second = (
        (score.kind, *(() if score.kind is ScoreKind.EXACT else (score.depth, score.confidence)))
        for score in (move.score, move.best_score)
    )
    return first, second


def verdicts(game: Game, found: GameReview, engine: NativeEngine, most: int) -> Iterator[bool]:
    """Yield whether the solver agrees, for each move with at most `most` empty squares."""
    for one, (position, ply) in zip(found.moves, game.replay(), strict=True):
        if position.board.empties > most or ply.move is PASS:
            continue
        solved = engine.solve(position, candidates=len(position.legal_moves))
        scores = {move: score.discs for move, score in solved.scores.items()}
        best = max(scores.values())
        is_mistake = best - scores[ply.move] >= 2
        yield (
            one.score.kind is one.best_score.kind is ScoreKind.EXACT
            and one.score.discs == scores[ply.move]
            and one.best_score.discs == scores[one.better] == best
            and one.is_mistake is is_mistake
        )


def games_with_slips(count: int, engine: NativeEngine) -> Iterator[Game]:
    chance = random.Random(18)
    for _ in range(count):
        game = random_game(Classic().start(), chance, 20)
        while not game.is_over:
            slips = chance.random() < 0.3
            moves = list(game.position.legal_moves)
            game.push(
                chance.choice(moves) if slips else engine.choose(game.position, Limit(nodes=100))
            )
        yield game


@pytest.mark.native
def test_a_move_that_is_as_good_as_the_best_costs_nothing() -> None:
    game = outflank.read(EQUALLY_GOOD).game
    last = next(iter(reversed(list(game.mainline()))))
    late = Game(last.parent.position)
    late.push("f1")
    with NativeEngine() as engine:
        [one] = review(late, engine).moves
    assert (one.score.discs, one.best_score.discs, one.loss) == (-22, -22, 0)
    assert one.score.kind is ScoreKind.EXACT


@pytest.mark.native
def test_reviews_of_endgames_agree_with_the_solver() -> None:
    with NativeEngine() as engine:
        for game in games_with_slips(2, engine):
            found = review(game, engine, Limit(depth=2))
            assert found.solved >= 20
            judged = list(verdicts(game, found, engine, 15))
            assert len(judged) >= 12
            assert all(judged)


@pytest.mark.data
@pytest.mark.native
def test_reviews_of_tournament_endgames_agree_with_the_solver(data: Path) -> None:
    count = SOAKED if "OUTFLANK_SOAK" in os.environ else 1
    most = budget_for(Classic().start()).solved if count > 1 else 14
    wrong = judged = 0
    with NativeEngine() as engine:
        for game in tournament_games(data, count):
            engine.new_game()
            for is_right in verdicts(game, review(game, engine, Limit(depth=2)), engine, most):
                judged += 1
                wrong += not is_right
    print(f"{count} games, {judged} verdicts at {most} empty squares and fewer, {wrong} wrong")
    assert judged >= 10 * count
    assert wrong == 0


def tournament_games(data: Path, count: int) -> Iterator[Game]:
    """Yield games that are spread over the years."""
    with gzip.open(data / "training" / "wthor_1977_2025.tsv.gz", "rt") as file:
        header = next(file).rstrip("\n").split("\t")
        rows = [line.rstrip("\n").split("\t") for line in file]
    column = header.index("moves")
    for row in rows[:: len(rows) // count][:count]:
        yield outflank.read(row[column]).game


@pytest.mark.native
@pytest.mark.parametrize("limit", [Limit(nodes=3000), Limit(depth=1), Limit(depth=6)])
@pytest.mark.parametrize("variant", ["classic", "anti", "yesno"])
def test_both_scores_of_a_move_are_of_the_same_kind_and_depth(variant: str, limit: Limit) -> None:
    game = random_game(find_variant(variant).start(6), random.Random(3), 1000)
    for exact in (0, 8):
        with NativeEngine(hash_mb=4) as engine:
            found = review(game, engine, limit, exact=exact)
        assert found.engine == "outflank"
        for one in found.moves:
            first, second = labels(one)
            assert first == second, one


def test_the_engine_in_python_gives_both_scores_of_the_same_kind_and_depth() -> None:
    game = random_game(Classic().start(6), random.Random(4), 1000)
    with open_engine("alphabeta") as engine:
        found = review(game, engine, Limit(depth=3), exact=6)
    assert found.solved >= 6
    for one in found.moves:
        first, second = labels(one)
        assert first == second, one


@pytest.mark.native
def test_an_exact_score_far_from_the_end_is_not_compared_with_an_estimate() -> None:
    # Black can wipe white out at once, far from what can be solved, and does something else.
    board = "-------- -------- --X----- XOO----- -------- -------- -------- --------"
    start = Position(outflank.Board.parse(board), outflank.BLACK)
    best = next(move for move in start.legal_moves if start.play(move).is_over)
    others = [move for move in start.legal_moves if not start.play(move).is_over]
    game = Game(start)
    assert others, best
    game.push(others[0])
    with NativeEngine() as engine:
        [one] = review(game, engine, Limit(nodes=3000)).moves
    first, second = labels(one)
    assert first == second
    assert one.best_score.discs == 64
    assert one.better == best
