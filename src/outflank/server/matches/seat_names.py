"""The present names of the players in the seats of a match."""

from __future__ import annotations

from outflank.play.occupants import Occupant
from outflank.play.record import record
from outflank.rules import Color, Game
from outflank.server.accounts.accounts import Accounts
from outflank.server.matches.live_room import LiveRoom

__all__ = ["named_game", "player_at", "seat_name"]


def player_at(seat: str) -> int | None:
    """Return the number of the player who has a seat; computers and friends beside have none.

    >>> player_at("person:12"), player_at("computer:3"), player_at("beside:12")
    (12, None, None)
    """
    return Occupant.parse(seat).account


def seat_name(accounts: Accounts, name: str, seat: str) -> str:
    """Return the present name of the player in a seat; `name` is the recorded one."""
    if (player := player_at(seat)) is not None:
        return accounts.name_of(player)
    return Occupant.parse(seat).title or name


def named_game(accounts: Accounts, room: LiveRoom) -> Game:
    """Return the game of a match, with its players' names and its result in the headers."""
    with room.reading() as match:
        game = record(match)
        for color in Color:
            seated = match.setup.player(color)
            game.headers[str(color)] = seat_name(accounts, seated.name, seated.seat)
    return game
