"""The server names the openings of finished matches by itself."""

import pytest

from outflank.rules import BLACK, Square
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.challenges import Proposal
from outflank.server.matches.live_room import LiveRoom
from outflank.store.past_games import PastGameSelection

pytestmark = pytest.mark.server("by hand")

STEPHENSON = "f5d6c3d3c4f4f6"


def played_stephenson(server: CompetitionServer) -> LiveRoom:
    ada, bob = (server.accounts.register(name)[0].id for name in ("Ada", "Bob"))
    made = server.challenges.make(ada, bob, Proposal(color="black"))
    room = server.challenges.accept(made.id, bob)
    for at in range(0, len(STEPHENSON), 2):
        room.play(Square.parse(STEPHENSON[at : at + 2]))
    room.resign(BLACK)
    return room


def openings_of(server: CompetitionServer) -> list[str | None]:
    return [game.opening for game in server.past_games.page(PastGameSelection()).games]


def test_a_game_that_has_just_ended_is_not_read_again(server: CompetitionServer) -> None:
    played_stephenson(server)
    with server.database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE events SET data = 'damaged'")
    server.openings.find_all(0)
    assert openings_of(server) == ["Stephenson"]


def test_a_game_that_is_not_in_memory_is_read_for_its_opening(server: CompetitionServer) -> None:
    server.registry.forget(played_stephenson(server).name)
    server.openings.find_all(0)
    assert openings_of(server) == ["Stephenson"]
