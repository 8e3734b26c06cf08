"""Statistics of a match: intervals that cover the truth, a test that keeps its error rates."""

import math
import os

import numpy as np
import pytest

from outflank.arena import expected_score
from outflank.arena.engine_match import EloDifference, GameRecord, Sprt, SprtProgress
from outflank.errors import TournamentError
from outflank.rules import BLACK, WHITE

SOAK = "OUTFLANK_SOAK" in os.environ
TRIALS = 1_000 if SOAK else 100  # of each of ten kinds of matches
TESTS = 2_000 if SOAK else 250  # sequential tests of each kind


def pair_chances(elo: float, draws: float, luck: float) -> list[float]:
    """Return the chances that a pair gives 0, 1/2, 1, 3/2 and 2 points, with uneven openings.

    `draws` is the share of drawn games; an opening gives black or white `luck` Elo.
    """
    chances = np.zeros(5)
    for gift in (luck, -luck):
        sides = []
        for difference in (elo + gift, elo - gift):
            score = expected_score(difference)
            drawn = draws * min(score, 1 - score) * 2
            sides.append([1 - score - drawn / 2, drawn, score - drawn / 2])
        chances += np.convolve(sides[0], sides[1]) / 2
    return [float(chance) for chance in chances]


def truth_of(chances: list[float]) -> float:
    mean = sum(place / 4 * chance for place, chance in enumerate(chances))
    return -400 * math.log10(1 / mean - 1)


def test_95_percent_intervals_cover_the_truth_93_to_97_times_in_100() -> None:
    dice = np.random.default_rng(11)
    kinds = [
        (elo, draws, luck, pairs)
        for elo, draws, luck in (
            (0, 0.1, 0), (30, 0.05, 100), (-80, 0.1, 50), (150, 0.02, 200), (300, 0.1, 0),
        )
        for pairs in (40, 400)
    ]  # fmt: skip
    covered = trials = 0
    for elo, draws, luck, pairs in kinds:
        chances = pair_chances(elo, draws, luck)
        truth = truth_of(chances)
        for drawn in dice.multinomial(pairs, chances, size=TRIALS):
            found = EloDifference.of([int(times) for times in drawn])
            covered += found.low <= truth <= found.high
            trials += 1
    assert 0.93 <= covered / trials <= 0.97


def stopped(test: Sprt, results: list[int]) -> bool | None:
    """Return the verdict of a test that is evaluated after each pair."""
    pairs = [0] * 5
    for place in results:
        pairs[place] += 1
        verdict = test.verdict(pairs)
        if verdict is not None:
            return verdict
    return None


@pytest.mark.parametrize(("draws", "luck"), [(0.05, 0), (0.1, 150)])
def test_a_sequential_test_keeps_its_error_rates(draws: float, luck: float) -> None:
    dice = np.random.default_rng(5)
    test = Sprt(0, 120, alpha=0.1, beta=0.1)
    wrong = {}
    for elo, right in ((0.0, False), (120.0, True)):
        # The strength at which a pair's mean score is that of the tested difference.
        low, high = -400.0, 400.0
        while high - low > 0.01:
            middle = (low + high) / 2
            low, high = (middle, high) if truth_of(pair_chances(middle, draws, luck)) < elo else (
                low, middle)  # fmt: skip
        chances = pair_chances(low, draws, luck)
        verdicts = [
            stopped(test, [int(place) for place in dice.choice(5, size=600, p=chances)])
            for _ in range(TESTS)
        ]
        assert None not in verdicts
        wrong[elo] = sum(verdict is not right for verdict in verdicts) / TESTS
    allowed = 0.1 + 2.6 * math.sqrt(0.1 * 0.9 / TESTS)
    assert all(share < allowed for share in wrong.values()), wrong


def test_the_ratio_is_symmetric_and_grows_with_the_evidence() -> None:
    one, other = Sprt(0, 20), Sprt(-20, 0)
    assert math.isclose(one.ratio([1, 2, 30, 5, 4]), -other.ratio([4, 5, 30, 2, 1]), abs_tol=1e-6)
    assert 0 < one.ratio([5, 10, 60, 20, 12]) < one.ratio([10, 20, 120, 40, 24])
    assert one.ratio([0, 0, 0, 0, 0]) == 0
    assert one.verdict([0, 0, 0, 0, 500]) is True
    assert one.verdict([500, 0, 0, 0, 0]) is False


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ((10, 10), "a lower and a higher Elo difference, not 10 and 10"),
        ((0, 10, 0.5), "error rates of a test must be between 0 and 0.5"),
        ((0, 10, 0.1, 0), "error rates of a test must be between 0 and 0.5"),
    ],
)
def test_an_impossible_test_is_refused(given: tuple[float, ...], problem: str) -> None:
    with pytest.raises(TournamentError, match=problem):
        Sprt(*given)


def won_by_first(pair: int, black: int) -> GameRecord:
    none = (0.0, 0.0)
    winner = BLACK if black == 0 else WHITE
    return GameRecord(
        pair, black, "", 0, (), (), (40, 24), winner, "full board", 16, (1, 1), none, none, (0, 0)
    )


def test_a_test_counts_pairs_in_their_order_not_in_that_of_the_games_ends() -> None:
    games = [won_by_first(pair, black) for pair in range(40) for black in range(2)]
    in_order = SprtProgress.of(Sprt(0, 50), games)
    assert in_order.verdict is True
    assert in_order.counted < 40
    assert [game for game in games if in_order.counts(game)] == games[: 2 * in_order.counted]
    turned = SprtProgress.of(Sprt(0, 50), reversed(games))
    assert (turned.counted, turned.pairs) == (in_order.counted, in_order.pairs)
    gap = SprtProgress.of(Sprt(0, 50), [game for game in games if game.pair])
    assert (gap.verdict, gap.counted) == (None, 0)
    assert "at least 50 Elo stronger after" in str(in_order)


def test_each_error_rate_has_its_own_bound() -> None:
    low, high = Sprt(0, 10, alpha=0.01, beta=0.1).bounds
    assert (low, high) == pytest.approx((math.log(0.1 / 0.99), math.log(0.9 / 0.01)))
