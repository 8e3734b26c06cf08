"""The express: plain moves are read alike, played together, and timed by when they arrived."""

from __future__ import annotations

import gc
import json
import os
import socket
import struct
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from outflank.errors import StoreUnavailable
from outflank.faces.web import create_app, express
from outflank.faces.web.express import Stamps, wire_form
from outflank.faces.web.fast_lane import Answer, FastLane, FastMove
from outflank.faces.web.tidying import Tidying
from outflank.play.events import MovePlayed
from outflank.server.accounts.keys import Role
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.live_room import LiveRoom
from support.server.competition_server import begin, first_move
from support.server.server_process import Pair, ServerProcess, prepare
from support.server.web_games import HEADERS, move_request

posix = pytest.mark.skipif(os.name == "nt", reason="there is no gunicorn there")


# Playing


class Bench:
    """The lane of a server, and the answers that it gave."""

    def __init__(self, server: CompetitionServer) -> None:
        self.server = server
        self.lane: FastLane = create_app(server).extensions["fast_lane"]
        self.answers: dict[int, tuple[int, Any]] = {}
        self._keys: dict[int, str] = {}

    def passage(self, number: int, room: LiveRoom, *, square: str = "", key: str = "") -> FastMove:
        turn, found = first_move(room)
        body = json.dumps({"turn": turn, "square": square or str(found)}).encode()
        at = room.register_arrival()
        environ = {
            "HTTP_AUTHORIZATION": f"Bearer {key or self._key_of(room)}",
            "REQUEST_METHOD": "POST",
            "PATH_INFO": f"/api/v1/matches/{room.name}/moves",
            "REMOTE_ADDR": "192.0.2.1",
        }
        return FastMove(environ, room, body, at, partial(self._answered, number))

    def _key_of(self, room: LiveRoom) -> str:
        player = room.entry.black
        assert player is not None
        if player not in self._keys:
            self._keys[player] = self.server.accounts.add_key(Role.PLAYER, player=player)
        return self._keys[player]

    def _answered(self, number: int, answer: Answer) -> None:
        head, _, body = wire_form(answer, {}, keep=True).partition(b"\r\n\r\n")
        assert b"Content-Length: %d\r\n" % len(body) in head + b"\r\n"
        self.answers[number] = int(head.split()[1]), json.loads(body)

    def codes(self) -> list[tuple[int, str]]:
        told = [self.answers[number] for number in sorted(self.answers)]
        return [(status, body.get("code", body.get("square"))) for status, body in told]


def test_moves_that_came_together_are_all_played_and_answered(server: CompetitionServer) -> None:
    bench = Bench(server)
    rooms = [begin(server) for _ in range(5)]
    bench.lane.carry_out([bench.passage(number, room) for number, room in enumerate(rooms)])
    assert [status for status, _ in bench.codes()] == [200] * 5
    for room in rooms:
        assert isinstance(room.events[2], MovePlayed)
        assert room.first_arrival()[1] is None


def test_one_that_is_refused_harms_none_that_came_with_it(server: CompetitionServer) -> None:
    bench = Bench(server)
    rooms = [begin(server) for _ in range(4)]
    passages = [
        bench.passage(0, rooms[0]),
        bench.passage(1, rooms[1], square="a1"),
        bench.passage(2, rooms[2], key="oth_nobody"),
        bench.passage(3, rooms[3]),
    ]
    bench.lane.carry_out(passages)
    codes = bench.codes()
    assert [codes[0][0], codes[3][0]] == [200, 200]
    assert codes[1:3] == [(422, "ILLEGAL_MOVE"), (401, "UNAUTHORIZED")]


def test_the_same_move_twice_in_one_batch_is_played_once(server: CompetitionServer) -> None:
    bench = Bench(server)
    room = begin(server)
    passages = [bench.passage(number, room) for number in range(3)]
    bench.lane.carry_out(passages)
    assert {status for status, _ in bench.codes()} == {200}
    assert bench.answers[0] == bench.answers[1] == bench.answers[2]
    assert sum(isinstance(event, MovePlayed) for event in room.events) == 1


def test_a_move_that_does_not_reach_the_disk_has_not_happened(
    server: CompetitionServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench(server)
    rooms = [begin(server), begin(server)]

    def fail(_: object) -> None:
        raise StoreUnavailable("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(server.database.writer, "_write", fail)
        bench.lane.carry_out([bench.passage(number, room) for number, room in enumerate(rooms)])
    assert bench.codes() == [(503, "UNAVAILABLE")] * 2
    assert [room.seq for room in rooms] == [2, 2]
    bench.lane.carry_out([bench.passage(number, room) for number, room in enumerate(rooms)])
    assert [status for status, _ in bench.codes()] == [200, 200]


def test_a_record_that_went_on_without_us_is_read_anew(server: CompetitionServer) -> None:
    bench = Bench(server)
    room = begin(server)
    passage = bench.passage(0, room)
    turn, square = first_move(room)
    begun = room.begin_move(square, color=None, turn=turn, at=0)
    assert begun is not None
    begun.wait_until_stored()
    room._roll_back(begun.first)  # as if another program had written it
    room._has_pending_move = False
    bench.lane.carry_out([passage])
    assert bench.codes() == [(503, "UNAVAILABLE")]
    assert room.seq == 4
    white = server.accounts.add_key(Role.PLAYER, player=room.entry.white)
    bench.lane.carry_out([bench.passage(1, room, key=white)])
    assert bench.codes()[1][0] == 200


# Time


def set_wall_clock(monkeypatch: pytest.MonkeyPatch, milliseconds: int) -> None:
    """Let both clocks of the machine stand still, and the wall clock at so many milliseconds."""
    monkeypatch.setattr(time, "time_ns", lambda: milliseconds * 1_000_000)
    monkeypatch.setattr(time, "monotonic_ns", lambda: 7_000_000_000)


class Stamped:
    """A connection on which something came at a moment of the wall clock."""

    def __init__(self, milliseconds: int) -> None:
        self._stamp = milliseconds * 1_000_000

    def recvmsg(self, *_: int) -> tuple[bytes, list[tuple[int, int, bytes]], int, None]:
        stamp = struct.pack("@ll", *divmod(self._stamp, 1_000_000_000))
        return b"data", [(socket.SOL_SOCKET, express._STAMP, stamp)], 0, None


def test_a_move_counts_from_when_it_reached_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    set_wall_clock(monkeypatch, 1_700_000_000_000)
    _, at = Stamps(lambda: 50_000).receive(Stamped(1_699_999_999_700))  # type: ignore[arg-type]
    assert at == 50_000 - 300


def test_a_wall_clock_that_was_set_gives_nobody_time(monkeypatch: pytest.MonkeyPatch) -> None:
    set_wall_clock(monkeypatch, 1_700_000_000_000)
    stamps, stamped = Stamps(lambda: 50_000), Stamped(1_699_999_999_700)
    set_wall_clock(monkeypatch, 1_700_000_005_000)
    for _ in range(2):
        assert stamps.receive(stamped)[1] == 50_000  # type: ignore[arg-type]


def test_everything_is_looked_through_when_nobody_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    now, collected = 1000.0, 0

    def collect() -> int:
        nonlocal collected
        collected += 1
        return 0

    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(gc, "collect", collect)
    last_move = 1000.0
    tidy = Tidying(lambda: last_move)
    for moment, moved, so_far in (
        (1030.0, 1000.0, 0),  # not yet
        (1070.0, 1069.9, 0),  # somebody has just moved
        (1080.0, 1070.0, 1),
        (1081.0, 1070.0, 1),
        (1900.0, 1899.9, 1),
        (1990.0, 1989.9, 2),  # it was never quiet
    ):
        now, last_move = moment, moved
        tidy()
        assert collected == so_far


# The real server


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerProcess, list[Pair]]]:
    server = ServerProcess(tmp_path_factory.mktemp("server"))
    pairs = prepare(server, 4)
    with server.start():
        yield server, pairs


def exchange(sock: socket.socket, data: bytes) -> tuple[bytes, list[bytes], Any]:
    """Send a request and return its answer: the status line, the headers, and the body."""
    sock.sendall(data)
    answer = b""
    while b"\r\n\r\n" not in answer or not answer.endswith(b"}"):
        answer += sock.recv(65536)
    head, _, body = answer.partition(b"\r\n\r\n")
    line, *headers = head.split(b"\r\n")
    told = json.loads(body)
    for event in told.get("events", ()):
        event["at"] = event["spent"] = 0
    dull = (b"Date", b"Content-Length")
    return line, sorted(one for one in headers if not one.startswith(dull)), told


def order(pair: Pair, key: str, turn: object, square: str, *more: bytes) -> bytes:
    body = json.dumps({"turn": turn, "square": square}).encode()
    headers = HEADERS | {
        b"Authorization": f"Bearer {key}".encode(),
        b"Content-Length": b"%d" % len(body),
    }
    line = f"POST /api/v1/matches/{pair.match}/moves HTTP/1.1".encode()
    return move_request(*more, line=line, headers=headers, body=body)


@posix
def test_both_ways_look_the_same_on_the_wire(served: tuple[ServerProcess, list[Pair]]) -> None:
    server, pairs = served
    orders: list[tuple[str, object, str]] = [
        ("black", 1, "a1"),
        ("white", 1, "f5"),
        ("black", 9, "f5"),
        ("black", "1", "f5"),
        ("black", 1, "f5"),
        ("black", 1, "f5"),
        ("black", 1, "e6"),
        ("white", 3, "f6"),
    ]
    told: list[list[Any]] = []
    for pair, more in ((pairs[0], ()), (pairs[1], (b"X-Odd: 1",))):
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as sock:
            told.append(
                [
                    exchange(sock, order(pair, getattr(pair, color), turn, square, *more))
                    for color, turn, square in orders
                ]
            )
    assert told[0] == told[1]
    assert [line.split()[1] for line, _, _ in told[0]] == [
        *(b"422", b"409", b"400", b"400", b"200", b"200", b"409", b"200")
    ]


@posix
def test_a_move_in_two_parts_is_one_move(served: tuple[ServerProcess, list[Pair]]) -> None:
    server, pairs = served
    pair = pairs[3]
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as sock:
        for turn, key, square in ((1, pair.black, "f5"), (3, pair.white, "f6")):
            data = order(pair, key, turn, square)
            head, body = data[:-20], data[-20:]
            sock.sendall(head)
            assert exchange(sock, body)[0] == b"HTTP/1.1 200 OK"


@posix
def test_a_connection_may_change_ways_and_hurry(
    served: tuple[ServerProcess, list[Pair]],
) -> None:
    server, pairs = served
    pair = pairs[2]
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as sock:
        first, again = order(pair, pair.black, 1, "f5"), order(pair, pair.black, 1, "e6")
        health = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        sock.sendall(first)
        sock.sendall(again)
        sock.sendall(health + first)
        answers = b""
        while answers.count(b"HTTP/1.1 ") < 4 or not answers.endswith(b"}"):
            answers += sock.recv(65536)
        statuses = [one[:3] for one in answers.split(b"HTTP/1.1 ")[1:]]
        assert statuses == [b"200", b"409", b"200", b"200"]
        assert b'"status":"ok"' in answers.split(b"HTTP/1.1 ")[3].replace(b" ", b"")
        assert exchange(sock, first)[0] == b"HTTP/1.1 200 OK"
