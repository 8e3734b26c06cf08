import pytest

from outflank.arena import (
    Result,
)
from outflank.rules import BLACK, WHITE, Color, Outcome, Reason

BLACK_WINS = Result(BLACK, 40, 24, Reason.FULL_BOARD)
WHITE_WINS = Result(WHITE, 24, 40, Reason.FULL_BOARD)
DRAWN = Result(None, 32, 32, Reason.FULL_BOARD)
VOID = Result(None, 0, 0, Reason.VOID)


# Points


@pytest.mark.parametrize(
    ("result", "black", "white"),
    [
        (BLACK_WINS, 1, 0),
        (WHITE_WINS, 0, 1),
        (DRAWN, 0.5, 0.5),
        (Result(None, 2, 2, Reason.AGREEMENT), 0.5, 0.5),
        (Result(None, 2, 2, Reason.ADJUDICATION), 0.5, 0.5),
        (Result(WHITE, 40, 2, Reason.TIME), 0, 1),
        (Result.forfeit(BLACK, Reason.NO_SHOW), 0, 1),
        (Result(None, 0, 0, Reason.NO_SHOW), 0, 0),
        (Result(None, 9, 5, Reason.ABANDONMENT), 0, 0),
        (Result(None, 9, 5, Reason.CRASH), 0, 0),
        (VOID, 0, 0),
        (Result(BLACK, 9, 5, Reason.VOID), 0, 0),
    ],
)
def test_a_result_gives_points(result: Result, black: float, white: float) -> None:
    assert (result.points(BLACK), result.points(WHITE)) == (black, white)


@pytest.mark.parametrize("reason", list(Reason))
@pytest.mark.parametrize("winner", [BLACK, WHITE, None])
def test_a_result_is_exactly_one_of_won_drawn_void_or_lost_by_both(
    winner: Color | None, reason: Reason
) -> None:
    result = Result(winner, 5, 3, reason)
    kinds = [
        result.is_draw,
        result.is_void,
        result.is_lost_by_both,
        result.winner is not None and not result.is_void,
    ]
    assert sum(kinds) == 1
    if result.is_void:
        assert not any(result.is_lost_by(color) for color in Color)
    if result.is_played:
        assert result.points(BLACK) + result.points(WHITE) == 1


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (BLACK_WINS, "black wins 40-24 (full board)"),
        (DRAWN, "draw 32-32 (full board)"),
        (VOID, "void"),
        (Result(None, 0, 0, Reason.NO_SHOW), "lost by both (no-show)"),
    ],
)
def test_a_result_prints_as_a_verdict(result: Result, sentence: str) -> None:
    assert str(result) == sentence


def test_a_result_takes_the_outcome_of_a_match() -> None:
    outcome = Outcome(WHITE, 0, 13, 51, Reason.WIPEOUT)
    assert Result.of(outcome) == Result(WHITE, 0, 13, Reason.WIPEOUT)
    assert Result.of(outcome, (0, 64)).margin(WHITE) == 64
    assert Result.of(outcome, (0, 64)).margin(BLACK) == -64
