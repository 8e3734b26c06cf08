import pickle
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.rules import (
    BLACK,
    WHITE,
    Board,
    Classic,
    Color,
    Game,
    Outcome,
    Position,
    Reason,
    variants,
)
from support import naive
from support.properties import counted, counted_at_least
from support.strategies import boards, cells_of, colors, few, games

NATURAL = [Reason.FULL_BOARD, Reason.WIPEOUT, Reason.BLOCKED]


def test_an_outcome_refuses_words_for_its_winner_and_reason() -> None:
    with pytest.raises(TypeError, match=r"^a side is Color.BLACK or Color.WHITE, not 'black'$"):
        Outcome("black", 1, 1, 62, Reason.TIME)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^an outcome has a Reason, such as .*, not 'time'$"):
        Outcome(BLACK, 1, 1, 62, "time")  # type: ignore[arg-type]


@counted_at_least(3)
@few
@given(games())
def test_an_outcome_counts_the_discs_and_names_the_winner(game: Game) -> None:
    position = game.position
    cells, size = cells_of(position.board), position.size
    outcome = position.outcome
    assert (outcome is not None) == naive.is_over(cells, size)
    if outcome is None:
        return
    counted()
    black, white = naive.count(cells, "black"), naive.count(cells, "white")
    assert (outcome.black, outcome.white) == (black, white)
    assert outcome.empties == size * size - black - white
    ahead = BLACK if black > white else WHITE if white > black else None
    if ahead is not None and position.variant.fewest_wins:
        ahead = ahead.opponent
    assert outcome.winner is ahead
    assert outcome.margin() == black - white
    assert outcome.reason.is_natural


@counted_at_least(3)
@given(boards(), colors, st.sampled_from(variants()))
def test_the_reason_distinguishes_a_full_board_a_wipeout_and_a_blocked_board(
    board: Board, turn: Color, variant: Classic
) -> None:
    outcome = Position(board, turn, variant=variant).outcome
    if outcome is None:
        return
    counted()
    if not board.empties:
        assert outcome.reason is Reason.FULL_BOARD
    elif not board.count(BLACK) or not board.count(WHITE):
        assert outcome.reason is Reason.WIPEOUT
    else:
        assert outcome.reason is Reason.BLOCKED


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ("XXXX XXXX XXXX XXXX", Reason.FULL_BOARD),
        ("XXXX OOOO XXXX OOOO", Reason.FULL_BOARD),
        ("XXXX ---- ---- ----", Reason.WIPEOUT),
        ("OOOO ---- ---- ----", Reason.WIPEOUT),
        ("X--- ---- ---- ---O", Reason.BLOCKED),
    ],
)
def test_each_natural_end_has_its_reason(cells: str, reason: Reason) -> None:
    for turn in Color:
        outcome = Position(Board.parse(cells), turn).outcome
        assert outcome is not None
        assert outcome.reason is reason


@counted_at_least(3)
@few
@given(games(variant=Classic()))
def test_with_empties_to_the_winner_the_board_counts_as_full(game: Game) -> None:
    outcome = game.outcome
    if outcome is None:
        return
    counted()
    full = outcome.margin(empties_to_winner=True)
    if outcome.winner is None:
        assert full == outcome.margin() == 0
    else:
        assert abs(full) == abs(outcome.margin()) + outcome.empties
        assert (full > 0) == (outcome.winner is BLACK)


@pytest.mark.parametrize(
    ("outcome", "plain", "full"),
    [
        (Outcome(BLACK, 13, 0, 51, Reason.WIPEOUT), 13, 64),
        (Outcome(WHITE, 0, 13, 51, Reason.WIPEOUT), -13, -64),
        (Outcome(WHITE, 3, 11, 2, Reason.BLOCKED), -8, -10),
        (Outcome(BLACK, 40, 24, 0, Reason.FULL_BOARD), 16, 16),
        (Outcome(BLACK, 13, 12, 39, Reason.BLOCKED), 1, 40),
        (Outcome(WHITE, 12, 13, 39, Reason.BLOCKED), -1, -40),
        (Outcome(None, 20, 20, 24, Reason.BLOCKED), 0, 0),
        # The fewest discs win, but the empty squares still go to the side with more discs.
        (Outcome(WHITE, 30, 20, 14, Reason.BLOCKED), 10, 24),
        (Outcome(BLACK, 20, 30, 14, Reason.BLOCKED), -10, -24),
        # If the board did not decide, nobody gets the empty squares.
        (Outcome(BLACK, 10, 20, 34, Reason.RESIGNATION), -10, -10),
        (Outcome(WHITE, 20, 10, 34, Reason.TIME), 10, 10),
        (Outcome(WHITE, 10, 10, 44, Reason.ILLEGAL_MOVE), 0, 0),
        (Outcome(None, 10, 20, 34, Reason.AGREEMENT), -10, -10),
    ],
)
def test_the_margin_is_black_minus_white(outcome: Outcome, plain: int, full: int) -> None:
    assert outcome.margin() == plain
    assert outcome.margin(empties_to_winner=False) == plain
    assert outcome.margin(empties_to_winner=True) == full


@pytest.mark.parametrize(
    ("outcome", "full"),
    [
        (Outcome(BLACK, 13, 0, 51, Reason.WIPEOUT), (64, 0)),
        (Outcome(WHITE, 3, 11, 2, Reason.BLOCKED), (3, 13)),
        (Outcome(None, 20, 20, 24, Reason.BLOCKED), (32, 32)),
        (Outcome(BLACK, 10, 20, 34, Reason.RESIGNATION), (10, 20)),
    ],
)
def test_the_score_may_count_as_if_the_board_were_full(
    outcome: Outcome, full: tuple[int, int]
) -> None:
    assert outcome.score() == (outcome.black, outcome.white)
    assert outcome.score(empties_to_winner=True) == full


def test_only_the_board_ends_a_game_naturally() -> None:
    assert [reason for reason in Reason if reason.is_natural] == NATURAL


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (Outcome(BLACK, 13, 0, 51, Reason.WIPEOUT), "black wins 13-0 (wipe-out)"),
        (Outcome(WHITE, 20, 44, 0, Reason.FULL_BOARD), "white wins 20-44 (full board)"),
        (Outcome(None, 32, 32, 0, Reason.FULL_BOARD), "draw 32-32 (full board)"),
        (Outcome(BLACK, 2, 2, 60, Reason.RESIGNATION), "black wins 2-2 (resignation)"),
        (Outcome(WHITE, 2, 2, 60, Reason.TIME), "white wins 2-2 (time)"),
        (Outcome(WHITE, 2, 2, 60, Reason.ILLEGAL_MOVE), "white wins 2-2 (illegal move)"),
        (Outcome(None, 2, 2, 60, Reason.AGREEMENT), "draw 2-2 (agreement)"),
        (Outcome(None, 2, 2, 60, Reason.ADJUDICATION), "draw 2-2 (adjudication)"),
        (Outcome(None, 9, 9, 46, Reason.BLOCKED), "draw 9-9 (neither side can move)"),
        (Outcome(None, 9, 4, 51, Reason.ABANDONMENT), "no winner 9-4 (abandonment)"),
    ],
)
def test_an_outcome_prints_as_a_verdict(outcome: Outcome, sentence: str) -> None:
    assert str(outcome) == sentence


def test_an_outcome_is_a_frozen_hashable_picklable_value() -> None:
    outcome = Outcome(BLACK, 13, 0, 51, Reason.WIPEOUT)
    assert pickle.loads(pickle.dumps(outcome)) == outcome
    assert len({outcome, Outcome(BLACK, 13, 0, 51, Reason.WIPEOUT)}) == 1
    with pytest.raises(FrozenInstanceError):
        outcome.black = 14  # type: ignore[misc]


@pytest.mark.parametrize("reason", Reason)
def test_a_game_without_a_winner_is_a_draw_only_for_some_reasons(reason: Reason) -> None:
    earned = reason in (*NATURAL, Reason.AGREEMENT, Reason.ADJUDICATION)
    assert Outcome(None, 9, 9, 46, reason).is_draw == earned
    assert not Outcome(BLACK, 9, 9, 46, reason).is_draw
