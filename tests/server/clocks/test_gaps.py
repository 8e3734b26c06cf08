"""Gaps in service, however short: players get all the time back, and a second to reconnect."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from outflank.errors import StoreUnavailable
from outflank.play.events import MovePlayed, Paused, Resumed, TurnStarted
from outflank.play.replay import replay_match
from outflank.server.competition_server import CompetitionServer, Configuration
from outflank.server.matches.live_room import LiveRoom
from outflank.store.journal import SqlJournal
from outflank.store.schema import leases
from outflank.store.server_state import LeaseStore
from support.server.competition_server import (
    HandClock,
    begin,
    first_move,
    open_server,
    prepare_database,
)


def begun(folder: Path, clock: HandClock, *limits: str) -> tuple[CompetitionServer, list[LiveRoom]]:
    """Open a server in which only the test looks at clocks, with a match for each limit."""
    server = open_server(folder, clock)
    server.clock_watcher.stop()
    return server, [begin(server, limit) for limit in limits]


def left(room: LiveRoom, clock: HandClock) -> int:
    """Return the milliseconds until the flag of a match falls."""
    assert replay_match(room.events).events == room.events
    assert room.deadline is not None
    return room.deadline - clock.at


def crash(server: CompetitionServer, clock: HandClock, *, beaten: int) -> None:
    """End a server as a crash does, with its last heartbeat `beaten` milliseconds ago."""
    server.close()
    with server.database.engine.begin() as connection:
        beat = sa.update(leases).where(leases.c.name == "server").values(beat=clock.at - beaten)
        connection.execute(beat)


@pytest.mark.parametrize("away", [1, 300, 1_400])
@pytest.mark.parametrize("beaten", [0, 500])
def test_a_crash_costs_no_time_however_short_the_gap(
    tmp_path: Path, clock: HandClock, away: int, beaten: int
) -> None:
    server, rooms = begun(tmp_path, clock, "1s/move", "5+3", "1+0,1s/move")
    clock.pass_time(600)
    crash(server, clock, beaten=beaten)
    clock.pass_time(away)
    again = open_server(tmp_path, clock)
    try:
        for room, before in zip(rooms, (1_000, 300_000, 1_000), strict=True):
            found = again.registry.room(room.name)
            # What was left at the last heartbeat, and a second to connect again.
            assert left(found, clock) == before - 600 + beaten + 1_000
            with found.reading() as match:
                assert match.clock.spent_by(match.position.turn, clock.at) == 600 - beaten
    finally:
        again.close()


def test_a_turn_that_began_after_the_last_heartbeat_is_given_back_whole(
    tmp_path: Path, clock: HandClock
) -> None:
    server, [room] = begun(tmp_path, clock, "1s/move")
    clock.pass_time(400)
    turn, square = first_move(room)
    room.play(square, turn=turn)
    clock.pass_time(80)
    crash(server, clock, beaten=480)
    clock.pass_time(300)
    again = open_server(tmp_path, clock)
    try:
        assert left(again.registry.room(room.name), clock) == 1_000 + 1_000
    finally:
        again.close()


def test_a_gap_lasts_until_players_can_reach_the_server(tmp_path: Path, clock: HandClock) -> None:
    server, [room] = begun(tmp_path, clock, "1s/move")
    clock.pass_time(600)
    crash(server, clock, beaten=0)
    clock.pass_time(300)
    configuration = Configuration(prepare_database(tmp_path), tryout=False)
    killed = CompetitionServer(configuration, clock, waits=True)
    clock.pass_time(5_000)
    assert not any(isinstance(event, Resumed) for event in killed.registry.room(room.name).events)
    killed.close()  # before it has served
    clock.pass_time(300)
    again = CompetitionServer(configuration, clock, waits=True)
    try:
        again.begin()
        found = again.registry.room(room.name)
        assert left(found, clock) == 400 + 5_000  # it was an outage
        [paused] = [event for event in found.events if isinstance(event, Paused)]
        assert "away for 5.6 s" in paused.note
    finally:
        again.close()


def test_the_first_move_after_a_gap_waits_until_clocks_are_corrected(
    tmp_path: Path, clock: HandClock
) -> None:
    server, [room] = begun(tmp_path, clock, "1s/move")
    turn, square = first_move(room)
    clock.pass_time(600)
    crash(server, clock, beaten=0)
    clock.pass_time(900)  # in which the move came
    configuration = Configuration(prepare_database(tmp_path), tryout=False)
    again = CompetitionServer(configuration, clock, waits=True)
    try:
        found = again.registry.room(room.name)
        assert again.clock_watcher.suspects_outage()
        again.clock_watcher.detect_outage()
        (played, *_) = found.play(square, turn=turn, at=clock.at - 500)
        assert isinstance(played, MovePlayed)
        assert played.spent == 600
    finally:
        again.close()


def test_crashes_in_a_row_give_each_player_one_second_at_a_time(
    tmp_path: Path, clock: HandClock
) -> None:
    server, [room] = begun(tmp_path, clock, "1s/move")
    clock.pass_time(600)
    for _ in range(5):
        crash(server, clock, beaten=0)
        clock.pass_time(300)
        server = open_server(tmp_path, clock)
        server.clock_watcher.stop()
        clock.pass_time(100)
    try:
        found = server.registry.room(room.name)
        assert left(found, clock) == 400 + 1_000 - 100
        turn, square = first_move(found)
        found.play(square, turn=turn)
        assert left(found, clock) == 1_000 + 1_000 - 100  # the opponent connects again, too
        assert isinstance(found.events[-1], TurnStarted)
    finally:
        server.close()


def test_a_crash_soon_after_an_outage_leaves_the_time_to_return(
    tmp_path: Path, clock: HandClock
) -> None:
    server, [room] = begun(tmp_path, clock, "1s/move")
    crash(server, clock, beaten=0)
    clock.pass_time(30_000)
    server = open_server(tmp_path, clock)
    server.clock_watcher.stop()
    clock.pass_time(100)
    crash(server, clock, beaten=0)
    clock.pass_time(300)
    again = open_server(tmp_path, clock)
    try:
        found = again.registry.room(room.name)
        assert left(found, clock) == 1_000 + 4_900  # a bot
        turn, square = first_move(found)
        found.play(square, turn=turn)
        assert left(found, clock) == 1_000 + 20_000 - 400  # a person
    finally:
        again.close()


def test_a_database_that_is_away_when_the_server_begins_costs_no_time(
    tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StoreUnavailable("the database is away")

    server, [room] = begun(tmp_path, clock, "1s/move")
    clock.pass_time(600)
    crash(server, clock, beaten=0)
    configuration = Configuration(prepare_database(tmp_path), tryout=False)
    again = CompetitionServer(configuration, clock, waits=True)
    try:
        with monkeypatch.context() as away:
            away.setattr(LeaseStore, "write_heartbeat", fail)
            away.setattr(SqlJournal, "append", fail)
            again.begin()
            again.clock_watcher.stop()
            clock.pass_time(900)
            assert again.clock_watcher.suspects_outage()
        again.clock_watcher.detect_outage()
        assert left(again.registry.room(room.name), clock) == 1_000 - 600 + 1_000
    finally:
        again.close()


def test_only_players_who_were_cut_off_have_a_second_to_connect_again(
    tmp_path: Path, clock: HandClock
) -> None:
    server, [room, other] = begun(tmp_path, clock, "5s/move", "5s/move")
    try:
        clock.pass_time(600)
        died = clock.at
        clock.pass_time(300)
        for _ in range(2):  # once only
            server.clock_watcher.give_back(died, lambda match: match == room.name)
        assert (left(room, clock), left(other, clock)) == (5_000 - 600 + 1_000, 5_000 - 900)
    finally:
        server.close()
