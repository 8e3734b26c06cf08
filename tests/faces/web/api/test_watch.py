"""The stream of a page: complete states of many boards, a tournament and the lobby."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from outflank.faces.web.wire.schemas.events import MovePlayedAnswer
from outflank.faces.web.wire.schemas.watch import BoardLine, WatchLine
from outflank.rules import BLACK, WHITE, Board, Position, Square
from outflank.server.accounts.keys import Role
from support.server.api_clients import ApiClient, ApiServer, api_server
from support.server.app_client import lift_limits

SSE = {"Accept": "text/event-stream"}


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiServer]:
    with api_server(tmp_path) as opened:
        yield opened


class Page:
    """Reads a stream as a page does: line by line, each checked against its type."""

    def __init__(self, client: ApiClient, query: str) -> None:
        self.answer = client.get(f"/watch?{query}", buffered=False)
        assert self.answer.status_code == 200, self.answer.text
        self._chunks = self.answer.iter_encoded()
        self._lines: list[bytes] = []

    def next(self, kind: str) -> dict[str, Any]:
        """Return the next line of a kind, without the signs of life."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            line = self.line()
            if line["event"] == kind:
                return line
        raise AssertionError(f"no {kind} came")

    def line(self) -> dict[str, Any]:
        while not self._lines:
            chunk = next(self._chunks)
            self._lines = [one for one in chunk.split(b"\n") if one]
        line = self._lines.pop(0)
        msgspec.json.decode(line, type=WatchLine)
        found = json.loads(line)
        assert isinstance(found, dict)
        return found

    def close(self) -> None:
        self.answer.close()


@pytest.fixture
def players(api: ApiServer) -> tuple[ApiClient, ApiClient]:
    return api.player("Ada", "person"), api.player("Bob")


def test_a_board_is_sent_at_once_and_after_each_move(
    api: ApiServer, players: tuple[ApiClient, ApiClient]
) -> None:
    black, white = players
    match = api.match(black, white, clock="5+3")
    page = Page(api.anybody, f"matches={match['id']}")
    board = page.next("Board")
    assert board["cells"] == match["cells"]
    assert (board["black"]["name"], board["white"]["name"]) == ("Ada", "Bob")
    assert board["legal"] == {"d3": ["d4"], "c4": ["d4"], "f5": ["e5"], "e6": ["e5"]}
    assert board["last"] is None
    assert board["time"]["running"] == "black"
    assert board["time"]["black"] == board["time"]["white"] == 300_000
    black.move(match["id"], board["turn"]["seq"], "f5")
    board = page.next("Board")
    assert board["last"] == {
        "color": "black", "square": "f5", "disc": "black", "flipped": ["e5"], "forced": [],
        "answer": None,
    }  # fmt: skip
    assert board["counts"] == [4, 1]
    assert board["plies"] == 1
    assert board["turn"]["color"] == "white"
    white.post(f"/matches/{match['id']}/resign")
    board = page.next("Board")
    assert (board["status"], board["winner"], board["reason"]) == (
        "finished", "black", "resignation",
    )  # fmt: skip
    assert board["legal"] == {}
    page.close()


def test_the_answer_to_a_move_has_the_line_of_the_stream_if_it_is_preferred(
    api: ApiServer, players: tuple[ApiClient, ApiClient]
) -> None:
    black, white = players
    match = api.match(black, white, clock="5+3")
    path, move = f"/matches/{match['id']}/moves", {"turn": 1, "square": "f5"}
    prefer = {"headers": {"Prefer": "return=representation"}}
    alone = black.post(path, move, **prefer)  # nobody follows the match
    answer = msgspec.json.decode(alone.data, type=MovePlayedAnswer)
    assert isinstance(answer.board, BoardLine)
    assert (answer.board.seq, answer.board.plies, answer.board.here) == (answer.seq, 1, [])
    assert answer.board.time.running == "white"
    page = Page(api.anybody, f"matches={match['id']}")
    page.next("Board")
    move = {"turn": answer.board.turn.seq if answer.board.turn else 0, "square": "f6"}
    played = white.post(path, move, **prefer).json or {}
    assert played["board"]["last"]["square"] == "f6"
    assert {**page.next("Board"), "now": 0} == {**played["board"], "now": 0}
    again = white.post(path, move, **prefer).json or {}
    assert {**again["board"], "now": 0} == {**played["board"], "now": 0}
    assert "board" not in (white.post(path, move).json or {})
    page.close()


def test_a_pass_is_sent_with_the_move_before_it(api: ApiServer) -> None:
    black, white = api.player(), api.player()
    match = api.match(black, white, size=4)
    room = api.server.registry.room(match["id"])
    page = Page(api.anybody, f"matches={match['id']}")
    page.next("Board")
    for square in ["c4", "b4", "a1", "d2", "d4", "d3", "a2", "c1", "a4", "a3"]:
        room.play(Square.parse(square))
        assert page.next("Board")["passed"] == []
    room.play(Square.parse("b1"))
    board = page.next("Board")
    assert (board["last"]["square"], board["passed"]) == ("b1", ["white"])
    assert (board["plies"], board["turn"]["color"]) == (12, "black")
    page.close()


def test_legal_squares_come_with_the_discs_they_would_flip(api: ApiServer) -> None:
    black, white = api.player(), api.player()
    match = api.match(black, white)
    room = api.server.registry.room(match["id"])
    page = Page(api.anybody, f"matches={match['id']}")
    page.next("Board")
    for square in ("f5", "d6", "c3", "d3", "c4", "f4"):
        room.play(Square.parse(square))
        board = page.next("Board")
        turn = BLACK if board["turn"]["color"] == "black" else WHITE
        position = Position(Board.parse(board["cells"]), turn)
        assert board["legal"] == {
            str(at): [str(one) for one in position.place(at).turned]
            for at in position.legal_moves.squares
        }
    page.close()


def test_players_do_not_count_as_spectators(
    api: ApiServer, players: tuple[ApiClient, ApiClient]
) -> None:
    match = api.match(*players)
    page = Page(api.anybody, f"matches={match['id']}")
    assert page.next("Board")["spectators"] == 1
    own = Page(players[0], f"matches={match['id']}")
    assert own.next("Board")["spectators"] == 1
    assert page.next("Board")["here"] == ["black"]  # a player has a page open as well
    other = Page(api.anybody, f"matches={match['id']}")
    assert other.next("Board")["spectators"] == 2
    assert page.next("Board")["spectators"] == 2
    other.close()
    assert page.next("Board")["spectators"] == 1
    own.close()
    page.close()
    assert len(api.app.streams) == 0


def test_a_player_who_only_watches_the_lobby_is_not_at_the_board(
    api: ApiServer, players: tuple[ApiClient, ApiClient]
) -> None:
    match = api.match(*players)
    lobby = Page(players[0], "lobby=1&tournament=current")
    assert lobby.next("Board")["id"] == match["id"]
    page = Page(api.anybody, f"matches={match['id']}")
    assert page.next("Board")["here"] == []
    own = Page(players[0], f"lobby=1&matches={match['id']}")
    assert page.next("Board")["here"] == ["black"]
    own.close()
    assert page.next("Board")["here"] == []
    lobby.close()
    page.close()


def test_an_unknown_match_is_reported_as_gone_and_disturbs_nothing(
    api: ApiServer, players: tuple[ApiClient, ApiClient]
) -> None:
    match = api.match(*players)
    page = Page(api.anybody, f"matches=nothere,{match['id']}")
    assert page.line() == {"event": "Gone", "id": "nothere"}
    assert page.line()["id"] == match["id"]
    page.close()


def test_a_tournament_comes_with_its_boards_and_its_table(api: ApiServer) -> None:
    admin = api.key(Role.ADMIN)
    body = {"name": "Cup", "players": ["Ada", "Bob", "Cleo"], "boards": 2}
    cup = admin.post("/tournaments", body).json
    assert cup
    page = Page(api.anybody, "tournament=current")
    assert page.next("Tournament")["tournament"] is None
    admin.post(f"/tournaments/{cup['id']}/start")
    table = page.next("Tournament")
    while not table["boards"]:
        table = page.next("Tournament")
    assert table["tournament"]["name"] == "Cup"
    assert {line["name"] for line in table["standings"]} == {"Ada", "Bob", "Cleo"}
    assert len(table["lines"]) == 3
    assert page.next("Board")["id"] in table["boards"]
    api.server.registry.room(table["boards"][0]).resign(BLACK)
    ended = page.next("Board")
    while ended["status"] == "running":
        ended = page.next("Board")
    table = page.next("Tournament")
    while table["tournament"]["progress"]["played"] == 0:
        table = page.next("Tournament")
    assert table["standings"][0]["points"] == 1.0
    page.close()


def test_an_unknown_tournament_is_refused(api: ApiServer) -> None:
    assert api.anybody.get("/watch?tournament=99").status_code == 404


def test_the_lobby_shows_seeks_to_everybody_and_links_to_nobody(
    api: ApiServer, players: tuple[ApiClient, ApiClient]
) -> None:
    ada, bob = players
    page = Page(api.anybody, "lobby=1")
    assert page.next("Lobby")["seeks"] == []
    ada.post("/challenges", {"listed": True, "expires_in": 600})
    ada.post("/challenges", {"expires_in": 600})  # a link for a friend
    lobby = page.next("Lobby")
    assert [seek["challenger"]["name"] for seek in lobby["seeks"]] == ["Ada"]
    assert lobby["challenges"] == []
    own = Page(ada, "lobby=1")
    assert len(own.next("Lobby")["challenges"]) == 2
    match = bob.post(f"/challenges/{lobby['seeks'][0]['id']}/accept").json
    assert match
    assert page.next("Lobby")["seeks"] == []
    board = page.next("Board")
    assert board["id"] == match["id"]
    assert own.next("Lobby")["yours"] == [match["id"]]
    own.close()
    page.close()


def test_pages_get_server_sent_events(api: ApiServer, players: tuple[ApiClient, ApiClient]) -> None:
    match = api.match(*players)
    answer = api.anybody.get(f"/watch?matches={match['id']}", headers=SSE, buffered=False)
    first = next(answer.iter_encoded())
    assert first.startswith(b'event: Board\ndata: {"event":"Board"')
    answer.close()


def test_a_person_can_have_several_pages_but_not_any_number(
    api: ApiServer, players: tuple[ApiClient, ApiClient]
) -> None:
    lift_limits(api.app)
    pages = [Page(players[0], "lobby=1") for _ in range(12)]
    refused = players[0].get("/watch?lobby=1")
    assert (refused.status_code, (refused.json or {})["code"]) == (503, "BUSY")
    for page in pages:
        page.close()
    Page(players[0], "lobby=1").close()


@pytest.mark.parametrize("query", ["matches=", "matches=a,,b", "matches=../x", "tournament=0",
                                   "tournament=soon", "lobby=2", "other=1"])  # fmt: skip
def test_an_invalid_query_is_refused(api: ApiServer, query: str) -> None:
    assert api.anybody.get(f"/watch?{query}").status_code == 400
