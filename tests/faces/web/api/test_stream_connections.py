"""Streams on real connections, with readers that are quick, slow, asleep or gone."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from outflank.faces.web.http import connection as connection_module
from outflank.faces.web.streams.match_feed import MatchReader
from outflank.server.matches.live_room import LiveRoom
from support.server.competition_server import first_move
from support.server.live_server import LiveServer, live_server
from support.server.raw_connection import RawConnection, request_bytes
from support.server.server_process import wait_until
from support.server.web_games import Pair, begin_pair


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveServer]:
    with live_server(tmp_path, send_buffer=4096) as serving:
        yield serving


class StreamConnection(RawConnection):
    """Reads a stream chunk by chunk, with a small receive buffer."""

    def __init__(self, live: LiveServer, path: str, key: str = "") -> None:
        super().__init__(live.port, receive_buffer=4096)
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self.send(request_bytes("GET", f"/api/v1{path}", headers=headers))
        status, _ = self.head()
        assert status == 200

    def lines(self) -> list[dict[str, Any]]:
        """Return the objects of the next chunk."""
        return [json.loads(line) for line in self.chunk().splitlines() if line]

    def all_lines(self) -> list[dict[str, Any]]:
        """Return the objects of all chunks until the stream ends."""
        found = []
        while lines := self.lines():
            found += lines
        return found

    def lines_until_cut(self) -> list[dict[str, Any]]:
        """Return the objects of all complete chunks of a stream that ends within a chunk."""
        found = []
        with contextlib.suppress(OSError, ValueError, AssertionError):
            while lines := self.lines():
                found += lines
            pytest.fail("the stream has ended as it should")
        return found


def follow(live: LiveServer, pair: Pair, key: str = "", since: int = 0) -> StreamConnection:
    """Follow a match, and return when everything so far has been read."""
    opened = StreamConnection(live, f"/matches/{pair.room.name}/stream?since={since}", key)
    while opened.lines()[-1]["event"] != "State":
        pass
    return opened


def kinds(lines: list[dict[str, Any]]) -> list[str]:
    return [line["event"] for line in lines]


def numbers(lines: list[dict[str, Any]]) -> list[int]:
    return [line["seq"] for line in lines if line["event"] not in ("Match", "State")]


def play(room: LiveRoom) -> None:
    turn, square = first_move(room)
    room.play(square, turn=turn)


def play_out(room: LiveRoom) -> None:
    while not room.is_over:
        play(room)


def test_a_caller_who_leaves_during_a_request_is_released_at_once(
    live: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "_READ_WITHIN", 3600.0)
    head = b"POST /api/v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    for begun in (b"", head, head + b"Content-Length: 20\r\n\r\n{"):
        with live.connect() as client:
            client.sendall(begun)
            client.shutdown(socket.SHUT_WR)
            assert client.recv(1) == b""


@pytest.mark.parametrize("who", ["player", "anybody"])
def test_all_events_of_a_move_arrive_at_once_and_together(live: LiveServer, who: str) -> None:
    pair = begin_pair(live.server)
    with follow(live, pair, pair.white if who == "player" else "") as reader:
        for _ in range(3):
            play(pair.room)
            assert kinds(reader.lines()) == ["MovePlayed", "TurnStarted", "State"]


@pytest.mark.parametrize("who", ["player", "anybody"])
def test_a_slow_reader_gets_everything_later_and_in_order(live: LiveServer, who: str) -> None:
    pair = begin_pair(live.server, size=16)  # far more than the buffers hold
    with follow(live, pair, pair.white if who == "player" else "") as reader:
        play_out(pair.room)
        lines = reader.all_lines()
    assert numbers(lines) == list(range(2, pair.room.seq))
    assert kinds(lines)[-2:] == ["MatchEnded", "State"]
    states = kinds(lines).count("State")
    assert states < pair.room.seq / 4  # it skips the states that came while it did not read


def test_a_reader_that_does_not_read_is_cut_off_and_can_resume(
    live: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "_WRITE_WITHIN", 0.01)
    pair = begin_pair(live.server, size=16)
    with follow(live, pair) as reader:
        play_out(pair.room)
        wait_until(lambda: len(live.app.streams) == 0, "the reader to be cut")
        seen = numbers(reader.lines_until_cut())
    assert seen == list(range(2, 2 + len(seen)))
    monkeypatch.undo()
    with StreamConnection(live, f"/matches/{pair.room.name}/stream?since={2 + len(seen)}") as again:
        assert numbers(again.all_lines()) == list(range(2 + len(seen), pair.room.seq))


def test_a_page_that_does_not_read_gets_the_newest_state_next(live: LiveServer) -> None:
    pair = begin_pair(live.server, size=16)
    with StreamConnection(live, f"/watch?matches={pair.room.name}") as page:
        assert page.lines()[0]["plies"] == 0
        while not pair.room.is_over:
            play(pair.room)
        shown: list[dict[str, Any]] = []
        while not shown or shown[-1]["status"] == "running":
            lines = page.lines()
            assert kinds(lines) != ["Time"], "only signs of life came"
            shown += [line for line in lines if line["event"] == "Board"]
    with pair.room.reading() as match:
        assert shown[-1]["plies"] == match.game.ply_count
    assert len(shown) < pair.room.seq / 4
    assert [board["seq"] for board in shown] == sorted(board["seq"] for board in shown)


def test_a_players_turn_counts_from_when_it_was_sent(
    live: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = begin_pair(live.server, clock="5+3")
    shown: list[int] = []
    monkeypatch.setattr(pair.room, "mark_delivered", lambda turn, _: shown.append(turn))
    with follow(live, pair, pair.white) as reader, follow(live, pair) as other:
        play(pair.room)
        reader.lines()
        other.lines()
        wait_until(lambda: shown == [3], "the turn to be shown")
        play(pair.room)
        reader.lines()
        other.lines()
    assert shown == [3]


def test_a_reader_who_leaves_frees_its_place(live: LiveServer) -> None:
    pair = begin_pair(live.server)
    streams = live.app.streams
    readers = [follow(live, pair) for _ in range(3)]
    assert len(streams) == 3
    readers.pop().close()
    wait_until(lambda: len(streams) == 2, "one to be gone")
    play(pair.room)
    for reader in readers:
        assert kinds(reader.lines()) == ["MovePlayed", "TurnStarted", "State"]
        reader.close()
    wait_until(lambda: len(streams) == 0, "all to be gone")


def test_a_failing_stream_ends_and_the_others_continue(
    live: LiveServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pairs = [begin_pair(live.server) for _ in range(2)]
    with follow(live, pairs[0]) as unlucky, follow(live, pairs[1]) as other:
        chunk = MatchReader.next_chunk

        def fail(reader: MatchReader) -> bytes:
            return chunk(reader) if reader._room is pairs[1].room else bytes(1 // 0)

        monkeypatch.setattr(MatchReader, "next_chunk", fail)
        for pair in pairs:
            play(pair.room)
        assert unlucky.lines() == []  # its end
        assert kinds(other.lines()) == ["MovePlayed", "TurnStarted", "State"]
    assert "Could not write to a stream, so it was ended" in caplog.text
