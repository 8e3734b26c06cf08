"""Tournaments on several workers: races, a worker that ends, and random acts."""

from __future__ import annotations

import contextlib
import os
import random
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from outflank.arena import Definition, RoundRobin, Swiss
from outflank.errors import (
    MatchOver,
    MatchPaused,
    TournamentError,
)
from outflank.rules import BLACK, WHITE
from outflank.server.competition_server import CompetitionServer
from outflank.server.workers.shared_tournaments import SharedDuty
from outflank.store.schema import matches
from outflank.store.work_locks import DatabaseLocks
from support.server.server_process import wait_until
from support.server.tournament_server import (
    NAMES,
    begin_cup,
    check_every_game_was_played_once,
    check_results_are_those_of_the_games,
    resign_quickly,
    shown,
)
from support.server.two_workers import Servers, SharedPlace, at_once, failures, shared_place

CUPS = 20 if "OUTFLANK_SOAK" in os.environ else 2  # with acts at random
ACTS = 40 if "OUTFLANK_SOAK" in os.environ else 12  # of each organiser in such a cup


@pytest.fixture
def place(tmp_path: Path) -> Iterator[SharedPlace]:
    with shared_place(tmp_path) as found:
        yield found


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """Two workers, shared by the tests that end neither."""
    with shared_place(tmp_path_factory.mktemp("pair")) as found:
        yield found.worker(), found.worker()


def is_finished(server: CompetitionServer, number: int) -> bool:
    return bool(server.tournaments.view(number)["status"] == "finished")


def play_until_finished(servers: Sequence[CompetitionServer], *numbers: int) -> None:
    """Play all tournaments to their end, each move through another worker."""

    def go_on() -> bool:
        for number in numbers:
            for at, room in enumerate(servers[0].tournaments.rooms(number)):
                copy = servers[at % len(servers)].registry.room(room.name)
                with contextlib.suppress(MatchOver, MatchPaused):
                    resign_quickly(copy)
        return all(is_finished(server, number) for server in servers for number in numbers)

    wait_until(go_on, "the end of the tournament")


@contextlib.contextmanager
def watching_for_doubles(server: CompetitionServer) -> Iterator[None]:
    """Check in the database all the time that nobody plays two games at once."""
    query = sa.select(matches.c.id, matches.c.black, matches.c.white)
    query = query.where(matches.c.status == "running")
    is_over, doubles = threading.Event(), list[object]()

    def look() -> None:
        while not is_over.wait(0.005):
            with server.database.reading() as connection:
                rows = connection.execute(query).all()
            seats = Counter(player for row in rows for player in row[1:])
            if any(count > 1 for count in seats.values()):
                doubles.append(rows)

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join(60)
    assert doubles == []


def test_a_closed_tournament_closes_every_worker(pair: Servers) -> None:
    first, second = pair

    def is_closed_on_both() -> bool:
        return not first.closures.is_open and not second.closures.is_open

    number = begin_cup(first, closed=True)
    wait_until(is_closed_on_both, "the closing of the tournament")
    second.tournaments.registration.change(number, {"closed": False}, "tests")
    wait_until(lambda: first.closures.is_open and second.closures.is_open, "its opening")
    first.tournaments.registration.change(number, {"closed": True}, "tests")
    wait_until(is_closed_on_both, "its closing again")
    second.tournaments.finish(number, "tests")
    wait_until(lambda: first.closures.is_open and second.closures.is_open, "its end")


@pytest.mark.parametrize("is_killed", [False, True], ids=["closed", "killed"])
def test_a_tournament_goes_on_when_the_worker_that_advances_it_is_gone(
    place: SharedPlace, *, is_killed: bool
) -> None:
    first, second = place.worker(), place.worker()
    wait_until(lambda: responsible(first) or responsible(second), "somebody who is responsible")
    if not responsible(first):
        first, second = second, first
    number = begin_cup(first, format=Swiss(rounds=3), boards=1)
    resign_quickly(second.tournaments.rooms(number)[0])
    resign_quickly(second.tournaments.rooms(number)[0])
    (place.kill if is_killed else place.close)(first)
    play_until_finished([second], number)
    assert responsible(second)
    check_every_game_was_played_once(second, number)
    third = place.worker()
    assert shown(third, number) == shown(second, number)


def responsible(server: CompetitionServer) -> bool:
    return server.tournaments.scheduler.duty.is_ours


def test_nobody_plays_in_two_tournaments_at_once(pair: Servers) -> None:
    players = [pair[0].accounts.register(f"{name} of both")[0].id for name in NAMES]
    cups = []
    for server in pair:
        cups.append(server.tournaments.registration.create(Definition("Cup", size=4), "tests"))
        server.tournaments.registration.enter(cups[-1], registered=players)
    with watching_for_doubles(pair[0]):
        results = at_once(
            partial(pair[0].tournaments.start, cups[0], "tests"),
            partial(pair[1].tournaments.start, cups[1], "tests"),
        )
        assert failures(results) == []
        play_until_finished(pair, *cups)
    for number in cups:
        check_every_game_was_played_once(pair[1], number)


def test_a_worker_forgets_when_it_last_advanced_a_finished_tournament(pair: Servers) -> None:
    number = begin_cup(pair[0], ("Ann", "Bob"))
    duties = [one.tournaments.scheduler.duty for one in pair]

    def is_advanced() -> bool:  # the dictionary is a new one after each pass
        return any(isinstance(one, SharedDuty) and number in one._advanced for one in duties)

    wait_until(is_advanced, "a step of it")
    play_until_finished(pair, number)
    wait_until(lambda: not is_advanced(), "its end")


def test_a_lock_that_is_held_too_long_is_released(pair: Servers) -> None:
    short, long = DatabaseLocks(pair[0].database, hold_seconds=1), DatabaseLocks(pair[1].database)
    with short.hold(7), long.try_to_hold(7) as is_free:
        assert not is_free
    with short.hold(7), long.hold(7):
        pass  # the first worker did nothing for a second


@pytest.mark.parametrize("seed", range(CUPS))
def test_a_tournament_with_random_acts_on_all_workers_finishes_by_itself(
    pair: Servers, seed: int
) -> None:
    draw = random.Random(seed)
    names = ("Ann", "Bob", "Cid", "Dan", "Eve")
    number = begin_cup(
        pair[0], names, format=draw.choice([RoundRobin(), Swiss(rounds=4)]), boards=2
    )
    plans = [[draw.randrange(1 << 30) for _ in range(ACTS)] for _ in pair]
    is_over = threading.Event()

    def organise(server: CompetitionServer, plan: Sequence[int]) -> None:
        for each in plan:
            with contextlib.suppress(TournamentError):
                act_at_random(server, number, random.Random(each))

    def play(server: CompetitionServer) -> None:
        while not is_over.wait(0.01):
            for room in server.tournaments.rooms(number):
                with contextlib.suppress(MatchOver, MatchPaused):
                    room.resign(WHITE if (room.entry.pairing or 0) % 2 else BLACK)

    players = [threading.Thread(target=play, args=(server,)) for server in pair]
    for thread in players:
        thread.start()
    try:
        with watching_for_doubles(pair[1]):
            organisers = zip(pair, plans, strict=True)
            results = at_once(*(partial(organise, server, plan) for server, plan in organisers))
            assert failures(results) == []
            with contextlib.suppress(TournamentError):  # it is finished already
                pair[0].tournaments.resume(number, "tests")
            wait_until(lambda: all(is_finished(one, number) for one in pair), "the end of the cup")
    finally:
        is_over.set()
        for thread in players:
            thread.join(60)
    assert shown(pair[0], number) == shown(pair[1], number)
    assert pair[0].tournaments.scheduler.state(number) == pair[1].tournaments.scheduler.held.read(
        number
    )
    check_results_are_those_of_the_games(pair[0], number)


def act_at_random(server: CompetitionServer, number: int, draw: random.Random) -> None:
    tournaments, entrant, game = server.tournaments, draw.randint(1, 5), draw.randint(1, 10)
    act = draw.choice(["pause", "resume", "withdraw", "reinstate", "judge", "void", "pass"])
    if act == "pause":
        tournaments.pause(number, "tests")
        tournaments.resume(number, "tests")
    elif act == "resume":
        tournaments.resume(number, "tests")
    elif act == "withdraw":
        tournaments.withdraw(number, entrant, "tests")
        tournaments.reinstate(number, entrant, "tests")
    elif act == "reinstate":
        tournaments.reinstate(number, entrant, "tests")
    elif act == "pass":
        tournaments.run_pass()
    else:
        winner = "void" if act == "void" else draw.choice(["black", "white", "draw"])
        tournaments.adjudicate(number, game, winner, actor="tests")
