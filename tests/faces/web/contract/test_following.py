"""Streams and long polls."""

from __future__ import annotations

import json
import re
import threading
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from support.server.contract import API, Game, Site, kinds
from support.server.server_process import wait_until

SSE = {"Accept": "text/event-stream"}


@pytest.mark.servers
def test_a_stream_sends_everything_and_resumes_where_it_broke_off(
    anybody: httpx.Client, game: Game
) -> None:
    lines: list[dict[str, Any]] = []
    with game.white.stream("GET", f"{game.path}/stream") as answer:
        assert answer.headers["Content-Type"] == "application/x-ndjson"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Accel-Buffering"] == "no"
        for line in answer.iter_lines():
            if line:
                lines.append(json.loads(line))
            if kinds(lines[-1:]) == ["State"]:
                if lines[-1]["seq"] == 4:
                    break
                game.move(game.black, 1, "f5")
    assert kinds(lines) == [
        *("Match", "MatchStarted", "TurnStarted", "State", "MovePlayed", "TurnStarted", "State")
    ]
    game.move(game.white, 3, "f6")
    game.black.post(f"{game.path}/resign")
    rest = anybody.get(f"{game.path}/stream?since=4").text.splitlines()
    again = [json.loads(line) for line in rest if line]
    assert kinds(again) == ["Match", "MovePlayed", "TurnStarted", "MatchEnded", "State"]
    assert [line["seq"] for line in again[1:4]] == [4, 5, 6]


@pytest.mark.servers("flask run")
def test_server_sent_events_resume_after_the_last_one_seen(
    anybody: httpx.Client, game: Game
) -> None:
    game.move(game.black, 1, "f5")
    game.black.post(f"{game.path}/resign")
    whole = anybody.get(f"{game.path}/stream", headers=SSE)
    assert whole.headers["Content-Type"].startswith("text/event-stream")
    assert re.findall("^id: (.*)$", whole.text, re.MULTILINE) == ["0", "1", "2", "3", "4"]
    assert whole.text.startswith("event: Match\ndata: {")
    again = anybody.get(f"{game.path}/stream", headers={**SSE, "Last-Event-ID": "2"})
    assert re.findall("^id: (.*)$", again.text, re.MULTILINE) == ["3", "4"]


@pytest.mark.servers
def test_a_request_can_wait_for_events(site: Site, anybody: httpx.Client, game: Game) -> None:
    answers: list[Any] = []

    def wait() -> None:
        with site.caller() as client:
            answers.append(client.get(f"{game.path}/events?since=2&wait=25").json())

    waiting = threading.Thread(target=wait)
    waiting.start()
    game.move(game.black, 1, "f5")
    waiting.join(60)
    (answer,) = answers
    assert kinds(answer["events"]) == ["MovePlayed", "TurnStarted"]
    assert anybody.get(f"{game.path}/events?since=4").json()["events"] == []


@pytest.mark.servers("outflank serve with workers")
def test_a_player_is_told_of_matches_and_challenges(game: Game) -> None:
    lines: list[dict[str, Any]] = []
    with game.white.stream("GET", f"{API}/events") as answer:
        for line in answer.iter_lines():
            if not line:
                continue
            lines.append(json.loads(line))
            if len(lines) == 1:
                game.black.post(f"{game.path}/resign")
            if kinds(lines[-1:]) == ["MatchEnded"]:
                break
    # Only now may another worker hear that the challenge was accepted.
    told = [kind for kind in kinds(lines) if kind != "ChallengeAccepted"]
    assert (told, lines[0]["match"]["id"]) == (["MatchStarted", "MatchEnded"], game.id)


@pytest.mark.servers("outflank serve with workers")
def test_a_page_follows_a_board(anybody: httpx.Client, game: Game) -> None:
    with anybody.stream("GET", f"{API}/watch?matches={game.id}", headers=SSE) as answer:
        boards = (json.loads(line[6:]) for line in answer.iter_lines() if line[:6] == "data: ")
        assert next(boards)["plies"] == 0
        game.move(game.black, 1, "f5")
        shown = next(board for board in boards if board["event"] == "Board" and board["plies"])
        assert shown["last"]["square"] == "f5"


@pytest.mark.servers("outflank serve with workers", "flask run")
def test_readers_who_left_are_no_longer_counted(anybody: httpx.Client, game: Game) -> None:
    def readers() -> int:
        found = re.search(r"^streams (\d+)", anybody.get("/metrics").text, re.MULTILINE)
        assert found is not None
        return int(found[1])

    many = 20  # more than other tests may have left open a moment ago
    with ExitStack() as reading:
        streams = [
            reading.enter_context(anybody.stream("GET", f"{game.path}/stream")).iter_lines()
            for _ in range(many)
        ]
        for lines in streams:
            next(lines)
        wait_until(lambda: readers() >= many, "the readers to be counted")
        del streams, lines
    game.move(game.black, 1, "f5")
    game.move(game.white, 3, "f6")  # the first may still have been written to closed connections
    wait_until(lambda: readers() < many, "the readers to be gone")
