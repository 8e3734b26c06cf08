"""The try-out tournament: four known keys and twelve games, again and again."""

import contextlib
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa

from outflank.errors import MatchPaused, StoreUnavailable, TournamentError
from outflank.play.events import Paused, Resumed
from outflank.rules import BLACK, WHITE, Reason, Square
from outflank.server.accounts.accounts import Caller, NotAllowed
from outflank.server.accounts.keys import Role
from outflank.server.competition_server import CompetitionServer
from outflank.server.tournaments.exports import problems_of
from outflank.server.tournaments.tryout import ADMIN_KEY, DEFAULT_KEYS, OBSERVER_KEY, TryoutView
from outflank.store.schema import audit
from support.server.competition_server import HandClock
from support.server.tournament_server import (
    by_hand,
    lose_answers,
    match_rows,
    passes,
    resign_quickly,
)
from support.server.tryout_games import boards, call, play_on, player, room_of, statuses, wait

pytestmark = pytest.mark.server("by hand", tryout=True)


# The first boards


def test_a_new_server_has_the_first_two_boards(server: CompetitionServer) -> None:
    view = server.tournaments.tryout_view()
    assert boards(server) == [(1, 2), (3, 4)]
    assert list(view.order[:2]) == [(1, 2), (3, 4)]
    assert len(set(view.order)) == 12
    assert list(view.results) == [0] * 12
    assert list(view.records) == [(0, 0, 0)] * 4
    assert list(view.names) == ["Unknown 0", "Unknown 1", "Unknown 2", "Unknown 3"]
    assert view.winner is None


def test_the_other_games_are_shuffled(server: CompetitionServer) -> None:
    orders = {tuple(server.tournaments.tryout_view().order)}
    for _ in range(5):
        server.tournaments.restart_tryout()
        orders.add(tuple(server.tournaments.tryout_view().order))
    assert len(orders) > 1


def test_an_organiser_of_all_tournaments_can_restart_the_tryout(server: CompetitionServer) -> None:
    keys = {
        "known": ADMIN_KEY,
        "own": server.accounts.add_key(Role.ADMIN, label="Ada"),
        "of one": server.accounts.add_key(Role.ADMIN, tournament=1),
        "observer": OBSERVER_KEY,
    }
    callers = {name: server.accounts.caller(key) for name, key in keys.items()}
    for name in ("of one", "observer"):
        with pytest.raises(NotAllowed):
            server.tournaments.restart_tryout_for(found(callers[name]))
    for name in ("known", "own"):
        server.tournaments.restart_tryout_for(found(callers[name]))
    assert boards(server) == [(1, 2), (3, 4)]
    [own] = [caller for name, caller in callers.items() if name == "own"]
    query = sa.select(audit.c.actor).where(audit.c.act == "tournament restart")
    with server.database.reading() as connection:
        actors = connection.execute(query).scalars().all()
    assert actors == [ADMIN_KEY, found(own).actor]


def found(caller: Caller | None) -> Caller:
    assert caller is not None
    return caller


def test_key0_can_move_at_once(server: CompetitionServer) -> None:
    call(server, 1)
    room_of(server, 1).play(Square.parse("d3"), color=BLACK)
    assert room_of(server, 1).view().position.turn is WHITE


def test_the_default_keys_work_from_this_machine_only(server: CompetitionServer) -> None:
    callers = [server.accounts.caller(key) for key in DEFAULT_KEYS]
    assert all(caller is not None and caller.loopback_only for caller in callers)
    roles = [caller.role for caller in callers if caller is not None]
    assert roles == [Role.PLAYER] * 4 + [Role.OBSERVER, Role.ADMIN]


def test_without_the_tryout_its_keys_are_unknown(
    server: CompetitionServer, tmp_path: Path, clock: HandClock
) -> None:
    server.close()
    public = by_hand(tmp_path, clock, tryout=False)
    assert [public.accounts.caller(key) for key in DEFAULT_KEYS] == [None] * 6
    assert public.tournaments.tryout_view() == TryoutView()
    public.tournaments.mark_present(1)
    public.tournaments.run_pass()
    with pytest.raises(TournamentError):
        public.tournaments.restart_tryout()
    public.close()
    again = by_hand(tmp_path, clock, tryout=True)
    assert again.accounts.caller("admin0") is not None
    assert boards(again) == [(1, 2), (3, 4)]
    again.close()


def test_a_default_key_that_was_revoked_works_again_after_a_restart(
    server: CompetitionServer, tmp_path: Path, clock: HandClock
) -> None:
    lost = server.accounts.caller("key2")
    assert lost is not None
    server.accounts.revoke(lost.key)
    server.forget(player(server, 4))
    server.close()
    again = by_hand(tmp_path, clock, tryout=True)
    assert again.accounts.caller("key2") == lost
    again.tournaments.restart_tryout()
    assert list(again.tournaments.tryout_view().names) == [
        f"Unknown {number}" for number in range(4)
    ]
    again.close()


# Clocks


def test_a_clock_starts_when_the_first_of_two_players_has_called(
    server: CompetitionServer, clock: HandClock
) -> None:
    room = room_of(server, 1)
    wait(server, clock, 1000)
    assert type(room.events[-1]) is Paused
    call(server, 2)
    (last,) = room.events[3:]
    assert type(last) is Resumed
    assert room.deadline == clock() + 300_000
    assert room_of(server, 3).deadline is None


def test_nothing_moves_before_anybody_has_called(server: CompetitionServer) -> None:
    with pytest.raises(MatchPaused):
        room_of(server, 1).play(Square.parse("d3"))


def test_a_player_who_does_not_move_in_time_loses_whether_absent_or_not(
    server: CompetitionServer, clock: HandClock
) -> None:
    call(server, 1)
    clock.pass_time(300_001)
    server.clock_watcher.write_heartbeat()
    server.clock_watcher.sweep()
    server.tournaments.run_pass()
    assert server.tournaments.tryout_view().results[0] == 2
    assert server.tournaments.tryout_view().records[0] == (0, 1, 0)


def test_a_request_does_not_end_a_pause_by_an_organiser(server: CompetitionServer) -> None:
    number = room_of(server, 1).entry.tournament or 0
    server.tournaments.pause(number, "tests")
    call(server, 1)
    assert room_of(server, 1).is_paused
    server.tournaments.resume(number, "tests")
    assert room_of(server, 1).is_paused
    call(server, 1)
    assert not room_of(server, 1).is_paused


def test_a_game_starts_at_once_while_long_polls_of_its_players_are_open(
    server: CompetitionServer, clock: HandClock
) -> None:
    call(server, 1, 2, 3, 4)
    for _ in passes():
        if server.tournaments.tryout_view().winner is not None:
            break
        for room in server.tournaments.rooms(1):
            assert room.deadline is not None, "a game waits although a request of a player is open"
            resign_quickly(room)
            resign_quickly(room)
        for number in (1, 2, 3, 4):  # the last request of each player
            server.tournaments.mark_present(player(server, number), seconds=25)
        clock.pass_time(24_000)
        server.tournaments.run_pass()


def test_a_game_with_only_one_player_present_waits_for_a_request(
    server: CompetitionServer, clock: HandClock
) -> None:
    call(server, 1, 2, 3, 4)
    for room in server.tournaments.rooms(1):
        resign_quickly(room)
        resign_quickly(room)
    clock.pass_time(20_000)
    server.tournaments.mark_present(player(server, 1), seconds=25)
    server.tournaments.run_pass()
    assert [room.deadline for room in server.tournaments.rooms(1)] == [None, None]
    clock.pass_time(20_000)
    absent = {2, 3, 4} & {number for board in boards(server) if 1 in board for number in board}
    call(server, *absent)
    assert room_of(server, 1).deadline is not None


def test_a_first_request_does_not_wait_for_a_database_that_another_program_holds(
    server: CompetitionServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outflank.server.tournaments.tryout._START_SECONDS", 0.0)
    room = room_of(server, 1)
    assert server.database.path is not None
    with contextlib.closing(sqlite3.connect(server.database.path)) as other:
        other.execute("BEGIN IMMEDIATE")
        call(server, 1)  # returns, though nothing can be stored
        call(server, 1)
        assert room.seq == 3
        other.rollback()
    assert room.wait(3, 60)
    assert isinstance(room.events[-1], Resumed)
    assert room.seq == 4


# Swapping


def test_the_boards_of_four_players_who_start_together_are_never_swapped(
    server: CompetitionServer, clock: HandClock
) -> None:
    wait(server, clock, 120, 1, 2, 3, 4)
    assert boards(server) == [(1, 2), (3, 4)]
    assert len(match_rows(server, 1)) == 2


def test_two_players_who_are_present_play_each_other_instead_of_waiting(
    server: CompetitionServer, clock: HandClock
) -> None:
    call(server, 1, 3)
    wait(server, clock, 9, 1, 3)
    assert boards(server) == [(1, 2), (3, 4)]
    wait(server, clock, 1, 1, 3)
    assert {1, 3} in map(set, boards(server))
    voided = [row.reason for row in match_rows(server, 1) if row.status == "void"]
    assert voided == [Reason.VOID.value] * 2
    assert server.tournaments.tryout_view().results[:2] == (0, 0)


def test_the_boards_of_players_who_come_late_together_are_not_swapped(
    server: CompetitionServer, clock: HandClock
) -> None:
    wait(server, clock, 600)
    call(server, 1, 3)
    server.tournaments.run_pass()
    wait(server, clock, 5, 1, 3)
    wait(server, clock, 60, 1, 2, 3, 4)
    assert boards(server) == [(1, 2), (3, 4)]


def test_the_boards_of_players_who_return_after_a_restart_are_not_swapped(
    server: CompetitionServer, tmp_path: Path, clock: HandClock
) -> None:
    wait(server, clock, 60, 1, 2, 3, 4)
    server.close()
    again = by_hand(tmp_path, clock, tryout=True)
    call(again, 1, 3)
    again.tournaments.run_pass()
    wait(again, clock, 60, 1, 2, 3, 4)
    assert boards(again) == [(1, 2), (3, 4)]
    again.close()


def test_a_game_with_a_move_is_never_swapped(server: CompetitionServer, clock: HandClock) -> None:
    call(server, 1, 3)
    for number in (1, 3):
        resign_quickly(room_of(server, number))
    wait(server, clock, 60, 1, 3)
    assert boards(server) == [(1, 2), (3, 4)]


def test_a_player_who_waits_for_an_answer_is_present(
    server: CompetitionServer, clock: HandClock
) -> None:
    server.tournaments.mark_present(player(server, 2), seconds=25)
    server.tournaments.mark_present(player(server, 4), seconds=25)
    wait(server, clock, 30, 1, 3)
    assert boards(server) == [(1, 2), (3, 4)]


def test_a_single_player_waits(server: CompetitionServer, clock: HandClock) -> None:
    wait(server, clock, 60, 1)
    assert boards(server) == [(1, 2), (3, 4)]


def test_three_players_play_all_their_games_without_the_fourth(
    server: CompetitionServer, clock: HandClock
) -> None:
    for _ in range(200):
        wait(server, clock, 1, 1, 2, 3)
        call(server, 1, 2, 3)
        for room, black, white in server.tournaments.tryout_view().boards:
            if 4 not in (black, white):
                resign_quickly(room)
    results = dict(zip(server.tournaments.tryout_view().order, view_results(server), strict=True))
    assert all(result for pair, result in results.items() if 4 not in pair)
    assert not any(result for pair, result in results.items() if 4 in pair)


def view_results(server: CompetitionServer) -> list[int]:
    return list(server.tournaments.tryout_view().results)


# The end, and the next tournament


def test_the_final_table_stays_for_a_minute_and_then_a_new_tournament_begins(
    server: CompetitionServer, clock: HandClock
) -> None:
    play_on(server)
    view = server.tournaments.tryout_view()
    assert boards(server) == []
    assert 0 not in view.results
    assert sum(wins for wins, _, _ in view.records) == 12
    assert view.winner == max(range(4), key=lambda index: view.records[index][0])
    wait(server, clock, 59)
    assert server.tournaments.tryout_view() == view
    assert problems_of(server.tournaments.export(1)) == []
    wait(server, clock, 1)
    assert boards(server) == [(1, 2), (3, 4)]
    assert view_results(server) == [0] * 12
    assert statuses(server) == ["archived", "running"]


def test_names_stay_from_one_tournament_to_the_next(server: CompetitionServer) -> None:
    server.accounts.rename(player(server, 1), "Ada")
    server.tournaments.restart_tryout()
    assert server.tournaments.tryout_view().names[0] == "Ada"


def test_a_restart_by_the_admin_begins_a_new_tournament_and_is_audited(
    server: CompetitionServer,
) -> None:
    call(server, 1)
    old = room_of(server, 1)
    server.tournaments.restart_tryout("admin0")
    server.tournaments.run_pass()
    assert old.is_over
    assert boards(server) == [(1, 2), (3, 4)]
    assert room_of(server, 1) is not old
    assert statuses(server) == ["archived", "running"]
    with server.database.reading() as connection:
        assert connection.execute(sa.select(audit.c.act)).scalars().all() == ["tournament restart"]


def test_the_tournament_goes_on_after_a_restart_of_the_server(
    server: CompetitionServer, tmp_path: Path, clock: HandClock
) -> None:
    call(server, 1)
    resign_quickly(room_of(server, 1))
    order = server.tournaments.tryout_view().order
    server.close()
    again = by_hand(tmp_path, clock, tryout=True)
    assert again.tournaments.tryout_view().order == order
    assert boards(again) == [(1, 2), (3, 4)]
    assert room_of(again, 3).is_paused
    assert len(room_of(again, 1).view().game.plies) == 1
    play_on(again)
    assert len(match_rows(again, 1)) == 12
    again.close()


def test_the_final_table_survives_a_restart_of_the_server(
    server: CompetitionServer, tmp_path: Path, clock: HandClock
) -> None:
    play_on(server)
    results = view_results(server)
    server.close()
    clock.pass_time(30_000)
    again = by_hand(tmp_path, clock, tryout=True)
    assert view_results(again) == results
    wait(again, clock, 30)
    assert boards(again) == [(1, 2), (3, 4)]
    again.close()


@pytest.mark.parametrize("by_organiser", [False, True], ids=["by itself", "by an organiser"])
def test_a_new_tournament_is_shown_although_its_confirmation_was_lost(
    server: CompetitionServer, clock: HandClock, *, by_organiser: bool
) -> None:
    play_on(server)
    clock.pass_time(61_000)
    begin = server.tournaments.restart_tryout if by_organiser else server.tournaments.run_pass
    with lose_answers(server), pytest.raises(StoreUnavailable):
        begin()
    assert statuses(server) == ["archived", "running"]
    server.tournaments.run_pass()
    server.tournaments.run_pass()
    assert boards(server) == [(1, 2), (3, 4)]
    server.tournaments.restart_tryout()
    assert statuses(server) == ["archived", "archived", "running"]
