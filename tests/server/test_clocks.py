"""Clocks on the server: deadlines are stored, flags fall once, and outages cost nobody anything."""

import contextlib
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

from outflank.errors import MatchOver, StaleTurn
from outflank.play.events import MatchEnded, MovePlayed, Paused, Resumed
from outflank.play.replay import replay_match
from outflank.rules import BLACK, WHITE, Reason
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.live_room import LiveRoom
from outflank.server.server_clock import ServerClock
from outflank.store.schema import matches
from support.server.competition_server import HandClock, begin, first_move, open_server

RACES = 2_500 if "OUTFLANK_SOAK" in os.environ else 25  # of each kind


pytestmark = pytest.mark.server("by hand")


def stored_deadline(server: CompetitionServer, room: LiveRoom) -> int | None:
    with server.database.reading() as connection:
        query = sa.select(matches.c.deadline).where(matches.c.id == room.name)
        deadline: int | None = connection.execute(query).scalar_one()
    return deadline


def ended(room: LiveRoom) -> MatchEnded:
    last = room.events[-1]
    assert isinstance(last, MatchEnded)
    return last


def work_for(server: CompetitionServer, clock: HandClock, milliseconds: int) -> None:
    """Let time pass while the server is at work."""
    clock.pass_time(milliseconds)
    server.clock_watcher.write_heartbeat()


def play(room: LiveRoom) -> None:
    turn, square = first_move(room)
    room.play(square, turn=turn)


def test_the_deadline_is_stored_with_every_turn(
    server: CompetitionServer, clock: HandClock
) -> None:
    room = begin(server, "5+3")
    assert stored_deadline(server, room) == clock.at + 300_000
    work_for(server, clock, 10_000)
    play(room)
    assert stored_deadline(server, room) == clock.at + 300_000
    play(room)
    assert stored_deadline(server, room) == clock.at + 293_000  # ten seconds spent, three earned


def test_a_move_at_the_deadline_counts_and_one_millisecond_later_loses(
    server: CompetitionServer, clock: HandClock
) -> None:
    room, late = begin(server, "1s/move"), begin(server, "1s/move")
    clock.pass_time(1_000)
    play(room)
    assert isinstance(room.events[-2], MovePlayed)
    clock.pass_time(1)
    turn, square = first_move(late)
    late.play(square, turn=turn)
    assert ended(late).outcome.winner is WHITE
    assert ended(late).outcome.reason is Reason.TIME


def test_the_sweep_lets_flags_fall(server: CompetitionServer, clock: HandClock) -> None:
    room = begin(server, "1s/move")
    clock.pass_time(1_000)
    server.clock_watcher.sweep()
    assert not room.is_over
    clock.pass_time(1)
    server.clock_watcher.sweep()
    assert ended(room).outcome.winner is WHITE
    assert stored_deadline(server, room) is None
    assert room not in server.registry.running()


def test_no_flag_falls_while_a_move_that_arrived_in_time_waits(
    server: CompetitionServer, clock: HandClock
) -> None:
    room = begin(server, "1s/move")
    turn, square = first_move(room)
    clock.pass_time(1_000)
    with room.arriving() as at:
        clock.pass_time(500)
        server.clock_watcher.sweep()
        assert not room.is_over
        room.play(square, turn=turn, at=at)
    assert isinstance(room.events[-2], MovePlayed)
    assert room.events[-2].spent == 1_000


def test_no_flag_falls_before_all_arrived_moves_were_noticed(
    server: CompetitionServer, clock: HandClock
) -> None:
    room = begin(server, "1s/move")
    turn, square = first_move(room)
    work_for(server, clock, 1_500)
    stamped: list[int] = []

    def wait_for_arrivals() -> None:  # a move lay unread on its connection for half a second
        stamped.append(room.turn_times.register_arrival(clock.at - 500))

    server.clock_watcher.add_gateway(wait_for_arrivals)
    server.clock_watcher.sweep()
    assert not room.is_over
    events = room.play(square, turn=turn, at=stamped[0])
    assert isinstance(events[0], MovePlayed)
    assert events[0].spent == 1_000


def test_a_move_that_arrived_late_does_not_delay_the_flag(
    server: CompetitionServer, clock: HandClock
) -> None:
    room = begin(server, "1s/move")
    clock.pass_time(1_001)
    with room.arriving():
        server.clock_watcher.sweep()
    assert ended(room).outcome.reason is Reason.TIME


def race(server: CompetitionServer, clock: HandClock, *, late: int | None) -> int:
    """Let a move and the sweep meet at the deadline; return how late the move came.

    `late` says when it comes. Without it the move arrives while the deadline passes, and the order
    of the two threads decides how late it is.
    """
    room = begin(server, "1s/move")
    turn, square = first_move(room)
    due = room.deadline
    assert due is not None
    clock.at = due if late is None else due + late
    stamps = [] if late is None else [room.turn_times.register_arrival()]
    both = threading.Barrier(2, timeout=60)

    def move() -> None:
        both.wait()
        if not stamps:
            stamps.append(room.turn_times.register_arrival())
        with contextlib.suppress(MatchOver, StaleTurn):
            room.play(square, turn=turn, at=stamps[0])
        room.turn_times.mark_processed(stamps[0])

    def sweep() -> None:
        both.wait()
        for _ in range(3):
            clock.pass_time(1)
            room.tick()

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(move), pool.submit(sweep)]:
            done.result()
    moved = [event for event in room.events if isinstance(event, MovePlayed)]
    if stamps[0] <= due:
        assert [event.spent for event in moved] == [1_000 + stamps[0] - due]
    else:
        assert not moved
        assert ended(room).outcome.reason is Reason.TIME
    return stamps[0] - due


@pytest.mark.parametrize("late", [-1, 0, 1])
def test_a_move_counts_by_its_arrival_however_it_races_with_the_sweep(
    server: CompetitionServer, clock: HandClock, late: int
) -> None:
    for _ in range(RACES):
        assert race(server, clock, late=late) == late


def test_a_move_that_arrives_while_the_deadline_passes_is_decided_by_its_stamp(
    server: CompetitionServer, clock: HandClock
) -> None:
    for _ in range(RACES):
        assert 0 <= race(server, clock, late=None) <= 3


def test_the_time_until_a_turn_is_delivered_is_not_the_players(
    server: CompetitionServer, clock: HandClock
) -> None:
    room = begin(server, "1s/move")
    turn, square = first_move(room)
    with room.arriving() as at:
        clock.pass_time(700)  # the disk is slow
        room.play(square, turn=turn, at=at)
    clock.pass_time(1_000)
    play(room)
    last = [event for event in room.events if isinstance(event, MovePlayed)][-1]
    assert last.color is WHITE
    assert last.spent == 1_000


@pytest.mark.parametrize(("late", "spent"), [(-1, 900), (1, 1_000)])
def test_a_slowly_opened_stream_costs_no_time_unless_it_was_requested_late(
    server: CompetitionServer, clock: HandClock, late: int, spent: int
) -> None:
    room = begin(server, "1s/move")
    play(room)
    turn, square = first_move(room)
    asked = clock.at + late
    clock.pass_time(100)
    room.mark_delivered(turn, asked)
    clock.pass_time(900)
    (played, *_) = room.play(square, turn=turn)
    assert isinstance(played, MovePlayed)
    assert played.spent == spent


def test_the_servers_own_delays_do_not_add_up(server: CompetitionServer, clock: HandClock) -> None:
    room = begin(server, "0.1s/move")
    for _ in range(20):
        turn, square = first_move(room)
        with room.arriving() as at:
            clock.pass_time(50)  # the disk is slow
            room.play(square, turn=turn, at=at)
        assert room.events[-1].at == at  # and the next turn begins when this move came
        clock.pass_time(90)
        work_for(server, clock, 0)
        server.clock_watcher.sweep()
    assert not room.is_over
    assert replay_match(room.events).events == room.events
    assert {event.spent for event in room.events if isinstance(event, MovePlayed)} == {0, 90}


def test_time_spent_and_time_left_add_up(server: CompetitionServer, clock: HandClock) -> None:
    room, spent, moves = begin(server, "5+3"), {BLACK: 0, WHITE: 0}, {BLACK: 0, WHITE: 0}
    for number in range(20):
        work_for(server, clock, 137 * number)
        with room.reading() as match:
            color = match.position.turn
        spent[color] += 137 * number
        moves[color] += 1
        play(room)
    with room.reading() as match:
        for color in (BLACK, WHITE):
            budget = match.clock.budget(color)
            assert budget == 300_000 + moves[color] * 3_000
            assert match.clock.remaining(color, clock.at) == budget - spent[color]


def test_an_outage_costs_nobody_anything(tmp_path: Path, clock: HandClock) -> None:
    server = open_server(tmp_path, clock)
    server.clock_watcher.stop()
    room = begin(server, "30s/move")
    work_for(server, clock, 10_000)
    server.close()
    clock.pass_time(30_000)
    server = open_server(tmp_path, clock)
    try:
        again = server.registry.room(room.name)
        with again.reading() as match:
            assert match.outcome is None
            assert match.deadline == clock.at + 20_000 + 5_000  # what was left, and the grace
        noted = [event for event in again.events if isinstance(event, Paused | Resumed)]
        assert [type(event) for event in noted] == [Paused, Resumed]
        assert "away for 30.0 s" in str(noted[0])
        assert replay_match(again.events).events == again.events
        server.clock_watcher.sweep()
        assert not again.is_over
    finally:
        server.close()


def test_a_server_that_stood_still_gives_the_time_back_at_the_first_request(
    server: CompetitionServer, clock: HandClock
) -> None:
    room, other = begin(server, "5s/move"), begin(server, "5s/move")
    clock.pass_time(1_000)
    server.clock_watcher.write_heartbeat()
    clock.pass_time(30_000)
    play(room)
    server.clock_watcher.sweep()
    assert not room.is_over
    assert not other.is_over
    with other.reading() as match:
        assert match.deadline == clock.at + 4_000 + 5_000


def test_no_event_has_a_future_time_after_an_outage(
    server: CompetitionServer, clock: HandClock
) -> None:
    room = begin(server, "5s/move")
    work_for(server, clock, 1_000)
    clock.pass_time(30_000)
    play(room)
    assert [event.at for event in room.events[-4:]] == [clock.at - 30_000, *[clock.at] * 3]
    for _ in range(14):
        work_for(server, clock, 1_500)
    play(room)
    last = room.events[-2]
    assert isinstance(last, MovePlayed)
    assert (last.at, last.spent) == (clock.at, 1_000)  # white, a person, had twenty seconds too
    assert replay_match(room.events).events == room.events


def test_the_side_that_is_not_to_move_has_time_to_return_too(
    server: CompetitionServer, clock: HandClock
) -> None:
    room = begin(server, "1s/move")
    clock.pass_time(30_000)
    play(room)  # at once: the bot was the first to connect again
    for _ in range(41):
        work_for(server, clock, 500)
    server.clock_watcher.sweep()
    play(room)
    work_for(server, clock, 1_500)  # but only once
    server.clock_watcher.sweep()
    assert room.is_over
    assert replay_match(room.events).events == room.events


def test_a_second_outage_within_the_grace_adds_no_more_than_one_grace(
    server: CompetitionServer, clock: HandClock
) -> None:
    room = begin(server, "5s/move")
    work_for(server, clock, 1_000)
    clock.pass_time(30_000)
    server.clock_watcher.detect_outage()
    assert room.deadline == clock.at + 4_000 + 5_000
    work_for(server, clock, 1_000)
    clock.pass_time(3_000)
    server.clock_watcher.detect_outage()
    assert room.deadline == clock.at + 4_000 + 5_000
    assert room.events[-1].at == clock.at


def test_the_time_without_a_database_is_given_back(
    server: CompetitionServer, clock: HandClock
) -> None:
    room = begin(server, "5s/move")
    server.clock_watcher.write_heartbeat()
    clock.pass_time(8_000)  # without a heartbeat
    server.clock_watcher.detect_outage()
    server.clock_watcher.sweep()
    assert not room.is_over


def set_clocks(monkeypatch: pytest.MonkeyPatch, *, wall: int, steady: int) -> None:
    """Make the machine's two clocks show these milliseconds."""
    monkeypatch.setattr("time.time_ns", lambda: wall * 1_000_000)
    monkeypatch.setattr("time.monotonic_ns", lambda: steady * 1_000_000)


def test_nobody_loses_on_time_when_the_wall_clock_is_stepped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    set_clocks(monkeypatch, wall=1_700_000_000_000, steady=5_000)
    now = ServerClock()
    for step in (3_600_000, -3_600_000):
        set_clocks(monkeypatch, wall=1_700_000_000_000 + step, steady=5_001)
        assert now() == 1_700_000_000_001


def test_time_does_not_run_backwards_over_a_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clocks(monkeypatch, wall=1_700_000_000_000, steady=5_000)
    now = ServerClock(not_before=1_700_003_600_000)
    set_clocks(monkeypatch, wall=1_700_000_000_000, steady=5_007)
    assert now() == 1_700_003_600_007


def test_a_match_without_a_clock_is_abandoned_after_two_weeks(
    server: CompetitionServer, clock: HandClock
) -> None:
    room = begin(server)
    clock.pass_time(14 * 24 * 3600 * 1000)
    server.clock_watcher.sweep()
    assert not room.is_over
    clock.pass_time(1)
    server.clock_watcher.sweep()
    assert ended(room).outcome.reason is Reason.ABANDONMENT
    assert ended(room).outcome.winner is None


def test_many_flags_at_once_wait_for_moves_that_may_be_delayed(
    server: CompetitionServer, clock: HandClock
) -> None:
    rooms = [begin(server, "1s/move") for _ in range(12)]
    clock.pass_time(1_001)
    server.clock_watcher.sweep()
    assert not any(room.is_over for room in rooms)
    assert server.clock_watcher.mass_timeouts == 1
    work_for(server, clock, 1_000)
    server.clock_watcher.sweep()
    assert all(room.is_over for room in rooms)
