"""Matches: commands in, events out, and the list of events is the match."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import (
    BLACK,
    PASS,
    SIZES,
    WHITE,
    Answer,
    Board,
    Classic,
    Color,
    IllegalAnswer,
    IllegalMove,
    NoMove,
    OutflankError,
    Position,
    Reason,
    Square,
    YesNo,
    find_variant,
)
from outflank.errors import (
    JournalError,
    MatchOver,
    MatchPaused,
    NotYourTurn,
    StaleTurn,
    TakeBackRefused,
)
from outflank.play.clock import ClockSetting
from outflank.play.codec import decode_event, encode_event
from outflank.play.events import (
    AnswerAwaited,
    AnswerHeard,
    Event,
    MatchEnded,
    MatchStarted,
    MovePlayed,
    Offer,
    Passed,
    Redone,
    TakenBack,
    TurnStarted,
)
from outflank.play.match import Match
from outflank.play.replay import replay_match
from outflank.play.setup import Scoring, Setup, Undo
from support.properties import counted, counted_at_least

F5, D6, C3 = (Square.parse(name) for name in ("f5", "d6", "c3"))


def kinds(events: list[Event] | tuple[Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def played(match: Match, moves: str, at: int = 0) -> Match:
    for move in moves.split():
        match.play(Square.parse(move), at=at)
    return match


def test_a_match_begins_with_its_start_and_blacks_turn() -> None:
    match = Match.start(Setup())
    assert kinds(match.events) == ["MatchStarted", "TurnStarted"]
    assert match.asked == match.events[1]
    assert match.position.turn is BLACK


def test_a_move_says_what_it_did() -> None:
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


def test_a_move_that_names_its_turn_is_taken_once() -> None:
    match = Match.start(Setup())
    assert match.asked is not None
    turn = match.asked.seq
    match.play(F5, at=0, turn=turn)
    with pytest.raises(StaleTurn, match=f"turn {turn} is over"):
        match.play(D6, at=0, turn=turn)


def test_a_forced_pass_is_played_by_the_game_and_said() -> None:
    board = Board.parse("XXXX XXXX XOO- ----".replace(" ", ""))
    match = Match.start(Setup(start=Position(Classic(), board, WHITE)))
    assert kinds(match.events) == ["MatchStarted", "Passed", "TurnStarted"]
    assert match.game.moves == [PASS]


def test_a_match_on_a_finished_board_is_over_at_once() -> None:
    board = Board.parse("XXXX XXXX XXXX XXX-".replace(" ", ""))
    match = Match.start(Setup(start=Position(Classic(), board, WHITE)))
    assert kinds(match.events) == ["MatchStarted", "MatchEnded"]
    with pytest.raises(MatchOver):
        match.play(F5, at=0)


def test_the_official_score_may_count_as_if_the_board_were_full() -> None:
    board = Board.parse("XXXX XXXX XXXX XXX-".replace(" ", ""))
    for scoring, score in ((Scoring.BOARD, (15, 0)), (Scoring.FULL, (16, 0))):
        start = Position(Classic(), board, WHITE)
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
    with pytest.raises(IllegalMove, match="the oracle has not spoken"):
        match.play(F5, at=0)
    events = match.hear(Answer.NO, at=100, local=True)
    assert kinds(events) == ["AnswerHeard", "TurnStarted"]
    move, *_ = match.play(F5, at=150)
    assert isinstance(move, MovePlayed)
    assert (move.disc, move.flipped, move.spent) == (WHITE, (), 50)


def test_a_turn_hears_only_one_answer() -> None:
    match = yesno()
    match.hear(Answer.YES, at=0)
    with pytest.raises(IllegalAnswer, match="already heard yes"):
        match.hear(Answer.NO, at=0)
    with pytest.raises(IllegalAnswer, match="no oracle speaks"):
        Match.start(Setup()).hear(Answer.YES, at=0)


def test_a_turn_that_must_pass_has_heard_an_answer_too() -> None:
    board = Board.parse("XXXX XXXX XOO- ----".replace(" ", ""))
    match = Match.start(Setup(start=Position(YesNo(), board, WHITE)))
    events = match.hear(Answer.MAYBE, at=0)
    assert kinds(events) == ["AnswerHeard", "Passed", "AnswerAwaited"]


def test_the_clock_starts_when_the_answer_is_heard() -> None:
    match = Match.start(Setup(start=YesNo().start(), clock=ClockSetting.parse("1")))
    match.tick(at=10**6)
    match.hear(Answer.YES, at=10**6)
    assert match.deadline == 10**6 + 60_000


def test_a_taken_back_turn_hears_what_it_first_heard() -> None:
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


def test_between_people_a_move_goes_back_until_the_opponent_has_replied() -> None:
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
        match.take_back(BLACK, at=0)  # the reply went back, but it had been made


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
    assert match.can_redo
    match.play(Square.parse("d3"), at=0)
    assert not match.can_redo


def test_there_may_be_nothing_to_take_back() -> None:
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


def test_online_a_move_goes_back_only_with_the_opponents_consent() -> None:
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


def test_the_last_move_of_a_game_can_be_taken_back_but_a_resignation_cannot() -> None:
    board = Board.parse("XXXX XXXX XXXX XXO-".replace(" ", ""))
    match = Match.start(Setup(start=Position(Classic(), board, BLACK)))
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


# The list of events


def wander(seed: int, *, steps: int = 120) -> Match:
    """Give a match random commands, sensible and not."""
    chance = random.Random(seed)
    variant = find_variant(chance.choice(["classic", "yesno", "anti"]))
    setup = Setup(
        start=variant.start(chance.choice(SIZES[:3])),
        clock=ClockSetting.parse(chance.choice(["none", "0.2+1", "5s/move"])),
        undo=chance.choice(list(Undo)),
        black=chance.choice((1, 2)),
    )
    match, at = Match.start(setup), 0
    for _ in range(steps):
        at += chance.randrange(2000)
        try:
            _step(match, chance, at)
        except OutflankError:
            continue
    return match


def _step(match: Match, chance: random.Random, at: int) -> None:
    side, draw = chance.choice(list(Color)), chance.random()
    if match.is_paused:
        match.resume(at=at)
    elif draw < 0.06 or match.outcome:
        match.take_back(side, at=at)
    elif draw < 0.10:
        match.redo(side, at=at)
    elif draw < 0.13:
        match.pause(at=at)
    elif draw < 0.16:
        match.make_offer(side, Offer.TAKE_BACK, at=at)
    elif draw < 0.18:
        match.accept(side, at=at)
    elif draw < 0.20:
        match.decline(side, at=at)
    elif draw < 0.201:
        match.resign(side, at=at)
    elif isinstance(match.asked, AnswerAwaited):
        match.hear(chance.choice(list(Answer)), at=at, turn=match.asked.seq)
    else:
        match.play(chance.choice(match.position.legal_moves), at=at)


@given(st.integers(0, 10**6))
def test_replaying_a_match_gives_the_same_events(seed: int) -> None:
    match = wander(seed)
    assert replay_match(match.events).events == match.events


@given(st.integers(0, 10**6))
def test_a_match_is_what_its_events_add_up_to(seed: int) -> None:
    match = wander(seed)
    restored = Match.restore(match.events)
    assert restored.game == match.game
    assert restored.clock == match.clock
    assert restored.asked == match.asked
    assert restored.outcome == match.outcome
    assert [event.seq for event in match.events] == list(range(match.seq))
    times = [event.at for event in match.events]
    assert times == sorted(times)


@given(st.integers(0, 10**6))
def test_events_survive_json(seed: int) -> None:
    import json

    for event in wander(seed).events:
        assert decode_event(json.loads(json.dumps(encode_event(event)))) == event


@counted_at_least(5)
@given(st.integers(0, 10**6))
def test_no_answer_is_ever_rolled_again(seed: int) -> None:
    first: dict[int, Answer] = {}
    for event in wander(seed).events:
        if isinstance(event, AnswerHeard):
            if event.turn in first:  # the move was taken back, and the turn came again
                counted()
            assert first.setdefault(event.turn, event.answer) is event.answer


def test_a_record_that_was_tampered_with_is_noticed() -> None:
    events = list(played(Match.start(Setup()), "f5 d6").events)
    with pytest.raises(JournalError, match="begins with its start"):
        replay_match(events[1:])
    with pytest.raises(JournalError, match="event 3 does not follow"):
        replay_match([*events[:3], Passed(3, 0, turn=1, color=WHITE)])
    with pytest.raises(JournalError, match="came where"):
        Match.restore([events[0], events[2]])
    with pytest.raises(JournalError, match="at least"):
        Match.restore([])
    with pytest.raises(JournalError, match="not an event"):
        decode_event({"event": "MovePlayed", "seq": "x"})
    with pytest.raises(JournalError, match="not an event"):
        decode_event({"event": "Nonsense"})
    assert isinstance(events[0], MatchStarted)
