"""Challenges, and matches against the server's computers, in both variants."""

from pathlib import Path
from types import SimpleNamespace

import pytest
import sqlalchemy as sa

from outflank.errors import (
    Busy,
    ChallengeRefused,
    EngineError,
    NotationError,
    OutflankError,
    UnknownPlayer,
)
from outflank.play.events import AnswerHeard, MatchEnded, TurnStarted
from outflank.play.match import Match
from outflank.play.replay import replay_match
from outflank.play.setup import Undo
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.challenges import Challenge, Proposal
from outflank.server.matches.committed_state import CommittedState
from outflank.server.matches.live_room import LiveRoom
from outflank.store.schema import challenges
from support.server.competition_server import HandClock, open_server

pytestmark = pytest.mark.server("by hand")


@pytest.fixture
def ada(server: CompetitionServer) -> int:
    return server.accounts.register("Ada")[0].id


@pytest.fixture
def bob(server: CompetitionServer) -> int:
    return server.accounts.register("Bob", "person")[0].id


def play_to_the_end(room: LiveRoom, player: int) -> None:
    """Play the first move there is whenever it is the player's turn."""
    color = room.entry.color_of(player)
    while not room.is_over:
        with room.reading() as match:
            seq, asked, position = match.seq, match.asked, match.position
        if isinstance(asked, TurnStarted) and asked.color is color:
            room.play(next(iter(position.legal_moves.squares)), turn=asked.seq)
        else:
            assert room.wait(seq, 30), "nothing happens"


def test_an_accepted_challenge_is_a_match(server: CompetitionServer, ada: int, bob: int) -> None:
    proposal = Proposal(size=6, clock="5+3", color="white", rated=True)
    made = server.challenges.make(ada, bob, proposal)
    room = server.challenges.accept(made.id, bob)
    assert (room.entry.black, room.entry.white, room.entry.rated) == (bob, ada, True)
    assert (room.setup.size, room.setup.undo) == (6, Undo.NEVER)
    accepted = server.challenges.get(made.id)
    assert (accepted.status, accepted.match) == ("accepted", room.name)
    assert server.registry.rooms_of(ada) == server.registry.rooms_of(bob) == [room]


def test_a_link_can_be_taken_up_by_anybody_but_once(
    server: CompetitionServer, ada: int, bob: int
) -> None:
    carl = server.accounts.register("Carl")[0].id
    made = server.challenges.make(ada, None, Proposal(), expires_in=3600)
    with pytest.raises(ChallengeRefused, match="your own challenge"):
        server.challenges.accept(made.id, ada)
    room = server.challenges.accept(made.id, bob)
    assert server.challenges.accept(made.id, bob) is room
    with pytest.raises(ChallengeRefused, match="is accepted"):
        server.challenges.accept(made.id, carl)


def test_a_player_is_challenged_by_name_from_any_position(
    server: CompetitionServer, ada: int, bob: int
) -> None:
    made = server.challenges.make(ada, "bob", Proposal(start="---- -OX- -XO- ---- O"))
    assert (made.opponent, made.proposal.size) == (bob, 4)
    with pytest.raises(UnknownPlayer):
        server.challenges.make(ada, "Nobody", Proposal(start="no position"))


@pytest.mark.parametrize(
    ("opponent", "stand_in", "seats"),
    [
        ("computer:1", "", ("bot:{}", "computer:1")),
        ("computer:1", "computer:2", ("computer:2", "computer:1")),
        ("beside", "computer:2", ("bot:{}", "beside:{}")),
    ],
)
def test_a_match_that_nobody_has_to_accept_begins_at_once(
    server: CompetitionServer, ada: int, opponent: str, stand_in: str, seats: tuple[str, str]
) -> None:
    proposal = Proposal(size=6, color="black")
    room = server.challenges.begin(ada, opponent, proposal, stand_in=stand_in)
    found = [player.seat for player in room.setup.players]
    assert found == [seat.format(ada) for seat in seats]


def test_a_challenge_is_declined_withdrawn_or_expires(
    server: CompetitionServer, clock: HandClock, ada: int, bob: int
) -> None:
    told = list[Challenge]()
    server.challenges.changed.subscribe(told.append)
    declined = server.challenges.make(ada, bob, Proposal())
    server.challenges.decline(declined.id, bob)
    withdrawn = server.challenges.make(ada, bob, Proposal())
    with pytest.raises(ChallengeRefused, match="only the player who made"):
        server.challenges.withdraw(withdrawn.id, bob)
    server.challenges.withdraw(withdrawn.id, ada)
    server.challenges.make(ada, bob, Proposal())
    clock.pass_time(60_001)
    server.challenges.expire()
    assert server.challenges.list_for(bob) == []
    assert [one.status for one in told] == [
        "open",
        "declined",
        "open",
        "withdrawn",
        "open",
        "expired",
    ]


def test_open_challenges_survive_a_restart(
    server: CompetitionServer, clock: HandClock, ada: int, bob: int, tmp_path: Path
) -> None:
    made = server.challenges.make(ada, bob, Proposal(variant="yesno"))
    server.close()
    again = open_server(tmp_path, clock)
    try:
        assert again.challenges.list_for(bob) == [made]
    finally:
        again.close()


@pytest.mark.parametrize(
    ("proposal", "sentence"),
    [
        (Proposal(variant="chess"), "chess"),
        (Proposal(size=7), "7"),
        (Proposal(clock="soon"), "soon"),
    ],
)
def test_what_cannot_be_played_is_refused(
    server: CompetitionServer, ada: int, bob: int, proposal: Proposal, sentence: str
) -> None:
    with pytest.raises(OutflankError, match=sentence):
        server.challenges.make(ada, bob, proposal)
    with server.database.reading() as connection:
        assert connection.execute(sa.select(challenges)).all() == []


def test_nobody_can_challenge_themselves_or_flood_others(
    server: CompetitionServer, ada: int, bob: int
) -> None:
    with pytest.raises(ChallengeRefused, match="challenge yourself"):
        server.challenges.make(ada, ada, Proposal())
    with pytest.raises(ChallengeRefused, match="24 hours"):
        server.challenges.make(ada, bob, Proposal(), expires_in=10**6)
    for _ in range(20):
        server.challenges.make(ada, bob, Proposal())
    with pytest.raises(ChallengeRefused, match="withdraw one first"):
        server.challenges.make(ada, bob, Proposal())


def test_whoever_is_told_of_an_event_finds_it_in_the_state(
    server: CompetitionServer, ada: int, bob: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    challenge = server.challenges.make(ada, bob, Proposal(size=4))
    room = server.challenges.accept(challenge.id, bob)
    told: list[bool] = []
    room.watch(lambda event: told.append(event.seq < room.seq))
    state_of = CommittedState.of

    def deliver_meanwhile(match: Match) -> CommittedState:
        room.notify_watchers()  # as another thread might that still delivers earlier events
        return state_of(match)

    name = "outflank.server.matches.live_room.CommittedState"
    monkeypatch.setattr(name, SimpleNamespace(of=deliver_meanwhile))
    asked = room.asked
    assert asked is not None
    room.play(next(iter(room.position.legal_moves.squares)), turn=asked.seq)
    assert told
    assert all(told)


@pytest.mark.parametrize("variant", ["classic", "yesno", "anti"])
def test_a_computer_of_the_server_plays_to_the_end(
    server: CompetitionServer, ada: int, variant: str
) -> None:
    room = server.challenges.play_computer(ada, "1", Proposal(variant, size=6, rated=True))
    play_to_the_end(room, ada)
    assert isinstance(room.events[-1], MatchEnded)
    assert replay_match(room.events).events == room.events


def test_answers_are_drawn_from_the_recorded_seed(server: CompetitionServer, ada: int) -> None:
    room = server.challenges.play_computer(ada, "1", Proposal("yesno", rated=True))
    play_to_the_end(room, ada)
    heard = [event for event in room.events if isinstance(event, AnswerHeard)]
    secret = server.oracle.secret_of(room)
    again = [server.oracle.ask(room.setup, event.turn, secret).answer for event in heard]
    assert again == [event.answer for event in heard]
    assert secret not in "".join(map(str, room.events))


def test_a_computer_waits_while_the_match_is_paused(server: CompetitionServer, ada: int) -> None:
    room = server.challenges.play_computer(ada, "1", Proposal(size=4, color="white"))
    room.wait(3, 30)
    room.pause()
    seq = room.seq
    room.resume()
    play_to_the_end(room, ada)
    assert room.seq > seq


def test_a_computer_goes_on_after_a_restart(
    server: CompetitionServer, clock: HandClock, ada: int, tmp_path: Path
) -> None:
    room = server.challenges.play_computer(ada, "1", Proposal(size=4, color="white"))
    server.close()
    again = open_server(tmp_path, clock)
    try:
        play_to_the_end(again.registry.room(room.name), ada)
    finally:
        again.close()


def test_unknown_levels_are_refused_and_too_many_matches_are_refused_as_busy(
    server: CompetitionServer, ada: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(EngineError, match="from 1 to 20"):
        server.challenges.play_computer(ada, "99", Proposal())
    with pytest.raises(NotationError):
        server.challenges.play_computer(ada, "1", Proposal(clock="x"))
    monkeypatch.setattr(server.seats, "most_matches", 1)
    server.challenges.play_computer(ada, "1", Proposal(color="black"))
    with pytest.raises(Busy, match="try again"):
        server.challenges.play_computer(ada, "1", Proposal())
