"""Challenges, and matches against the server's computers, in both variants."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

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
from outflank.server.matches.challenges import Challenge, Challenges, Proposal
from outflank.server.matches.committed_state import CommittedState
from outflank.server.matches.live_room import LiveRoom
from outflank.store.account_store import AccountKind
from outflank.store.schema import challenges, matches
from support.server.competition_server import HandClock, open_server
from support.server.server_process import wait_until
from support.server.two_workers import Servers, at_once, failures

RACES = 6

pytestmark = pytest.mark.server("by hand")
both_kinds = pytest.mark.databases("sqlite", "workers")


@pytest.fixture
def ada(server: CompetitionServer) -> int:
    return server.accounts.register("Ada")[0].id


@pytest.fixture
def bob(server: CompetitionServer) -> int:
    return server.accounts.register("Bob", AccountKind.PERSON)[0].id


def play_to_the_end(room: LiveRoom, player: int) -> None:
    """Play the first legal move whenever it is the player's turn."""
    color = room.entry.color_of(player)
    while not room.is_over:
        with room.reading() as match:
            seq, asked, position = match.seq, match.asked, match.position
        if isinstance(asked, TurnStarted) and asked.color is color:
            room.play(next(iter(position.legal_moves.squares)), turn=asked.seq)
        else:
            assert room.wait(seq, 30), "nothing happens"


@pytest.fixture
def told(pair: Servers) -> Iterator[list[list[Challenge]]]:
    """What listeners on each of two servers are told of challenges."""
    told: list[list[Challenge]] = [[], []]
    ends = [
        server.challenges.changed.subscribe(heard.append)
        for server, heard in zip(pair, told, strict=True)
    ]
    yield told
    for end in ends:
        end()


def wait_until_told(told: list[list[Challenge]], name: str, *statuses: str) -> None:
    """Wait until the listeners on both servers were told this of a challenge, each once."""

    def are_told() -> bool:
        found = [[each.status for each in heard if each.id == name] for heard in told]
        return found == [list(statuses)] * 2

    wait_until(are_told, f"the news that a challenge is {statuses[-1]}")


def new_players(server: CompetitionServer, *names: str) -> list[int]:
    return [server.accounts.register(name)[0].id for name in names]


def rows_of(server: CompetitionServer, player: int) -> list[Any]:
    """Return the rows of the challenges that a player made, the oldest first."""
    query = sa.select(challenges).where(challenges.c.challenger == player)
    with server.database.reading() as connection:
        return list(connection.execute(query.order_by(challenges.c.created)))


def matches_of(server: CompetitionServer, player: int) -> set[str]:
    """Return the names of a player's matches."""
    query = sa.select(matches.c.id).where((matches.c.black == player) | (matches.c.white == player))
    with server.database.reading() as connection:
        return set(connection.execute(query).scalars())


# What any server does, alone or among workers


@both_kinds
def test_an_accepted_challenge_is_a_match_wherever_it_was_accepted(pair: Servers) -> None:
    first, second = pair
    ada, bob = new_players(first, "Ada", "Bob")
    proposal = Proposal(listed=True, size=6, clock="5+3", color="white", rated=True)
    made = first.challenges.make(ada, None, proposal)
    wait_until(lambda: made in second.challenges.seeks(), "the seek")
    room = second.challenges.accept(made.id, bob)
    assert (room.entry.black, room.entry.white, room.entry.rated) == (bob, ada, True)
    assert (room.setup.size, room.setup.undo) == (6, Undo.NEVER)
    for server in pair:
        accepted = server.challenges.get(made.id)
        assert (accepted.status, accepted.match) == ("accepted", room.name)
        for player in (ada, bob):
            assert [each.name for each in server.registry.rooms_of(player)] == [room.name]
    assert first.registry.room(room.name).setup == room.setup
    wait_until(lambda: made not in first.challenges.seeks(), "the end of the seek")


@both_kinds
def test_a_challenge_is_declined_withdrawn_or_expires_and_everybody_is_told_once(
    pair: Servers, told: list[list[Challenge]]
) -> None:
    first, second = (server.challenges for server in pair)
    ada, bob = new_players(pair[0], "Ada", "Bob")
    declined = first.make(ada, bob, Proposal())
    assert declined.expires == declined.created + 60_000
    assert second.get(declined.id) == declined
    assert second.list_for(bob) == [declined]
    wait_until_told(told, declined.id, "open")
    assert second.known_to(bob) == [declined]
    second.decline(declined.id, bob)
    assert first.get(declined.id).status == "declined"
    assert first.list_for(ada) == []
    with pytest.raises(ChallengeRefused, match="was declined"):
        first.withdraw(declined.id, ada)
    withdrawn = second.make(ada, bob, Proposal())
    with pytest.raises(ChallengeRefused, match="only the player who made"):
        first.withdraw(withdrawn.id, bob)
    wait_until_told(told, withdrawn.id, "open")  # else the first hears of its end alone
    first.withdraw(withdrawn.id, ada)
    expired = first.make(ada, bob, Proposal(), expires_in=1.0)
    for made, end in ((declined, "declined"), (withdrawn, "withdrawn"), (expired, "expired")):
        wait_until_told(told, made.id, "open", end)
    assert second.list_for(bob) == []
    assert [row.status for row in rows_of(pair[1], ada)] == ["declined", "withdrawn", "expired"]


@both_kinds
def test_of_two_who_accept_a_challenge_at_once_one_plays(pair: Servers) -> None:
    first, second = (server.challenges for server in pair)
    ada, bob, cleo = new_players(pair[0], "Ada", "Bob", "Cleo")
    for _ in range(RACES):
        made = first.make(ada, None, Proposal(size=4), expires_in=3600)
        with pytest.raises(ChallengeRefused, match="your own challenge"):
            second.accept(made.id, ada)
        results = at_once(
            partial(first.accept, made.id, bob), partial(second.accept, made.id, cleo)
        )
        [room] = [each for each in results if isinstance(each, LiveRoom)]
        winner, loser = (bob, cleo) if room is results[0] else (cleo, bob)
        for server in (first, second):
            assert server.accept(made.id, winner).name == room.name
            with pytest.raises(ChallengeRefused, match="was accepted"):
                server.accept(made.id, loser)
    stored = rows_of(pair[0], ada)
    assert [row.status for row in stored] == ["accepted"] * RACES
    begun = matches_of(pair[0], ada)
    assert {row.match for row in stored} == begun
    assert len(begun) == RACES


@both_kinds
def test_a_challenge_that_is_answered_in_several_ways_at_once_has_one_end(
    pair: Servers, told: list[list[Challenge]]
) -> None:
    first, second = (server.challenges for server in pair)
    ada, bob = new_players(pair[0], "Ada", "Bob")
    for _ in range(RACES):
        made = first.make(ada, bob, Proposal(size=4))
        wait_until_told(told, made.id, "open")
        results = at_once(
            partial(second.accept, made.id, bob),
            partial(first.withdraw, made.id, ada),
            partial(second.decline, made.id, bob),
        )
        assert [type(each) for each in failures(results)] == [ChallengeRefused] * 2
        end = first.get(made.id)
        assert end == second.get(made.id)
        assert (end.match is not None) == (end.status == "accepted")
        wait_until_told(told, made.id, "open", end.status)


@both_kinds
def test_nobody_can_challenge_themselves_or_flood_others(pair: Servers) -> None:
    first, second = (server.challenges for server in pair)
    ada, bob = new_players(pair[0], "Ada", "Bob")
    with pytest.raises(ChallengeRefused, match="challenge yourself"):
        first.make(ada, ada, Proposal())
    with pytest.raises(ChallengeRefused, match="24 hours"):
        first.make(ada, bob, Proposal(), expires_in=10**6)
    refused: list[str] = []

    def make_many(server: Challenges) -> None:
        for _ in range(15):
            try:
                server.make(ada, bob, Proposal())
            except ChallengeRefused as refusal:
                refused.append(str(refusal))

    assert failures(at_once(partial(make_many, first), partial(make_many, second))) == []
    assert refused == ["you already have 20 open challenges; withdraw one first"] * 10
    assert len(first.list_for(bob)) == 20


# With a clock that tests move by hand


def test_a_player_can_be_challenged_by_name_and_from_any_position(
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
def test_a_proposal_that_cannot_be_played_is_refused(
    server: CompetitionServer, ada: int, bob: int, proposal: Proposal, sentence: str
) -> None:
    with pytest.raises(OutflankError, match=sentence):
        server.challenges.make(ada, bob, proposal)
    with server.database.reading() as connection:
        assert connection.execute(sa.select(challenges)).all() == []


def test_a_watcher_who_is_told_of_an_event_finds_it_in_the_state(
    server: CompetitionServer, ada: int, bob: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    challenge = server.challenges.make(ada, bob, Proposal(size=4))
    room = server.challenges.accept(challenge.id, bob)
    told: list[bool] = []
    room.watch(lambda event: told.append(event.seq < room.seq))
    state_of = CommittedState.of

    def deliver_meanwhile(match: Match) -> CommittedState:
        room.notify_watchers()  # as another thread might do that still delivers earlier events
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
