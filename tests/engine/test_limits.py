"""The share of a clock that a move may take: it never runs out, and little of it is left over."""

import pytest

from outflank.engine import Limit
from outflank.native.limits import share_of_clock
from outflank.rules import SIZES


@pytest.mark.parametrize("increment", [0.0, 0.1, 5.0])
@pytest.mark.parametrize("total", [1.0, 60.0, 1800.0])
@pytest.mark.parametrize("size", SIZES)
def test_a_clock_lasts_for_a_whole_game_of_the_longest_thoughts(
    size: int, total: float, increment: float
) -> None:
    left = total
    for empties in range(size * size - 4, 0, -2):
        hard, _ = share_of_clock(left, increment, None, empties)
        assert hard is not None
        assert hard <= max(left, 0.01)
        if left < 1:
            break  # what is left is played at once, as the next test shows
        left += increment - hard
        assert left > 0


@pytest.mark.parametrize("left", [0.5, 0.1, 0.01, 0.0, -1.0])
def test_with_hardly_any_time_left_it_moves_at_once(left: float) -> None:
    hard, soft = share_of_clock(left, 0.0, None, 40)
    assert hard is not None
    assert soft is not None
    assert 0 < soft <= hard <= max(0.005, 0.4 * left)


def test_half_a_second_is_kept_in_hand_while_there_is_more() -> None:
    for left in (60.0, 3.0, 1.2):
        for empties in range(60, 0, -2):
            hard, _ = share_of_clock(left, 0.0, None, empties)
            assert hard is not None
            assert left - hard > 0.5


def test_most_of_the_time_is_used_by_the_end() -> None:
    left = 300.0
    for empties in range(60, 0, -2):
        _, soft = share_of_clock(left, 0.0, None, empties)
        assert soft is not None
        left -= soft
    assert 0 < left < 15


def test_a_bound_for_each_move_is_kept_with_the_lag() -> None:
    for per_move in (0.1, 1.0, 30.0):
        hard, soft = share_of_clock(None, 0.0, per_move, 40)
        assert hard is not None
        assert hard < per_move
        assert soft is None
    both, _ = share_of_clock(1000.0, 0.0, 1.0, 40)
    assert both is not None
    assert both < 1


def test_without_a_clock_there_is_no_limit() -> None:
    assert Limit.for_clock() == Limit()
