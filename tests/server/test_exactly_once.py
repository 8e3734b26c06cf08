"""Each move counts once, however often it is sent and however many answers are lost.

The figures are small here; `make soak` sends a hundred thousand moves again and again, and to one
process on PostgreSQL too.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest

from outflank.rules import Square
from outflank.store.database import Database
from outflank.store.records import verify
from support.server.competition_server import database_in
from support.server.cutting_proxy import CuttingProxy
from support.server.server_bots import Answer, ask, insist
from support.server.server_process import Pair, ServerProcess, prepare

SOAK = "OUTFLANK_SOAK" in os.environ
SIZE = 6 if SOAK else 4
PAIRS = 4
CROWD = 3500 if SOAK else 4  # further matches
FEWEST = 28 if SOAK else 5  # moves of a match, on average
SENDERS = 8 if SOAK else 2  # that play them at the same time

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="the server is stopped by a signal"),
    pytest.mark.databases("sqlite", "workers", *(["postgresql"] if SOAK else [])),
]


@dataclass(frozen=True)
class Sender:
    """Sends a request one to five times at once, and loses some of the answers."""

    port: int
    pool: ThreadPoolExecutor
    proxies: tuple[CuttingProxy, ...]
    chance: random.Random

    def send(self, path: str, key: str = "", body: object = None) -> list[Answer]:
        """Return the answers that arrived, at least one."""
        copies = [self._one_way() for _ in range(self.chance.randint(1, 5))]
        sent = [self.pool.submit(way, path, key, body) for way in copies]
        answers = [answer for one in sent if (answer := one.result()) is not None]
        return answers or [insist(self.port, "POST", path, key, body)]

    def _one_way(self) -> Any:
        ways = [self._whole, self._whole, self._hang_up, *(self._through(p) for p in self.proxies)]
        return self.chance.choice(ways)

    def _whole(self, path: str, key: str, body: object) -> Answer | None:
        return insist(self.port, "POST", path, key, body)

    def _hang_up(self, path: str, key: str, body: object) -> None:
        """Send a request and hang up before the answer."""
        data = b"" if body is None else json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", self.port)) as connection:
            connection.sendall(head.encode() + data)

    def _through(self, proxy: CuttingProxy) -> Any:
        def way(path: str, key: str, body: object) -> None:
            with contextlib.suppress(Exception):  # whatever the client makes of half an answer
                ask(proxy.port, "POST", path, key, body)

        return way


@pytest.fixture(scope="module")
def served(
    tmp_path_factory: pytest.TempPathFactory, database_kind: str
) -> Iterator[tuple[ServerProcess, list[Pair]]]:
    folder = tmp_path_factory.mktemp("served")
    with database_in(folder, database_kind):
        server = ServerProcess(folder)
        pairs = prepare(server, PAIRS + CROWD, size=SIZE)
        with server.start():
            yield server, pairs
        with Database(server.url) as database:
            assert list(verify(database)) == [None] * len(pairs)


@pytest.fixture
def sender(served: tuple[ServerProcess, list[Pair]]) -> Iterator[Sender]:
    port = served[0].port
    with (
        ThreadPoolExecutor(5) as pool,
        CuttingProxy(port) as none,
        CuttingProxy(port, let_through=100) as some,
    ):
        yield Sender(port, pool, (none, some), random.Random(11))


def state(port: int, match: str) -> dict[str, Any]:
    found: dict[str, Any] = insist(port, "GET", f"/api/v1/matches/{match}").json
    return found


def moves_on_record(port: int, match: str) -> list[str]:
    events = insist(port, "GET", f"/api/v1/matches/{match}/events").json["events"]
    return [event["square"] for event in events if event["event"] == "MovePlayed"]


def test_a_move_sent_many_times_is_played_once_and_answered_alike(
    served: tuple[ServerProcess, list[Pair]], sender: Sender
) -> None:
    pair, played = served[1][0], []
    path = f"/api/v1/matches/{pair.match}/moves"
    while (now := state(sender.port, pair.match))["turn"] is not None:
        turn, key = now["turn"]["seq"], pair.key(now["turn"]["color"])
        square = sender.chance.choice(now["legal"])
        played.append(square)
        answers = sender.send(path, key, {"turn": turn, "square": square})
        assert {answer.status for answer in answers} == {200}
        assert len({answer.body for answer in answers}) == 1
        for other in set(now["legal"]) - {square}:
            refused = insist(sender.port, "POST", path, key, {"turn": turn, "square": other})
            assert (refused.status, refused.json["code"]) == (409, "TURN_OVER")
            assert refused.json["recorded"] == square
    assert moves_on_record(sender.port, pair.match) == played
    assert sum(proxy.cut for proxy in sender.proxies) > 0


def test_of_several_moves_for_a_turn_at_once_one_is_played_and_the_others_hear_which(
    served: tuple[ServerProcess, list[Pair]], sender: Sender
) -> None:
    pair, played = served[1][1], []
    path = f"/api/v1/matches/{pair.match}/moves"
    while (now := state(sender.port, pair.match))["turn"] is not None:
        turn, key = now["turn"]["seq"], pair.key(now["turn"]["color"])
        bodies = [{"turn": turn, "square": square} for square in 2 * now["legal"]]
        answers = list(
            sender.pool.map(lambda body: insist(sender.port, "POST", path, key, body), bodies)  # noqa: B023
        )
        won = {answer.json["square"] for answer in answers if answer.status == 200}
        (square,) = won
        played.append(square)
        assert [answer.status for answer in answers].count(200) == 2
        lost = [answer.json for answer in answers if answer.status != 200]
        assert all((one["code"], one["recorded"]) == ("TURN_OVER", square) for one in lost)
    assert moves_on_record(sender.port, pair.match) == played


def test_every_repeat_still_has_its_answer_when_the_match_is_over(
    served: tuple[ServerProcess, list[Pair]], sender: Sender
) -> None:
    pair, answers = served[1][2], []
    path = f"/api/v1/matches/{pair.match}/moves"
    while (now := state(sender.port, pair.match))["turn"] is not None:
        turn, key = now["turn"]["seq"], pair.key(now["turn"]["color"])
        body = {"turn": turn, "square": now["legal"][0]}
        answers.append((key, body, insist(sender.port, "POST", path, key, body)))
    for key, body, answer in answers:
        assert insist(sender.port, "POST", path, key, body) == answer
    server = served[0]
    server.kill()
    server.start()
    for key, body, answer in answers:
        assert insist(sender.port, "POST", path, key, body) == answer


def test_the_simple_routes_play_a_repeated_move_once_too(
    served: tuple[ServerProcess, list[Pair]], sender: Sender
) -> None:
    pair, played = served[1][3], []
    while (now := state(sender.port, pair.match))["turn"] is not None:
        key = pair.key(now["turn"]["color"])
        square = Square.parse(sender.chance.choice(now["legal"]))
        played.append(str(square))
        answers = sender.send(f"/move/{key}/{square.col}/{square.row}")
        assert {(answer.status, json.loads(answer.body)["error"]) for answer in answers} == {
            (200, None)
        }
        assert moves_on_record(sender.port, pair.match) == played


def play_again_and_again(port: int, pairs: list[Pair], seed: int) -> int:
    """Play matches whose moves are sent several times each; return how many moves there were."""
    moves = 0
    with (
        ThreadPoolExecutor(5) as pool,
        CuttingProxy(port) as none,
        CuttingProxy(port, let_through=100) as some,
    ):
        sender = Sender(port, pool, (none, some), random.Random(seed))
        for pair in pairs:
            played: list[str] = []
            while (now := state(port, pair.match))["turn"] is not None:
                turn, key = now["turn"]["seq"], pair.key(now["turn"]["color"])
                played.append(sender.chance.choice(now["legal"]))
                body = {"turn": turn, "square": played[-1]}
                (answer,) = set(sender.send(f"/api/v1/matches/{pair.match}/moves", key, body))
                assert answer.status == 200, (pair.match, body, answer)
            assert moves_on_record(port, pair.match) == played
            moves += len(played)
    return moves


def test_no_move_is_doubled_though_many_players_send_theirs_again(
    served: tuple[ServerProcess, list[Pair]],
) -> None:
    server, pairs = served
    with ThreadPoolExecutor(SENDERS) as pool:
        parts = [pairs[PAIRS + number :: SENDERS] for number in range(SENDERS)]
        played = pool.map(play_again_and_again, [server.port] * SENDERS, parts, range(SENDERS))
        assert sum(played) >= FEWEST * CROWD
