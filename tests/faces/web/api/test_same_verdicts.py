"""The page, the server and the command line come to the same verdicts; `make soak` reviews more."""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import outflank
from outflank.analysis.review_rules import budget_for
from outflank.cli import main
from outflank.engine.solvers import open_solver
from outflank.engine.solving import SolvingEngine
from outflank.play.record import record
from outflank.play.setup import Player, Setup
from outflank.rules import BLACK, PASS, Game, Ply, Position, Variant, find_variant
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import Terms
from support.engines.browser_review import values_from_browser
from support.server.api_clients import ApiServer
from support.server.app_client import lift_limits
from support.server.server_process import wait_until

pytestmark = [pytest.mark.native, pytest.mark.system("node")]

SOAK = "OUTFLANK_SOAK" in os.environ
GAMES = 100 if SOAK else 50
# Variant, size, and the empty squares at the start; one more than is solved in `make soak`.
KINDS = [
    (find_variant(name), size, budget_for(find_variant(name).start(size)).solved + 1)
    if SOAK
    else (find_variant(name), size, empties)
    for name, size, empties in (
        ("classic", 8, 10),
        ("classic", 6, 12),
        ("classic", 10, 8),
        ("anti", 8, 8),
        ("yesno", 8, 5),
    )
]


class Verdict(NamedTuple):
    """What a review says of a move, as far as all have to say the same."""

    move: str
    is_mistake: bool
    score: float
    best: float
    kinds: tuple[str, str]
    loss: float
    wins_less_often: bool


def verdicts(review: dict[str, Any]) -> list[Verdict]:
    return [
        Verdict(
            one["move"],
            one["mistake"],
            round(one["score"]["discs"], 2),
            round(one["best"]["discs"], 2),
            (one["score"]["kind"], one["best"]["kind"]),
            round(one["loss"], 2),
            "fewer_wins" in codes_of(one),
        )
        for one in review["moves"]
    ]


def codes_of(one: dict[str, Any]) -> list[str]:
    """Return what was wrong with a move, as the server or as the command line writes it."""
    return [found if isinstance(found, str) else found["code"] for found in one["findings"]]


def late_position(variant: Variant, size: int, empties: int, dice: random.Random) -> Position:
    """Return a position after random moves, in which a square can be played."""
    while True:
        position = variant.start(size)
        while not position.is_over and position.board.empties > empties:
            if position.awaits_answer:
                position = position.hear(dice.choice(list(variant.answers)))
            position = position.play(dice.choice(list(position.legal_moves)))
        if not position.is_over and position.legal_moves.squares:
            return position


def played(api: ApiServer, start: Position, dice: random.Random) -> LiveRoom:
    """Play a match of random moves from a position to its end."""
    players = [api.server.accounts.register(f"{dice.random()}")[0] for _ in range(2)]
    setup = Setup(
        players=tuple(Player(f"#{one.id}", f"bot:{one.id}") for one in players),  # type: ignore[arg-type]
        start=start,
        oracle=f"drawn:{dice.randrange(100)}" if start.variant.answers else "",
    )
    room = api.server.registry.open(setup, Terms(players[0].id, players[1].id))
    while not room.is_over:
        wait_until(lambda: room.is_over or not room.state.position.awaits_answer, "an answer")
        if not room.is_over:
            room.play(dice.choice(list(room.state.position.legal_moves.squares)))
    return room


@pytest.fixture(scope="module")
def solver() -> Iterator[SolvingEngine]:
    """The engine of `outflank.solve`, opened once."""
    with open_solver(threads=1, hash_mb=1) as opened:
        yield opened


def solved_value(position: Position, solver: SolvingEngine) -> float:
    """Return the value of a position for the side to move, from the solver or the result."""
    outcome = position.outcome
    if outcome is None:
        score = solver.solve(position).score
        assert score is not None
        return score.discs
    ahead = outcome.margin(empties_to_winner=True)
    ahead = ahead if position.turn is BLACK else -ahead
    return -ahead if position.variant.fewest_wins else ahead


def truth(ply: Ply, solver: SolvingEngine) -> tuple[float, float]:
    """Return the values of a move and of the best one.

    With an oracle the best move is the one that wins most often; another may bring more discs.
    """
    score = -solved_value(replace(ply.position, answer=None), solver)
    return score, max(score, solved_value(ply.parent.position, solver))


def solved_plies(game: Game) -> Iterator[tuple[int, Ply]]:
    """Yield the plies whose position every review solves."""
    most = budget_for(game.start).solved
    for number, ply in enumerate(game.mainline()):
        if ply.parent.position.board.empties <= most:
            yield number, ply


def by_command_line(
    games: list[Game],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> list[dict[str, Any]]:
    """Return the reviews of `outflank review`."""
    monkeypatch.setenv("OUTFLANK_HOME", str(folder))
    file = folder / "games.json"
    outflank.write(games, file)
    words = ["outflank", "review", str(file), "--json", "--concurrency", "1"]
    monkeypatch.setattr(sys, "argv", words)
    capsys.readouterr()
    with pytest.raises(SystemExit):
        main()
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["games"]
    return found


def by_server(api: ApiServer, room: LiveRoom) -> dict[str, Any]:
    """Return the server's own review of a match."""
    path = f"/matches/{room.name}/review"
    api.server.reviews.request(room)
    wait_until(lambda: api.server.reviews.state(room).status in ("done", "failed"), "the review")
    return dict(api.anybody.get(path).json["review"])


def test_page_server_and_command_line_agree_with_each_other_and_with_the_solver(
    api: ApiServer,
    solver: SolvingEngine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lift_limits(api.app)
    dice = random.Random(30)
    kinds = sorted(islice(cycle(KINDS), GAMES), key=KINDS.index)
    rooms = [played(api, late_position(*kind, dice), dice) for kind in kinds]
    games = []
    for room in rooms:
        with room.reading() as match:
            games.append(record(match))
    on_page = values_from_browser(games)
    on_command_line = by_command_line(games, tmp_path, monkeypatch, capsys)
    compared = mistakes = less_often = 0
    for game, room, values, printed in zip(games, rooms, on_page, on_command_line, strict=True):
        body = {"game": json.loads(outflank.write(game, format="json")), "values": values}
        answer = api.anybody.post("/analysis/review", body)
        assert answer.status_code == 200, answer.json
        own = by_server(api, room)
        reviews = verdicts(answer.json), verdicts(own), verdicts(printed)
        for number, ply in solved_plies(game):
            page, server, command_line = (review[number] for review in reviews)
            where = game.start, game.moves, number
            assert page == server == command_line, where
            if ply.move is not PASS:
                expected = pytest.approx(truth(ply, solver), abs=0.01)
                assert (page.score, page.best) == expected, where
            if page.wins_less_often:
                told = [each["moves"][number]["sentences"] for each in (answer.json, own)]
                assert told[0] == told[1], where
            compared += 1
            mistakes += page.is_mistake
            less_often += page.wins_less_often
    assert compared > 5 * GAMES
    assert mistakes > GAMES // 2
    assert less_often > 0
