import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trial_tournaments import coverage

from outflank.arena import Rating, expected_score, fit_ratings
from outflank.errors import TournamentError
from support.properties import examples

Games = list[tuple[int, int, float]]


@st.composite
def some_games(draw: st.DrawFn) -> Games:
    pairs = st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(lambda pair: pair[0] != pair[1])
    scores = st.sampled_from([0.0, 0.5, 1.0])
    drawn = draw(st.lists(st.tuples(pairs, scores), max_size=40))
    return [(*pair, score) for pair, score in drawn]


@given(some_games(), st.randoms(use_true_random=False))
@examples(20)
def test_ratings_do_not_depend_on_the_order_of_the_games(
    games: Games, chance: random.Random
) -> None:
    shuffled = list(games)
    chance.shuffle(shuffled)
    turned = [(other, one, 1 - score) for one, other, score in shuffled]
    assert fit_ratings(range(6), games) == fit_ratings(range(6), shuffled)
    assert fit_ratings(range(6), games) == fit_ratings(range(6), turned)


@given(some_games())
@examples(20)
def test_at_the_most_likely_ratings_scores_are_close_to_expected_ones(games: Games) -> None:
    ratings = fit_ratings(range(6), games)
    for player, rating in ratings.items():
        scored = sum(s if one == player else 1 - s for one, o, s in games if player in (one, o))
        expected = sum(
            expected_score(rating.elo - ratings[other if one == player else one].elo)
            for one, other, _ in games
            if player in (one, other)
        )
        pull = rating.elo * (math.log(10) / 400) * (400 / math.log(10) / 600) ** 2
        assert scored - expected == pytest.approx(pull, abs=1e-6)
    assert sum(rating.elo for rating in ratings.values()) == pytest.approx(0, abs=1e-6)


def test_many_games_between_two_players_give_the_textbook_difference() -> None:
    games = [(1, 2, 1.0)] * 7500 + [(1, 2, 0.0)] * 2500
    ratings = fit_ratings([1, 2], games)
    assert ratings[1].elo - ratings[2].elo == pytest.approx(190.8, abs=0.1)
    textbook = 1.96 * 400 / math.log(10) / math.sqrt(10_000 * 0.75 * 0.25) / 2
    assert ratings[1].error == pytest.approx(textbook, rel=0.01)


def test_draws_count_as_half_a_win() -> None:
    drawn = fit_ratings([1, 2], [(1, 2, 0.5)] * 10)
    split = fit_ratings([1, 2], [(1, 2, 1.0), (1, 2, 0.0)] * 5)
    assert drawn == split
    assert drawn[1].elo == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("count", [1, 10, 1000, 100_000])
def test_a_player_who_wins_everything_has_a_finite_rating(count: int) -> None:
    ratings = fit_ratings([1, 2], [(1, 2, 1.0)] * count)
    assert 0 < ratings[1].elo < 2000
    assert 0 < ratings[1].error < 1000


def test_more_games_give_narrower_error_bars() -> None:
    errors = [
        fit_ratings(range(3), [(0, 1, 1.0), (1, 2, 1.0), (2, 0, 1.0)] * count)[0].error
        for count in (1, 2, 8, 64)
    ]
    assert errors == sorted(errors, reverse=True)


def test_a_player_without_games_is_average_with_wide_error_bars() -> None:
    ratings = fit_ratings([1, 2, 3], [(1, 2, 1.0)] * 20)
    assert ratings[3].elo == pytest.approx(0, abs=1e-6)
    assert ratings[3].error > 900
    assert fit_ratings([], []) == {}
    assert fit_ratings([5], []) == {5: Rating(0.0, 0.0)}


def test_an_anchor_has_its_rating_by_definition() -> None:
    games = [(1, 2, 1.0), (2, 3, 1.0), (3, 1, 1.0), (1, 3, 1.0)] * 5
    free, anchored = fit_ratings([1, 2, 3], games), fit_ratings([1, 2, 3], games, anchor=(2, 1500))
    assert anchored[2] == Rating(1500.0, 0.0)
    for player in (1, 3):
        difference = free[player].elo - free[2].elo
        assert anchored[player].elo == pytest.approx(1500 + difference)
        assert anchored[player].error > free[player].error
    with pytest.raises(TournamentError, match="the anchor 9 is not one of the players"):
        fit_ratings([1, 2], [], anchor=(9, 0))


def test_a_rating_covers_what_lies_within_its_error_bars() -> None:
    assert Rating(100, 20).covers(120)
    assert not Rating(100, 20).covers(79)
    assert str(Rating(-0.4, 3.6)) == "+0 ±4"
    assert expected_score(0) == 0.5
    assert expected_score(200) + expected_score(-200) == pytest.approx(1)


def test_the_error_bars_cover_the_truth_95_times_in_100() -> None:
    # The trial expects 93 % to 97 % of 1,000 simulations; 200 may stray a little further.
    assert 0.92 <= coverage(200, seed=4) <= 0.98


def test_sixty_four_players_who_always_win_and_lose_are_rated() -> None:
    games = [(one, other, 1.0) for one in range(64) for other in range(one)]
    ratings = fit_ratings(range(64), games)
    elos = [ratings[player].elo for player in range(64)]
    assert elos == sorted(elos)
    assert all(math.isfinite(rating.error) and rating.error > 0 for rating in ratings.values())
