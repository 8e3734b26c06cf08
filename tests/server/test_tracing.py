"""One move can be followed through the log by the id of its request."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from outflank.server.accounts.keys import new_key
from outflank.server.logs import LOGGER, log_to
from outflank.server.tracing import MOVES, request_id_from
from support.server.competition_server import begin, first_move
from support.server.live_server import LiveServer, live_server

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """The log of a server that traces moves."""
    stream = io.StringIO()
    before = LOGGER.level, LOGGER.propagate
    handler = log_to(stream, as_json=True)
    MOVES.setLevel(logging.DEBUG)
    yield stream
    MOVES.setLevel(logging.NOTSET)
    LOGGER.removeHandler(handler)
    LOGGER.setLevel(before[0])
    LOGGER.propagate = before[1]


def test_an_id_is_taken_from_the_headers_if_it_is_well_formed() -> None:
    def read(**headers: str) -> str:
        given = {name.replace("_", "-").encode(): value for name, value in headers.items()}
        return request_id_from(given.get)

    assert read(x_request_id="bot-7.41_x") == "bot-7.41_x"
    assert read(traceparent=f"00-{TRACE}-00f067aa0ba902b7-01") == TRACE
    for wrong in ("", "a b", 'a"b', "x" * 65, "ü", "a\nb", new_key()):
        made = read(x_request_id=wrong)
        assert made != wrong
        assert len(made) == 16
    for wrong in (f"00-{'0' * 32}-00f067aa0ba902b7-01", f"ff-{TRACE}-00f067aa0ba902b7-01", "00"):
        assert len(read(traceparent=wrong)) == 16


def move(live: LiveServer, **headers: str) -> httpx.Response:
    """Play the first move of a new match over HTTP."""
    room = begin(live.server)
    key = live.server.accounts.renew(min(room.players))
    turn, square = first_move(room)
    return httpx.post(
        f"{live.url}/api/v1/matches/{room.name}/moves",
        json={"turn": turn, "square": str(square)},
        headers={"Authorization": f"Bearer {key}", **headers},
        timeout=60,
    )


def test_every_step_of_a_move_has_the_id_of_its_request(tmp_path: Path, log: io.StringIO) -> None:
    with live_server(tmp_path) as live:
        first = move(live, **{"X-Request-Id": "bot-7.41"})
        second = move(live, traceparent=f"00-{TRACE}-00f067aa0ba902b7-01")
        third = move(live)
    assert first.status_code == second.status_code == 200
    assert first.headers["x-request-id"] == "bot-7.41"
    assert second.headers["x-request-id"] == TRACE
    assert len(third.headers["x-request-id"]) == 16
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    for answer in (first, second, third):
        name = answer.headers["x-request-id"]
        mine = [line for line in lines if line.get("request_id") == name]
        steps = [line.get("message", "answered").partition(",")[0] for line in mine]
        assert steps == ["move arrived", "move applied", "move committed", "answered"]
        assert len({line["match"] for line in mine[:3]}) == 1
        assert mine[3]["status"] == 200


def test_without_a_log_nothing_is_done(tmp_path: Path) -> None:
    before = LOGGER.level
    LOGGER.setLevel(logging.WARNING)
    try:
        with live_server(tmp_path) as live:
            answer = move(live, **{"X-Request-Id": "bot-7.41"})
    finally:
        LOGGER.setLevel(before)
    assert answer.status_code == 200
    assert "x-request-id" not in answer.headers
