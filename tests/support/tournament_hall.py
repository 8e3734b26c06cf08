"""What tests of tournaments share: a server worked by hand, games played quickly, and kills."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from outflank.arena import Definition
from outflank.rules import BLACK, WHITE
from outflank.server.house import House
from outflank.server.live_room import LiveRoom
from outflank.store.schema import audit, matches, pairings
from outflank.store.writer import Append
from support.server_house import HandClock, first_move, open_house

__all__ = [
    "NAMES",
    "Killed",
    "acts",
    "begin_cup",
    "board",
    "by_hand",
    "drop",
    "kill_at_write",
    "match_rows",
    "pairing_rows",
    "play_all",
    "play_to_the_end",
    "resign_quickly",
    "wait",
]


NAMES = ("Ann", "Bob", "Cid", "Dan")


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


def begin_cup(house: House, names: tuple[str, ...] = NAMES, **settings: Any) -> int:
    """Make and start a tournament on small boards."""
    definition = Definition("Cup", **({"size": 4} | settings))
    number = house.organiser.create(definition, "tests")
    house.organiser.add_players(number, names, "tests")
    house.organiser.start(number, "tests")
    return number


def board(house: House, tournament: int) -> LiveRoom:
    """Return the first board at which a game runs."""
    return house.organiser.rooms(tournament)[0]


def play_all(house: House, tournament: int) -> None:
    """Play until the tournament is over."""
    while house.organiser.view(tournament)["status"] == "running":
        for room in house.organiser.rooms(tournament):
            play_to_the_end(room)
        house.organiser.work()


def wait(house: House, clock: HandClock, seconds: int) -> None:
    """Let time pass while the server is at work."""
    for _ in range(seconds):
        clock.pass_time(1000)
        house.organiser.work()


def acts(house: House) -> list[str]:
    """Return what organisers did, in order."""
    with house.database.reading() as connection:
        return list(connection.execute(sa.select(audit.c.act).order_by(audit.c.id)).scalars())
