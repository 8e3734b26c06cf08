"""The stream of a player on one worker tells what happened to them on another."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from support.server.api_clients import ApiClient, ApiServer
from support.server.app_client import stop_app
from support.server.tournament_server import begin_cup, resign_quickly
from support.server.two_workers import shared_place

PATIENCE = 400  # pieces of a stream, of which most are signs of life


@pytest.fixture
def apis(tmp_path: Path) -> Iterator[tuple[ApiServer, ApiServer]]:
    with shared_place(tmp_path) as place:
        opened = ApiServer(place.worker()), ApiServer(place.worker())
        yield opened
        for api in opened:
            stop_app(api.app)


class PlayerEvents:
    """A player's stream, of which the kinds of events are kept."""

    def __init__(self, client: ApiClient) -> None:
        self.answer = client.get("/events", buffered=False)
        assert self.answer.status_code == 200, self.answer.text
        self._pieces = self.answer.iter_encoded()
        self.lines: list[dict[str, Any]] = []

    def read_until(self, *kinds: str) -> list[str]:
        """Read until events of all these kinds have come; return the kinds since the last time."""
        found: list[str] = []
        for _ in range(PATIENCE):
            piece = next(self._pieces, b"")
            new = [json.loads(line) for line in piece.splitlines() if line.startswith(b"{")]
            self.lines += new
            found += [line["event"] for line in new]
            if set(kinds) <= set(found):
                return found
        raise AssertionError(f"only {found} came, not {kinds}")


@contextlib.contextmanager
def player_events_of(client: ApiClient) -> Iterator[PlayerEvents]:
    events = PlayerEvents(client)
    try:
        yield events
    finally:
        events.answer.close()


def test_challenges_and_matches_on_one_worker_are_events_on_another(
    apis: tuple[ApiServer, ApiServer],
) -> None:
    here, there = apis
    ann, bob = here.player("Ann"), here.player("Bob")
    with player_events_of(replace(bob, app=there.app)) as events:
        first = ann.post("/challenges", {"opponent": bob.id}).json
        assert events.read_until("ChallengeMade") == ["ChallengeMade"]
        ann.call("DELETE", f"/challenges/{first['id']}")
        assert events.read_until("ChallengeWithdrawn") == ["ChallengeWithdrawn"]
        match = here.match(ann, bob)
        # Workers hear of challenges and of matches separately, in either order.
        begun = events.read_until("ChallengeAccepted", "MatchStarted")
        assert sorted(begun) == ["ChallengeAccepted", "ChallengeMade", "MatchStarted"]
        ann.post(f"/matches/{match['id']}/abort")
        assert events.read_until("MatchEnded") == ["MatchEnded"]
        again = here.match(ann, bob)
        ann.post(f"/matches/{again['id']}/abort")
        ended = events.read_until("MatchEnded")
        assert [kind for kind in ended if kind.startswith("Match")] == [
            "MatchStarted",
            "MatchEnded",
        ]


def test_a_tournament_on_another_worker_is_an_event(
    apis: tuple[ApiServer, ApiServer],
) -> None:
    here, there = apis
    number = begin_cup(here.server, ("Ann", "Bob"))
    player = here.server.tournaments.view(number)["entrants"][1]["player"]
    key = here.server.tournaments.registration.renew_key(number, 2, "tests").key
    assert key is not None
    with player_events_of(ApiClient(there.app, key, player)) as events:
        events.read_until("MatchStarted")
        here.server.tournaments.pause(number, "tests")
        assert "Tournament" in events.read_until("Tournament")
        assert events.lines[-1]["tournament"]["status"] == "paused"
        there.server.tournaments.resume(number, "tests")
        events.read_until("Tournament")
        (room,) = here.server.tournaments.rooms(number)
        resign_quickly(room)
        resign_quickly(room)
        events.read_until("MatchEnded")
