"""The sentences of the competition server's own text, one test each, named after them."""

import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from flask import Flask

from outflank.arena import Definition
from outflank.cli.server.serve import command
from outflank.play.clock import ClockSetting
from outflank.rules import Board, Color, Position, Square, find_variant
from outflank.server.competition_server import CompetitionServer
from support.paths import ROOT
from support.server.app_client import AppClient, running_app

KEYS = ["key0", "key1", "key2", "key3"]


pytestmark = pytest.mark.server(tryout=True)


@pytest.fixture
def client(server: CompetitionServer) -> Iterator[AppClient]:
    with running_app(server) as app:
        yield AppClient(app)


def board_of(client: AppClient, key: str) -> list[list[int]]:
    board: list[list[int]] = client.get(f"/boards/{key}").json
    return board


def rows(board: Board, own: Color) -> list[list[int]]:
    """Return a board as the route shows it to a side."""
    worth = {own: 1, own.opponent: -1, None: 0}
    size = range(board.size)
    return [[worth[board.disc_at(Square(x, y))] for x in size] for y in size]


def post(client: AppClient, key: str, square: Square) -> Any:
    return client.post(f"/move/{key}/{square.col}/{square.row}").json


# Keys


def test_each_player_is_given_a_unique_key_to_make_api_requests_with(
    server: CompetitionServer,
) -> None:
    callers = [server.accounts.caller(key) for key in KEYS]
    assert len({caller.player for caller in callers if caller}) == 4


def test_for_the_default_configuration_the_keys_are_key0_to_key3(client: AppClient) -> None:
    assert all(client.get(f"/move_needed/{key}").status_code == 200 for key in KEYS)
    assert client.get("/move_needed/key4").status_code == 404


def test_for_a_real_competition_tokens_are_distributed_beforehand(
    server: CompetitionServer, client: AppClient
) -> None:
    definition = Definition(name="Cup", clock=ClockSetting.parse("5+3"))
    number = server.tournaments.registration.create(definition, "test")
    entered = server.tournaments.registration.add_players(number, ["Ann", "Bob", "Cleo"], "test")
    keys = {entrant.key for entrant in entered}
    assert len(keys) == 3
    for key in keys:
        assert len(str(key)) >= 24
        assert board_of(client, str(key)) == []


# Routes


def test_all_responses_returned_by_the_api_are_valid_json(client: AppClient) -> None:
    asked = [
        client.get("/boards/key0"),
        client.get("/boards/nobody"),
        client.get("/move_needed/key1"),
        client.post("/set_name/key0/Ada"),
        client.post("/move/key0/3/2"),
        client.post("/move/key0/0/0"),
        client.post("/move/key0/x/y"),
        client.get("/move/key0/3/2"),
        client.get("/nothing/here"),
    ]
    for answer in asked:
        assert answer.mimetype == "application/json"
        assert answer.json is not None or answer.data == b"null\n"


def test_the_routes_described_below_are_not_the_only_existing_routes(client: AppClient) -> None:
    for path in ("/codekata/game_results", "/api/v1/matches", "/healthz"):
        assert client.get(path).status_code == 200


def test_they_are_the_only_routes_relevant_to_the_ais(client: AppClient) -> None:
    position = find_variant("classic").start()
    keys = {Color.BLACK: "key0", Color.WHITE: "key1"}
    while not position.is_over:
        if position.must_pass:
            position = position.play("pass")
            continue
        key = keys[position.turn]
        assert client.get(f"/move_needed/{key}").json is True
        assert board_of(client, key) == rows(position.board, position.turn)
        square = next(iter(position.legal_moves.squares))
        assert post(client, key, square) == {"error": None}
        position = position.play(square)


# GET /boards/<key>


def test_boards_returns_the_state_of_the_board_as_a_2d_array(client: AppClient) -> None:
    board = board_of(client, "key0")
    assert [len(row) for row in board] == [8] * 8


def test_the_opponents_disks_appear_as_minus_1_and_your_disks_appear_as_1(
    client: AppClient,
) -> None:
    post(client, "key0", Square.parse("f5"))
    after: Position = find_variant("classic").start().play("f5")
    assert board_of(client, "key0") == rows(after.board, Color.BLACK)
    assert board_of(client, "key1") == rows(after.board, Color.WHITE)


def test_empty_squares_appear_as_0(client: AppClient) -> None:
    board = board_of(client, "key0")
    assert sum(cell == 0 for row in board for cell in row) == 60
    assert board[0][0] == 0


# GET /move_needed/<key>


def test_move_needed_tells_whether_the_server_waits_for_the_player_with_that_key(
    client: AppClient,
) -> None:
    assert client.get("/move_needed/key0").json is True
    assert client.get("/move_needed/key1").json is False
    post(client, "key0", Square.parse("d3"))
    assert client.get("/move_needed/key0").json is False
    assert client.get("/move_needed/key1").json is True


# POST /set_name/<key>/<newName>


def test_set_name_sets_a_players_name_as_it_appears_on_the_front_end(client: AppClient) -> None:
    client.post("/set_name/key0/Ada Lovelace")
    assert "Ada Lovelace" in client.get("/", headers={"Accept": "text/html"}).text
    assert client.get("/codekata/player_names").json["names"][0] == "Ada Lovelace"


def test_key_is_the_player_and_new_name_is_the_new_name(client: AppClient) -> None:
    assert client.post("/set_name/key2/Cleo").json == {"error": None}
    names = client.get("/codekata/player_names").json["names"]
    assert names == ["Unknown 0", "Unknown 1", "Cleo", "Unknown 3"]


# POST /move/<key>/<x>/<y>


def test_move_puts_a_move_at_x_y_by_the_player_with_that_key(client: AppClient) -> None:
    assert client.post("/move/key0/5/4").json == {"error": None}
    assert board_of(client, "key0")[4][5] == 1
    assert board_of(client, "key0")[5][4] == 0


def test_move_returns_errors_if_they_occurred(client: AppClient) -> None:
    refused = client.post("/move/key0/0/0")
    assert (refused.status_code, refused.json) == (400, {"error": "move must capture pieces"})
    late = client.post("/move/key1/5/4")
    assert (late.status_code, late.json) == (409, {"error": "played out of turn"})


# Running the server


def test_the_server_is_written_with_flask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTFLANK_DATABASE", f"sqlite:///{tmp_path}/games.db")
    app = runpy.run_path(str(ROOT / "wsgi.py"))["app"]
    assert isinstance(app, Flask)
    try:
        assert app.test_client().get("/boards/key0").json is not None
    finally:
        behind: Any = app.wsgi_app  # keeps the server open until the process ends
        behind.close()


def test_it_serves_by_default_on_localhost_5000() -> None:
    defaults = {
        option.name: option.default for option in command.params if isinstance(option, click.Option)
    }
    assert (defaults["host"], defaults["port"]) == ("127.0.0.1", 5000)


def test_it_can_be_run_with_flask_run() -> None:
    made = (ROOT / "wsgi.py").read_text(encoding="utf-8")
    assert "create_app()" in made  # tests/cli/test_serve.py runs it for real
