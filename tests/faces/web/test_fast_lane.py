"""The short way of a move gives the same answers as the long one."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from outflank.faces.web import create_app
from outflank.play.clock import ClockSetting
from outflank.play.setup import Player, Setup, Undo
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import Terms


class Bench:
    """Two equal matches: one is played the short way, the other the long way."""

    def __init__(self, server: CompetitionServer) -> None:
        self.server = server
        self.client: FlaskClient = create_app(server).test_client()
        black, self.black = server.accounts.register("Black")
        white, self.white = server.accounts.register("White")
        setup = Setup(
            players=(
                Player(f"#{black.id}", f"bot:{black.id}"),
                Player(f"#{white.id}", f"bot:{white.id}"),
            ),
            clock=ClockSetting.parse("5+3"),
            undo=Undo.NEVER,
        )
        terms = Terms(black.id, white.id)
        self.rooms: list[LiveRoom] = [server.registry.open(setup, terms) for _ in range(2)]

    def both(self, key: str, order: object, **more: Any) -> tuple[TestResponse, TestResponse]:
        """Send the same move to both matches."""
        short, long = (
            self.client.post(
                f"/api/v1/matches/{room.name}/moves",
                json=order,
                headers={"Authorization": f"Bearer {key}"},
                content_type=media,
                **more,
            )
            for room, media in zip(
                self.rooms, ("application/json", "application/json; charset=utf-8"), strict=True
            )
        )
        return short, long


def told(answer: TestResponse) -> tuple[int, list[tuple[str, str]], Any]:
    """Return what an answer says, apart from what depends on the moment."""
    headers = sorted((k, v) for k, v in answer.headers.items() if k != "Content-Length")
    body = answer.get_json()
    for event in body.get("events", []):
        event["at"] = event["spent"] = 0
    return answer.status_code, headers, body


@pytest.mark.parametrize(
    ("order", "status"),
    [
        ({"turn": 1, "square": "f5"}, 200),
        ({"turn": 1, "square": "a1"}, 422),
        ({"turn": 9, "square": "f5"}, 400),
        ({"turn": 1}, 400),
        ({"turn": 1, "square": "f5", "more": 1}, 400),
        ({"turn": "1", "square": "f5"}, 400),
        ([], 400),
    ],
)
def test_both_ways_give_the_same_answer(
    server: CompetitionServer, order: object, status: int
) -> None:
    bench = Bench(server)
    short, long = bench.both(bench.black, order)
    assert short.status_code == status
    assert told(short) == told(long)


def test_both_ways_refuse_the_wrong_key_and_the_wrong_side(server: CompetitionServer) -> None:
    bench = Bench(server)
    for key, status in (("oth_nobody", 401), (bench.white, 409)):
        short, long = bench.both(key, {"turn": 1, "square": "f5"})
        assert short.status_code == status
        assert told(short) == told(long)


def test_both_ways_take_a_repeat_and_count_alike(server: CompetitionServer) -> None:
    bench = Bench(server)
    for _ in range(3):
        short, long = bench.both(bench.black, {"turn": 1, "square": "f5"})
        assert told(short) == told(long)
    metrics = bench.client.get("/metrics").get_data(as_text=True)
    assert 'route="/api/v1/matches/<match>/moves",status="200"} 6.0' in metrics


def test_a_fault_on_the_short_way_is_an_answer_too(
    server: CompetitionServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench(server)

    def stumble(_: str) -> LiveRoom:
        raise ZeroDivisionError

    monkeypatch.setattr(server.registry, "room", stumble)
    for answer in bench.both(bench.black, {"turn": 1, "square": "f5"}):
        assert (answer.status_code, answer.get_json()["code"]) == (500, "FAULT")
