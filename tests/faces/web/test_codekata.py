"""The dialect under /codekata, for older clients."""

from typing import Any

import pytest

from outflank.arena import Definition
from outflank.errors import StoreUnavailable
from outflank.rules import BLACK, PASS, WHITE, Square
from outflank.server.accounts.keys import Role
from outflank.server.competition_server import CompetitionServer
from support.server.app_client import AppClient
from support.server.competition_server import HandClock
from support.server.tournament_server import passes, play_to_the_end
from support.server.web_games import Speaker, begin_pair, random_game, seen_by

pytestmark = pytest.mark.server("by hand", tryout=True, table_stands=60)


@pytest.fixture
def speaker(client: AppClient) -> Speaker:
    return Speaker(client, "/codekata")


def said(speaker: Speaker, path: str) -> Any:
    answer = speaker.get(path)
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    return answer.json


def test_every_answer_is_wrapped(speaker: Speaker) -> None:
    boards = said(speaker, "/boards/key0")
    assert list(boards) == ["error", "boards"]
    assert boards["error"] is None
    (board,) = boards["boards"]
    assert board[3][3:5] == [-1, 1]
    assert said(speaker, "/move_needed/key0") == {"error": None, "needed": True}
    assert said(speaker, "/move_needed/key1") == {"error": None, "needed": False}
    assert said(speaker, "/move_needed/key0?wait=3") == {"error": None, "needed": True}
    assert speaker.post("/set_name/key0/Ada").json == {"error": None}
    assert speaker.move("key0", "d3") == (200, None)
    assert speaker.move("key0", "d3") == (200, None)


def test_a_whole_game_can_be_followed_and_played_move_by_move(
    server: CompetitionServer, speaker: Speaker
) -> None:
    pair = begin_pair(server)
    swapped = 0
    for now, move in random_game(5)[:-1]:
        for color in (BLACK, WHITE):
            shown = said(speaker, f"/boards/{pair.key(color)}")
            assert shown == {"error": None, "boards": [seen_by(now, color)]}
        if move is PASS:
            continue
        assert isinstance(move, Square)
        mover = pair.key(now.turn)
        assert said(speaker, f"/move_needed/{mover}")["needed"] is True
        if not now.is_legal(Square(move.row, move.col)):
            swapped += 1
            status, text = speaker.move(mover, str(Square(move.row, move.col)))
            assert status == 200
            assert text in ("space is occupied", "move must capture pieces")
        assert speaker.move(mover, str(move)) == (200, None)
    assert swapped > 10
    assert pair.room.is_over
    assert said(speaker, f"/boards/{pair.black}") == {"error": None, "boards": []}


def test_refusals_have_status_200(server: CompetitionServer, speaker: Speaker) -> None:
    pair = begin_pair(server)
    _, idle = server.accounts.register("Idle")
    assert speaker.move(pair.white, "d3") == (200, "played out of turn")
    assert speaker.move(pair.black, "d4") == (200, "space is occupied")
    assert speaker.move(pair.black, "a1") == (200, "move must capture pieces")
    assert speaker.move(idle, "a1") == (200, "player is not in an active game")
    assert said(speaker, f"/boards/{idle}") == {"error": None, "boards": []}
    malformed = speaker.post(f"/move/{pair.black}/+3/2")
    assert malformed.status_code == 200
    assert malformed.json is not None
    assert "coordinates" in malformed.json["error"]
    refused = speaker.post(f"/set_name/{pair.black}/admin")
    assert refused.status_code == 200
    assert refused.json is not None
    assert "reserved" in refused.json["error"]


def test_an_unknown_key_is_answered_as_the_first_server_did(speaker: Speaker) -> None:
    assert said(speaker, "/boards/nobody") == {"error": "key not found", "boards": []}
    assert said(speaker, "/move_needed/nobody") == {"error": "key not found", "needed": False}
    assert speaker.move("nobody", "d3") == (200, "player is not in an active game")
    assert speaker.post("/set_name/nobody/Ada").json == {"error": "player does not exist"}
    assert speaker.post("/set_name/observe0/Ada").json == {"error": "player does not exist"}


def test_an_observer_sees_every_board_with_the_players_numbers(speaker: Speaker) -> None:
    assert speaker.move("key0", "d3") == (200, None)
    first, second = said(speaker, "/boards/observe0")["boards"]
    assert first[2][3] == 1
    assert first[3] == [0, 0, 0, 1, 1, 0, 0, 0]
    assert first[4] == [0, 0, 0, 1, 2, 0, 0, 0]
    assert second[3] == [0, 0, 0, 4, 3, 0, 0, 0]
    assert second[4] == [0, 0, 0, 3, 4, 0, 0, 0]


def test_a_new_tournament_has_its_order_and_no_results(speaker: Speaker) -> None:
    results = said(speaker, "/game_results")
    assert list(results) == ["error", "order", "results"]
    assert results["order"][:2] == [[1, 2], [3, 4]]
    assert sorted(results["order"]) == [
        [first, second] for first in range(1, 5) for second in range(1, 5) if first != second
    ]
    assert results["results"] == [0] * 12
    assert said(speaker, "/records") == {"error": None, "records": [[0, 0, 0]] * 4}
    assert said(speaker, "/winner") == {"error": None, "winner": None}
    names = [f"Unknown {number}" for number in range(4)]
    assert said(speaker, "/player_names") == {"error": None, "names": names}


def play_all(server: CompetitionServer) -> None:
    """Play every game of the try-out tournament."""
    assert server.tryout is not None
    for _ in passes():
        if not (rooms := server.tournaments.rooms(server.tryout.state.id)):
            return
        for room in rooms:
            for player in (room.entry.black, room.entry.white):
                assert player is not None
                server.tournaments.mark_present(player)
            play_to_the_end(room)
        server.tournaments.run_pass()


def test_the_finished_tournament_is_shown_until_the_next_one_begins(
    server: CompetitionServer, speaker: Speaker, clock: HandClock
) -> None:
    play_all(server)
    results = said(speaker, "/game_results")
    assert 0 not in results["results"]
    records = said(speaker, "/records")["records"]
    for number, record in enumerate(records, 1):
        games = [
            result
            for pair, result in zip(results["order"], results["results"], strict=True)
            if number in pair
        ]
        assert record == [
            games.count(number),
            sum(result not in (number, -1) for result in games),
            games.count(-1),
        ]
    points = [2 * wins + ties for wins, _, ties in records]
    assert said(speaker, "/winner") == {"error": None, "winner": points.index(max(points))}
    assert said(speaker, "/boards/observe0")["boards"] == []
    assert said(speaker, "/boards/key0")["boards"] == []
    clock.pass_time(61_000)
    server.tournaments.run_pass()
    assert said(speaker, "/game_results")["results"] == [0] * 12
    assert len(said(speaker, "/boards/observe0")["boards"]) == 2


def test_an_organiser_restarts_the_tournament(speaker: Speaker) -> None:
    assert speaker.move("key0", "d3") == (200, None)
    for key in ("key0", "observe0", "nobody"):
        assert speaker.post(f"/restart/{key}").json == {"error": "key not found"}
    assert said(speaker, "/move_needed/key1")["needed"] is True
    assert speaker.post("/restart/admin0").json == {"error": None}
    assert said(speaker, "/move_needed/key0")["needed"] is True
    (board,) = said(speaker, "/boards/key0")["boards"]
    assert board[2] == [0] * 8


def test_an_observer_of_a_tournament_sees_its_boards(
    server: CompetitionServer, speaker: Speaker
) -> None:
    number = server.tournaments.registration.create(Definition(name="Cup", size=6), "test")
    server.tournaments.registration.add_players(number, ["Ada", "Bob"])
    server.tournaments.start(number, "test")
    server.tournaments.run_pass()
    key = server.accounts.add_key(Role.OBSERVER, tournament=number)
    boards = said(speaker, f"/boards/{key}")["boards"]
    assert [len(board) for board in boards] == [6]
    assert {cell for row in boards[0] for cell in row} == {0, 1, 2}
    admin = server.accounts.add_key(Role.ADMIN, tournament=number)
    assert speaker.post(f"/restart/{admin}").json == {"error": "key not found"}


@pytest.mark.server(tryout=False)
def test_there_is_nothing_to_show_without_a_tryout(
    server: CompetitionServer, speaker: Speaker
) -> None:
    assert said(speaker, "/game_results") == {"error": None, "order": [], "results": []}
    assert said(speaker, "/winner") == {"error": None, "winner": None}
    assert said(speaker, "/boards/key0") == {"error": "key not found", "boards": []}
    admin = server.accounts.add_key(Role.ADMIN)
    restarted = speaker.post(f"/restart/{admin}")
    assert restarted.status_code == 200
    assert "no try-out" in (restarted.json or {})["error"]


def test_an_unwritable_database_gives_a_503_here_too(
    server: CompetitionServer, speaker: Speaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = begin_pair(server)

    def broken(*_: object) -> None:
        raise StoreUnavailable("the database cannot be written: disk full")

    monkeypatch.setattr(server.database.writer, "submit", broken)
    answer = speaker.post(f"/move/{pair.black}/3/2")
    assert (answer.status_code, answer.mimetype) == (503, "application/json")
