"""The games of the try-out tournament: callers, boards, and playing on."""

import sqlalchemy as sa

from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.live_room import LiveRoom
from outflank.server.tournaments.tryout import PLAYER_KEYS
from outflank.store.schema import tournaments
from support.server.competition_server import HandClock
from support.server.tournament_server import passes, resign_quickly

__all__ = ["boards", "call", "play_on", "player", "room_of", "statuses", "wait"]


def player(server: CompetitionServer, number: int) -> int:
    """Return the player of key0 to key3, counted from 1 as in the dialect."""
    caller = server.accounts.caller(PLAYER_KEYS[number - 1])
    assert caller is not None
    assert caller.player is not None
    return caller.player


def call(server: CompetitionServer, *numbers: int) -> None:
    for number in numbers:
        server.tournaments.mark_present(player(server, number))


def boards(server: CompetitionServer) -> list[tuple[int, int]]:
    return [(black, white) for _, black, white in server.tournaments.tryout_view().boards]


def room_of(server: CompetitionServer, number: int) -> LiveRoom:
    [room] = server.registry.rooms_of(player(server, number))
    return room


def wait(server: CompetitionServer, clock: HandClock, seconds: int, *callers: int) -> None:
    """Let time pass while the server is working and some players keep calling."""
    for _ in range(seconds):
        clock.pass_time(1000)
        call(server, *callers)
        server.tournaments.run_pass()


def play_on(server: CompetitionServer) -> None:
    """Let all four play until the twelve games are over."""
    number = server.tournaments.tryout_view().boards[0][0].entry.tournament
    assert number is not None
    for _ in passes():
        if server.tournaments.view(number)["status"] != "running":
            return
        call(server, 1, 2, 3, 4)
        for room in server.tournaments.rooms(number):
            resign_quickly(room)
        server.tournaments.run_pass()


def statuses(server: CompetitionServer) -> list[str]:
    query = sa.select(tournaments.c.status).order_by(tournaments.c.id)
    with server.database.reading() as connection:
        return list(connection.execute(query).scalars())
