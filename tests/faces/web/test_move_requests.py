"""Moves as bytes on a connection: in pieces, together, repeated, with odd and wrong headers."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.errors import StoreUnavailable
from outflank.play.events import MovePlayed
from outflank.play.match import Match
from support.server.competition_server import first_move
from support.server.live_server import LiveServer, live_server
from support.server.raw_connection import RawAnswer, RawConnection, request_bytes
from support.server.server_process import wait_until
from support.server.web_games import Pair, begin_pair


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with live_server(tmp_path_factory.mktemp("moves")) as serving:
        yield serving


@pytest.fixture
def pair(live: LiveServer) -> Pair:
    return begin_pair(live.server)


@pytest.fixture
def connection(live: LiveServer) -> Iterator[RawConnection]:
    with RawConnection(live.port) as opened:
        yield opened


def order(pair: Pair, key: str = "", turn: object = 1, square: str = "f5", *more: str) -> bytes:
    """Return the request for a move, by default black's first one."""
    body = json.dumps({"turn": turn, "square": square}).encode()
    headers = {"Authorization": f"Bearer {key or pair.black}", "Content-Type": "application/json"}
    return request_bytes("POST", path_of(pair), body, headers, *more)


def path_of(pair: Pair) -> str:
    return f"/api/v1/matches/{pair.room.name}/moves"


def moves_of(pair: Pair) -> list[str]:
    with pair.room.reading() as match:
        return [str(move) for move in match.game.moves]


def told(answer: RawAnswer) -> tuple[int, list[tuple[str, str]], Any]:
    """Return an answer without what depends on the moment."""
    body = answer.json
    for event in body.get("events", ()):
        event["at"] = event["spent"] = 0
    dull = ("date", "content-length", "x-request-id")  # the last only while requests are logged
    headers = sorted(one for one in answer.headers.items() if one[0].lower() not in dull)
    return answer.status, headers, body


# One connection


@pytest.mark.parametrize("more", [(), ("X-Odd: 1",), ("Cookie: a=b", "Accept: a\tb")])
def test_right_and_wrong_moves_on_one_connection_are_all_answered(
    connection: RawConnection, pair: Pair, more: tuple[str, ...]
) -> None:
    orders: list[tuple[str, object, str, int, str | None]] = [
        (pair.black, 1, "a1", 422, "ILLEGAL_MOVE"),
        (pair.white, 1, "f5", 409, "NOT_YOUR_TURN"),
        (pair.black, 9, "f5", 400, "BAD_REQUEST"),
        (pair.black, "1", "f5", 400, "BAD_REQUEST"),
        (pair.black, 1, "f5", 200, None),
        (pair.black, 1, "f5", 200, None),
        (pair.black, 1, "e6", 409, "TURN_OVER"),
        (pair.white, 3, "f6", 200, None),
        ("oth_nobody", 5, "e6", 401, "UNAUTHORIZED"),
    ]
    for key, turn, square, status, code in orders:
        answer = connection.ask(order(pair, key, turn, square, *more))
        assert (answer.status, answer.json.get("code")) == (status, code)
        is_problem = answer.headers["Content-Type"] == "application/problem+json"
        assert is_problem == (status != 200)
    assert moves_of(pair) == ["f5", "f6"]


def test_a_repeated_move_has_the_same_answer(connection: RawConnection, pair: Pair) -> None:
    first, again = connection.ask(order(pair)), connection.ask(order(pair))
    assert first.body == again.body
    assert told(first) == told(again)
    assert moves_of(pair) == ["f5"]


def test_a_move_counts_from_its_arrival_even_if_the_server_is_busy(
    live: LiveServer, connection: RawConnection, pair: Pair
) -> None:
    assert connection.ask(order(pair, turn=9)).status == 400  # the connection is open
    is_busy, may_go_on = threading.Event(), threading.Event()

    def keep_busy() -> None:
        is_busy.set()
        may_go_on.wait(60)

    live.app.loop.call(keep_busy)
    assert is_busy.wait(60)
    connection.send(order(pair))
    came = live.server.now()
    wait_until(lambda: live.server.now() >= came + 200, "the server to be late")
    may_go_on.set()
    assert connection.answer().status == 200
    with pair.room.reading() as match:
        (move,) = (event for event in match.events if isinstance(event, MovePlayed))
    assert move.at < came + 100  # not when it was read


@pytest.mark.parametrize("size", [1, 7, 100])
def test_a_move_in_pieces_is_one_move(connection: RawConnection, pair: Pair, size: int) -> None:
    for turn, key, square in ((1, pair.black, "f5"), (3, pair.white, "f6")):
        data = order(pair, key, turn, square)
        for at in range(0, len(data), size):
            connection.send(data[at : at + size])
        assert connection.answer().status == 200
    assert moves_of(pair) == ["f5", "f6"]


def test_pipelined_requests_are_answered_in_order(connection: RawConnection, pair: Pair) -> None:
    first, other = order(pair), order(pair, square="e6")
    health = request_bytes("GET", "/healthz")
    connection.send(first)
    connection.send(other)
    connection.send(health + first)
    answers = [connection.answer() for _ in range(4)]
    assert [answer.status for answer in answers] == [200, 409, 200, 200]
    assert answers[2].json == {"status": "ok"}
    assert answers[3].body == answers[0].body
    assert connection.ask(first).status == 200


def test_a_body_can_come_in_chunks(connection: RawConnection, pair: Pair) -> None:
    headers = {
        "Authorization": f"Bearer {pair.black}",
        "Content-Type": "application/json",
        "Transfer-Encoding": "chunked",
    }
    connection.send(request_bytes("POST", path_of(pair), headers=headers))
    for piece in (b'{"turn": 1,', b' "square"', b': "f5"}', b""):
        connection.send(b"%x\r\n%b\r\n" % (len(piece), piece))
    assert connection.answer().status == 200
    assert moves_of(pair) == ["f5"]


def test_a_request_that_expects_100_continue_gets_it(connection: RawConnection, pair: Pair) -> None:
    head, _, body = order(pair, pair.black, 1, "f5", "Expect: 100-continue").partition(b"\r\n\r\n")
    connection.send(head + b"\r\n\r\n")
    assert connection.answer().status == 100
    connection.send(body)
    assert connection.answer().status == 200
    assert moves_of(pair) == ["f5"]


def test_http_1_0_and_connection_close_end_the_connection(live: LiveServer, pair: Pair) -> None:
    old = order(pair).replace(b" HTTP/1.1\r\n", b" HTTP/1.0\r\n")
    for data in (old, order(pair, pair.black, 1, "f5", "Connection: close")):
        with RawConnection(live.port) as connection:
            assert connection.ask(data).status == 200
            assert connection.is_at_end()
    assert moves_of(pair) == ["f5"]


@pytest.mark.parametrize(
    ("usual", "odd", "status"),
    [
        (b"/moves", b"/moves?x=1", 400),
        (b"/json", b"/json; charset=utf-8", 200),
        (b"POST ", b"GET ", 405),
        (b"Bearer ", b"Basic ", 401),
        (b"Bearer ", b"bearer ", 200),
        (b"Content-Length: ", b"Content-Length: 0", 200),
        (b"Content-Length: ", b"Content-Length: +", 400),
        (b"Content-Type", b"Content-Type ", 400),
        (b"Host: localhost", b"Content-Length: 5", 400),
        (b"Host: localhost", b"Host: local\x00host", 400),
    ],
)
def test_an_unusual_request_is_read_correctly_or_refused(
    connection: RawConnection, pair: Pair, usual: bytes, odd: bytes, status: int
) -> None:
    answer = connection.ask(order(pair).replace(usual, odd))
    assert (answer.status, moves_of(pair)) == (status, ["f5"] if status == 200 else [])
    assert answer.json


def test_the_name_of_a_match_must_be_exact(connection: RawConnection, pair: Pair) -> None:
    name = pair.room.name
    answer = connection.ask(order(pair).replace(name.encode(), b"x" + name.encode()))
    assert (answer.status, answer.json["code"]) == (404, "NOT_FOUND")


@settings(max_examples=25)
@given(
    st.permutations(["Host", "Authorization", "Content-Type", "Content-Length"]),
    st.lists(
        st.sampled_from(
            ["Accept: */*", "accept-encoding:gzip, br", "User-Agent:  two  spaces ", "X: y", "E:"]
        ),
        max_size=3,
    ),
    st.sampled_from([str.lower, str.upper, str.title]),
)
def test_headers_come_in_any_order_and_spelling(
    live: LiveServer, names: list[str], more: list[str], spelling: Callable[[str], str]
) -> None:
    pair = begin_pair(live.server)
    body = b'{"turn":1,"square":"f5"}'
    values = {
        "Host": "localhost:5000",
        "Authorization": f"Bearer {pair.black}",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
    }
    lines = [f"{spelling(name)}: {values[name]}" for name in names]
    head = "\r\n".join([f"POST {path_of(pair)} HTTP/1.1", *lines, *more, "", ""])
    with RawConnection(live.port) as connection:
        assert connection.ask(head.encode() + body).status == 200
    assert moves_of(pair) == ["f5"]


# Many connections


def ask_together(live: LiveServer, requests: list[bytes]) -> list[RawAnswer]:
    """Send each request on a connection of its own, all at the same time."""
    start = threading.Barrier(len(requests), timeout=60)
    answers: dict[int, RawAnswer] = {}

    def ask(number: int, data: bytes) -> None:
        with RawConnection(live.port) as connection:
            connection.send(data[:-1])
            start.wait()
            answers[number] = connection.ask(data[-1:])

    threads = [threading.Thread(target=ask, args=one) for one in enumerate(requests)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return [answers[number] for number in range(len(requests))]


def test_moves_that_come_together_are_all_played_and_answered(live: LiveServer) -> None:
    pairs = [begin_pair(live.server) for _ in range(5)]
    answers = ask_together(live, [order(pair) for pair in pairs])
    assert [answer.status for answer in answers] == [200] * 5
    for pair in pairs:
        assert isinstance(pair.room.events[2], MovePlayed)
        assert pair.room.turn_times.first_arrival()[1] is None


def test_a_refused_move_does_not_harm_the_moves_that_came_with_it(live: LiveServer) -> None:
    pairs = [begin_pair(live.server) for _ in range(4)]
    answers = ask_together(
        live,
        [
            order(pairs[0]),
            order(pairs[1], square="a1"),
            order(pairs[2], "oth_nobody"),
            order(pairs[3]),
        ],
    )
    assert [answer.json.get("code") for answer in answers] == [
        *(None, "ILLEGAL_MOVE", "UNAUTHORIZED", None)
    ]
    assert [moves_of(pair) for pair in pairs] == [["f5"], [], [], ["f5"]]


def test_the_same_move_many_times_at_once_is_played_once(live: LiveServer, pair: Pair) -> None:
    answers = ask_together(live, [order(pair)] * 8)
    assert {answer.status for answer in answers} == {200}
    assert len({answer.body for answer in answers}) == 1
    assert sum(isinstance(event, MovePlayed) for event in pair.room.events) == 1


def test_of_two_moves_at_once_one_is_played(live: LiveServer, pair: Pair) -> None:
    answers = ask_together(live, [order(pair), order(pair, square="e6")] * 4)
    assert sorted(answer.status for answer in answers) == [200] * 4 + [409] * 4
    (played,) = moves_of(pair)
    assert {answer.json["recorded"] for answer in answers if answer.status == 409} == {played}


# When the disk fails


def test_a_move_that_does_not_reach_the_disk_has_not_happened(
    live: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = [begin_pair(live.server), begin_pair(live.server)]

    def fail(_: object) -> None:
        raise StoreUnavailable("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(live.server.database.writer, "_write", fail)
        answers = ask_together(live, [order(pair) for pair in pairs])
    assert [(answer.status, answer.json["code"]) for answer in answers] == [
        (503, "UNAVAILABLE")
    ] * 2
    assert [pair.room.seq for pair in pairs] == [2, 2]
    answers = ask_together(live, [order(pair) for pair in pairs])
    assert [answer.status for answer in answers] == [200, 200]


def test_moves_that_another_program_stored_are_taken_in(
    live: LiveServer, connection: RawConnection, pair: Pair
) -> None:
    room = pair.room
    turn, square = first_move(room)
    elsewhere = Match.restore(room.events)
    played = elsewhere.play(square, at=live.server.now(), turn=turn)
    room._journal.append(room.name, room.seq, played)  # as another program would
    answer = connection.ask(order(pair, turn=turn, square=str(square)))
    assert (answer.status, answer.json["seq"]) == (200, 4)  # the same move is a repeat
    assert room.seq == 4
    turn, square = first_move(room)
    assert connection.ask(order(pair, pair.white, turn, str(square))).status == 200
