"""What an organiser can do with a tournament; every act is on record."""

import json
from pathlib import Path

import pytest
import sqlalchemy as sa

from outflank.arena import Definition, Knockout, Ladder, Swiss, TournamentFormat
from outflank.errors import (
    MatchPaused,
    TournamentError,
    UnknownName,
)
from outflank.play.clock import ClockSetting
from outflank.rules import BLACK, Reason
from outflank.server.accounts.accounts import NotAllowed
from outflank.server.accounts.keys import Role
from outflank.server.competition_server import CompetitionServer
from outflank.server.tournaments.exports import problems_of
from outflank.store.schema import audit
from support.server.competition_server import HandClock, first_move
from support.server.tournament_server import (
    acts,
    begin_cup,
    board,
    by_hand,
    match_rows,
    pairing_rows,
    play_all,
    play_to_the_end,
    wait,
)

pytestmark = pytest.mark.server("by hand")


def test_a_start_names_the_players_who_are_not_connected(server: CompetitionServer) -> None:
    definition = Definition("Cup", players=("Ann", "Bob"))
    number, entered = server.tournaments.registration.create_and_enter(definition, "tests")
    ann, bob = (server.accounts.caller(each.key or "") for each in entered)
    assert ann is not None
    assert bob is not None
    server.tournaments.mark_present(ann.player or 0)
    assert "Bob" in (server.tournaments.start(number, "tests") or "")


def test_an_organiser_is_known_by_the_name_of_their_key(server: CompetitionServer) -> None:
    number = begin_cup(server)
    key = server.accounts.add_key(Role.ADMIN, tournament=number, label="Ada")
    caller = server.accounts.caller(key)
    assert caller is not None
    assert server.tournaments.require_organiser(caller, number) == caller.actor
    for other in (None, number + 1):
        with pytest.raises(NotAllowed):
            server.tournaments.require_organiser(caller, other)


def test_a_tournament_with_one_player_cannot_start(server: CompetitionServer) -> None:
    number = server.tournaments.registration.create(Definition("Cup"), "tests")
    server.tournaments.registration.add_players(number, ["Ann"])
    with pytest.raises(TournamentError, match="at least 2"):
        server.tournaments.start(number, "tests")
    assert server.tournaments.view(number)["status"] == "draft"


def test_a_pause_stops_every_clock_and_starts_no_game(
    server: CompetitionServer, clock: HandClock
) -> None:
    number = begin_cup(server, clock=ClockSetting.parse("5s/move"), boards=1)
    room = board(server, number)
    wait(server, clock, 2)
    server.tournaments.pause(number, "tests")
    wait(server, clock, 60)
    assert room.deadline is None
    with pytest.raises(MatchPaused):
        room.play(first_move(room)[1])
    room.resign(BLACK)
    server.tournaments.run_pass()
    assert len(match_rows(server, number)) == 1
    server.tournaments.resume(number, "tests")
    assert len(match_rows(server, number)) == 2


def test_a_resumed_game_has_the_time_it_had(server: CompetitionServer, clock: HandClock) -> None:
    number = begin_cup(server, ("Ann", "Bob"), clock=ClockSetting.parse("5s/move"))
    room = board(server, number)
    wait(server, clock, 2)
    server.tournaments.pause(number, "tests")
    wait(server, clock, 60)
    server.tournaments.resume(number, "tests")
    assert room.deadline == clock() + 3000


def test_a_pause_survives_a_restart(
    server: CompetitionServer, tmp_path: Path, clock: HandClock
) -> None:
    number = begin_cup(server, ("Ann", "Bob"))
    server.tournaments.pause(number, "tests")
    server.close()
    again = by_hand(tmp_path, clock)
    again.tournaments.run_pass()
    assert board(again, number).is_paused
    again.tournaments.resume(number, "tests")
    assert not board(again, number).is_paused
    again.close()


def test_a_withdrawn_player_loses_the_current_game(server: CompetitionServer) -> None:
    number = begin_cup(server, boards=1)
    room = board(server, number)
    pairing = server.tournaments.pairings(number)[(room.entry.pairing or 0) - 1]
    server.tournaments.withdraw(number, pairing["black"], "tests")
    assert room.is_over
    assert room.view().outcome is not None
    assert room.view().outcome.reason is Reason.WITHDRAWAL  # type: ignore[union-attr]
    play_all(server, number)
    assert server.tournaments.view(number)["progress"] == {"played": 3, "total": 3}


def test_a_withdrawn_player_can_come_back(server: CompetitionServer) -> None:
    number = begin_cup(server)
    server.tournaments.withdraw(number, 1, "tests")
    server.tournaments.reinstate(number, 1, "tests")
    play_all(server, number)
    assert len(server.tournaments.standings(number)) == 4
    assert "tournament reinstate" in acts(server)


def test_a_withdrawal_survives_a_restart(
    server: CompetitionServer, tmp_path: Path, clock: HandClock
) -> None:
    number = begin_cup(server, ("Ann", "Bob", "Cid"))
    server.tournaments.withdraw(number, 2, "tests")
    before = server.tournaments.view(number)
    server.close()
    again = by_hand(tmp_path, clock)
    assert again.tournaments.view(number) == before
    play_all(again, number)
    assert [row["number"] for row in again.tournaments.standings(number)] in ([1, 3], [3, 1])
    assert problems_of(again.tournaments.export(number)) == []
    again.close()


def test_a_player_who_leaves_after_half_of_their_games_forfeits_the_rest(
    server: CompetitionServer,
) -> None:
    number = begin_cup(server, ("Ann", "Bob", "Cid"), boards=1)
    for _ in range(2):
        play_to_the_end(board(server, number))
        server.tournaments.run_pass()
    first = server.tournaments.pairings(number)[0]["black"]
    server.tournaments.withdraw(number, first, "tests")
    assert server.tournaments.view(number)["entrants"][first - 1]["fate"] == "forfeited"
    server.tournaments.run_pass()
    assert server.tournaments.view(number)["status"] in ("running", "finished")
    play_all(server, number)
    assert len(server.tournaments.standings(number)) == 3
    assert problems_of(server.tournaments.export(number)) == []


def test_a_running_game_can_be_adjudicated(server: CompetitionServer) -> None:
    number = begin_cup(server, ("Ann", "Bob"))
    room = board(server, number)
    server.tournaments.adjudicate(number, 1, "draw", "power cut", actor="tests")
    server.tournaments.run_pass()
    [row] = pairing_rows(server, number)
    assert (row.result, row.reason) == ("draw", "adjudication")
    assert (row.black_score, row.white_score) == (2, 2)
    assert room.is_over
    assert server.tournaments.view(number)["status"] == "finished"


def test_a_running_game_can_be_decided_by_solving_it(server: CompetitionServer) -> None:
    number = begin_cup(server, ("Ann", "Bob"))
    with pytest.raises(TournamentError, match="game 2"):
        server.tournaments.adjudicate(number, 2, "solved", actor="tests")
    server.tournaments.adjudicate(number, 1, "solved", actor="tests")
    server.tournaments.run_pass()
    [row] = pairing_rows(server, number)
    # On 4x4 the second player wins by 10 discs.
    assert (row.result, row.reason) == ("white", "adjudication")
    assert (row.black_score, row.white_score) == (3, 13)
    large = begin_cup(server, ("Ann", "Bob"), size=8)
    with pytest.raises(TournamentError, match="60 empty squares are too many to solve"):
        server.tournaments.adjudicate(large, 1, "solved", actor="tests")


def test_a_finished_game_cannot_be_decided_by_solving_it(server: CompetitionServer) -> None:
    number = begin_cup(server, ("Ann", "Bob"))
    play_to_the_end(board(server, number))
    server.tournaments.run_pass()
    [before] = pairing_rows(server, number)
    with pytest.raises(TournamentError, match=r"game 1 was played to its end.*wins \d+-\d+ \("):
        server.tournaments.adjudicate(number, 1, "solved", actor="tests")
    assert pairing_rows(server, number) == [before]
    # Solving a game again after another verdict restores the result of the board and its reason.
    server.tournaments.adjudicate(number, 1, "draw", actor="tests")
    server.tournaments.adjudicate(number, 1, "solved", actor="tests")
    [after] = pairing_rows(server, number)
    assert (after.result, after.reason) == (before.result, before.reason)
    assert (after.black_score, after.white_score) == (before.black_score, before.white_score)
    assert problems_of(server.tournaments.export(number)) == []


@pytest.mark.parametrize("form", [Swiss(), Knockout(games=2), Ladder()])
def test_a_tournament_in_rounds_is_paired_round_by_round(
    server: CompetitionServer, form: TournamentFormat
) -> None:
    number = begin_cup(server, ("Ann", "Bob", "Cid", "Dan", "Eve"), format=form, seed=5)
    total = server.tournaments.view(number)["progress"]["total"]
    assert total == form.games_for(5)
    assert len(pairing_rows(server, number)) < total
    server.tournaments.scheduler.states[number] = server.tournaments.scheduler.held.read(number)
    assert problems_of(server.tournaments.export(number)) == []
    play_all(server, number)
    rows = pairing_rows(server, number)
    assert len(rows) == total
    assert max({row.round for row in rows}) >= 3
    assert problems_of(server.tournaments.export(number)) == []
    again = server.tournaments.scheduler.held.read(number)
    assert again.tournament is not None
    assert next(line.rank for line in again.tournament.standings()) == 1
    shown = [line["number"] for line in server.tournaments.standings(number)]
    assert shown == [line.entrant for line in again.tournament.standings()]


def test_a_final_result_changes_only_by_an_audited_act(server: CompetitionServer) -> None:
    number = begin_cup(server, ("Ann", "Bob"))
    play_all(server, number)
    before = pairing_rows(server, number)[0].result
    after = "white" if before == "black" else "black"
    server.tournaments.adjudicate(number, 1, after, "a wrong key was used", actor="Eve")
    assert pairing_rows(server, number)[0].result == after
    with server.database.reading() as connection:
        last = connection.execute(sa.select(audit).order_by(audit.c.id.desc())).first()
    assert last is not None
    assert (last.actor, last.act) == ("Eve", "tournament adjudicate")
    assert json.loads(last.details)["before"].startswith(f"{before} wins")


def test_a_void_game_is_played_again(server: CompetitionServer) -> None:
    number = begin_cup(server, ("Ann", "Bob"))
    first = board(server, number)
    server.tournaments.adjudicate(number, 1, "void", "wrong time control", actor="tests")
    server.tournaments.run_pass()
    second = board(server, number)
    assert second is not first
    assert [row.status for row in match_rows(server, number)] == ["void", "running"]
    assert pairing_rows(server, number)[0].match == second.name


def test_a_game_that_crashed_is_played_again(server: CompetitionServer) -> None:
    number = begin_cup(server, ("Ann", "Bob"))
    first = board(server, number)
    first.adjudicate(None, Reason.CRASH)
    server.tournaments.run_pass()
    second = board(server, number)
    assert second is not first
    assert pairing_rows(server, number)[0].match == second.name
    assert pairing_rows(server, number)[0].result is None


def test_a_void_result_reopens_a_finished_tournament(server: CompetitionServer) -> None:
    number = begin_cup(server, ("Ann", "Bob"))
    play_all(server, number)
    server.tournaments.adjudicate(number, 1, "void", actor="tests")
    assert server.tournaments.view(number)["status"] == "running"
    play_all(server, number)
    assert problems_of(server.tournaments.export(number)) == []


def test_a_game_that_has_not_started_can_be_decided_but_not_voided(
    server: CompetitionServer,
) -> None:
    number = begin_cup(server, boards=1)
    with pytest.raises(TournamentError, match="has not started"):
        server.tournaments.adjudicate(number, 6, "void", actor="tests")
    server.tournaments.adjudicate(number, 6, "white", actor="tests")
    assert pairing_rows(server, number)[5].result == "white"
    with pytest.raises(UnknownName, match="verdict"):
        server.tournaments.adjudicate(number, 6, "both", actor="tests")


def test_a_tournament_can_be_ended_early(server: CompetitionServer) -> None:
    number = begin_cup(server)
    rooms = server.tournaments.rooms(number)
    server.tournaments.finish(number, "tests")
    assert all(room.is_over for room in rooms)
    assert server.tournaments.view(number)["status"] == "finished"
    assert {row.status for row in match_rows(server, number)} == {"void"}
    server.tournaments.finish(number, "tests")
