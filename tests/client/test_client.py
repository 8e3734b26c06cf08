"""The clients: requests, retries, streams that survive reconnects, and the main loop of a bot."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from outflank.client import AsyncClient, Client, SimpleClient, Turn, play_bot
from outflank.client.http_arguments import server_address
from outflank.client.program import Program
from outflank.client.retries import RetryPolicy, unreachable_error
from outflank.errors import EngineError, NotationError, ServerError
from outflank.rules import Move, Position, Square, find_variant
from support.server.live_server import LiveServer, live_server
from support.server.scripted_server import CUT, Reply, problem, scripted_server, stream
from support.server.server_process import ServerProcess


class Pauses(list[float]):
    """Replaces sleeping, and records how long it would have taken."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    with live_server(tmp_path) as serving:
        yield serving


def first_move(position: Position) -> Move:
    return position.legal_moves[0]


def ok(**body: Any) -> Reply:
    return Reply(body=json.dumps(body).encode())


# Requests


def test_a_refusal_has_the_servers_code_status_and_sentence() -> None:
    with (
        scripted_server(problem("TURN_OVER", 409, recorded="f5")) as server,
        Client(server.url) as client,
        pytest.raises(ServerError) as refusal,
    ):
        client.move("m1", 3, "d3")
    error = refusal.value
    assert (error.code, error.status, error.retry_after) == ("TURN_OVER", 409, None)
    assert error.detail == "a test says TURN_OVER"
    assert error.more == {"recorded": "f5"}


def test_a_refusal_by_a_proxy_is_reported_too() -> None:
    page = Reply(418, b"<h1>no</h1>", {"Content-Type": "text/html"})
    with (
        scripted_server(page) as server,
        Client(server.url) as client,
        pytest.raises(ServerError, match=r"the server answered 418 .* \(HTTP_418\)"),
    ):
        client.me()


def test_a_move_is_sent_again_after_a_lost_reply_and_after_503() -> None:
    pauses = Pauses()
    replies = [CUT, problem("UNAVAILABLE", 503, retry_after=7), ok(seq=9)]
    with (
        scripted_server(*replies) as server,
        Client(server.url, "k", pause=pauses) as client,
    ):
        assert client.move("m1", 3, Square.parse("d3")) == {"seq": 9}
    asked = ("POST", "/api/v1/matches/m1/moves", {"turn": 3, "square": "d3"})
    assert server.requests == [asked] * 3
    assert pauses[0] < 1
    assert pauses[1] == 7


def test_a_request_that_must_not_be_repeated_is_sent_once() -> None:
    with (
        scripted_server(CUT) as server,
        Client(server.url, pause=Pauses()) as client,
        pytest.raises(ServerError) as refusal,
    ):
        client.challenge("Bob")
    assert refusal.value.code == "UNANSWERED"
    assert len(server.requests) == 1


def test_any_request_that_was_not_carried_out_is_sent_again() -> None:
    replies = [problem("BUSY", 503, retry_after=1), ok(id="m1")]
    with scripted_server(*replies) as server, Client(server.url, pause=Pauses()) as client:
        assert client.play_computer(3) == {"id": "m1"}


def test_a_client_gives_up_when_its_patience_is_over() -> None:
    time = [0.0]
    retries = RetryPolicy(5.0, now=lambda: time[0], jitter=lambda: 1.0)
    retries.delay_after(unreachable_error("gone"))
    time[0] = 5.0
    with pytest.raises(ServerError, match="gone"):
        retries.delay_after(unreachable_error("gone"))


def test_patience_starts_again_after_a_connection_that_lasted() -> None:
    time = [0.0]
    retries = RetryPolicy(5.0, now=lambda: time[0], jitter=lambda: 1.0)
    retries.delay_after(unreachable_error("gone"))
    retries.connected()
    time[0] = 100.0
    assert retries.delay_after(unreachable_error("gone")) == 0.1


def test_an_unreachable_server_gives_one_sentence() -> None:
    with scripted_server() as server:
        url = server.url
    with (
        Client(url, patience=0, pause=Pauses()) as client,
        pytest.raises(ServerError, match="the server does not answer") as refusal,
    ):
        client.me()
    assert refusal.value.code == "UNREACHABLE"


def test_names_cannot_reach_other_paths() -> None:
    with scripted_server(ok()) as server, Client(server.url) as client:
        client.match("../me?x")
    assert server.paths == ["/api/v1/matches/..%2Fme%3Fx"]


@pytest.mark.parametrize("url", ["", "ftp://host", "http://", "http://host:99999", "http://host:x"])
def test_an_invalid_address_is_refused(url: str) -> None:
    with pytest.raises(NotationError, match="is not a server address"):
        server_address(url)


# Streams

EVENTS = [{"event": "TurnStarted", "seq": seq} for seq in range(4)]
MATCH = {"event": "Match", "id": "m1", "you": "black"}
END = {"event": "MatchEnded", "seq": 4}
STATE = {"event": "State", "seq": 2}
CONNECTIONS = [
    stream([MATCH, *EVENTS[:2], STATE, "\n"]),  # ended without a reason
    stream([MATCH, *EVENTS[1:3], '{"event":"TurnSta'], is_cut=True),  # repeats one, breaks off
    problem("BUSY", 503, retry_after=2),
    CUT,
    stream([MATCH, EVENTS[3], STATE, {"event": "State", "seq": 4}, END]),
]
EXPECTED = [MATCH, *EVENTS[:2], STATE, *EVENTS[2:], {"event": "State", "seq": 4}, END]


def test_a_stream_loses_and_repeats_no_event_over_many_connections() -> None:
    pauses = Pauses()
    with scripted_server(*CONNECTIONS) as server, Client(server.url, "k", pause=pauses) as client:
        assert list(client.stream("m1")) == EXPECTED
    assert [path.partition("=")[2] for path in server.paths] == ["0", "2", "3", "3", "3"]
    assert len(pauses) == 4
    assert 2 in pauses


def test_a_stream_can_be_awaited() -> None:
    async def pause(_: float) -> None:
        pass

    async def follow(url: str) -> list[Any]:
        async with AsyncClient(url, "k", pause=pause) as client:
            return [event async for event in client.stream("m1")]

    with scripted_server(*CONNECTIONS) as server:
        assert asyncio.run(follow(server.url)) == EXPECTED


def test_missing_events_of_a_stream_are_requested_again() -> None:
    replies = [stream([EVENTS[0], EVENTS[2]]), stream([EVENTS[1], EVENTS[2], EVENTS[3], END])]
    with scripted_server(*replies) as server, Client(server.url, pause=Pauses()) as client:
        assert list(client.stream("m1")) == [*EVENTS, END]


def test_a_stream_that_is_refused_for_good_raises_the_error() -> None:
    with (
        scripted_server(problem("NOT_FOUND", 404)) as server,
        Client(server.url) as client,
        pytest.raises(ServerError, match="NOT_FOUND"),
    ):
        list(client.stream("m1"))


# A real server


def test_a_client_plays_a_computer_of_the_server(server: LiveServer) -> None:
    with Client(server.url, server.new_player("Ann")) as client:
        assert client.me()["player"]["name"] == "Ann"
        assert client.rename("Anna")["player"]["name"] == "Anna"
        match = client.play_computer(1, size=4, color="black")
        for event in client.stream(match["id"]):
            turn = event["turn"] if event["event"] == "State" else None
            if turn is not None and turn["color"] == "black":
                first = client.move(match["id"], turn["seq"], event["legal"][0])
                assert client.move(match["id"], turn["seq"], event["legal"][0]) == first
        after = client.match(match["id"])
        assert after["status"] == "finished"
        assert client.matches(status="finished")["matches"][0]["id"] == match["id"]


def test_challenges_are_made_accepted_and_declined(server: LiveServer) -> None:
    with (
        Client(server.url, server.new_player("Ann")) as ann,
        Client(server.url, server.new_player("Bob")) as bob,
    ):
        first = ann.challenge("Bob", size=6, color="white")
        assert [each["id"] for each in bob.challenges()["challenges"]] == [first["id"]]
        match = bob.accept(first["id"])
        assert match["you"] == "black"
        assert bob.resign(match["id"])["winner"] == "white"
        second = ann.challenge("Bob")
        bob.decline(second["id"])
        assert ann.challenge_status(second["id"])["status"] == "declined"


def test_the_simple_routes_play_the_game_of_a_key(tmp_path: Path) -> None:
    with live_server(tmp_path, tryout=True) as server:
        with SimpleClient(server.url, "key0") as client:
            client.set_name("Ann")
            assert client.move_needed(wait=1)
            position = client.position()
            assert position == find_variant("classic").start()
            client.move("d3")
            client.move(Square.parse("d3"))
            assert not client.move_needed()
            assert client.board()[2][3] == 1
            with pytest.raises(ServerError, match="played out of turn"):
                client.move("c5")
        with (
            SimpleClient(server.url, "nobody") as stranger,
            pytest.raises(ServerError, match="key not found"),
        ):
            stranger.board()


def test_a_move_on_the_simple_routes_counts_although_its_reply_was_lost() -> None:
    occupied = Reply(409, b'{"error": "space is occupied"}')
    with (
        scripted_server(CUT, occupied) as server,
        SimpleClient(server.url, "key0", pause=Pauses()) as client,
    ):
        client.move("d3")
    assert server.paths == ["/move/key0/3/2"] * 2


def begin_match(url: str, keys: tuple[str, str], **terms: Any) -> str:
    with Client(url, keys[0]) as first, Client(url, keys[1]) as second:
        opponent = second.me()["player"]["id"]
        return str(second.accept(first.challenge(opponent, **terms)["id"])["id"])


def run_bots(url: str, keys: list[str], choose: Callable[[Position], Move]) -> list[str]:
    """Run bots in threads until each has ended; return their news."""
    news: list[str] = []

    def run(key: str) -> None:
        with Client(url, key) as client:
            play_bot(client, choose, once=True, on_news=news.append)

    threads = [threading.Thread(target=run, args=(key,), daemon=True) for key in keys]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), news
    return news


def test_a_bot_plays_all_its_matches_at_once(server: LiveServer) -> None:
    keys = (server.new_player("Ann"), server.new_player("Bob"))
    matches = [begin_match(server.url, keys, size=4) for _ in range(3)]
    run_bots(server.url, list(keys), first_move)
    with Client(server.url) as client:
        assert [client.match(match)["status"] for match in matches] == ["finished"] * 3


def test_a_bot_gets_the_oracles_answers(server: LiveServer) -> None:
    keys = (server.new_player("Ann"), server.new_player("Bob"))
    match = begin_match(server.url, keys, size=4, variant="yesno")
    heard = []

    def choose(position: Position) -> Move:
        heard.append(position.answer)
        return position.legal_moves[0]

    run_bots(server.url, list(keys), choose)
    assert heard
    assert None not in heard
    with Client(server.url) as client:
        assert client.match(match)["status"] == "finished"


def test_a_bot_that_cannot_choose_resigns_the_match(server: LiveServer) -> None:
    keys = (server.new_player("Ann"), server.new_player("Bob"))
    match = begin_match(server.url, keys, size=4, color="black")

    def choose(_: Position) -> Move:
        raise EngineError("out of ideas")

    news = run_bots(server.url, [keys[0]], choose)  # for the other the game would be over already
    assert any("out of ideas" in sentence for sentence in news)
    with Client(server.url) as client:
        assert client.match(match)["reason"] == "resignation"


def test_any_other_error_ends_a_bot(server: LiveServer) -> None:
    with Client(server.url, server.new_player("Ann")) as client:
        client.play_computer(1, color="black")

        def choose(_: Position) -> Move:
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            play_bot(client, choose)


def test_bots_continue_after_the_server_was_killed(tmp_path: Path) -> None:
    with ServerProcess(tmp_path).start() as server:
        url = f"http://127.0.0.1:{server.port}"
        with Client(url) as client:
            keys = (client.register("Ann")["key"], client.register("Bob")["key"])
        match = begin_match(url, keys, size=6, clock="5+0")
        moves = []

        def choose(position: Position) -> Move:
            moves.append(position)
            if len(moves) == 7:
                server.kill()
                server.start()
            return position.legal_moves[0]

        run_bots(url, list(keys), choose)
        with Client(url) as client:
            after = client.match(match)
            assert after["status"] == "finished"
            assert after["reason"] in ("full board", "wipe-out", "neither side can move")


# Programs

START = Turn("m1", 2, find_variant("classic").start())


def python(program: str) -> list[str]:
    return [sys.executable, "-uc", program]


@pytest.mark.parametrize(
    ("program", "kind", "sentence"),
    [
        ("input(); print('a1')", "illegal move", "answered a1, but black may play d3"),
        ("input(); print('hello')", "no square", "'hello', which is not a square"),
        ("input(); raise SystemExit(3)", "crash", "exit code 3"),
        ("raise SystemExit(4)", "crash", "exit code 4"),
    ],
)
def test_a_program_that_breaks_the_protocol_is_reported(
    program: str, kind: str, sentence: str
) -> None:
    with Program(python(program)) as player:
        with pytest.raises(EngineError, match=sentence) as fault:
            player.choose(START)
        assert getattr(fault.value, "kind", None) == kind


def test_a_program_that_does_not_answer_is_late() -> None:
    with (
        Program(python("import time\ntime.sleep(60)"), patience=0.05) as player,
        pytest.raises(EngineError, match=r"within 0.05 s"),
    ):
        player.choose(START)


def test_a_program_is_started_again_after_a_fault() -> None:
    with Program(python("input(); print('d3'); input(); print('x')")) as player:
        assert str(player.choose(START)) == "d3"
        with pytest.raises(EngineError):
            player.choose(START)
        assert str(player.choose(START)) == "d3"


def test_a_program_that_does_not_exist_gives_one_sentence() -> None:
    with pytest.raises(EngineError, match="cannot be started"):
        Program("no-such-program-here").choose(START)
    with pytest.raises(NotationError, match="empty"):
        Program("  ")
