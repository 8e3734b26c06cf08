"""Matches: commands in, events out."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from outflank import (
    BLACK,
    PASS,
    WHITE,
    Answer,
    Board,
    Classic,
    IllegalAnswer,
    IllegalMove,
    NoMove,
    Position,
    Reason,
    Square,
    YesNo,
)
from outflank.errors import (
    MatchOver,
    MatchPaused,
    NotYourTurn,
    StaleTurn,
    TakeBackRefused,
)
from outflank.play.clock import ClockSetting
from outflank.play.events import (
    AnswerHeard,
    Event,
    MatchEnded,
    MovePlayed,
    Offer,
    Redone,
    TakenBack,
    TurnStarted,
)
from outflank.play.match import Match
from outflank.play.setup import Player, Scoring, Setup, Undo
from support.matches import played

F5, D6, C3 = (Square.parse(name) for name in ("f5", "d6", "c3"))


def kinds(events: list[Event] | tuple[Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_a_match_begins_with_its_start_and_blacks_turn() -> None:
    match = Match.start(Setup())
    assert kinds(match.events) == ["MatchStarted", "TurnStarted"]
    assert match.asked == match.events[1]
    assert match.position.turn is BLACK


def test_the_event_of_a_move_says_what_the_move_did() -> None:
    match = Match.start(Setup())
    move, turn = match.play(F5, at=1200)
    assert move == MovePlayed(
        2, 1200, turn=0, color=BLACK, square=F5, disc=BLACK,
        flipped=(Square.parse("e5"),), forced=(), spent=1200,
    )  # fmt: skip
    assert turn == TurnStarted(3, 1200, turn=1, color=WHITE)


def test_a_refused_move_changes_nothing() -> None:
    match = Match.start(Setup())
    before = match.events
    with pytest.raises(IllegalMove):
        match.play(Square.parse("a1"), at=5)
    with pytest.raises(IllegalMove):
        match.play(PASS, at=5)
    with pytest.raises(NotYourTurn, match="it is black's turn"):
        match.play(F5, at=5, color=WHITE)
    with pytest.raises(StaleTurn):
        match.play(F5, at=5, turn=0)
    assert match.events == before


def test_a_move_that_names_its_turn_is_accepted_once() -> None:
    match = Match.start(Setup())
    assert match.asked is not None
    turn = match.asked.seq
    match.play(F5, at=0, turn=turn)
    with pytest.raises(StaleTurn, match=f"turn {turn} is over"):
        match.play(D6, at=0, turn=turn)


def test_a_forced_pass_is_played_and_announced() -> None:
    board = Board.parse("XXXX XXXX XOO- ----".replace(" ", ""))
    match = Match.start(Setup(start=Position(board, WHITE)))
    assert kinds(match.events) == ["MatchStarted", "Passed", "TurnStarted"]
    assert match.game.moves == [PASS]


def test_a_match_on_a_finished_board_is_over_at_once() -> None:
    board = Board.parse("XXXX XXXX XXXX XXX-".replace(" ", ""))
    match = Match.start(Setup(start=Position(board, WHITE)))
    assert kinds(match.events) == ["MatchStarted", "MatchEnded"]
    with pytest.raises(MatchOver):
        match.play(F5, at=0)


def test_the_official_score_may_count_as_if_the_board_were_full() -> None:
    board = Board.parse("XXXX XXXX XXXX XXX-".replace(" ", ""))
    for scoring, score in ((Scoring.BOARD, (15, 0)), (Scoring.FULL, (16, 0))):
        start = Position(board, WHITE)
        end = Match.start(Setup(start=start, scoring=scoring)).events[-1]
        assert isinstance(end, MatchEnded)
        assert end.score == score


def test_resigning_is_always_possible_and_its_reason_is_recorded() -> None:
    match = Match.start(Setup())
    match.pause(at=1)
    (end,) = match.resign(BLACK, at=2)
    assert isinstance(end, MatchEnded)
    assert (end.outcome.winner, end.outcome.reason) == (WHITE, Reason.RESIGNATION)
    assert not match.is_paused
    with pytest.raises(MatchOver, match="resignation"):
        match.resign(WHITE, at=3)


# The oracle


def yesno(size: int = 8) -> Match:
    return Match.start(Setup(start=YesNo().start(size), undo=Undo.FREE))


def test_every_turn_of_yes_no_begins_by_asking_the_oracle() -> None:
    match = yesno()
    assert kinds(match.events) == ["MatchStarted", "AnswerAwaited"]
    with pytest.raises(IllegalMove, match="the oracle has not answered"):
        match.play(F5, at=0)
    events = match.hear(Answer.NO, at=100, local=True)
    assert kinds(events) == ["AnswerHeard", "TurnStarted"]
    move, *_ = match.play(F5, at=150)
    assert isinstance(move, MovePlayed)
    assert (move.disc, move.flipped, move.spent) == (WHITE, (), 50)


def test_a_turn_hears_only_one_answer() -> None:
    match = yesno()
    match.hear(Answer.YES, at=0)
    with pytest.raises(IllegalAnswer, match="already has the answer yes"):
        match.hear(Answer.NO, at=0)
    with pytest.raises(IllegalAnswer, match="there is no oracle in"):
        Match.start(Setup()).hear(Answer.YES, at=0)


def test_a_turn_that_must_pass_has_heard_an_answer_too() -> None:
    board = Board.parse("XXXX XXXX XOO- ----".replace(" ", ""))
    match = Match.start(Setup(start=Position(board, WHITE, variant=YesNo())))
    events = match.hear(Answer.MAYBE, at=0)
    assert kinds(events) == ["AnswerHeard", "Passed", "AnswerAwaited"]


def test_the_clock_starts_when_the_answer_is_heard() -> None:
    match = Match.start(Setup(start=YesNo().start(), clock=ClockSetting.parse("1")))
    match.tick(at=10**6)
    match.hear(Answer.YES, at=10**6)
    assert match.deadline == 10**6 + 60_000


def test_a_turn_played_again_hears_its_first_answer() -> None:
    match = yesno()
    match.hear(Answer.YES, at=0)
    match.play(F5, at=0)
    match.hear(Answer.MAYBE, at=0)
    match.play(D6, at=0)
    match.take_back(BLACK, at=0)
    assert match.position.answer is Answer.YES
    events = match.play(Square.parse("d3"), at=0)
    assert kinds(events) == ["MovePlayed", "AnswerHeard", "TurnStarted"]
    assert isinstance(events[1], AnswerHeard)
    assert (events[1].answer, events[1].repeated) == (Answer.MAYBE, True)


def test_an_answer_that_comes_during_a_pause_is_not_lost() -> None:
    match = yesno()
    match.pause(at=0)
    assert kinds(match.hear(Answer.YES, at=5)) == ["AnswerHeard"]
    assert kinds(match.resume(at=9)) == ["Resumed", "TurnStarted"]


# Taking back


def test_between_people_a_move_can_be_taken_back_until_the_opponent_replies() -> None:
    match = played(Match.start(Setup(undo=Undo.UNTIL_REPLY)), "f5")
    assert match.can_take_back(BLACK)
    assert not match.can_take_back(WHITE)
    events = match.take_back(BLACK, at=0)
    assert kinds(events) == ["TakenBack", "TurnStarted"]
    assert match.position == Classic().start()
    played(match, "f5 d6")
    with pytest.raises(TakeBackRefused, match="has replied"):
        match.take_back(BLACK, at=0)
    match.take_back(WHITE, at=0)
    with pytest.raises(TakeBackRefused, match="has replied"):
        match.take_back(BLACK, at=0)  # the reply was taken back, but it had been made


def test_free_undo_takes_the_reply_back_too_and_redo_brings_both_back() -> None:
    match = played(Match.start(Setup()), "f5 d6")
    (back, _) = match.take_back(BLACK, at=0)
    assert isinstance(back, TakenBack)
    assert back.moves == (F5, D6)
    (again, _) = match.redo(BLACK, at=0)
    assert isinstance(again, Redone)
    assert match.game.moves == [F5, D6]
    with pytest.raises(NoMove):
        match.redo(BLACK, at=0)


def test_a_new_move_ends_the_chance_to_redo() -> None:
    match = played(Match.start(Setup()), "f5 d6")
    match.take_back(BLACK, at=0)
    could_redo = match.can_redo
    match.play(Square.parse("d3"), at=0)
    assert (could_redo, match.can_redo) == (True, False)
    with pytest.raises(NoMove, match="no move has been taken back"):
        match.redo(BLACK, at=0)
    assert str(match.game.moves) == "[d3]"


def test_without_a_move_there_is_nothing_to_take_back() -> None:
    match = Match.start(Setup())
    assert not match.can_take_back(BLACK)
    with pytest.raises(NoMove, match="black has no move"):
        match.take_back(BLACK, at=0)


def test_a_match_may_forbid_taking_back() -> None:
    match = played(Match.start(Setup(undo=Undo.NEVER)), "f5")
    with pytest.raises(TakeBackRefused, match="no move may be taken back"):
        match.take_back(BLACK, at=0)
    with pytest.raises(TakeBackRefused, match="not taken back by agreement"):
        match.make_offer(BLACK, Offer.TAKE_BACK, at=0)


def test_online_a_move_is_taken_back_only_with_the_opponents_consent() -> None:
    match = played(Match.start(Setup(undo=Undo.CONSENT)), "f5")
    with pytest.raises(TakeBackRefused, match="ask first"):
        match.take_back(BLACK, at=0)
    with pytest.raises(NotYourTurn):
        match.accept(WHITE, at=0)
    match.make_offer(BLACK, Offer.TAKE_BACK, at=0)
    with pytest.raises(TakeBackRefused, match="already waiting"):
        match.make_offer(BLACK, Offer.TAKE_BACK, at=0)
    with pytest.raises(NotYourTurn):
        match.accept(BLACK, at=0)
    match.decline(WHITE, at=0)
    assert match.offer is None
    match.make_offer(BLACK, Offer.TAKE_BACK, at=0)
    assert kinds(match.accept(WHITE, at=0)) == ["TakenBack", "TurnStarted"]
    assert match.offer is None


def test_a_move_makes_an_open_offer_void() -> None:
    match = played(Match.start(Setup(undo=Undo.CONSENT)), "f5")
    match.make_offer(BLACK, Offer.TAKE_BACK, at=0)
    match.play(D6, at=0)
    assert match.offer is None
    with pytest.raises(NotYourTurn, match="there is no offer for white to answer"):
        match.accept(WHITE, at=0)
    assert match.game.moves == [F5, D6]


def test_the_last_move_of_a_game_can_be_taken_back_but_a_resignation_cannot() -> None:
    board = Board.parse("XXXX XXXX XXXX XXO-".replace(" ", ""))
    match = Match.start(Setup(start=Position(board, BLACK)))
    assert kinds(match.play(Square.parse("d4"), at=0))[-1] == "MatchEnded"
    match.take_back(BLACK, at=0)
    assert match.outcome is None
    match.resign(BLACK, at=0)
    with pytest.raises(MatchOver):
        match.take_back(BLACK, at=0)


# Pausing


def test_nobody_may_move_during_a_pause() -> None:
    match = Match.start(Setup())
    match.pause(at=0)
    with pytest.raises(MatchPaused):
        match.play(F5, at=0)
    with pytest.raises(MatchPaused):
        match.take_back(BLACK, at=0)
    with pytest.raises(MatchPaused):
        match.pause(at=0)
    match.resume(at=0)
    match.play(F5, at=0)
    with pytest.raises(MatchPaused, match="not paused"):
        match.resume(at=0)


@pytest.mark.parametrize("name", [None, 5])
def test_the_name_of_a_player_is_text(name: Any) -> None:
    with pytest.raises(TypeError, match=f"^the name of a player is text, not {name}$"):
        Player(name)
    with pytest.raises(TypeError, match=f"^the seat of a player is text, not {name}$"):
        Player("Ann", name)


def test_a_move_may_be_named() -> None:
    match = Match.start(Setup())
    match.play("f5", at=0)
    assert match.game.moves == [Square.parse("f5")]


@pytest.mark.parametrize("wrong", [None, 5])
def test_a_match_refuses_what_is_no_move_and_no_side(wrong: Any) -> None:
    match = Match.start(Setup())
    with pytest.raises(TypeError, match=r"^a move is a Square, PASS or text such as 'd3', not "):
        match.play(wrong, at=0)
    for command in (match.resign, match.take_back):
        with pytest.raises(TypeError, match=r"^a side is Color.BLACK or Color.WHITE, not "):
            command(wrong, at=0)


def test_the_parts_of_a_setup_have_their_types() -> None:
    ann, bob = Player("Ann"), Player("Bob")
    wrong: dict[str, Any] = {"players": ("Ann", "Bob"), "start": "f5", "clock": "5+3"}
    said = "a match has two players, each a Player, not"
    few_or_many: list[Any] = [None, (ann,), (ann, bob, ann), wrong["players"]]
    for players in few_or_many:
        with pytest.raises(TypeError, match=f"^{said} "):
            Setup(players=players)
    for part in ("start", "clock"):
        with pytest.raises(TypeError, match=f"^the {part} of a match is a [A-Z][A-Za-z]+, not "):
            Setup(**{part: wrong[part]})
    with pytest.raises(TypeError, match=r"^a match begins with a Setup, not with 'f5'$"):
        Match.start(wrong["start"])


@pytest.mark.parametrize("wrong", ["x", 1.5, float("nan"), float("inf"), True, None])
def test_times_are_whole_milliseconds(wrong: Any) -> None:
    match = Match.start(Setup(clock=ClockSetting.parse("5+3")))
    commands: list[Any] = [match.pause, partial(match.play, "f5"), partial(match.resign, BLACK)]
    for command in commands:
        with pytest.raises(TypeError, match=r"^the time of a command is in whole milliseconds, "):
            command(at=wrong)
    assert match.outcome is None
    assert len(match.events) == len(Match.start(Setup()).events)


def test_a_match_is_restored_from_events_only() -> None:
    with pytest.raises(TypeError, match=r"^a match is restored from its events, not from 1$"):
        Match.restore([1])  # type: ignore[list-item]
