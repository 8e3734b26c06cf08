"""Matches on several workers: each has a copy, and the record in the database decides."""

from __future__ import annotations

import random

import pytest

from outflank.errors import MatchOver, NotYourTurn, UnknownMatch
from outflank.play.events import MatchEnded
from outflank.play.setup import Player, Setup
from outflank.rules import BLACK, WHITE
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import Terms
from outflank.store.database import Database
from outflank.store.records import records
from support.server.competition_server import begin, database_url_in, first_move
from support.server.server_process import wait_until
from support.server.two_workers import Servers, SharedPlace, shared_rooms_of


def play_some(rooms: list[LiveRoom], moves: int, chance: random.Random) -> None:
    """Play moves, each on the copy of any worker, even if that has not heard of the last move."""
    for _ in range(moves):
        newest = max(rooms, key=lambda room: room.seq)
        turn, square = first_move(newest)
        chance.choice(rooms).play(square, turn=turn)


def test_moves_on_any_worker_reach_all_copies_in_order(workers: Servers) -> None:
    here = begin(workers[0])
    there = workers[1].registry.room(here.name)
    seen: list[int] = []
    there.watch(lambda event: seen.append(event.seq), 0)
    play_some([here, there], 20, random.Random(5))
    wait_until(lambda: here.seq == there.seq == len(seen), "both copies")
    assert here.events == there.events
    assert seen == list(range(there.seq))
    assert list(here.event_lines()) == list(there.event_lines())


def test_two_commands_at_once_are_both_carried_out_on_the_newest_state(
    workers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    for worker in workers:
        monkeypatch.setattr(worker.wake, "publish", lambda _topic, _message: None)
    here = begin(workers[0])
    there = workers[1].registry.room(here.name)
    turn, square = first_move(here)
    here.play(square, turn=turn)
    turn, square = first_move(here)
    there.play(square, turn=turn)  # its copy does not know the turn yet
    with pytest.raises(NotYourTurn):
        here.play(square, color=WHITE)
    here.resign(BLACK)
    with pytest.raises(MatchOver):
        there.resign(WHITE)
    assert there.events == here.events
    assert isinstance(there.events[-1], MatchEnded)


def test_a_player_hears_of_a_match_that_another_worker_opened(workers: Servers) -> None:
    black, _ = workers[0].accounts.register("Hears of it")
    told: list[int] = []
    workers[1].registry.player_changed.subscribe(black.id, lambda: told.append(1))
    room = begin_for(workers[0], black.id)
    wait_until(lambda: bool(told), "the hint")
    found = workers[1].registry.known_rooms_of(black.id)
    assert [one.name for one in found] == [room.name]
    told.clear()
    turn, square = first_move(room)
    room.play(square, turn=turn)
    wait_until(lambda: bool(told), "the move")
    room.resign(BLACK)
    wait_until(lambda: not workers[1].registry.known_rooms_of(black.id), "the end")


def begin_for(worker: CompetitionServer, player: int) -> LiveRoom:
    """Begin a match of a player against a new opponent."""
    other, _ = worker.accounts.register(f"Opponent of {player}")
    players = (Player(f"#{player}", f"bot:{player}"), Player(f"#{other.id}", f"bot:{other.id}"))
    return worker.registry.open(Setup(players=players), Terms(player, other.id))


def test_a_match_deleted_by_another_worker_is_gone(workers: Servers) -> None:
    here = begin(workers[0])
    there = workers[1].registry.room(here.name)
    here.resign(BLACK)
    wait_until(lambda: there.is_over, "the end")
    assert here.entry.black is not None
    workers[0].forget(here.entry.black)
    with pytest.raises(UnknownMatch):
        workers[1].registry.room(here.name)


def test_no_match_is_loaded_at_the_start_and_unused_ones_are_forgotten(
    place: SharedPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = place.worker()
    room = begin(first)
    second = place.worker()
    assert second.registry.running() == []
    there = second.registry.room(room.name)
    monkeypatch.setattr("outflank.server.workers.shared_rooms._UNUSED_SECONDS", -1.0)
    leave = there.new_events.subscribe(lambda: None)
    shared_rooms_of(second).look()
    assert second.registry.running() == [there]
    assert second.registry.journal.length_of(room.name)[0] == there.seq
    leave()
    shared_rooms_of(second).look()
    assert second.registry.running() == []
    assert second.registry.journal.length_of(room.name)[0] == 0
    turn, square = first_move(room)
    room.play(square, turn=turn)
    assert second.registry.room(room.name) is there  # as long as it is referenced anywhere
    assert there.seq == room.seq


def test_every_record_is_whole_and_sealed(place: SharedPlace, workers: Servers) -> None:
    here = begin(workers[0])
    rooms = [here, workers[1].registry.room(here.name)]
    play_some(rooms, 10, random.Random(1))
    with Database(database_url_in(place.folder)) as database:
        (record,) = [one for one in records(database) if one["match"]["id"] == here.name]
    assert len(record["events"]) == max(room.seq for room in rooms)
    fresh = place.worker()  # reading verifies the seals
    newest = max(rooms, key=lambda room: room.seq)
    assert fresh.registry.room(here.name).events == newest.events
