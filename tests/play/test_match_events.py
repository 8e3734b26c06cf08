"""The events of a match: replayed, restored, as JSON, and tampered with."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import (
    SIZES,
    WHITE,
    Answer,
    Color,
    OutflankError,
    find_variant,
)
from outflank.errors import (
    JournalError,
)
from outflank.play.clock import ClockSetting
from outflank.play.codec import decode_event, encode_event
from outflank.play.events import (
    AnswerAwaited,
    AnswerHeard,
    MatchStarted,
    Offer,
    Passed,
)
from outflank.play.match import Match
from outflank.play.replay import replay_match
from outflank.play.setup import Setup, Undo
from support.matches import played
from support.properties import counted, counted_at_least


def wander(seed: int, *, steps: int = 120) -> Match:
    """Return a match after random commands, some of which it refused."""
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
def test_restoring_a_match_from_its_events_gives_the_same_state(seed: int) -> None:
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


def test_tampering_with_a_record_is_noticed() -> None:
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
