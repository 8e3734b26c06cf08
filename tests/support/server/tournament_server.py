"""Shared parts of tests of tournaments: a server run by hand, quick games, and kills."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from outflank.arena import Definition
from outflank.errors import StoreUnavailable
from outflank.rules import BLACK, WHITE
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.live_room import LiveRoom
from outflank.server.tournaments.exports import problems_of
from outflank.store.schema import audit, matches, pairings, tournaments
from outflank.store.writing.writer import Append
from support.server.competition_server import HandClock, first_move, open_server

__all__ = [
    "NAMES",
    "Killed",
    "acts",
    "begin_cup",
    "board",
    "by_hand",
    "check_every_game_was_played_once",
    "check_results_are_those_of_the_games",
    "damage",
    "drop",
    "kill_at_write",
    "lose_answers",
    "match_rows",
    "pairing_rows",
    "passes",
    "play_all",
    "play_to_the_end",
    "resign_quickly",
    "shown",
    "wait",
]


NAMES = ("Ann", "Bob", "Cid", "Dan")


class Killed(BaseException):
    """The death of a server in the middle of its work."""


def by_hand(folder: Path, clock: HandClock, **settings: Any) -> CompetitionServer:
    """Open a server that does nothing by itself; tests call `tournaments.run_pass`."""
    server = open_server(folder, clock, **settings)
    server.clock_watcher.stop()
    server.tournaments.close()
    return server


def damage(server: CompetitionServer, number: int) -> int:
    """Store a damaged copy of a tournament, called Broken, and return its number."""
    is_it = tournaments.c.id == number

    def write(connection: sa.Connection) -> None:
        row = dict(connection.execute(sa.select(tournaments).where(is_it)).mappings().one())
        row |= {"id": number + 100, "name": "Broken", "definition": "{"}
        connection.execute(sa.insert(tournaments), row)

    server.database.write(write)
    return number + 100


def drop(server: CompetitionServer) -> None:
    """Make a server vanish with everything in its memory, so that another can take its database."""
    server.computers.close()
    server.database.close()
    server.server_lock.release()


@contextmanager
def kill_at_write(server: CompetitionServer, number: int, *, after: bool) -> Iterator[None]:
    """Kill the server before or right after its write with this number, counting from 1."""
    writer, count = server.database.writer, 0

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
    writer.submit = deadly(writer.submit)  # type: ignore[method-assign]
    yield
    del writer.do, writer.submit  # it lives


@contextmanager
def lose_answers(server: CompetitionServer) -> Iterator[None]:
    """Let everything be stored and nothing be reported, as when a connection ends too early."""
    writer = server.database.writer
    real = writer.do

    def write(work: Callable[..., Any]) -> Any:
        real(work)
        raise StoreUnavailable("the connection was lost")

    writer.do = write  # type: ignore[method-assign]
    yield
    del writer.do


def passes() -> Iterator[int]:
    """Count the passes of a tournament that is run by hand, and fail if it never ends."""
    yield from range(1000)
    raise AssertionError("the tournament does not end")


def play_to_the_end(room: LiveRoom) -> None:
    """Play the first legal move again and again."""
    while not room.is_over:
        turn, square = first_move(room)
        room.play(square, turn=turn)


def resign_quickly(room: LiveRoom) -> None:
    """Let one more thing happen: a first move, or one side resigns."""
    with room.reading() as match:
        plies = len(match.game.plies)
    if plies == 0:
        turn, square = first_move(room)
        room.play(square, turn=turn)
    else:
        room.resign(WHITE if (room.entry.pairing or 0) % 2 else BLACK)


def match_rows(server: CompetitionServer, tournament: int) -> list[Any]:
    """Return the rows of a tournament's matches."""
    query = sa.select(matches).where(matches.c.tournament == tournament)
    with server.database.reading() as connection:
        return list(connection.execute(query.order_by(matches.c.created)))


def pairing_rows(server: CompetitionServer, tournament: int) -> list[Any]:
    """Return the rows of a tournament's pairings."""
    query = sa.select(pairings).where(pairings.c.tournament == tournament)
    with server.database.reading() as connection:
        return list(connection.execute(query.order_by(pairings.c.number)))


def begin_cup(server: CompetitionServer, names: tuple[str, ...] = NAMES, **settings: Any) -> int:
    """Make and start a tournament on small boards."""
    definition = Definition("Cup", **({"size": 4} | settings))
    number = server.tournaments.registration.create(definition, "tests")
    server.tournaments.registration.add_players(number, names, "tests")
    server.tournaments.start(number, "tests")
    return number


def board(server: CompetitionServer, tournament: int) -> LiveRoom:
    """Return the first board with a running game."""
    return server.tournaments.rooms(tournament)[0]


def play_all(server: CompetitionServer, tournament: int) -> None:
    """Play until the tournament is over."""
    for _ in passes():
        if server.tournaments.view(tournament)["status"] != "running":
            return
        for room in server.tournaments.rooms(tournament):
            play_to_the_end(room)
        server.tournaments.run_pass()


def wait(server: CompetitionServer, clock: HandClock, seconds: int) -> None:
    """Let time pass while the server is working."""
    for _ in range(seconds):
        clock.pass_time(1000)
        server.tournaments.run_pass()


def acts(server: CompetitionServer) -> list[str]:
    """Return the acts of organisers, in order."""
    with server.database.reading() as connection:
        return list(connection.execute(sa.select(audit.c.act).order_by(audit.c.id)).scalars())


def shown(server: CompetitionServer, number: int) -> dict[str, object]:
    """Return all that a server shows of a tournament."""
    tournaments = server.tournaments
    return {
        "view": tournaments.view(number),
        "summary": tournaments.summary(number),
        "standings": list(tournaments.standings(number)),
        "pairings": list(tournaments.pairings(number)),
        "table": list(tournaments.cross_table(number)),
    }


def check_every_game_was_played_once(server: CompetitionServer, number: int) -> None:
    """Check that every pairing has one finished match, and its result."""
    rows, played = pairing_rows(server, number), match_rows(server, number)
    finished = Counter(row.pairing for row in played if row.status == "finished")
    assert set(finished.values()) == {1}
    assert len(finished) == len(rows)
    check_results_are_those_of_the_games(server, number)


def check_results_are_those_of_the_games(server: CompetitionServer, number: int) -> None:
    """Check that every game is over and has its own result, unless an organiser decided it."""
    played = {row.id: row for row in match_rows(server, number)}
    assert {row.status for row in played.values()} <= {"finished", "void"}
    for row in pairing_rows(server, number):
        if row.match is not None and row.reason not in ("withdrawal", "adjudication"):
            assert row.result == (played[row.match].winner or "draw")
    assert problems_of(server.tournaments.export(number)) == []
