"""Which game a key means by itself, and which of its moves are repeats."""

import pytest

from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.challenges import Proposal
from outflank.server.matches.live_room import LiveRoom
from support.server.competition_server import first_move

pytestmark = pytest.mark.server("by hand")

_LAST_MOVE = "-OOX OOOO OOOO OOOO X"  # black plays a1, and the board is full


def between(server: CompetitionServer, players: tuple[int, int], proposal: Proposal) -> LiveRoom:
    made = server.challenges.make(players[0], players[1], proposal)
    return server.challenges.accept(made.id, players[1])


def test_a_key_means_the_oldest_game_for_which_a_board_is_enough(
    server: CompetitionServer,
) -> None:
    ada, bob = (server.accounts.register(name)[0].id for name in ("Ada", "Bob"))
    assert server.key_games.room_of(ada) is server.key_games.room_of(None) is None
    between(server, (ada, bob), Proposal("yesno"))
    plain = [between(server, (ada, bob), Proposal(size=6)) for _ in range(2)]
    assert server.key_games.room_of(ada) is plain[0]


def test_the_last_move_of_a_match_may_be_repeated(server: CompetitionServer) -> None:
    ada, bob = (server.accounts.register(name)[0].id for name in ("Ada", "Bob"))
    room = between(server, (ada, bob), Proposal(start=_LAST_MOVE, color="black"))
    square = first_move(room)[1]
    assert not server.key_games.repeats_ended_match(ada, square)
    room.play(square)
    assert room.is_over
    server.key_games.note_move(ada, room)
    assert server.key_games.repeats_ended_match(ada, square)
    assert not server.key_games.repeats_ended_match(bob, square)
