"""The computers of matches on several workers: who moves for them, and what if nobody does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from outflank.arena import Definition
from outflank.errors import Busy, StoreUnavailable
from outflank.play.clock import ClockSetting
from outflank.play.events import MovePlayed, TurnStarted
from outflank.play.setup import Player, Setup
from outflank.rules import BLACK, WHITE, Color, find_variant
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.challenges import Proposal
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import Terms
from outflank.server.workers import shared_clocks, shared_seats
from outflank.server.workers.thinking_worker import ThinkingWorker
from outflank.store.database import Database
from outflank.store.worker_store import Load, WorkerStore
from support.server.competition_server import begin, database_url_in, first_move
from support.server.server_process import wait_until
from support.server.tournament_server import match_rows
from support.server.two_workers import SharedPlace


@pytest.fixture
def place(place: SharedPlace) -> Iterator[SharedPlace]:
    yield place
    place.close_all()  # before the tables are emptied
    with Database(database_url_in(place.folder)) as rows, rows.engine.begin() as connection:
        connection.exec_driver_sql("TRUNCATE matches, leases CASCADE")


@pytest.fixture
def server(place: SharedPlace) -> CompetitionServer:
    """A server that leaves searching to other workers."""
    return place.worker(searches=0)


def against_computer(
    server: CompetitionServer, *, clock: str = "none", variant: str = "classic", color: int = 1
) -> LiveRoom:
    """Begin a match of a new player against a computer of level 1."""
    player, _ = server.accounts.register("Ada")
    setup = Setup(
        players=(Player(f"#{player.id}", f"bot:{player.id}"), Player("computer", "computer:1")),
        start=find_variant(variant).start(6),
        clock=ClockSetting.parse(clock),
        oracle="drawn:1" if find_variant(variant).answers else "",
        black=color,
    )
    black, white = (player.id, None) if color == 1 else (None, player.id)
    return server.registry.open(setup, Terms(black, white))


def moves_of(room: LiveRoom, color: Color) -> int:
    return sum(isinstance(event, MovePlayed) and event.color is color for event in room.events)


def is_turn_of(room: LiveRoom, color: Color) -> bool:
    asked = room.state.asked
    return isinstance(asked, TurnStarted) and asked.color is color


def counts(*workers: ThinkingWorker) -> list[int]:
    """Count the matches in which each worker moves for computers."""
    return [len(worker.seats.seated()) for worker in workers]


@pytest.mark.parametrize("variant", ["classic", "yesno"])
def test_a_thinking_worker_plays_for_the_computers_of_a_server(
    place: SharedPlace, server: CompetitionServer, variant: str
) -> None:
    room = against_computer(server, variant=variant)
    place.thinker()
    while not room.is_over:
        wait_until(lambda: is_turn_of(room, BLACK) or room.is_over, "the computer's move")
        if not room.is_over:
            turn, square = first_move(room)
            room.play(square, turn=turn)
    moves = [event for event in room.events if isinstance(event, MovePlayed)]
    assert {event.color for event in moves if not room.is_own(event)} == {WHITE}
    assert {event.color for event in moves if room.is_own(event)} == {BLACK}


def test_a_tournament_of_computers_finishes_by_itself_where_another_worker_thinks(
    place: SharedPlace, server: CompetitionServer
) -> None:
    number = server.tournaments.registration.create(Definition("Cup", size=4), "tests")
    server.tournaments.registration.enter(number, computers=["computer:1", "computer:2"])
    server.tournaments.start(number, "tests")
    place.thinker()
    view = server.tournaments.view
    wait_until(lambda: view(number)["status"] == "finished", "the end of the tournament")
    [row] = match_rows(server, number)
    outcome = server.registry.room(row.id).outcome
    assert outcome is not None
    assert outcome.reason.is_natural


def test_while_no_worker_thinks_games_are_refused_and_no_computer_loses(
    place: SharedPlace, server: CompetitionServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_clocks, "_COMPUTER_MARGIN", 1_000)
    player, _ = server.accounts.register("Ada")
    with pytest.raises(Busy, match="no worker thinks for the server's computers now"):
        server.challenges.play_computer(player.id, "1", Proposal())
    room = against_computer(server, clock="1s/move", color=2)  # the computer is to move
    due = room.deadline
    assert due is not None
    other = begin(server, "1s/move")
    wait_until(lambda: other.is_over, "the flag of a player, whose deadline was later")
    wait_until(lambda: server.waiting_computers == 1, "the count of matches that wait")
    assert (room.is_over, server.searches) == (False, 0)
    monkeypatch.setattr(shared_clocks, "_COMPUTER_MARGIN", 30_000)
    place.thinker()
    wait_until(lambda: moves_of(room, BLACK) == 1, "the computer's move")
    [played] = [event for event in room.events if isinstance(event, MovePlayed)]
    assert played.spent == 1_000  # the delay was the server's fault
    asked = room.state.asked
    assert asked is not None
    assert asked.at == played.at > due + 1_000  # the opponent still has all their time
    assert room.deadline == asked.at + 1_000
    wait_until(lambda: server.searches == 1, "the worker to be known")
    server.challenges.play_computer(player.id, "1", Proposal())


def test_the_log_warns_when_no_worker_thinks(
    server: CompetitionServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_seats, "_WARN_AFTER", 0.0)
    sentence = "No worker thinks for the computers, so they do not move (0 matches wait)"
    wait_until(lambda: sentence in caplog.text, "the warning")
    assert caplog.text.count(sentence) == 1


def test_an_unreadable_match_is_skipped_for_a_while_and_then_forgotten(
    server: CompetitionServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = server.seats
    assert isinstance(seats, shared_seats.SharedSeats)
    assert not seats._seat("gone")
    assert list(seats._skipped) == ["gone"]
    monkeypatch.setattr(shared_seats, "_SKIPPED", -1.0)
    assert not seats._seat("gone")
    wait_until(lambda: not seats._skipped, "the next look")  # without another request


def test_workers_share_the_matches_and_a_new_one_gets_its_part(
    place: SharedPlace, server: CompetitionServer
) -> None:
    rooms = [against_computer(server) for _ in range(8)]
    first = place.thinker()
    wait_until(lambda: counts(first) == [8], "one worker with all matches")
    second = place.thinker()
    wait_until(lambda: sum(counts(first, second)) == 8 and min(counts(first, second)) >= 3, "both")
    third = place.thinker(searches=2)
    wait_until(lambda: counts(third)[0] >= 2, "the third")
    for room in rooms:
        turn, square = first_move(room)
        room.play(square, turn=turn)
    wait_until(lambda: all(moves_of(room, WHITE) == 1 for room in rooms), "the computers")


def test_a_serving_worker_that_thinks_moves_for_the_others_too(
    place: SharedPlace, server: CompetitionServer
) -> None:
    room = against_computer(server, color=2)
    place.worker(searches=1)
    wait_until(lambda: moves_of(room, BLACK) == 1, "the computer's move")


def test_a_worker_that_leaves_frees_its_seats_at_once(
    place: SharedPlace, server: CompetitionServer
) -> None:
    room = against_computer(server)
    thinker = place.thinker()
    wait_until(lambda: counts(thinker) == [1], "the worker")
    place.close(thinker)
    since = server.now() - 3_000
    assert server.store.workers.without_computers(since) == [room.name]
    with pytest.raises(Busy):
        server.challenges.play_computer(next(iter(room.players)), "1", Proposal())


def test_a_worker_whose_seats_were_taken_over_gives_them_up(
    place: SharedPlace, server: CompetitionServer
) -> None:
    room = against_computer(server)
    thinker = place.thinker()
    wait_until(lambda: counts(thinker) == [1], "the worker")
    workers = server.store.workers
    workers.note(Load("other", 1, 1), 10**13)  # it never counts as gone
    with server.database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE leases SET holder = 'other' WHERE name LIKE 'seats:%%'")
    wait_until(lambda: counts(thinker) == [0], "the worker to leave")
    assert not thinker.rooms.room(room.name).is_seated


def test_a_worker_moves_in_a_match_it_took_although_the_confirmation_was_lost(
    place: SharedPlace, server: CompetitionServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    take, lost = WorkerStore.take_seats, list[object]()

    def take_and_lose_the_answer(self: WorkerStore, *arguments: Any) -> bool:
        is_taken = take(self, *arguments)
        if is_taken and not lost:
            lost.append(arguments)
            raise StoreUnavailable("the connection is lost")
        return is_taken

    monkeypatch.setattr(WorkerStore, "take_seats", take_and_lose_the_answer)
    room = against_computer(server, color=2)
    place.thinker()
    wait_until(lambda: moves_of(room, BLACK) == 1, "the computer's move")
    assert lost


def test_only_one_of_two_workers_gets_the_seats_of_a_match(server: CompetitionServer) -> None:
    workers, match = server.store.workers, against_computer(server).name
    now = server.now()  # the server forgets workers that have said nothing for long
    for name in "ab":
        workers.note(Load(name, 1, 0), now)
    assert workers.take_seats(match, Load("a", 1, 1), now, now - 3_000)
    assert not workers.take_seats(match, Load("b", 1, 1), now, now - 3_000)
    assert {Load("a", 1, 1), Load("b", 1, 0)} < set(workers.loads(now - 3_000))
    # A worker that has said nothing since has lost them.
    assert workers.take_seats(match, Load("b", 1, 1), now + 4_000, now + 1_000)
    assert (workers.seats_of("a"), workers.seats_of("b")) == (set(), {match})
    workers.give_up_seats(match, "a")  # which no longer has them
    assert workers.seats_of("b") == {match}
    workers.leave("b")
    assert workers.take_seats(match, Load("a", 1, 1), now + 4_000, now + 1_000)


def test_a_load_is_read_as_it_was_stored() -> None:
    assert Load.parse("1f", str(Load("1f", 0, 3))) == Load("1f", 0, 3)
    assert Load.parse("1f", "1f") is None
