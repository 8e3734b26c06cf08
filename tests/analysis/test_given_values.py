"""Reviews from given values: the same findings, and impossible values are refused."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from outflank.analysis import GameReview, GivenMoveValue, review, review_engine, review_from_values
from outflank.engine import Limit
from outflank.errors import InvalidValue
from outflank.rules import PASS, Game, Score, ScoreKind, Square


def played(size: int = 6, variant: str = "classic", seed: int = 1) -> Game:
    """Return a whole game of random moves."""
    chance, game = random.Random(seed), Game(size=size, variant=variant)
    while not game.position.is_over:
        if game.position.awaits_answer:
            game.hear(chance.choice(list(game.position.variant.answers)))
        game.push(chance.choice(list(game.position.legal_moves)))
    return game


def values_of(found: GameReview) -> list[GivenMoveValue]:
    return [
        GivenMoveValue(move.score, move.best_score, move.played_line, move.line)
        for move in found.moves
    ]


def with_chances(found: GameReview, *chances: float) -> list[GivenMoveValue]:
    """Return the values of a review with two win chances for each ply."""
    first, second = chances
    return [replace(value, win_chances=(first, second)) for value in values_of(found)]


@pytest.fixture(scope="module")
def game() -> Game:
    return played()


@pytest.fixture(scope="module")
def values(game: Game) -> list[GivenMoveValue]:
    with review_engine() as engine:
        return values_of(review(game, engine, Limit(nodes=2_000), exact=6))


def test_the_same_values_give_the_same_review(game: Game, values: list[GivenMoveValue]) -> None:
    with review_engine() as engine:
        made = review(game, engine, Limit(nodes=2_000), exact=6)
    again = review_from_values(game, values_of(made))
    assert again.mistakes
    assert any(move.move is PASS for move in made.moves)
    assert again.moves == made.moves


def test_with_an_oracle_only_the_first_move_of_a_line_is_kept() -> None:
    game = played(4, "yesno")
    with review_engine() as engine:
        made = review(game, engine, Limit(nodes=500))
    again = review_from_values(game, values_of(made))
    assert all(len(move.line) == len(move.played_line) == 1 for move in again.moves)
    assert [move.loss for move in again.moves] == [move.loss for move in made.moves]
    assert codes_of(again) == {"lost_discs"}
    # Win chances that came with the values say more.
    assert codes_of(review_from_values(game, with_chances(made, 0.25, 0.5))) == {"fewer_wins"}
    assert codes_of(review_from_values(game, with_chances(made, 0.5, 0.25))) == {"lost_discs"}
    with pytest.raises(InvalidValue, match="from 0 to 1, but ply 1 has 1"):
        review_from_values(game, with_chances(made, 1.5, 0.5))


def codes_of(found: GameReview) -> set[str]:
    return {finding.code for move in found.mistakes for finding in move.findings}


def test_without_an_oracle_win_chances_change_nothing(
    game: Game, values: list[GivenMoveValue]
) -> None:
    given = [replace(value, win_chances=(0.25, 0.5)) for value in values]
    assert review_from_values(game, given).moves == review_from_values(game, values).moves


def test_impossible_values_are_refused(game: Game, values: list[GivenMoveValue]) -> None:
    a1, p16 = Square.parse("a1"), Square.parse("p16")
    first = values[0]
    for wrong, sentence in {
        replace(first, score=Score(37.0)): "ply 1 cannot be worth",
        replace(first, best=Score(1, ScoreKind.BOOK)): "ply 1 cannot be worth",
        replace(first, played_line=(a1,)): "its line must begin with that move",
        replace(first, played_line=()): "its line must begin with that move",
        replace(first, line=(a1,)): "must begin with a legal move",
        replace(first, line=(p16,)): "must begin with a legal move",
        replace(first, line=(PASS,)): "must begin with a legal move",
        replace(first, line=()): "must begin with a legal move",
        replace(first, line=(*first.line[:1], PASS)): "pass cannot be played in the lines",
        replace(first, played_line=(*first.played_line[:1], p16)): "cannot be played in the lines",
    }.items():
        with pytest.raises(InvalidValue, match=sentence):
            review_from_values(game, [wrong, *values[1:]])
    with pytest.raises(InvalidValue, match="plies, but 1 values were given"):
        review_from_values(game, values[:1])
