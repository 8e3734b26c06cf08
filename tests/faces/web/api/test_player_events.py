"""The stream of a player reports their events on any server, alone or among workers."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from outflank.faces.web.wire.schemas.player_events import PlayerEvent
from support.server.api_clients import ApiClient, ApiServer
from support.server.app_client import stop_app
from support.server.server_process import wait_until
from support.server.tournament_server import begin_cup, resign_quickly
from support.server.two_workers import servers_of_kind

PATIENCE = 400  # chunks of a stream, most of them signs of life

pytestmark = pytest.mark.databases("sqlite", "workers")


@pytest.fixture
def apis(tmp_path: Path, database_kind: str) -> Iterator[tuple[ApiServer, ApiServer]]:
    """The API of two workers, or twice that of one server."""
    with servers_of_kind(tmp_path, database_kind) as (first, second):
        here = ApiServer(first)
        there = here if second is first else ApiServer(second)
        yield here, there
        for api in {here, there}:
            stop_app(api.app)


class PlayerEvents:
    """The stream of a player, with the events that came."""

    def __init__(self, client: ApiClient) -> None:
        self.answer = client.get("/events", buffered=False)
        assert self.answer.status_code == 200, self.answer.text
        self._pieces = self.answer.iter_encoded()
        self.lines: list[dict[str, Any]] = []

    def read_until(self, *kinds: str) -> list[str]:
        """Read until all these kinds of events have come; return all kinds read by this call."""
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


def test_a_player_is_told_of_matches_and_challenges(apis: tuple[ApiServer, ApiServer]) -> None:
    here, there = apis
    ann, bob = here.player("Ann"), here.player("Bob")
    running = here.match(ann, bob)
    held = ann.post("/challenges", {"opponent": bob.id}).json

    def knows() -> bool:
        return [each.id for each in there.server.challenges.known_to(bob.id)] == [held["id"]]

    wait_until(knows, "both challenges to be known")
    with player_events_of(replace(bob, app=there.app)) as events:
        assert events.read_until("ChallengeMade") == ["MatchStarted", "ChallengeMade"]
        bob.post(f"/challenges/{held['id']}/decline")
        assert events.read_until("ChallengeDeclined") == ["ChallengeDeclined"]
        ann.post(f"/matches/{running['id']}/resign")
        assert events.read_until("MatchEnded") == ["MatchEnded"]
        other = ann.post("/challenges", {"opponent": bob.id}).json
        assert events.read_until("ChallengeMade") == ["ChallengeMade"]
        ann.call("DELETE", f"/challenges/{other['id']}")
        assert events.read_until("ChallengeWithdrawn") == ["ChallengeWithdrawn"]
        match = here.match(ann, bob)
        begun = events.read_until("ChallengeAccepted", "MatchStarted")
        if here is not there:  # workers hear of challenges and of matches in either order
            begun.sort(key=["ChallengeMade", "ChallengeAccepted", "MatchStarted"].index)
        assert begun == ["ChallengeMade", "ChallengeAccepted", "MatchStarted"]
        ann.post(f"/matches/{match['id']}/abort")
        assert events.read_until("MatchEnded") == ["MatchEnded"]
        again = here.match(ann, bob)
        ann.post(f"/matches/{again['id']}/abort")
        ended = events.read_until("MatchEnded")
        assert [kind for kind in ended if kind.startswith("Match")] == [
            "MatchStarted",
            "MatchEnded",
        ]
        for line in events.lines:
            msgspec.convert(line, PlayerEvent)


def test_a_player_is_told_of_their_tournament(apis: tuple[ApiServer, ApiServer]) -> None:
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
