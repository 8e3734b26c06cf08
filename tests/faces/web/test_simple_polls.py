"""Polls on the simple routes: those that wait, and those that come too often."""

import contextlib
import threading
from pathlib import Path

import pytest
from flask import Flask

from outflank.faces.web import create_app
from outflank.faces.web import plain_games as plain_games_module
from outflank.server.competition_server import CompetitionServer
from support.server.competition_server import open_server
from support.server.web_games import (
    FINE,
    Speaker,
    begin_pair,
    services_of,
)

pytestmark = pytest.mark.server("hand clock", tryout=True)


def test_a_waiting_poll_is_answered_as_soon_as_the_move_is_needed(
    server: CompetitionServer, app: Flask
) -> None:
    pair = begin_pair(server)
    answers: list[object] = []

    def wait() -> None:
        answers.append(app.test_client().get(f"/move_needed/{pair.white}?wait=1000").json)

    waiting = threading.Thread(target=wait)
    waiting.start()
    assert Speaker(app.test_client()).move(pair.black, "d3") == FINE
    waiting.join(20)
    assert answers == [True]


def test_a_waiting_poll_leaves_when_the_server_stops(server: CompetitionServer, app: Flask) -> None:
    pair = begin_pair(server)
    answers: list[object] = []

    def wait() -> None:
        answers.append(app.test_client().get(f"/move_needed/{pair.white}?wait=25").json)

    waiting = threading.Thread(target=wait)
    waiting.start()
    services_of(app).announce_stop()
    waiting.join(20)
    assert answers == [False]


def test_a_poll_does_not_wait_when_every_place_is_taken(tmp_path: Path) -> None:
    server = open_server(tmp_path, streams=1)
    app = create_app(server)
    pair = begin_pair(server)
    with services_of(app).waiting.acquire():
        assert app.test_client().get(f"/move_needed/{pair.white}?wait=25").json is False
    server.close()


def test_one_key_holds_only_a_few_waiting_polls(server: CompetitionServer, app: Flask) -> None:
    pair = begin_pair(server)
    caller = server.accounts.caller(pair.white)
    assert caller is not None
    with contextlib.ExitStack() as held:
        for _ in range(4):
            held.enter_context(services_of(app).long_polls.acquire(key=str(caller.key)))
        assert app.test_client().get(f"/move_needed/{pair.white}?wait=25").json is False


@pytest.mark.parametrize("wait", ["", "x", "-1", "nan", "1s", "%FF"])
def test_a_malformed_wait_is_refused(speaker: Speaker, wait: str) -> None:
    assert speaker.get(f"/move_needed/key1?wait={wait}").status_code == 400


@pytest.fixture
def naps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    naps: list[float] = []
    monkeypatch.setattr(plain_games_module, "sleep", naps.append)
    return naps


def test_who_polls_without_pause_is_slowed_and_never_refused(
    tmp_path: Path, naps: list[float]
) -> None:
    server = open_server(tmp_path)
    client = create_app(server).test_client()
    pair = begin_pair(server)
    answers = [client.get(f"/boards/{pair.black}").status_code for _ in range(400)]
    answers += [client.get("/boards/nobody").status_code for _ in range(400)]
    assert set(answers) == {200, 404}
    assert len(naps) > 300
    assert 0 < max(naps) <= 0.1
    server.close()


def test_moves_are_not_slowed_by_polls(tmp_path: Path, naps: list[float]) -> None:
    server = open_server(tmp_path)
    speaker = Speaker(create_app(server).test_client())
    pair = begin_pair(server)
    for _ in range(100):
        speaker.get(f"/move_needed/{pair.black}")
    naps.clear()
    assert speaker.move(pair.black, "d3") == FINE
    assert naps == []
    server.close()


def test_this_machine_is_free_while_trying_out(speaker: Speaker, naps: list[float]) -> None:
    for _ in range(200):
        speaker.get("/move_needed/key0")
    assert naps == []
