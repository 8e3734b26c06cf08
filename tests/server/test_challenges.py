"""Challenges, and matches against the server's computers, in both variants."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from outflank.errors import Busy, ChallengeRefused, EngineError, NotationError, OutflankError
from outflank.play.events import AnswerHeard, MatchEnded, TurnStarted
from outflank.play.match import Match
from outflank.play.setup import Undo
from outflank.server.challenges import Challenge, Proposal
from outflank.server.house import House
from outflank.server.live_room import LiveRoom
from outflank.store.schema import challenges
from support.server_house import HandClock, open_house

pytestmark = pytest.mark.house("by hand")


@pytest.fixture
def ada(house: House) -> int:
    return house.accounts.register("Ada")[0].id


@pytest.fixture
def bob(house: House) -> int:
    return house.accounts.register("Bob", "person")[0].id


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


def test_an_accepted_challenge_is_a_match(house: House, ada: int, bob: int) -> None:
    proposal = Proposal(size=6, clock="5+3", color="white", rated=True)
    made = house.challenges.make(ada, bob, proposal)
    room = house.challenges.accept(made.id, bob)
    assert (room.entry.black, room.entry.white, room.entry.rated) == (bob, ada, True)
    assert (room.setup.size, room.setup.undo) == (6, Undo.NEVER)
    accepted = house.challenges.get(made.id)
    assert (accepted.status, accepted.match) == ("accepted", room.name)
    assert house.hall.rooms_of(ada) == house.hall.rooms_of(bob) == [room]


def test_a_link_can_be_taken_up_by_anybody_but_once(house: House, ada: int, bob: int) -> None:
    carl = house.accounts.register("Carl")[0].id
    made = house.challenges.make(ada, None, Proposal(), expires_in=3600)
    with pytest.raises(ChallengeRefused, match="their own challenge"):
        house.challenges.accept(made.id, ada)
    house.challenges.accept(made.id, bob)
    with pytest.raises(ChallengeRefused, match="is accepted"):
        house.challenges.accept(made.id, carl)


def test_a_challenge_is_declined_withdrawn_or_expires(
    house: House, clock: HandClock, ada: int, bob: int
) -> None:
    told = list[Challenge]()
    house.challenges.watch(told.append)
    declined = house.challenges.make(ada, bob, Proposal())
    house.challenges.decline(declined.id, bob)
    withdrawn = house.challenges.make(ada, bob, Proposal())
    with pytest.raises(ChallengeRefused, match="only whoever made"):
        house.challenges.withdraw(withdrawn.id, bob)
    house.challenges.withdraw(withdrawn.id, ada)
    house.challenges.make(ada, bob, Proposal())
    clock.pass_time(60_001)
    house.challenges.expire()
    assert house.challenges.list_for(bob) == []
    assert [one.status for one in told] == [
        "open",
        "declined",
        "open",
        "withdrawn",
        "open",
        "expired",
    ]


def test_open_challenges_survive_a_restart(
    house: House, clock: HandClock, ada: int, bob: int, tmp_path: Path
) -> None:
    made = house.challenges.make(ada, bob, Proposal(variant="yesno"))
    house.close()
    again = open_house(tmp_path, clock)
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
    house: House, ada: int, bob: int, proposal: Proposal, sentence: str
) -> None:
    with pytest.raises(OutflankError, match=sentence):
        house.challenges.make(ada, bob, proposal)
    with house.database.reading() as connection:
        assert connection.execute(sa.select(challenges)).all() == []


def test_nobody_can_challenge_themselves_or_flood_others(house: House, ada: int, bob: int) -> None:
    with pytest.raises(ChallengeRefused, match="themselves"):
        house.challenges.make(ada, ada, Proposal())
    with pytest.raises(ChallengeRefused, match="24 hours"):
        house.challenges.make(ada, bob, Proposal(), expires_in=10**6)
    for _ in range(20):
        house.challenges.make(ada, bob, Proposal())
    with pytest.raises(ChallengeRefused, match="withdraw one first"):
        house.challenges.make(ada, bob, Proposal())


@pytest.mark.parametrize("variant", ["classic", "yesno", "anti"])
def test_a_computer_of_the_server_plays_to_the_end(house: House, ada: int, variant: str) -> None:
    room = house.challenges.play_computer(ada, "1", Proposal(variant, size=6, rated=True))
    play_to_the_end(room, ada)
    assert isinstance(room.events[-1], MatchEnded)
    assert Match.replay(room.events).events == room.events


def test_answers_are_drawn_from_the_recorded_seed(house: House, ada: int) -> None:
    room = house.challenges.play_computer(ada, "1", Proposal("yesno", rated=True))
    play_to_the_end(room, ada)
    heard = [event for event in room.events if isinstance(event, AnswerHeard)]
    secret = house.desk.secret_of(room)
    again = [house.desk.ask(room.setup, event.turn, secret).answer for event in heard]
    assert again == [event.answer for event in heard]
    assert secret not in "".join(map(str, room.events))


def test_a_computer_waits_while_the_match_is_paused(house: House, ada: int) -> None:
    room = house.challenges.play_computer(ada, "1", Proposal(size=4, color="white"))
    room.wait(3, 30)
    room.pause()
    seq = room.seq
    room.resume()
    play_to_the_end(room, ada)
    assert room.seq > seq


def test_a_computer_goes_on_after_a_restart(
    house: House, clock: HandClock, ada: int, tmp_path: Path
) -> None:
    room = house.challenges.play_computer(ada, "1", Proposal(size=4, color="white"))
    house.close()
    again = open_house(tmp_path, clock)
    try:
        play_to_the_end(again.hall.room(room.name), ada)
    finally:
        again.close()


def test_unknown_levels_are_refused_and_too_many_matches_find_the_desk_busy(
    house: House, ada: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(EngineError, match="from 1 to 20"):
        house.challenges.play_computer(ada, "99", Proposal())
    with pytest.raises(NotationError):
        house.challenges.play_computer(ada, "1", Proposal(clock="x"))
    monkeypatch.setattr(house.desk, "most_matches", 1)
    house.challenges.play_computer(ada, "1", Proposal(color="black"))
    with pytest.raises(Busy, match="try again"):
        house.challenges.play_computer(ada, "1", Proposal())
