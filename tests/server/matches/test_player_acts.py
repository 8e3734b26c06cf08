"""What players can do in their matches besides moving, and when they can get hints."""

import pytest

from outflank.errors import (
    ChallengeRefused,
    MatchOver,
    NotYourTurn,
    OutflankError,
    TakeBackRefused,
)
from outflank.play.events import Offer
from outflank.rules import BLACK, WHITE, Color, Reason
from outflank.server.accounts.accounts import NotAllowed
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.challenges import Proposal
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.moves import move_of
from outflank.server.matches.player_acts import sides_to_take_back
from support.server.competition_server import first_move
from support.server.tournament_server import begin_cup, board

pytestmark = pytest.mark.server("by hand")


@pytest.fixture
def ada(server: CompetitionServer) -> int:
    return server.accounts.register("Ada")[0].id


@pytest.fixture
def bob(server: CompetitionServer) -> int:
    return server.accounts.register("Bob")[0].id


def between(server: CompetitionServer, black: int, white: int, moves: int = 0) -> LiveRoom:
    """Begin a match of two players, and play some moves."""
    made = server.challenges.make(black, white, Proposal(size=6, color="black"))
    room = server.challenges.accept(made.id, white)
    play(room, moves)
    return room


def beside(server: CompetitionServer, player: int, moves: int = 0) -> LiveRoom:
    """Begin a match with a friend at the same screen, and play some moves."""
    room = server.challenges.play_friend(player, "Friend", Proposal(size=6, color="black"))
    play(room, moves)
    return room


def play(room: LiveRoom, moves: int) -> None:
    for _ in range(moves):
        room.play(first_move(room)[1])


def may_take_back(room: LiveRoom) -> list[Color]:
    with room.reading() as match:
        return sides_to_take_back(match)


def outcome(room: LiveRoom) -> tuple[Reason, object]:
    ended = room.state.outcome
    assert ended is not None
    return ended.reason, ended.winner


def test_resigning_twice_is_resigning_once(server: CompetitionServer, ada: int, bob: int) -> None:
    room = between(server, ada, bob)
    assert server.player_acts.resign(room.name, bob) is room
    length = room.seq
    server.player_acts.resign(room.name, bob)
    assert (outcome(room), room.seq) == ((Reason.RESIGNATION, BLACK), length)
    with pytest.raises(MatchOver):
        server.player_acts.resign(room.name, ada)


def test_at_one_screen_the_side_to_move_resigns(server: CompetitionServer, ada: int) -> None:
    room = beside(server, ada, moves=1)
    server.player_acts.resign(room.name, ada)
    assert outcome(room) == (Reason.RESIGNATION, BLACK)


def test_a_match_can_be_called_off_until_both_sides_have_moved(
    server: CompetitionServer, ada: int, bob: int
) -> None:
    room = between(server, ada, bob, moves=1)
    for player in (bob, ada):  # a repeat changes nothing
        server.player_acts.call_off(room.name, player)
    assert outcome(room) == (Reason.VOID, None)
    later = between(server, ada, bob, moves=2)
    with pytest.raises(ChallengeRefused, match="both sides have moved; resign instead"):
        server.player_acts.call_off(later.name, bob)


def test_a_tournament_match_cannot_be_called_off(server: CompetitionServer) -> None:
    room = board(server, begin_cup(server, ("Ann", "Ida")))
    player = room.entry.black or 0
    with pytest.raises(ChallengeRefused, match="a tournament cannot be called off"):
        server.player_acts.call_off(room.name, player)


def test_taking_back_against_somebody_elsewhere_needs_consent(
    server: CompetitionServer, ada: int, bob: int
) -> None:
    room = between(server, ada, bob, moves=1)
    assert may_take_back(room) == [BLACK]
    server.player_acts.make_offer(room.name, ada, Offer.TAKE_BACK)
    assert (len(room.state.moves), may_take_back(room)) == (1, [])
    server.player_acts.decline(room.name, bob)
    server.player_acts.make_offer(room.name, ada, Offer.TAKE_BACK)
    server.player_acts.accept(room.name, bob)
    assert not room.state.moves
    with pytest.raises(TakeBackRefused, match="only by consent"):
        server.player_acts.redo(room.name, ada)


def test_at_one_screen_the_last_move_is_taken_back_whoever_played_it(
    server: CompetitionServer, ada: int
) -> None:
    room = beside(server, ada, moves=2)
    assert may_take_back(room) == [WHITE]
    server.player_acts.make_offer(room.name, ada, Offer.TAKE_BACK)
    assert (len(room.state.moves), room.state.position.turn) == (1, WHITE)
    server.player_acts.redo(room.name, ada)
    assert len(room.state.moves) == 2


def test_only_the_players_of_a_match_can_act_in_it(
    server: CompetitionServer, ada: int, bob: int
) -> None:
    room = beside(server, ada)
    with pytest.raises(NotAllowed, match="you do not play in this match"):
        server.player_acts.resign(room.name, bob)
    with pytest.raises(NotAllowed):
        move_of(room, bob, first_move(room)[1], turn=1, at=None)


def test_a_move_is_for_its_players_side_or_for_the_side_of_its_turn(
    server: CompetitionServer, ada: int, bob: int
) -> None:
    elsewhere, here = between(server, ada, bob), beside(server, ada)
    square = first_move(here)[1]
    assert move_of(elsewhere, bob, square, turn=1, at=None).color is WHITE
    assert move_of(here, ada, square, turn=1, at=None).color is None


def test_hints_are_for_the_side_to_move_in_a_casual_game(
    server: CompetitionServer, ada: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.computers, "request_move", lambda *_: None)
    room = beside(server, ada, moves=1)
    turn, position = server.hints.turn_for(room.name, ada)
    assert (turn.color, position) == (WHITE, room.state.position)
    computer = server.challenges.play_computer(ada, "1", Proposal(size=6, color="white"))
    with pytest.raises(NotYourTurn):
        server.hints.turn_for(computer.name, ada)
    server.player_acts.resign(room.name, ada)
    with pytest.raises(MatchOver):
        server.hints.turn_for(room.name, ada)


@pytest.mark.parametrize(
    ("rated", "error"), [(True, ChallengeRefused), (False, ChallengeRefused), (None, NotAllowed)]
)
def test_there_are_no_hints_against_a_player_elsewhere(
    server: CompetitionServer, ada: int, bob: int, rated: bool | None, error: type[OutflankError]
) -> None:
    if rated is None:
        room = beside(server, bob)
    else:
        made = server.challenges.make(ada, bob, Proposal(rated=rated, color="black"))
        room = server.challenges.accept(made.id, bob)
    with pytest.raises(error):
        server.hints.turn_for(room.name, ada)
