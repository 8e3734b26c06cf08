"""The log of learning, sent in any order and repeatedly, gives one and the same schedule.

Two devices of a player send to one server on SQLite and on PostgreSQL, and to two workers.
"""

from __future__ import annotations

import functools
import os
import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.analysis import own_puzzles
from outflank.faces.web import create_app
from outflank.learning import Card, Dropped, Entry, Progress, entry_from_dict, entry_to_dict
from outflank.learning import mistake_subject as subject_of
from outflank.rules import Position
from support.server.api_clients import ApiClient
from support.server.app_client import lift_limits, stop_app
from support.server.two_workers import Servers, at_once, failures

SOAK = int(os.environ.get("OUTFLANK_SOAK", "0"))
DAY = 24 * 3600 * 1000
BEGIN = 1_600_000_000_000  # long ago, so that no time is in the future
PUZZLES = own_puzzles()[:6]
MISPLAYED = Position.parse("f5d6c3d3c4")
CARD = subject_of(MISPLAYED)

pytestmark = pytest.mark.databases("sqlite", "postgresql", "workers")


class Place:
    """Two ways to the same log: two workers, or the same server twice."""

    def __init__(self, servers: Servers) -> None:
        self.servers = servers
        self.apps = [create_app(server) for server in dict.fromkeys(servers)]
        for app in self.apps:
            lift_limits(app)

    def devices(self) -> tuple[ApiClient, ApiClient]:
        """Return two devices of a new player."""
        first, last = self.apps[0], self.apps[-1]
        made = ApiClient(first).post("/players", {"name": "Learner", "kind": "person"}).json
        key, number = made["key"], made["player"]["id"]
        return ApiClient(first, key, number), ApiClient(last, key, number)

    def progress(self, player: int) -> list[Progress]:
        """Return what each server makes of a player's log."""
        return [server.learning.progress(player) for server in self.servers]


@pytest.fixture(scope="module")
def place(pair: Servers) -> Iterator[Place]:
    opened = Place(pair)
    yield opened
    for app in opened.apps:
        stop_app(app)


@st.composite
def attempts(draw: st.DrawFn, number: int) -> dict[str, Any]:
    subject, moves = CARD, ["", *map(str, MISPLAYED.legal_moves)]
    if draw(st.booleans()):
        puzzle = draw(st.sampled_from(list(PUZZLES)))
        subject, moves = f"puzzle/{puzzle.id}", ["", *map(str, puzzle.known)]
    return {
        "kind": "attempt",
        "id": f"attempt-{number}",
        "at": BEGIN + draw(st.integers(0, 60)) * DAY,
        "subject": subject,
        "move": draw(st.sampled_from(moves)),
        "right": draw(st.booleans()),
        "milliseconds": draw(st.integers(0, 60_000)),
        "hints": draw(st.integers(0, 1)),
        "occasion": draw(st.sampled_from(["", "", "storm"])),
    }


@st.composite
def logs(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Draw attempts at puzzles and at a mistake, its card, and perhaps that it is dropped."""
    entries = [draw(attempts(number)) for number in range(draw(st.integers(2, 12)))]
    first, second, *_ = map(str, MISPLAYED.legal_moves)
    card = Card(
        id="card-0001",
        at=BEGIN + draw(st.integers(0, 9)) * DAY,
        subject=CARD,
        position=str(MISPLAYED),
        played=first,
        best=(second,),
        loss=4.0,
    )
    entries.append(entry_to_dict(card))
    if draw(st.booleans()):
        at = BEGIN + draw(st.integers(0, 60)) * DAY
        entries.append(entry_to_dict(Dropped(id="dropped-1", at=at, subject=CARD)))
    return entries


def in_batches(entries: Sequence[Any], dice: random.Random) -> Iterator[list[Any]]:
    """Yield entries in another order, some repeatedly, in batches of different sizes."""
    mixed = [*entries, *(dice.choice(entries) for _ in entries)]
    dice.shuffle(mixed)
    while mixed:
        size = dice.randint(1, len(mixed))
        yield mixed[:size]
        del mixed[:size]


def send(device: ApiClient, batches: Sequence[list[Any]]) -> int:
    """Send batches one after another; return how many entries were new."""
    added = 0
    for batch in batches:
        answer = device.post("/learning/entries", {"entries": batch})
        assert (answer.status_code, answer.json.get("refused")) == (200, []), answer.json
        added += answer.json["added"]
    return added


def schedule(device: ApiClient) -> list[Any]:
    """Return all that a player is told of the log."""
    return [device.get(path).json for path in ("/learning", "/learning/due?most=50")]


@settings(max_examples=10 * (SOAK or 1))
@given(logs(), st.randoms(use_true_random=False))
def test_order_repetition_batches_and_devices_change_nothing(
    place: Place, entries: list[dict[str, Any]], dice: random.Random
) -> None:
    whole, _ = place.devices()
    assert send(whole, [entries]) == len(entries)
    devices = place.devices()
    ways = [(device, list(in_batches(entries, dice))) for device in devices]
    sent = at_once(*(functools.partial(send, *way) for way in ways))
    assert failures(sent) == []
    assert sum(one for one in sent if isinstance(one, int)) == len(entries)
    assert schedule(devices[0]) == schedule(devices[1]) == schedule(whole)
    first, second = place.progress(devices[0].id)
    assert first == second
    (wanted, _) = place.progress(whole.id)
    assert first.cards == wanted.cards
    kept = devices[1].get("/learning/entries").json["entries"]
    assert sorted(one["id"] for one in kept) == sorted(one["id"] for one in entries)


def test_a_card_that_comes_late_judges_the_attempts_before_it(place: Place) -> None:
    device, other = place.devices()
    wrong, right, *_ = map(str, MISPLAYED.legal_moves)
    tried = {
        "kind": "attempt", "id": "attempt-1", "at": BEGIN + DAY, "subject": CARD,
        "move": right, "right": False, "milliseconds": 0, "hints": 0,
    }  # fmt: skip
    send(device, [[tried]])
    assert other.get("/learning/due").json["cards"] == []
    card = Card(
        id="card-0001", at=BEGIN, subject=CARD, position=str(MISPLAYED),
        played=wrong, best=(right,), loss=4.0, values={wrong: -3.0, right: 1.0},
    )  # fmt: skip
    send(other, [[entry_to_dict(card)]])
    (shown,) = device.get("/learning/due").json["cards"]
    assert (shown["attempts"], shown["lapses"]) == (1, 0)
    assert {one["move"]: one["loss"] for one in shown["moves"]}[wrong] == 4.0


def test_a_log_that_is_read_back_is_the_log(place: Place) -> None:
    device, _ = place.devices()
    wrong, right, *_ = map(str, MISPLAYED.legal_moves)
    entries: list[Entry] = [
        Dropped(id="dropped-1", at=BEGIN, subject=CARD),
        Card(
            id="card-0001", at=BEGIN, subject=CARD, position=str(MISPLAYED), played=wrong,
            best=(right,), loss=4.5, line=(right,), source="mine", disc=6, is_exact=True,
            values={right: 2.0},
        ),
    ]  # fmt: skip
    send(device, [list(map(entry_to_dict, entries))])
    kept = device.get("/learning/entries").json["entries"]
    assert [entry_from_dict(one) for one in kept] == entries
