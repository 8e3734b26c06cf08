"""What tests of tournaments share: a server worked by hand, games played quickly, and kills."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from outflank.rules import BLACK, WHITE
from outflank.server.house import House
from outflank.server.live_room import LiveRoom
from outflank.store.schema import matches, pairings
from outflank.store.writer import Append
from server_house import HandClock, first_move, open_house

__all__ = [
    "Killed",
    "by_hand",
    "drop",
    "kill_at_write",
    "match_rows",
    "pairing_rows",
    "play_to_the_end",
    "resign_quickly",
]


class Killed(BaseException):
    """The end of a server in the middle of what it did."""


def by_hand(folder: Path, clock: HandClock, **settings: Any) -> House:
    """Open a server that does nothing by itself: tests call `organiser.work`."""
    house = open_house(folder, clock, **settings)
    house.referee.stop()
    house.organiser.close()
    return house


def drop(house: House) -> None:
    """Let a server vanish with all it had in memory, so that another can take its database."""
    house.desk.close()
    house.database.close()
    assert house._sole is not None
    house._sole.release()


@contextmanager
def kill_at_write(house: House, number: int, *, after: bool) -> Iterator[None]:
    """Kill the server before or right after its write with this number, counted from 1."""
    writer, count = house.database.writer, 0

    def deadly(real: Callable[..., Any]) -> Callable[..., Any]:
        def write(*arguments: Any) -> Any:
            nonlocal count
            count += 1
            if count > number or (count == number and not after):
                raise Killed
            result = real(*arguments)
            if count == number:
                if isinstance(result, Append):
                    result.wait()
                raise Killed
            return result

        return write

    writer.do = deadly(writer.do)  # type: ignore[method-assign]
    writer.order = deadly(writer.order)  # type: ignore[method-assign]
    yield
    del writer.do, writer.order  # it lives


def play_to_the_end(room: LiveRoom) -> None:
    """Play the first legal move on and on."""
    while not room.is_over:
        turn, square = first_move(room)
        room.play(square, turn=turn)


def resign_quickly(room: LiveRoom) -> None:
    """Let one more thing happen: a first move, and then one side gives up."""
    with room.reading() as match:
        plies = len(match.game.plies)
    if plies == 0:
        turn, square = first_move(room)
        room.play(square, turn=turn)
    else:
        room.resign(WHITE if (room.entry.pairing or 0) % 2 else BLACK)


def match_rows(house: House, tournament: int) -> list[Any]:
    """Return the rows of a tournament's matches."""
    query = sa.select(matches).where(matches.c.tournament == tournament)
    with house.database.reading() as connection:
        return list(connection.execute(query.order_by(matches.c.created)))


def pairing_rows(house: House, tournament: int) -> list[Any]:
    """Return the rows of a tournament's pairings."""
    query = sa.select(pairings).where(pairings.c.tournament == tournament)
    with house.database.reading() as connection:
        return list(connection.execute(query.order_by(pairings.c.number)))
