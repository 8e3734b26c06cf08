"""Reviews by the page's script and the engine compiled for browsers, run in Node."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from outflank.rules import BLACK, Game, Position

__all__ = ["values_from_browser"]

_PATIENCE = 280.0  # seconds


def _position_on_page(position: Position) -> dict[str, Any]:
    """Return a position as pages write it."""
    return {
        "size": position.size,
        "variant": position.variant.name,
        "board": str(position.board),
        "turn": "black" if position.turn is BLACK else "white",
        "answer": None if position.answer is None else position.answer.value,
    }


def values_from_browser(games: Sequence[Game]) -> list[list[dict[str, Any]]]:
    """Have the moves of games valued as a page does; return the values that it sends."""
    script = Path(__file__).with_name("review_in_browser_engine.mjs")
    done = subprocess.run(
        ["node", script],
        input=json.dumps([_game_on_page(game) for game in games]),
        capture_output=True,
        text=True,
        check=False,
        timeout=_PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    found: list[list[dict[str, Any]]] = json.loads(done.stdout)
    return found


def _game_on_page(game: Game) -> dict[str, Any]:
    odds = game.start.variant.answers
    return {
        "size": game.start.size,
        "variant": game.start.variant.name,
        "odds": {"yes": 0, "no": 0, "maybe": 0, **{one.value: odds[one] for one in odds}}
        if odds
        else None,
        "plies": [
            {
                "move": str(ply.move),
                "before": _position_on_page(ply.parent.position),
                "after": _position_on_page(replace(ply.position, answer=None)),
            }
            for ply in game.mainline()
        ],
    }
