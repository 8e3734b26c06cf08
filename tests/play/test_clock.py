"""Clocks: whole milliseconds, exact budgets and exact deadlines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import BLACK, WHITE, Color, NotationError, Reason, Square
from outflank.play.clock import Clock, ClockSetting
from outflank.play.codec import decode_event
from outflank.play.events import MatchEnded, MovePlayed, Resumed
from outflank.play.match import Match
from outflank.play.replay import replay_match
from outflank.play.setup import Setup, TimeScoring

MOVE = Square.parse("f5")


def started(text: str, **changes: object) -> Match:
    return Match.start(Setup(clock=ClockSetting.parse(text), **changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "setting"),
    [
        ("none", ClockSetting()),
        ("5+3", ClockSetting(300_000, 3000)),
        ("10", ClockSetting(600_000)),
        ("0.5+0", ClockSetting(30_000)),
        ("30s/move", ClockSetting(per_move=30_000)),
        ("5+3,30s/move", ClockSetting(300_000, 3000, 30_000)),
    ],
)
def test_a_clock_is_read_as_it_is_written(text: str, setting: ClockSetting) -> None:
    assert ClockSetting.parse(text) == setting
    assert ClockSetting.parse(str(setting)) == setting


@pytest.mark.parametrize("text", ["5-3", "five", "30s", "+3", "0+5", "0s/move", "5+3,", "1+1+1"])
def test_a_clock_that_makes_no_sense_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(NotationError, match="clock"):
        ClockSetting.parse(text)


def test_a_move_at_the_deadline_counts() -> None:
    match = started("1")
    assert match.deadline == 60_000
    events = match.play(MOVE, at=60_000)
    assert isinstance(events[0], MovePlayed)
    assert match.clock.remaining(BLACK, 60_000) == 0


def test_a_move_one_millisecond_after_the_deadline_loses() -> None:
    match = started("1")
    (event,) = match.play(MOVE, at=60_001)
    assert isinstance(event, MatchEnded)
    assert (event.outcome.winner, event.outcome.reason) == (WHITE, Reason.TIME)


def test_the_limit_per_move_starts_again_each_turn() -> None:
    match = started("30s/move")
    match.play(MOVE, at=29_000)
    assert match.deadline == 59_000
    match.play(match.position.legal_moves[0], at=59_000)
    assert match.outcome is None


def test_an_increment_is_earned_by_moving() -> None:
    match = started("1+2")
    match.play(MOVE, at=10_000)
    assert match.clock.remaining(BLACK, 10_000) == 52_000


def test_a_tick_after_the_deadline_ends_the_match() -> None:
    match = started("1")
    assert match.tick(at=60_000) == []
    (event,) = match.tick(at=60_001)
    assert isinstance(event, MatchEnded)
    assert match.tick(at=99_999) == []


def test_a_player_who_runs_out_of_time_loses_whatever_the_board_says() -> None:
    match = started("1")
    match.play(MOVE, at=0)  # black is ahead
    match.tick(at=60_001)
    assert match.outcome is not None
    assert match.outcome.winner is BLACK
    match = started("1")
    match.play(MOVE, at=0)
    match.play(match.position.legal_moves[0], at=0)
    match.tick(at=10**9)
    assert match.outcome is not None
    assert match.outcome.winner is WHITE


def test_the_score_of_a_game_lost_on_time_is_a_setting() -> None:
    for scoring, score in ((TimeScoring.BOARD, (4, 1)), (TimeScoring.FORFEIT, (64, 0))):
        match = started("1", time_scoring=scoring)
        match.play(MOVE, at=0)
        (event,) = match.tick(at=60_001)
        assert isinstance(event, MatchEnded)
        assert event.score == score


def test_a_pause_stops_the_clock_in_the_middle_of_a_move() -> None:
    match = started("1,30s/move")
    match.pause(at=10_000)
    assert match.clock.running is None
    match.resume(at=500_000)
    assert match.deadline == 520_000  # twenty of the thirty seconds are left
    (event, *_) = match.play(MOVE, at=505_000)
    assert isinstance(event, MovePlayed)
    assert event.spent == 15_000
    assert match.clock.spent_by(BLACK, 505_000) == 15_000


def test_a_resumption_with_grace_is_recorded_when_it_happens_and_charged_later() -> None:
    match = started("1,30s/move")
    match.pause(at=10_000)
    match.resume(at=500_000, grace=5_000)
    assert match.deadline == 525_000
    (event, *_) = match.play(MOVE, at=503_000)
    assert isinstance(event, MovePlayed)
    assert (event.at, event.spent) == (503_000, 10_000)
    assert match.clock.since == 503_000  # the opponent's time runs from the move on
    assert replay_match(match.events).events == match.events


def test_the_other_side_has_a_grace_of_its_own_for_its_first_move() -> None:
    match = started("1,30s/move")
    match.pause(at=10_000)
    match.resume(at=500_000, grace=5_000, reply_grace=20_000)
    match.play(MOVE, at=501_000)
    assert match.deadline == 520_000 + 30_000
    (event, *_) = match.play(match.position.legal_moves[0], at=522_000)
    assert isinstance(event, MovePlayed)
    assert event.spent == 2_000
    assert match.deadline == 522_000 + 30_000
    match.play(match.position.legal_moves[0], at=523_000)
    assert match.deadline == 523_000 + 30_000
    assert replay_match(match.events).events == match.events


def test_a_reply_grace_that_has_passed_before_the_reply_adds_nothing() -> None:
    match = started("1,30s/move")
    match.pause(at=10_000)
    match.resume(at=500_000, grace=5_000, reply_grace=5_000)
    match.play(MOVE, at=510_000)
    assert match.deadline == 540_000


def test_resumptions_of_earlier_versions_have_no_reply_grace() -> None:
    event = decode_event({"event": "Resumed", "seq": 3, "at": 500_000, "grace": 5_000})
    assert event == Resumed(3, 500_000, 5_000, reply_grace=0)


def test_a_pause_within_the_grace_keeps_what_is_left_of_it() -> None:
    match = started("1,30s/move")
    match.pause(at=10_000)
    match.resume(at=500_000, grace=5_000)
    match.pause(at=501_000)
    match.resume(at=600_000)
    assert match.deadline == 600_000 + 4_000 + 20_000
    match.pause(at=601_000)
    match.resume(at=700_000, grace=5_000)
    assert match.deadline == 700_000 + 5_000 + 20_000


def test_a_clock_that_runs_backwards_gives_nobody_time() -> None:
    match = started("1")
    match.play(MOVE, at=20_000)
    events = match.play(match.position.legal_moves[0], at=5000)
    assert [event.at for event in events] == [20_000, 20_000]
    assert match.clock.spent_by(WHITE, 20_000) == 0


@given(
    st.integers(1, 10**6),
    st.integers(0, 10**5),
    st.lists(st.tuples(st.booleans(), st.integers(0, 10**4)), max_size=30),
)
def test_spent_and_remaining_add_up_to_the_budget(
    total: int, increment: int, steps: list[tuple[bool, int]]
) -> None:
    clock, at, color = Clock(ClockSetting(total, increment)), 0, BLACK
    for moved, passed in steps:
        clock = clock.start(color, at) if moved else clock.resume(color, at)
        at += passed
        for side in Color:
            assert clock.spent_by(side, at) + (clock.remaining(side, at) or 0) == clock.budget(side)
        clock = clock.stop(at, moved=moved)
        color = color.opponent
    spent = sum(clock.spent_by(side, at) for side in Color)
    assert spent == at


def test_stopping_a_stopped_clock_changes_nothing() -> None:
    clock = Clock(ClockSetting())
    assert clock.stop(5, moved=True) is clock
    assert clock.budget(BLACK) is None
    assert clock.remaining(BLACK, 5) is None
    assert ClockSetting().is_none


@pytest.mark.parametrize(
    "text", ["9999999999", "5+9223372036854775", "99999999999s/move", "9" * 400, "5+" + "9" * 5000]
)
def test_a_clock_of_more_than_thirty_days_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="30 days"):
        ClockSetting.parse(text)
