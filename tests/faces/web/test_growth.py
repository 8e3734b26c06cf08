"""What a move asks of the database does not depend on how much is stored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from support.server.api_clients import ApiClient, ApiServer
from support.server.app_client import AppClient, left_to_threads, stop_app
from support.server.competition_server import HandClock, database_in, first_move, open_server
from support.server.web_games import begin_pair
from support.storage.growth import grow
from support.storage.statements import Statements


class Cost(NamedTuple):
    """What a whole game asked: the number of statements, their bytes, and the bytes answered."""

    statements: int
    bytes: int
    answered: int


@pytest.fixture(params=["sqlite", "postgresql"])
def asked_and_api(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[tuple[Statements, ApiServer]]:
    with database_in(tmp_path, request.param), Statements() as asked:
        server = open_server(tmp_path, HandClock())
        api = ApiServer(server)
        yield asked, api
        stop_app(api.app)
        server.close()


def play(asked: Statements, api: ApiServer) -> tuple[str, Cost]:
    """Play a game with always the same moves; return its name and its cost."""
    pair = begin_pair(api.server, size=6)
    asked.clear()
    answered = 0
    while not pair.room.is_over:
        turn, square = first_move(pair.room)
        with pair.room.reading() as match:
            key = pair.key(match.position.turn)
        answer = ApiClient(api.app, key).move(pair.room.name, turn, str(square))
        assert answer.status_code == 200, answer.text
        answered += len(answer.text)
    return pair.room.name, Cost(len(asked.of_requests), asked.size, answered)


def undisturbed(asked: Statements, api: ApiServer) -> Cost:
    """Return what a game costs without background work, such as signing and naming openings.

    The background disturbs a game now and then, so this is the least cost, which two games had.
    """
    costs: list[Cost] = []
    while costs.count(least := min(costs, default=Cost(0, 0, 0))) < 2:
        assert len(costs) < 20, costs
        name, cost = play(asked, api)
        assert len(api.server.registry.room(name).state.moves) == 32
        costs.append(cost)
    return least


def test_a_move_costs_the_same_with_few_and_with_many_matches_and_accounts(
    asked_and_api: tuple[Statements, ApiServer],
) -> None:
    asked, api = asked_and_api
    name, _ = play(asked, api)  # after which the statements are compiled
    before = undisturbed(asked, api)
    assert before.statements > 30  # at least one a move
    grow(api.server.database, name, accounts=5_000, matches=500)
    assert undisturbed(asked, api) == before


# What a game of 32 moves may ask: statements and their bytes, with its beginning and its end.
MOST = {"sqlite": (66, 23_300), "postgresql": (35, 33_400)}


def test_a_move_needs_few_statements_and_no_other_thread(
    asked_and_api: tuple[Statements, ApiServer], request: pytest.FixtureRequest
) -> None:
    asked, api = asked_and_api
    play(asked, api)
    before = left_to_threads(api.app)
    cost = undisturbed(asked, api)
    statements, size = MOST[request.node.callspec.params["asked_and_api"]]
    assert cost.statements <= statements
    assert cost.bytes <= size
    assert left_to_threads(api.app) == before


def test_the_simple_routes_leave_only_refused_moves_to_other_threads(
    asked_and_api: tuple[Statements, ApiServer],
) -> None:
    _, api = asked_and_api
    pair, client = begin_pair(api.server, size=6), AppClient(api.app)
    for key in (pair.black, pair.white):  # which are read from the database once
        client.get(f"/boards/{key}")
    before, refused = left_to_threads(api.app), 0
    while not pair.room.is_over:
        _, square = first_move(pair.room)
        with pair.room.reading() as match:
            turn = match.position.turn
        key = pair.key(turn)
        assert client.get(f"/move_needed/{key}").text == "true"
        moved = client.post(f"/move/{key}/{square.col}/{square.row}")
        assert moved.json == {"error": None}
        # Another square than the one just played, which would be a repeat.
        is_other = str(square) != "a1" and pair.room.state.position.turn is not turn
        if is_other and not pair.room.is_over:
            assert client.post(f"/move/{key}/0/0").json == {"error": "played out of turn"}
            refused += 1
    assert refused > 10
    assert left_to_threads(api.app) == before + refused  # where each is explained
