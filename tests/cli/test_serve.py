"""`outflank serve` and `flask run`: what they say, what they refuse, and the real server."""

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from outflank.rules import Board, Color
from support.server.flask_process import FlaskProcess
from support.server.raw_connection import RawConnection, request_bytes
from support.server.server_process import ServerProcess, wait_until

_PAUSE = 0.02  # seconds before a client asks again whether it is its turn
SOAK = "OUTFLANK_SOAK" in os.environ

# The real thing


def ask(port: int, method: str, path: str, **more: Any) -> tuple[int, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    with contextlib.closing(connection):
        connection.request(method, path, **more)
        answer = connection.getresponse()
        assert answer.getheader("Content-Type") == "application/json"
        return answer.status, json.loads(answer.read())


def empty_squares(board: list[list[int]]) -> list[tuple[int, int]]:
    """Return the columns and rows of the empty squares, those with most neighbours first."""
    discs = {(x, y) for y, row in enumerate(board) for x, cell in enumerate(row) if cell}
    empty = [(x, y) for y, row in enumerate(board) for x, cell in enumerate(row) if not cell]
    around = (-1, 0, 1)
    return sorted(
        empty,
        key=lambda spot: -sum((spot[0] + x, spot[1] + y) in discs for x in around for y in around),
    )


def likely_squares(board: list[list[int]]) -> list[tuple[int, int]]:
    """Return the empty squares, first those where one of the two sides may play."""
    cells = Board.parse("".join("-XO"[cell] for row in board for cell in row))
    may_play = {(one.col, one.row) for color in Color for one in cells.outflanking(color)}
    return sorted(empty_squares(board), key=lambda spot: spot not in may_play)


class SimpleClient(threading.Thread):
    """A client of the simple routes, which tries squares until one is accepted.

    A naive one knows no rules: it tries every empty square, those with neighbours first.
    """

    def __init__(self, port: int, key: str, prefix: str = "", *, is_naive: bool = False) -> None:
        super().__init__(name=key, daemon=True)
        self.faults: list[str] = []
        self._squares = empty_squares if is_naive else likely_squares
        self._port = port
        self._key = key
        self._prefix = prefix
        self._is_done = threading.Event()

    def run(self) -> None:
        while not self._is_done.is_set():
            with contextlib.suppress(OSError, http.client.HTTPException):  # between two servers
                connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
                with contextlib.closing(connection):
                    self._play(connection)

    def stop(self) -> None:
        self._is_done.set()
        self.join(60)

    def _play(self, connection: http.client.HTTPConnection) -> None:
        while not self._is_done.is_set():
            if self._ask(connection, "GET", "move_needed", "needed") is not True:
                self._is_done.wait(_PAUSE)
                continue
            boards = self._ask(connection, "GET", "boards", "boards")
            board = boards if not self._prefix else (boards or [[]])[0]
            for x, y in self._squares(board):
                if self._moves(connection, x, y):
                    break

    def _moves(self, connection: http.client.HTTPConnection, x: int, y: int) -> bool:
        """Try a square; return whether there is no need to try another."""
        connection.request("POST", f"{self._prefix}/move/{self._key}/{x}/{y}")
        error = json.loads(connection.getresponse().read())["error"]
        return error not in ("move must capture pieces", "space is occupied")

    def _ask(
        self, connection: http.client.HTTPConnection, method: str, path: str, name: str
    ) -> Any:
        connection.request(method, f"{self._prefix}/{path}/{self._key}")
        answer = connection.getresponse()
        value = json.loads(answer.read())
        if answer.status != 200:
            if answer.status != 503:
                self.faults.append(f"{answer.status} {value}")
            raise http.client.HTTPException
        return value[name] if self._prefix else value


@contextlib.contextmanager
def four_clients(port: int) -> Iterator[list[SimpleClient]]:
    prefixes = ["", "/codekata", "", "/codekata"]  # both dialects in one tournament
    clients = [
        SimpleClient(port, f"key{n}", prefix, is_naive=n == 0) for n, prefix in enumerate(prefixes)
    ]
    for client in clients:
        client.start()
    try:
        yield clients
    finally:
        for client in clients:
            client.stop()


def table(port: int) -> Any:
    """Return the results of the tournament, or None until all its games are played."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        _, answer = ask(port, "GET", "/codekata/game_results")
        if len(answer["results"]) == 12 and 0 not in answer["results"]:
            return answer
    return None


def played(port: int) -> int:
    """Return how many of the twelve games are over."""
    _, answer = ask(port, "GET", "/codekata/game_results")
    return sum(result != 0 for result in answer["results"])


def test_four_clients_finish_a_tournament_across_a_restart_and_a_kill_and_begin_the_next(
    tmp_path: Path,
) -> None:
    server = ServerProcess(tmp_path, "--tryout", "--table-stands", "1", makes_database=True)
    with server.start(), four_clients(server.port) as clients:
        wait_until(lambda: played(server.port) >= 2, "some games to be played", 120)
        server.stop()
        server.start()
        wait_until(lambda: played(server.port) >= 6, "more games to be played", 120)
        server.kill()
        server.start()
        wait_until(lambda: table(server.port) is not None, "the first table", 300)
        first = table(server.port)
        wait_until(lambda: 0 < played(server.port) < 12, "a game of the next tournament", 300)
        if SOAK:
            server.kill()
            server.start()
            wait_until(lambda: table(server.port) is not None, "the second table", 300)
            assert sorted(table(server.port)["order"]) == sorted(first["order"])
    assert [client.faults for client in clients] == [[], [], [], []]
    assert server.stderr.count("Error") == 0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("server")
    with ServerProcess(folder, "--tryout", "--log", "json", own_python=True).start() as server:
        yield server


def raw(port: int, request: bytes) -> tuple[bytes, Any]:
    """Send bytes that need not be a request, and return the first line and the body."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"application/json" in head or b"application/problem+json" in head
    return head.split(b"\r\n")[0], json.loads(body)


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"GARBAGE\r\n\r\n", b"400"),
        (b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", b"414"),
        (b"GET / HTTP/1.1\r\n" + b"X-A: b\r\n" * 100 + b"\r\n", b"431"),
        (b"GET / HTTP/1.1\r\nX-A: " + b"b" * 9000 + b"\r\n\r\n", b"431"),
        (b"GET / HTTP/1.1\r\nX A: b\r\n\r\n", b"400"),
        (b"GET / HTTP/9.9\r\n\r\n", b"400"),
        (
            b"POST /api/v1/players HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            b"5000\r\n" + b" " * 0x5000 + b"\r\n0\r\n\r\n",
            b"413",
        ),
        (
            b"POST /api/v1/players HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            b"Content-Type: application/json\r\nContent-Length: 100000000\r\n\r\n" + b" " * 20_000,
            b"413",
        ),
    ],
)
def test_bytes_that_are_not_a_request_are_refused_in_json(
    server: ServerProcess, request_bytes: bytes, status: bytes
) -> None:
    line, body = raw(server.port, request_bytes)
    assert line.split()[1] == status
    assert body


def test_one_connection_carries_many_requests_with_and_without_bodies(
    server: ServerProcess,
) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    with contextlib.closing(connection):
        for path, body in (
            ("/healthz", None),
            ("/boards/key0", None),
            ("/move/key0/0/0", "x" * 99),
        ):
            for _ in range(3):
                connection.request("POST" if body else "GET", path, body)
                answer = connection.getresponse()
                assert answer.status == (400 if body else 200)
                assert json.loads(answer.read())


def test_a_body_that_comes_after_its_refusal_is_no_request(server: ServerProcess) -> None:
    body = b"GET /" + b"x" * 9000  # as long as no first line may be
    path = "/api/v1/learning/entries"
    head = {"Content-Type": "application/json", "Content-Length": str(len(body))}
    with RawConnection(server.port) as connection:
        for _ in range(2):
            refused = connection.ask(request_bytes("POST", path, headers=head))
            assert refused.status == 401
            connection.send(body[:3000])
            connection.send(body[3000:])
            assert connection.ask(request_bytes("GET", "/healthz")).json == {"status": "ok"}


def test_a_client_that_has_closed_its_side_still_gets_every_answer(server: ServerProcess) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        # Corked, so that the end of the stream leaves with the requests, before any answer.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 1)
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 3)
        connection.shutdown(socket.SHUT_WR)
        answers = b""
        while piece := connection.recv(65536):
            answers += piece
    each = answers.split(b"HTTP/1.1 200 OK\r\n")[1:]
    assert [one.endswith(b'{"status": "ok"}\n') for one in each] == [True] * 3
    assert [b"connection: close" in one for one in each] == [False, False, True]


def test_slow_callers_do_not_keep_others_waiting(server: ServerProcess) -> None:
    post = b"POST /api/v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    beginnings = [
        b"",
        b"G",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n",
        post + b"Content-Length: 20\r\n\r\n{",
        post + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
        post + b"Transfer-Encoding: chunked\r\n\r\n99\r\n0\r\n\r\n",
    ]
    with contextlib.ExitStack() as every:
        slow = []
        for number in range(400):  # more than a server would have threads for
            sock = socket.create_connection(("127.0.0.1", server.port), timeout=60)
            every.enter_context(sock)
            if number >= 100:  # these finish one request before they get slow
                sock.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                answer = b""
                while not answer.rstrip().endswith(b"}"):
                    answer += sock.recv(4096)
            sock.sendall(beginnings[number % len(beginnings)])
            sock.setblocking(False)
            slow.append(sock)
        assert ask(server.port, "GET", "/healthz") == (200, {"status": "ok"})
        still_waiting = 0
        for sock in slow:
            with contextlib.suppress(BlockingIOError):
                sock.recv(1)
                continue
            still_waiting += 1
        assert still_waiting == 400  # so the answer did not come because they had ended


def test_the_log_shows_requests_without_their_keys(server: ServerProcess) -> None:
    ask(server.port, "GET", "/boards/key1")

    def lines() -> list[Any]:
        every = server.stderr.splitlines()
        return [json.loads(line) for line in every if "ke***" in line]

    wait_until(lambda: any(line["route"] == "/boards/<key>" for line in lines()), "the line")
    assert "key1" not in server.stderr


def test_waiting_clients_are_released_when_the_server_stops(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, "--tryout").start()
    answers: list[Any] = []

    def wait() -> None:
        answers.append(ask(server.port, "GET", "/move_needed/key1?wait=25"))

    waiting = threading.Thread(target=wait)
    waiting.start()
    wait_until(lambda: is_waiting(server.port), "the poll to wait")
    server.stop()
    waiting.join(60)
    assert answers == [(200, False)]
    assert "Error" not in server.stderr


def is_waiting(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    with contextlib.closing(connection):
        connection.request("GET", "/metrics")
        return b"\nstreams 1.0\n" in connection.getresponse().read()


@pytest.mark.skipif(os.name == "nt", reason="there is one process there")
def test_a_server_whose_process_dies_is_restarted(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, "--tryout").start()
    with server:
        assert ask(server.port, "POST", "/move/key0/3/2") == (200, {"error": None})
        process = server._process
        assert process is not None
        children = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(process.pid)],
            capture_output=True,
            text=True,
            check=True,
        )
        (child,) = children.stdout.split()
        os.kill(int(child), signal.SIGKILL)

        def is_back() -> bool:
            with contextlib.suppress(OSError, http.client.HTTPException):
                return ask(server.port, "GET", "/move_needed/key1") == (200, True)
            return False

        wait_until(is_back, "the server to be back")


CHUNKED = b"Host: localhost\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n"
# Broken requests: Flask's own server answers some of them, and the application the others.
NO_REQUESTS_OF_FLASK = [
    (b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", b"414"),
    (b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n", b"505"),
    (b"GARBAGE\r\n\r\n", b"400"),
    (b'GET "quoted\\" <path> HTTP/1.1\r\nHost: localhost\r\n\r\n', b"400"),
    (b"GET / HTTP/1.1\r\n" + b"X: " + b"a" * 70_000 + b"\r\n\r\n", b"431"),
    (b"POST /api/v1/players HTTP/1.1\r\n" + CHUNKED + b"ZZ\r\nabc\r\n0\r\n\r\n", b"400"),
    (b"POST /api/v1/players HTTP/1.1\r\n" + CHUNKED + b"3\r\nabcdef\r\n0\r\n\r\n", b"400"),
]


def test_flask_run_serves_the_same(tmp_path: Path) -> None:
    with FlaskProcess(tmp_path).start() as server:
        greeting = server.stderr
        assert f"Database: {server.path}" in greeting
        assert ask(server.port, "POST", "/move/key0/3/2") == (200, {"error": None})
        for request, status in NO_REQUESTS_OF_FLASK:
            line, answer = raw(server.port, request)
            assert line.split()[1] == status, request[:50]
            assert list(answer) == ["error"]
        assert ask(server.port, "GET", "/healthz") == (200, {"status": "ok"})
    assert "Traceback" not in server.stderr
    rest = server.stderr.removeprefix(greeting)
    assert "key0" not in rest
    assert "/move/ke***/3/2" in rest
