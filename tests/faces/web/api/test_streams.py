"""Streams: every reader gets everything once and in order, and no reader delays the players."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from outflank.faces.web.streams import streams
from outflank.faces.web.streams.player_feed import PlayerReader
from outflank.faces.web.wire.schemas.events import Event, MatchLine
from outflank.faces.web.wire.schemas.matches import StateLine
from support.server.api_clients import ApiClient, ApiServer, api_server

SSE = {"Accept": "text/event-stream"}


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiServer]:
    with api_server(tmp_path, tryout=True, streams=256) as opened:
        yield opened


class Reader:
    """Reads a stream chunk by chunk."""

    def __init__(self, client: ApiClient, path: str, **more: Any) -> None:
        self.answer = client.get(path, buffered=False, **more)
        assert self.answer.status_code == 200, self.answer.text
        self._pieces = self.answer.iter_encoded()
        self.lines: list[dict[str, Any]] = []

    def read(self) -> list[dict[str, Any]]:
        """Return the objects of the next chunk, or none after the end of the stream."""
        piece = next(self._pieces, b"")
        found = [json.loads(line) for line in piece.splitlines() if line.startswith(b"{")]
        self.lines += found
        return found

    def read_all(self) -> None:
        while self.read():
            pass

    def close(self) -> None:
        self.answer.close()


def kinds(lines: list[dict[str, Any]]) -> list[str]:
    return [line["event"] for line in lines]


def play_out(match: dict[str, Any], black: ApiClient, white: ApiClient) -> None:
    """Play the first legal move until the match is over."""
    state = match
    while state["turn"]:
        mover = black if state["turn"]["color"] == "black" else white
        played = mover.move(state["id"], state["turn"]["seq"], state["legal"][0])
        assert played.status_code == 200, played.text
        state = mover.get(f"/matches/{state['id']}").json or {}


def test_a_stream_begins_with_the_match_and_tells_every_event_and_state(api: ApiServer) -> None:
    black, white = api.player(), api.player()
    match = api.match(black, white, clock="5+3")
    reader = Reader(white, f"/matches/{match['id']}/stream")
    assert reader.answer.content_type == "application/x-ndjson"
    assert reader.answer.headers["X-Accel-Buffering"] == "no"
    assert reader.answer.headers["Cache-Control"] == "no-store"
    assert kinds(reader.read()) == ["Match"]
    assert kinds(reader.read()) == ["MatchStarted", "TurnStarted", "State"]
    black.move(match["id"], 1, "f5")
    assert kinds(reader.read()) == ["MovePlayed", "TurnStarted", "State"]
    white.post(f"/matches/{match['id']}/resign")
    assert kinds(reader.read()) == ["MatchEnded", "State"]
    assert reader.read() == []
    for line in reader.lines:
        msgspec.convert(line, MatchLine | StateLine | Event)


def test_server_sent_events_carry_ids_and_resume_after_the_last_one_seen(
    api: ApiServer,
) -> None:
    black, white = api.player(), api.player()
    match = api.match(black, white)
    black.move(match["id"], 1, "f5")
    black.post(f"/matches/{match['id']}/resign")
    path = f"/matches/{match['id']}/stream"
    whole = api.anybody.get(path, headers=SSE)
    assert whole.content_type == "text/event-stream"
    first, *events = whole.text.strip().split("\n\n")
    assert first.startswith("event: Match\ndata: {")
    assert events[0].startswith('id: 0\nevent: MatchStarted\ndata: {"event":"MatchStarted"')
    assert events[-1].startswith("event: State\n")
    again = api.anybody.get(path, headers={**SSE, "Last-Event-ID": "2"}).text
    assert "\nid: 3\n" in again
    assert "\nid: 2\n" not in again


def test_readers_from_anywhere_in_a_match_get_the_rest_once_and_in_order(
    api: ApiServer,
) -> None:
    black, white = api.player(), api.player()
    match = api.match(black, white, size=6)
    path = f"/matches/{match['id']}/stream"
    readers = [Reader(api.anybody, f"{path}?since={number % 3}") for number in range(100)]
    threads = [threading.Thread(target=reader.read_all) for reader in readers]
    for thread in threads:
        thread.start()
    play_out(match, black, white)
    for thread in threads:
        thread.join(60)
    last = api.server.registry.room(match["id"]).seq
    for number, reader in enumerate(readers):
        events = [line["seq"] for line in reader.lines if line["event"] not in ("Match", "State")]
        assert events == list(range(number % 3, last))
        states = [line["seq"] for line in reader.lines if line["event"] == "State"]
        assert states == sorted(states)
        assert states[-1] == last
        reader.close()


def test_a_state_follows_from_the_events_before_it(api: ApiServer) -> None:
    black, white = api.player(), api.player()
    match = api.match(black, white, size=4)
    reader = Reader(api.anybody, f"/matches/{match['id']}/stream")
    following = threading.Thread(target=reader.read_all)
    following.start()
    play_out(match, black, white)
    following.join(60)
    seen = 0
    for line in reader.lines[1:]:
        if line["event"] == "State":
            assert line["seq"] == seen
        else:
            seen = line["seq"] + 1


def test_a_new_stream_of_a_key_closes_the_old_one(api: ApiServer) -> None:
    black, white = api.player(), api.player()
    path = f"/matches/{api.match(black, white)['id']}/stream"
    old = Reader(black, path)
    old.read()
    new = Reader(black, path)
    other = Reader(white, path)
    old.read_all()  # to its end
    assert kinds(new.read()) == ["Match"]
    assert kinds(other.read()) == ["Match"]
    for reader in (old, new, other):
        reader.close()
    hub = api.app.streams
    assert (len(hub), hub.players.in_use, hub.watchers.in_use) == (0, 0, 0)


def test_a_stream_without_a_reader_frees_its_place(api: ApiServer) -> None:
    match = api.match(api.player(), api.player())
    hub = api.app.streams
    reader = Reader(api.anybody, f"/matches/{match['id']}/stream")
    assert (len(hub), hub.watchers.in_use) == (1, 1)
    reader.close()
    assert (len(hub), hub.watchers.in_use) == (0, 0)


def test_spectators_cannot_take_the_places_of_players(tmp_path: Path) -> None:
    with api_server(tmp_path, tryout=True, streams=2) as api:
        black, white = api.player(), api.player()
        match = api.match(black, white)
        path = f"/matches/{match['id']}"
        readers = [Reader(api.anybody, f"{path}/stream") for _ in range(2)]
        refused = api.anybody.get(f"{path}/stream")
        assert (refused.status_code, refused.json["code"]) == (503, "BUSY")
        assert refused.headers["Retry-After"] == "1"
        readers += [
            *(Reader(each, f"{path}/stream") for each in (black, white)),
            *(Reader(each, "/events") for each in (black, white)),
        ]
        assert black.move(match["id"], 1, "f5").status_code == 200
        polled = white.get(f"{path}/events?since=2&wait=5")
        assert kinds(polled.json["events"]) == ["MovePlayed", "TurnStarted"]
        for reader in readers:
            reader.close()
        Reader(api.anybody, f"{path}/stream").close()


def test_one_address_gets_only_a_share_of_the_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "_OF_AN_ADDRESS", 2)
    with api_server(tmp_path) as api:
        path = f"/matches/{api.match(api.player(), api.player())['id']}/stream"
        crowd, other = (ApiClient(api.app, address=f"192.0.2.{at}") for at in (1, 2))
        readers = [Reader(crowd, path), Reader(crowd, path), Reader(other, path)]
        refused = crowd.get(path)
        assert (refused.status_code, refused.json["code"]) == (503, "BUSY")
        for reader in readers:
            reader.close()


def test_a_stopping_server_ends_streams_and_asks_browsers_to_reconnect(api: ApiServer) -> None:
    black = api.player()
    match = api.match(black, api.player())
    answers = [
        black.get(path, headers=SSE, buffered=False)
        for path in (f"/matches/{match['id']}/stream", "/events")
    ]
    found: list[bytes] = []
    threads = [
        threading.Thread(target=lambda one=one: found.append(b"".join(one.iter_encoded())))
        for one in answers
    ]
    for thread in threads:
        thread.start()
    api.app.announce_stop()
    for thread in threads:
        thread.join(30)
    assert [text.endswith(b"retry: 1000\n\n") for text in found] == [True, True]
    assert black.get("/events").status_code == 503


def test_a_silent_stream_sends_signs_of_life(
    api: ApiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "KEEP_ALIVE", 0.0)
    monkeypatch.setattr(streams, "_TICK", 0.001)
    match = api.match(api.player(), api.player())
    for headers, sign in (({}, b"\n"), (SSE, b":\n\n")):
        answer = api.anybody.get(f"/matches/{match['id']}/stream", headers=headers, buffered=False)
        pieces = answer.iter_encoded()
        assert [next(pieces) for _ in range(4)][2:] == [sign, sign]
        answer.close()


def test_the_delivery_to_a_players_stream_does_not_count_as_their_time(
    api: ApiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    black, white = api.player(), api.player()
    match = api.match(black, white, clock="5+3")
    room = api.server.registry.room(match["id"])
    shown: list[int] = []
    monkeypatch.setattr(room, "mark_delivered", lambda turn, _: shown.append(turn))
    readers = [Reader(each, f"/matches/{match['id']}/stream") for each in (black, white)]
    for reader in readers:
        reader.read()
        reader.read()
    black.move(match["id"], 1, "f5")
    for reader in readers:
        reader.read()
    white.post(f"/matches/{match['id']}/resign")
    for reader in readers:
        reader.read_all()
        reader.close()
    assert shown == [3]  # white's turn to white; a turn that was open before earns nothing


def test_events_that_come_while_others_are_read_are_sent(
    api: ApiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = api.player(), api.player()
    reader = Reader(ann, "/events")
    reader.read()
    is_looking, may_go_on, look = threading.Event(), threading.Event(), PlayerReader.next_chunk

    def look_slowly(own: PlayerReader) -> bytes:
        found = look(own)
        is_looking.set()
        may_go_on.wait(60)
        return found

    monkeypatch.setattr(PlayerReader, "next_chunk", look_slowly)
    api.server.registry.player_changed.send(ann.id)  # there is nothing new
    assert is_looking.wait(60)
    bob.post("/challenges", {"opponent": ann.id})
    api.anybody.get("/session")  # then the loop knows the challenge
    may_go_on.set()
    assert kinds(reader.read()) == ["ChallengeMade"]
    reader.close()


def test_a_fault_is_answered_with_a_problem(
    api: ApiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api.server.registry, "room", lambda _: 1 / 0)
    for answer in (api.anybody.get("/matches/abc"), api.player().move("abc", 1, "f5")):
        assert (answer.status_code, answer.content_type) == (500, "application/problem+json")
        assert answer.json["code"] == "FAULT"
        assert "ZeroDivision" not in answer.text
