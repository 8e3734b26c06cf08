"""The try-out tournament: four known keys, twelve games, over and over, whatever happens."""

import contextlib
from pathlib import Path

import pytest
import sqlalchemy as sa

from outflank.errors import MatchPaused, TournamentError
from outflank.play.events import Paused, Resumed
from outflank.rules import BLACK, WHITE, Reason, Square
from outflank.server.exports import problems_of
from outflank.server.house import House
from outflank.server.keys import Role
from outflank.server.live_room import LiveRoom
from outflank.server.tryout import DEFAULT_KEYS, PLAYER_KEYS, Tryout, TryoutView
from outflank.store.schema import audit, tournaments
from support.server_house import HandClock
from support.tournament_hall import Killed, by_hand, drop, kill_at_write, match_rows, resign_quickly

pytestmark = pytest.mark.house("by hand", tryout=True)


def player(house: House, number: int) -> int:
    """Return the player of key0 to key3, counted from 1 as the dialect does."""
    caller = house.accounts.caller(PLAYER_KEYS[number - 1])
    assert caller is not None
    assert caller.player is not None
    return caller.player


def call(house: House, *numbers: int) -> None:
    for number in numbers:
        house.organiser.called(player(house, number))


def boards(house: House) -> list[tuple[int, int]]:
    return [(black, white) for _, black, white in house.organiser.tryout_view().boards]


def room_of(house: House, number: int) -> LiveRoom:
    [room] = house.hall.rooms_of(player(house, number))
    return room


def wait(house: House, clock: HandClock, seconds: int, *callers: int) -> None:
    """Let time pass while the server is at work and some players keep calling."""
    for _ in range(seconds):
        clock.pass_time(1000)
        call(house, *callers)
        house.organiser.work()


def play_on(house: House) -> None:
    """Let all four play until the twelve games are over."""
    number = house.organiser.tryout_view().boards[0][0].entry.tournament
    assert number is not None
    while house.organiser.view(number)["status"] == "running":
        call(house, 1, 2, 3, 4)
        for room in house.organiser.rooms(number):
            resign_quickly(room)
        house.organiser.work()


def statuses(house: House) -> list[str]:
    query = sa.select(tournaments.c.status).order_by(tournaments.c.id)
    with house.database.reading() as connection:
        return list(connection.execute(query).scalars())


# The first boards


def test_a_fresh_server_has_the_two_first_boards(house: House) -> None:
    view = house.organiser.tryout_view()
    assert boards(house) == [(1, 2), (3, 4)]
    assert list(view.order[:2]) == [(1, 2), (3, 4)]
    assert len(set(view.order)) == 12
    assert list(view.results) == [0] * 12
    assert list(view.records) == [(0, 0, 0)] * 4
    assert list(view.names) == ["Unknown 0", "Unknown 1", "Unknown 2", "Unknown 3"]
    assert view.winner is None


def test_the_other_games_are_shuffled(house: House) -> None:
    orders = {tuple(house.organiser.tryout_view().order)}
    for _ in range(5):
        house.organiser.restart_tryout()
        orders.add(tuple(house.organiser.tryout_view().order))
    assert len(orders) > 1


def test_key0_may_move_at_once(house: House) -> None:
    call(house, 1)
    room_of(house, 1).play(Square.parse("d3"), color=BLACK)
    assert room_of(house, 1).view().position.turn is WHITE


def test_the_default_keys_work_from_this_machine_only(house: House) -> None:
    callers = [house.accounts.caller(key) for key in DEFAULT_KEYS]
    assert all(caller is not None and caller.loopback_only for caller in callers)
    roles = [caller.role for caller in callers if caller is not None]
    assert roles == [Role.PLAYER] * 4 + [Role.OBSERVER, Role.ADMIN]


def test_without_the_tryout_its_keys_are_unknown(
    house: House, tmp_path: Path, clock: HandClock
) -> None:
    house.close()
    public = by_hand(tmp_path, clock, tryout=False)
    assert [public.accounts.caller(key) for key in DEFAULT_KEYS] == [None] * 6
    assert public.organiser.tryout_view() == TryoutView()
    public.organiser.called(1)
    public.organiser.work()
    with pytest.raises(TournamentError):
        public.organiser.restart_tryout()
    public.close()
    again = by_hand(tmp_path, clock, tryout=True)
    assert again.accounts.caller("admin0") is not None
    assert boards(again) == [(1, 2), (3, 4)]
    again.close()


def test_a_default_key_that_was_revoked_works_again_after_a_restart(
    house: House, tmp_path: Path, clock: HandClock
) -> None:
    lost = house.accounts.caller("key2")
    assert lost is not None
    house.accounts.revoke(lost.key)
    house.forget(player(house, 4))
    house.close()
    again = by_hand(tmp_path, clock, tryout=True)
    assert again.accounts.caller("key2") == lost
    again.organiser.restart_tryout()
    assert list(again.organiser.tryout_view().names) == [f"Unknown {number}" for number in range(4)]
    again.close()


# Clocks


def test_a_clock_starts_when_the_first_of_two_players_has_called(
    house: House, clock: HandClock
) -> None:
    room = room_of(house, 1)
    assert isinstance(room.events[-1], Paused)
    wait(house, clock, 1000)
    call(house, 2)
    assert isinstance(room.events[-1], Resumed)
    assert room.due == clock() + 300_000
    assert room_of(house, 3).due is None


def test_nothing_moves_before_anybody_has_called(house: House) -> None:
    with pytest.raises(MatchPaused):
        room_of(house, 1).play(Square.parse("d3"))


def test_who_does_not_move_in_time_loses_absent_or_not(house: House, clock: HandClock) -> None:
    call(house, 1)
    clock.pass_time(300_001)
    house.referee.beat()
    house.referee.sweep()
    house.organiser.work()
    assert house.organiser.tryout_view().results[0] == 2
    assert house.organiser.tryout_view().records[0] == (0, 1, 0)


def test_a_pause_by_an_organiser_is_not_ended_by_a_call(house: House) -> None:
    number = room_of(house, 1).entry.tournament or 0
    house.organiser.pause(number, "tests")
    call(house, 1)
    assert room_of(house, 1).is_paused
    house.organiser.resume(number, "tests")
    assert room_of(house, 1).is_paused
    call(house, 1)
    assert not room_of(house, 1).is_paused


# Swapping


def test_four_players_who_start_together_are_never_disturbed(
    house: House, clock: HandClock
) -> None:
    wait(house, clock, 120, 1, 2, 3, 4)
    assert boards(house) == [(1, 2), (3, 4)]
    assert len(match_rows(house, 1)) == 2


def test_two_who_are_there_play_instead_of_waiting(house: House, clock: HandClock) -> None:
    call(house, 1, 3)
    wait(house, clock, 9, 1, 3)
    assert boards(house) == [(1, 2), (3, 4)]
    wait(house, clock, 1, 1, 3)
    assert {1, 3} in map(set, boards(house))
    voided = [row.reason for row in match_rows(house, 1) if row.status == "void"]
    assert voided == [Reason.VOID.value] * 2
    assert house.organiser.tryout_view().results[:2] == (0, 0)


def test_players_who_come_late_but_together_are_not_disturbed(
    house: House, clock: HandClock
) -> None:
    wait(house, clock, 600)
    call(house, 1, 3)
    house.organiser.work()
    wait(house, clock, 5, 1, 3)
    wait(house, clock, 60, 1, 2, 3, 4)
    assert boards(house) == [(1, 2), (3, 4)]


def test_players_who_come_back_after_a_restart_are_not_disturbed(
    house: House, tmp_path: Path, clock: HandClock
) -> None:
    wait(house, clock, 60, 1, 2, 3, 4)
    house.close()
    again = by_hand(tmp_path, clock, tryout=True)
    call(again, 1, 3)
    again.organiser.work()
    wait(again, clock, 60, 1, 2, 3, 4)
    assert boards(again) == [(1, 2), (3, 4)]
    again.close()


def test_a_game_with_a_move_is_never_swapped(house: House, clock: HandClock) -> None:
    call(house, 1, 3)
    for number in (1, 3):
        resign_quickly(room_of(house, number))
    wait(house, clock, 60, 1, 3)
    assert boards(house) == [(1, 2), (3, 4)]


def test_who_waits_for_an_answer_counts_as_there(house: House, clock: HandClock) -> None:
    house.organiser.called(player(house, 2), wait=25)
    house.organiser.called(player(house, 4), wait=25)
    wait(house, clock, 30, 1, 3)
    assert boards(house) == [(1, 2), (3, 4)]


def test_one_player_alone_waits(house: House, clock: HandClock) -> None:
    wait(house, clock, 60, 1)
    assert boards(house) == [(1, 2), (3, 4)]


def test_three_players_play_all_their_games_without_the_fourth(
    house: House, clock: HandClock
) -> None:
    for _ in range(200):
        wait(house, clock, 1, 1, 2, 3)
        call(house, 1, 2, 3)
        for room, black, white in house.organiser.tryout_view().boards:
            if 4 not in (black, white):
                resign_quickly(room)
    results = dict(zip(house.organiser.tryout_view().order, view_results(house), strict=True))
    assert all(result for pair, result in results.items() if 4 not in pair)
    assert not any(result for pair, result in results.items() if 4 in pair)


def view_results(house: House) -> list[int]:
    return list(house.organiser.tryout_view().results)


# The end and the next one


def test_after_the_twelfth_game_the_table_stands_and_then_all_begins_anew(
    house: House, clock: HandClock
) -> None:
    play_on(house)
    view = house.organiser.tryout_view()
    assert boards(house) == []
    assert 0 not in view.results
    assert sum(wins for wins, _, _ in view.records) == 12
    assert view.winner == max(range(4), key=lambda index: view.records[index][0])
    wait(house, clock, 59)
    assert house.organiser.tryout_view() == view
    assert problems_of(house.organiser.export(1)) == []
    wait(house, clock, 1)
    assert boards(house) == [(1, 2), (3, 4)]
    assert view_results(house) == [0] * 12
    assert statuses(house) == ["archived", "running"]


def test_names_stay_from_one_tournament_to_the_next(house: House) -> None:
    house.accounts.rename(player(house, 1), "Ada")
    house.organiser.restart_tryout()
    assert house.organiser.tryout_view().names[0] == "Ada"


def test_a_restart_by_the_admin_deals_anew_and_is_on_record(house: House) -> None:
    call(house, 1)
    old = room_of(house, 1)
    house.organiser.restart_tryout("admin0")
    house.organiser.work()
    assert old.is_over
    assert boards(house) == [(1, 2), (3, 4)]
    assert room_of(house, 1) is not old
    assert statuses(house) == ["archived", "running"]
    with house.database.reading() as connection:
        assert connection.execute(sa.select(audit.c.act)).scalars().all() == ["tournament restart"]


def test_the_tournament_goes_on_after_a_restart_of_the_server(
    house: House, tmp_path: Path, clock: HandClock
) -> None:
    call(house, 1)
    resign_quickly(room_of(house, 1))
    order = house.organiser.tryout_view().order
    house.close()
    again = by_hand(tmp_path, clock, tryout=True)
    assert again.organiser.tryout_view().order == order
    assert boards(again) == [(1, 2), (3, 4)]
    assert room_of(again, 3).is_paused
    assert len(room_of(again, 1).view().game.plies) == 1
    play_on(again)
    assert len(match_rows(again, 1)) == 12
    again.close()


def test_a_table_stands_over_a_restart_of_the_server(
    house: House, tmp_path: Path, clock: HandClock
) -> None:
    play_on(house)
    results = view_results(house)
    house.close()
    clock.pass_time(30_000)
    again = by_hand(tmp_path, clock, tryout=True)
    assert view_results(again) == results
    wait(again, clock, 30)
    assert boards(again) == [(1, 2), (3, 4)]
    again.close()


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_kill_at_any_moment_loses_and_repeats_nothing(tmp_path: Path, *, after: bool) -> None:
    clock = HandClock()
    for write in range(1, 70, 6):
        folder = tmp_path / str(write)
        house = by_hand(folder, clock, tryout=True, table_stands=0)
        try:
            with kill_at_write(house, write, after=after):
                play_on(house)
        except Killed:
            drop(house)
            house = by_hand(folder, clock, tryout=True, table_stands=0)
        if statuses(house) == ["running"]:
            play_on(house)
        played = match_rows(house, 1)
        assert sorted(row.pairing for row in played) == list(range(1, 13))
        assert {row.status for row in played} == {"finished"}
        assert problems_of(house.organiser.export(1)) == []
        house.organiser.work()
        assert statuses(house) == ["archived", "running"]
        assert boards(house) == [(1, 2), (3, 4)]
        house.close()


def test_a_kill_between_two_tournaments_leaves_one_of_them(tmp_path: Path) -> None:
    clock = HandClock()
    for write in range(1, 7):
        for after in (False, True):
            folder = tmp_path / f"{write}{after}"
            house = by_hand(folder, clock, tryout=True)
            call(house, 1)
            try:
                with kill_at_write(house, write, after=after):
                    house.organiser.restart_tryout()
                    house.organiser.work()
            except Killed:
                drop(house)
                house = by_hand(folder, clock, tryout=True)
            house.organiser.work()
            assert statuses(house) in (["running"], ["archived", "running"])
            assert boards(house) == [(1, 2), (3, 4)]
            assert len(house.hall) == 2
            house.close()


def test_a_kill_during_the_very_first_start_is_made_good(tmp_path: Path) -> None:
    clock = HandClock()
    for write in range(1, 15):
        folder = tmp_path / str(write)
        house = by_hand(folder, clock)
        house.accounts.set_aside(())
        first = Tryout(house.organiser.scheduler, house.accounts, clock)
        with contextlib.suppress(Killed), kill_at_write(house, write, after=True):
            first.load()
        drop(house)
        house = by_hand(folder, clock, tryout=True)
        assert list(house.organiser.tryout_view().names) == [f"Unknown {each}" for each in range(4)]
        assert boards(house) == [(1, 2), (3, 4)]
        house.close()
