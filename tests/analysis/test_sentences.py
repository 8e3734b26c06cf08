"""Every sentence of a review is read again and checked on the board, by a program of its own.

That is `support.review_checks`, which knows the game from naive rules and searches by itself;
`PYTHONPATH=tests python -m support.review_checks reviews.jsonl` checks as many reviews as you like.
"""

from __future__ import annotations

import random

import pytest

from outflank.analysis.many_games import ReviewSettings, review_game
from outflank.analysis.reviewed_game import ReviewedGame
from outflank.engine import Limit
from outflank.engine.native import NativeEngine
from outflank.rules import Classic
from support.review_checks.claims import judged
from support.strategies import random_game

# A shallow review may take the wrong one of two moves that are nearly equal for better.
MOST_WRONG_ESTIMATES = 0.1


@pytest.mark.native
def test_what_reviews_say_is_true_on_the_board_and_to_a_solver() -> None:
    with NativeEngine(hash_mb=16) as engine:
        found = [one for game in own_reviews(2, engine) for one in judged(game, engine)]
    certain = [one for one in found if not one.is_estimate]
    estimates = [one for one in found if one.is_estimate]
    assert len(certain) > 40
    assert [one for one in certain if not one.is_true] == []
    assert sum(not one.is_true for one in estimates) <= MOST_WRONG_ESTIMATES * len(estimates)


def own_reviews(number: int, engine: NativeEngine) -> list[ReviewedGame]:
    """Review games that are played at random in their first half, and with slips afterwards."""
    settings = ReviewSettings(Limit(depth=5, confidence=73), exact=10)
    chance = random.Random(20)
    found = []
    for at in range(1, number + 1):
        game = random_game(Classic().start(), chance, 24)
        while not game.is_over():
            moves = list(game.position.legal_moves)
            slips = chance.random() < 0.5
            quick = engine.choose(game.position, Limit(nodes=200))
            game.push(chance.choice(moves) if slips else quick)
        found.append(review_game(at, game, settings, engine))
    return found
