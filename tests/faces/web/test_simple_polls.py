"""Polls on the simple routes: long polls, and polls that come too often."""

import contextlib
import threading

import pytest

from outflank.faces.web.application import Application
from outflank.server.competition_server import CompetitionServer
from support.server.app_client import AppClient
from support.server.server_process import wait_until
from support.server.tournament_server import play_to_the_end
from support.server.web_games import (
    FINE,
    Speaker,
    begin_pair,
)

pytestmark = pytest.mark.server("hand clock", tryout=True)


@pytest.fixture
def naps(app: Application, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long answers would have been held back; nothing waits here."""
    naps: list[float] = []

    async def nap(seconds: float) -> None:
        naps.append(seconds)

    monkeypatch.setattr(app.pacing, "hold", nap)
    return naps


def ask_in_thread(app: Application, path: str) -> tuple[threading.Thread, list[object]]:
    """Begin a request that may wait; return its thread and the list for its answer."""
    answers: list[object] = []
    thread = threading.Thread(target=lambda: answers.append(AppClient(app).get(path).json))
    thread.start()
    return thread, answers


def hold(app: Application, key: str, seconds: int = 25) -> tuple[threading.Thread, list[object]]:
    """Begin a long poll, and return once it waits."""
    before = app.long_polls.limit.in_use
    found = ask_in_thread(app, f"/move_needed/{key}?wait={seconds}")
    wait_until(lambda: app.long_polls.limit.in_use > before, "the poll to wait")
    return found


def test_a_waiting_poll_is_answered_as_soon_as_the_move_is_needed(
    server: CompetitionServer, app: Application
) -> None:
    pair = begin_pair(server)
    waiting, answers = hold(app, pair.white, 1000)
    assert Speaker(AppClient(app)).move(pair.black, "d3") == FINE
    waiting.join(20)
    assert answers == [True]


def test_a_waiting_poll_ends_when_the_server_stops(
    server: CompetitionServer, app: Application
) -> None:
    pair = begin_pair(server)
    waiting, answers = hold(app, pair.white)
    app.announce_stop()
    waiting.join(20)
    assert answers == [False]


@pytest.mark.server(streams=1)
def test_spectators_do_not_keep_polls_from_waiting(
    server: CompetitionServer, app: Application
) -> None:
    pair = begin_pair(server)
    path = f"/api/v1/matches/{pair.room.name}/stream"
    spectator = AppClient(app).get(path, buffered=False)
    assert (spectator.status_code, AppClient(app).get(path).status_code) == (200, 503)
    waiting, answers = hold(app, pair.white)
    assert Speaker(AppClient(app)).move(pair.black, "d3") == FINE
    waiting.join(20)
    assert answers == [True]
    spectator.close()


@pytest.mark.server("by hand", tryout=True)
def test_a_waiting_poll_starts_the_game_that_is_dealt_meanwhile(
    server: CompetitionServer, app: Application
) -> None:
    for room, _, _ in server.tournaments.tryout_view().boards:
        assert room.entry.black is not None
        server.tournaments.mark_present(room.entry.black)  # the first request starts the game
        play_to_the_end(room)
    held = {number: hold(app, f"key{number}") for number in range(4)}
    server.tournaments.run_pass()
    begins = {black - 1 for _, black, _ in server.tournaments.tryout_view().boards}
    assert len(begins) == 2
    for number in begins:
        waiting, answers = held[number]
        waiting.join(20)
        assert answers == [True]
    app.announce_stop()
    for waiting, _ in held.values():
        waiting.join(20)


def test_one_key_can_have_only_a_few_waiting_polls(
    server: CompetitionServer, app: Application, naps: list[float]
) -> None:
    pair = begin_pair(server)
    caller = server.accounts.caller(pair.white)
    assert caller is not None
    with contextlib.ExitStack() as held:
        for _ in range(4):
            held.enter_context(app.long_polls.limit.acquire(key=str(caller.key)))
        assert AppClient(app).get(f"/move_needed/{pair.white}?wait=25").json is False
    assert [nap >= 1 for nap in naps] == [True]  # or a program without a pause would ask on and on


@pytest.mark.parametrize("wait", ["", "x", "-1", "nan", "1s", "%FF"])
def test_a_malformed_wait_is_refused(speaker: Speaker, wait: str) -> None:
    assert speaker.get(f"/move_needed/key1?wait={wait}").status_code == 400


@pytest.mark.server(tryout=False)
def test_a_client_that_polls_without_pause_is_slowed_and_never_refused(
    server: CompetitionServer, client: AppClient, naps: list[float]
) -> None:
    pair = begin_pair(server)
    answers = [client.get(f"/boards/{pair.black}").status_code for _ in range(400)]
    answers += [client.get("/boards/nobody").status_code for _ in range(400)]
    assert set(answers) == {200, 404}
    assert len(naps) > 300
    assert 0 < max(naps) <= 0.1


@pytest.mark.server(tryout=False)
def test_moves_are_not_slowed_by_polls(
    server: CompetitionServer, speaker: Speaker, naps: list[float]
) -> None:
    pair = begin_pair(server)
    for _ in range(100):
        speaker.get(f"/move_needed/{pair.black}")
    naps.clear()
    assert speaker.move(pair.black, "d3") == FINE
    assert naps == []


def test_there_are_no_limits_for_this_machine_while_trying_out(
    speaker: Speaker, naps: list[float]
) -> None:
    for _ in range(200):
        speaker.get("/move_needed/key0")
    assert naps == []
