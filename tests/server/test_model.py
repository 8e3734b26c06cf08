"""To any sequence of calls the server answers as a small model of the rules does."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from outflank.faces.web.application import Application
from outflank.play.setup import Player, Setup, Undo
from outflank.rules import BLACK, WHITE, Color, Game, Square, find_variant
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.match_registry import Terms
from support.server.app_client import AppClient, AppResponse, lift_limits, running_app
from support.server.competition_server import HandClock, open_server

COLORS = st.sampled_from([BLACK, WHITE])
CELLS = st.integers(0, 6)  # one more than there are
EXAMPLES = 8 * int(os.environ.get("OUTFLANK_SOAK", "1"))  # of games


@pytest.fixture(scope="module", autouse=True)
def application(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One server for all games; its clock stands still."""
    server = open_server(tmp_path_factory.mktemp("model"), HandClock())
    with contextlib.closing(server), running_app(server) as app:
        lift_limits(app)
        ServerAgainstModel.app, ServerAgainstModel.server = app, server
        yield


class ServerAgainstModel(RuleBasedStateMachine):
    """One match, played by the simple routes and by /api/v1, right and wrong."""

    app: ClassVar[Application]
    server: ClassVar[CompetitionServer]

    @initialize(size=st.sampled_from([4, 6]))
    def begin(self, size: int) -> None:
        server = self.server
        self.client = AppClient(self.app)
        people = [server.accounts.register("Player") for _ in range(2)]
        start = find_variant("classic").start(size)
        players = [Player(f"#{person.id}", f"bot:{person.id}") for person, _ in people]
        setup = Setup(players=(players[0], players[1]), start=start, undo=Undo.NEVER)
        self.room = server.registry.open(setup, Terms(people[0][0].id, people[1][0].id))
        self.keys = {BLACK: people[0][1], WHITE: people[1][1]}
        self.game = Game(start)
        self.played: list[tuple[Color, str]] = []
        self.turns: list[int] = [self.state()["turn"]["seq"]]  # the last one is open
        self.answers: dict[int, tuple[Color, str, bytes]] = {}

    # What the model knows

    @property
    def turn(self) -> Color | None:
        return None if self.game.outcome else self.game.position.turn

    def state(self) -> Any:
        return self.client.get(f"/api/v1/matches/{self.room.name}").json

    def is_legal(self, square: Square) -> bool:
        size = self.game.position.board.size
        return max(square.col, square.row) < size and self.game.position.is_legal(square)

    def push(self, color: Color, square: Square) -> None:
        self.game.push(square)
        while self.game.outcome is None and self.game.position.must_pass:
            self.game.push(self.game.position.legal_moves[0])
        self.played.append((color, str(square)))
        if self.turn is not None:
            self.turns.append(self.state()["turn"]["seq"])

    # Simple routes

    @rule(color=COLORS, col=CELLS, row=CELLS)
    def send_anything(self, color: Color, col: int, row: int) -> None:
        self.simple_move(color, Square(col, row))

    @precondition(lambda self: self.turn is not None)
    @rule(data=st.data())
    def send_a_legal_move(self, data: st.DataObject) -> None:
        square = data.draw(st.sampled_from(list(self.game.position.legal_moves)))
        assert isinstance(square, Square)
        assert self.turn is not None
        self.simple_move(self.turn, square)

    @precondition(lambda self: self.played)
    @rule()
    def send_the_last_move_again(self) -> None:
        color, square = self.played[-1]
        answer = self.post(f"/move/{self.keys[color]}", Square.parse(square))
        assert (answer.status_code, answer.json) == (200, {"error": None})

    def simple_move(self, color: Color, square: Square) -> None:
        answer = self.post(f"/move/{self.keys[color]}", square)
        status, error = self.expected(color, square)
        assert (answer.status_code, error) == (status, answer.json and answer.json["error"])
        if error is None and self.played[-1:] != [(color, str(square))]:
            self.push(color, square)

    def post(self, path: str, square: Square) -> AppResponse:
        return self.client.post(f"{path}/{square.col}/{square.row}")

    def expected(self, color: Color, square: Square) -> tuple[int, str | None]:
        size, board = self.game.position.board.size, self.game.position.board
        if self.played[-1:] == [(color, str(square))]:
            return 200, None
        if self.turn is None:
            return 409, "player is not in an active game"
        if max(square.col, square.row) >= size:
            return 400, f"coordinates on this board go from 0 to {size - 1}"
        if self.turn is not color:
            return 409, "played out of turn"
        if board.disc_at(square) is not None:
            return 409, "space is occupied"
        return (200, None) if self.is_legal(square) else (400, "move must capture pieces")

    # /api/v1

    @rule(color=COLORS, col=CELLS, row=CELLS, turn=st.integers(0, 60))
    def name_any_turn(self, color: Color, col: int, row: int, turn: int) -> None:
        square = Square(col, row)
        answer = self.api_move(color, turn, square)
        if turn not in self.turns:
            assert self.code(answer) == (400, "BAD_REQUEST")
        else:
            self.check(answer, color, turn, square)

    @rule(color=COLORS, col=CELLS, row=CELLS)
    def name_the_open_turn(self, color: Color, col: int, row: int) -> None:
        turn, square = self.turns[-1], Square(col, row)
        self.check(self.api_move(color, turn, square), color, turn, square)

    @precondition(lambda self: self.turn is not None)
    @rule(data=st.data())
    def play_for_the_open_turn(self, data: st.DataObject) -> None:
        square = data.draw(st.sampled_from(list(self.game.position.legal_moves)))
        assert isinstance(square, Square)
        assert self.turn is not None
        self.check(
            self.api_move(self.turn, self.turns[-1], square), self.turn, self.turns[-1], square
        )

    @precondition(lambda self: self.answers)
    @rule(data=st.data())
    def repeat_a_move(self, data: st.DataObject) -> None:
        turn = data.draw(st.sampled_from(sorted(self.answers)))
        color, square, body = self.answers[turn]
        answer = self.api_move(color, turn, Square.parse(square))
        assert (answer.status_code, answer.data) == (200, body)

    def api_move(self, color: Color, turn: int, square: Square) -> AppResponse:
        return self.client.post(
            f"/api/v1/matches/{self.room.name}/moves",
            json={"turn": turn, "square": str(square)},
            headers={"Authorization": f"Bearer {self.keys[color]}"},
        )

    def check(self, answer: AppResponse, color: Color, turn: int, square: Square) -> None:
        """Compare the answer to a move that names a turn of this match."""
        number = self.turns.index(turn)
        if number < len(self.played):
            whose, what = self.played[number]
            if color is not whose:
                assert self.code(answer) == (409, "NOT_YOUR_TURN")
            elif str(square) == what:
                assert answer.status_code == 200
            else:
                assert self.code(answer) == (409, "TURN_OVER")
                assert answer.json is not None
                assert answer.json["recorded"] == what
        elif color is not self.turn:
            assert self.code(answer) == (409, "NOT_YOUR_TURN")
        elif not self.is_legal(square):
            assert self.code(answer) == (422, "ILLEGAL_MOVE")
        else:
            assert answer.status_code == 200
            self.answers[turn] = color, str(square), answer.data
            self.push(color, square)

    def code(self, answer: AppResponse) -> tuple[int, str]:
        assert answer.json is not None
        return answer.status_code, answer.json["code"]

    # Always

    @invariant()
    def both_see_the_same_game(self) -> None:
        board, over = self.game.position.board, self.game.outcome
        found = self.state()
        assert found["cells"] == str(board)
        assert [m for m in found["moves_played"] if m != "pass"] == [s for _, s in self.played]
        assert (found["status"] == "running") == (over is None)
        if over is None:
            assert found["legal"] == [str(square) for square in self.game.position.legal_moves]
        for color, key in self.keys.items():
            assert self.client.get(f"/move_needed/{key}").json is (self.turn is color)
            own = "X" if color is BLACK else "O"
            values = {"-": 0, own: 1}
            flat = [values.get(cell, -1) for cell in str(board)]
            size = board.size
            rows = [flat[at : at + size] for at in range(0, size * size, size)]
            assert self.client.get(f"/boards/{key}").json == (rows if over is None else [])


TestServerAgainstModel = ServerAgainstModel.TestCase
TestServerAgainstModel.settings = settings(max_examples=EXAMPLES, stateful_step_count=40)
