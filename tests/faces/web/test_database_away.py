"""While PostgreSQL is away, callers are told so, but not where it is."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from support.server.app_client import AppClient, running_app
from support.server.competition_server import (
    database_in,
    first_move,
    open_server,
)
from support.server.postgres import postgres_away, postgres_socket
from support.server.web_games import begin_pair


def test_callers_learn_nothing_about_an_unreachable_database(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with database_in(tmp_path, "postgresql"):
        server = open_server(tmp_path)
        try:
            pair = begin_pair(server)
            turn, square = first_move(pair.room)
            move = {"turn": turn, "square": str(square)}
            with running_app(server) as app, caplog.at_level(logging.WARNING), postgres_away():
                caller = AppClient(app)
                key = {"Authorization": f"Bearer {pair.black}"}
                path = f"/api/v1/matches/{pair.room.name}/moves"
                moved = [caller.open(path, "POST", json=move, headers=key) for _ in range(2)]
                paths = "/api/v1/matches/0123456789ab", "/api/v1/matches", "/games", "/boards/key7"
                asked = [caller.get(path) for path in paths]
        finally:
            server.close()
    assert {one.status_code for one in (*moved, *asked)} == {503}
    away = "the database does not answer; try again in a moment"
    assert [one.json["detail"] for one in asked[:2]] == [away] * 2
    for answer in (*moved, *asked):
        assert answer.headers["Retry-After"] == "1"
        for secret in (str(postgres_socket().parent), "postgres", "connection"):
            assert secret not in answer.text
    assert f'connection to server on socket "{postgres_socket()}" failed' in caplog.text
