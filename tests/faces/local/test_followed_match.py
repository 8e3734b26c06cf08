"""A match as a face follows it: earlier positions, whose turn it is, and the notices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from outflank.engine import Analysis, Variation
from outflank.faces.local.evaluation import Evaluation, EvaluationGraph
from outflank.faces.local.followed_match import FollowedMatch
from outflank.faces.local.settings import Appearance
from outflank.faces.local.words.clock_text import clock_text, time_left
from outflank.play.clock import ClockSetting
from outflank.play.events import Event
from outflank.play.journal import MemoryJournal
from outflank.play.room import Room
from outflank.play.setup import Player, Scoring, SeriesScore, Setup, Undo
from outflank.rules import BLACK, WHITE, Score, Square

COMPUTER = Player("Computer, level 5", "computer:5")


class Follower:
    """A room whose events a face follows, with a clock that the test sets."""

    def __init__(self, setup: Setup, known: int = 2) -> None:
        self.now = 0
        self.room = Room.open("m", setup, MemoryJournal(), now=lambda: self.now)
        self.followed = FollowedMatch(self.room, self.room.events[:known], Appearance())
        self.room.watch(self._follow, since=known)

    def _follow(self, event: Event) -> None:
        self.followed.follow(event)

    def play(self, *squares: str) -> None:
        for square in squares:
            self.room.play(Square.parse(square))


@pytest.fixture
def follower() -> Follower:
    return Follower(Setup(undo=Undo.FREE))


def test_earlier_positions_are_viewed_without_changing_the_match(follower: Follower) -> None:
    follower.play("f5", "d6", "c3")
    followed = follower.followed
    followed.view(1)
    assert (followed.is_past, followed.move_number, followed.position.turn) == (True, 1, WHITE)
    assert followed.describe_view() == "Move 1 of 3: Player 1 (Black) played f5."
    assert followed.live == follower.room.view().position
    assert not followed.legal, "nobody can play in an earlier position"
    follower.play("d3")
    assert followed.move_number == 1, "a new move does not change the viewed position"
    followed.view(99)
    assert followed.move_number == 4
    followed.view(-5)
    assert (followed.move_number, followed.position) == (0, followed.match.game.start)
    follower.room.take_back(WHITE)
    assert followed.move_number == 3, "taking back returns to the current position"


def who_is_busy(followed: FollowedMatch) -> str:
    return "person" if followed.turn else "computer" if followed.is_thinking else "nobody"


def test_a_person_may_move_only_in_the_persons_turn() -> None:
    follower = Follower(Setup(players=(Player("Ann"), COMPUTER)))
    followed = follower.followed
    assert (followed.near_side, followed.resigner) == (BLACK, BLACK)
    assert who_is_busy(followed) == "person"
    follower.play("f5")
    assert who_is_busy(followed) == "computer"
    assert followed.status(WHITE) == "thinking"
    follower.room.pause()
    assert who_is_busy(followed) == "nobody"


def test_the_score_of_a_series_counts_a_match_once(follower: Follower) -> None:
    follower.play("f5")
    follower.room.resign(WHITE)
    assert follower.followed.series_score == SeriesScore(1)
    assert "Player 2 (White) resigned" in follower.followed.summary()


@pytest.mark.parametrize("undo", [Undo.CONSENT, Undo.FREE])
def test_the_side_that_moved_last_takes_back(undo: Undo) -> None:
    follower = Follower(Setup(undo=undo))
    undoers = [follower.followed.undoer]
    for square in ("f5", "d6"):
        follower.play(square)
        undoers.append(follower.followed.undoer)
    assert undoers == [None, BLACK, WHITE]


def test_a_hint_belongs_to_the_position_it_was_asked_for(follower: Follower) -> None:
    followed = follower.followed
    followed.is_hinting = True
    found = Analysis(tuple(Variation(Square.parse(name), Score(2.0)) for name in ("d3", "c4")))
    follower.play("f5")
    followed.show_hint(followed.match.game.start, found, is_final=True)
    assert not followed.scores
    followed.view(0)
    followed.is_hinting = True
    followed.show_hint(followed.position, found, is_final=True)
    assert set(followed.scores) == {Square.parse("d3"), Square.parse("c4")}
    assert followed.notice.text == "The computer would play d3: Black is ahead by about 2 discs."
    followed.return_to_present()
    assert not followed.has_hint


def test_a_pause_for_a_popup_makes_no_notice(follower: Follower) -> None:
    follower.room.pause()
    follower.room.resume()
    assert "paused" not in follower.followed.notice.text
    follower.followed.is_paused_by_user = True
    follower.room.pause()
    assert follower.followed.notice.text == "The game is paused."
    follower.room.resume()
    assert follower.followed.notice.text == "The game continues."


# Clocks


def clocked(clock: str) -> Follower:
    return Follower(replace(Setup(), clock=ClockSetting.parse(clock)))


def shown(follower: Follower, color: object = BLACK) -> str:
    left = time_left(follower.followed.match, BLACK if color is BLACK else WHITE, follower.now)
    return "" if left is None else clock_text(left)


def test_clocks_show_the_time_left_with_tenths() -> None:
    follower = clocked("70+3")
    follower.now = 1_234
    assert (shown(follower), shown(follower, WHITE)) == ("1:09:58.7", "1:10:00.0")
    assert shown(clocked("none")) == ""
    limited = clocked("30s/move")
    limited.now = 400
    assert shown(limited) == "0:29.6"


def _run_out(follower: Follower) -> None:
    follower.now = 31_000
    follower.room.tick()


def _pause(follower: Follower) -> None:
    follower.now = 30_000
    follower.room.pause()
    follower.now = 99_000


@pytest.mark.parametrize("stop", [_run_out, _pause])
def test_a_clock_for_each_move_stands_still_after_a_timeout_or_in_a_pause(
    stop: Callable[[Follower], None],
) -> None:
    follower = clocked("30s/move")
    stop(follower)
    assert (shown(follower), shown(follower, WHITE)) == ("0:00.0", "0:30.0")


def test_the_scale_of_the_graph_never_exceeds_the_squares_of_the_board() -> None:
    leads = {1: 3, 2: -7, 3: 20, 4: 33, 5: -36}
    scales = []
    for last in leads:
        known = {at: Evaluation(lead, Score(abs(lead))) for at, lead in leads.items() if at <= last}
        scales.append(EvaluationGraph.of(known, last, 36).scale)
    assert scales == [4, 8, 32, 36, 36]


@pytest.mark.parametrize(("scoring", "discs"), [(Scoring.FULL, 64), (Scoring.BOARD, 13)])
def test_the_last_evaluation_is_the_official_score(scoring: Scoring, discs: int) -> None:
    follower = Follower(Setup(scoring=scoring))
    follower.play("f5", "d6", "c5", "f4", "e3", "f6", "g5", "e6", "e7")
    assert follower.followed.is_over
    assert follower.followed.evaluations[9].discs == discs
