"""A match without a clock whose opponent has left can be claimed or called off."""

from __future__ import annotations

from typing import Any

import pytest

from outflank.faces.web.application import Application
from outflank.server.competition_server import CompetitionServer
from support.server.api_clients import ApiClient
from support.server.competition_server import HandClock

pytestmark = pytest.mark.server("by hand")

_FIVE_MINUTES = 300_000  # milliseconds


@pytest.fixture
def players(app: Application, server: CompetitionServer) -> list[ApiClient]:
    made = [server.accounts.register(name) for name in ("Ann", "Bob")]
    return [ApiClient(app, key, player.id) for player, key in made]


def begun(players: list[ApiClient], **terms: Any) -> str:
    """Begin a match in which both have moved once and Ann again, and return its path."""
    ann, bob = players
    body = {"opponent": bob.id, "color": "black", "size": 6, **terms}
    challenge = ann.post("/challenges", body).json["id"]
    match = bob.post(f"/challenges/{challenge}/accept").json["id"]
    for mover in (ann, bob, ann):
        state = mover.get(f"/matches/{match}").json
        played = mover.move(match, state["turn"]["seq"], state["legal"][0])
        assert played.status_code == 200, played.text
    return f"/matches/{match}"


def detail(answer: Any) -> str:
    assert (answer.status_code, answer.json["code"]) == (409, "REFUSED")
    return str(answer.json["detail"])


def test_a_win_can_be_claimed_when_the_opponent_has_been_away_for_five_minutes(
    players: list[ApiClient], clock: HandClock, server: CompetitionServer
) -> None:
    ann, bob = players
    path = begun(players)
    clock.pass_time(_FIVE_MINUTES - 20_000)
    assert "try again in 20 s" in detail(ann.post(f"{path}/claim"))
    server.tournaments.mark_present(bob.id)  # as any request of Bob does
    clock.pass_time(_FIVE_MINUTES - 1_000)
    assert "try again in 1 s" in detail(ann.post(f"{path}/claim"))
    clock.pass_time(1_000)
    won = ann.post(f"{path}/claim").json
    assert (won["status"], won["winner"], won["reason"]) == ("finished", "black", "abandonment")
    assert ann.post(f"{path}/claim").status_code == 200
    last = ann.get(f"{path}/events").json["events"][-1]
    assert (last["event"], last["note"]) == ("MatchEnded", "white was away for 5 minutes")


def test_the_match_can_be_called_off_instead(players: list[ApiClient], clock: HandClock) -> None:
    path = begun(players)
    assert "both sides have moved; resign instead" in detail(players[0].post(f"{path}/abort"))
    clock.pass_time(_FIVE_MINUTES)
    assert players[0].post(f"{path}/abort").json["status"] == "void"


def test_the_side_to_move_cannot_claim_anything(players: list[ApiClient], clock: HandClock) -> None:
    path = begun(players)
    clock.pass_time(_FIVE_MINUTES)
    assert "your opponent is not to move" in detail(players[1].post(f"{path}/claim"))


def test_nothing_can_be_claimed_in_a_match_with_a_clock(
    players: list[ApiClient], clock: HandClock
) -> None:
    path = begun(players, clock="60+0")
    clock.pass_time(_FIVE_MINUTES)
    assert "has a clock" in detail(players[0].post(f"{path}/claim"))


def test_a_computer_never_counts_as_away(players: list[ApiClient], clock: HandClock) -> None:
    body = {"opponent": "computer:1", "color": "white", "size": 6}
    match = players[0].post("/matches", body).json["id"]
    clock.pass_time(_FIVE_MINUTES)
    assert "no opponent on another device" in detail(players[0].post(f"/matches/{match}/claim"))
