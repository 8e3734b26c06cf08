"""Every sentence of a review is read and checked on the board by an independent program.

The program is `support.review_checks`, which has its own naive rules and searches by itself;
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

# A shallow review may prefer the wrong one of two nearly equal moves.
MOST_WRONG_ESTIMATES = 0.1


@pytest.mark.native
def test_the_sentences_of_reviews_are_true_on_the_board_and_by_a_solver() -> None:
    with NativeEngine(hash_mb=16) as engine:
        claims = [claim for game in own_reviews(2, engine) for claim in judged(game, engine)]
    certain = [claim for claim in claims if not claim.is_estimate]
    estimates = [claim for claim in claims if claim.is_estimate]
    assert len(certain) > 40
    assert [claim for claim in certain if not claim.is_true] == []
    assert sum(not claim.is_true for claim in estimates) <= MOST_WRONG_ESTIMATES * len(estimates)


def own_reviews(number: int, engine: NativeEngine) -> list[ReviewedGame]:
    """Review games whose first half is random and whose second half has random slips."""
    settings = ReviewSettings(Limit(depth=5, confidence=73), exact=10)
    chance = random.Random(20)
    found = []
    for at in range(1, number + 1):
        game = random_game(Classic().start(), chance, 24)
        while not game.is_over:
            moves = list(game.position.legal_moves)
            slips = chance.random() < 0.5
            quick = engine.choose(game.position, Limit(nodes=200))
            game.push(chance.choice(moves) if slips else quick)
        found.append(review_game(at, game, settings, engine))
    return found
