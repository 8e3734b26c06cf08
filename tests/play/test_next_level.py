"""Which level to try next: one up after a clear win, one down after two losses."""

import pytest

from outflank.play.next_level import next_level
from outflank.rules import BLACK, WHITE, Color, Outcome, Reason


def outcome(black: int, white: int, reason: Reason = Reason.FULL_BOARD) -> Outcome:
    """Return a result on 8x8 in which the most discs win; the side that resigned has black."""
    winner: Color | None = WHITE if white > black or reason is Reason.RESIGNATION else BLACK
    if black == white:
        winner = None
    return Outcome(winner, black, white, 64 - black - white, reason)


@pytest.mark.parametrize(
    ("level", "result", "losses", "advised"),
    [
        (3, outcome(36, 28), 0, 4),  # an eighth of the squares is clear
        (3, outcome(35, 29), 0, None),
        (3, outcome(5, 0, Reason.WIPEOUT), 0, 4),
        (20, outcome(64, 0), 0, None),  # there is no harder one
        (3, outcome(20, 44), 1, None),
        (3, outcome(31, 33), 2, 2),
        (3, outcome(40, 10, Reason.RESIGNATION), 3, 2),
        (1, outcome(0, 64), 5, None),
        (3, outcome(32, 32), 2, None),
    ],
    ids=str,
)
def test_the_advice_follows_the_last_games(
    level: int, result: Outcome, losses: int, advised: int | None
) -> None:
    assert next_level(level, result, BLACK, losses) == advised


def test_a_win_with_the_fewest_discs_can_be_clear() -> None:
    won = Outcome(BLACK, black=20, white=44, empties=0, reason=Reason.FULL_BOARD)
    assert next_level(3, won, BLACK, 0) == 4
    assert next_level(3, won, WHITE, 2) == 2
