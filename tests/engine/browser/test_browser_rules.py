"""The rules that pages use are those of the library; `make soak` plays many more games."""

import os
import random
from typing import Any

import pytest

from outflank.rules import BLACK, SIZES, Anti, Classic, Position, Variant, YesNo
from support.engines.browser_core import COMMITTED_CORE, ask_browser_core

pytestmark = pytest.mark.system("node")

# Of each size and variant, and of the large boards, on which games are long.
GAMES, LARGE_GAMES = (100, 20) if "OUTFLANK_SOAK" in os.environ else (3, 1)


def shown(position: Position) -> dict[str, Any]:
    """A position as pages write it."""
    turn = "black" if position.turn is BLACK else "white"
    board = str(position.board)
    return {"size": position.size, "variant": position.variant.name, "board": board, "turn": turn}


def random_game(variant: Variant, size: int, seed: int) -> tuple[dict[str, Any], list[Any]]:
    """Return a game as a task and what must be found at each of its plies."""
    chance = random.Random(seed)
    position = variant.start(size)
    task: dict[str, Any] = {"kind": "walk", "position": shown(position), "moves": [], "answers": []}
    plies = []
    while not position.is_over:
        answer = chance.choice(["yes", "no", "maybe"]) if position.awaits_answer else None
        heard = position if answer is None else position.hear(answer)
        move = chance.choice(list(heard.legal_moves))
        after = heard.play(move)
        before, now = str(position.board), str(after.board)
        changed = {at for at, sign in enumerate(before) if sign != "-" and sign != now[at]}
        task["moves"].append(str(move))
        task["answers"].append(answer)
        plies.append(
            {
                "legal": {str(square) for square in position.legal_moves.squares},
                "over": False,
                "flips": {f"{chr(97 + at % size)}{at // size + 1}" for at in changed},
                "position": shown(after),
            }
        )
        position = after
    return task, plies


def test_whole_games_go_as_in_the_library() -> None:
    games = [
        random_game(variant, size, seed)
        for variant in (Classic(), Anti(), YesNo())
        for size in SIZES
        for seed in range(GAMES if size <= 8 else LARGE_GAMES)
    ]
    walks = ask_browser_core(COMMITTED_CORE, [task for task, _ in games])
    for (task, expected), walk in zip(games, walks, strict=True):
        found = [
            {
                "legal": set(ply["legal"]),
                "over": ply["isOver"],
                "flips": set(ply["flips"]),
                "position": {name: ply["position"][name] for name in task["position"]},
            }
            for ply in walk
        ]
        assert found == expected, task
