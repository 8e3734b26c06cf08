"""The games for checking a bot: their terms, the opponent's plan and the network fault."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from outflank.rules import Color, Move, Position
from outflank.texts import Text

__all__ = ["SCRIPT", "Disturbance", "ScriptedGame"]

Plan = Callable[[Position], Move]


class Disturbance(Enum):
    """The network fault that is injected while a game is played."""

    NONE = "nothing"
    CUT_REPLY = "the reply to a move is lost"
    CUT_STREAM = "a stream is cut in the middle"
    REFUSE = "a move is answered 503 with Retry-After"


@dataclass(frozen=True, slots=True)
class ScriptedGame:
    """One scripted game; `color` is the bot's."""

    name: str
    plan: Plan
    size: int = 8
    color: str = "black"
    clock: str = "none"
    variant: str = "classic"
    disturbance: Disturbance = Disturbance.NONE

    @property
    def text(self) -> Text:
        """The name of the game as a text of the catalogue."""
        return Text(f"client.check.games.{self.name.replace(' ', '_').replace('-', '_')}")


def any_move(position: Position) -> Move:
    """Choose a random move, always the same one in the same position.

    >>> from outflank.rules import Classic
    >>> any_move(Classic().start()) == any_move(Classic().start())
    True
    """
    return random.Random(position.hash64()).choice(list(position.legal_moves))


def to_a_pass(position: Position) -> Move:
    """Choose the move after which the other side is most likely to have to pass."""
    return _likeliest(position, _pass_chance)


def to_a_wipe_out(position: Position) -> Move:
    """Choose the move after which one side is most likely to lose all its discs."""
    return _likeliest(position, _wipe_out_chance)


def _likeliest(position: Position, chance: Callable[[Position, Color], float]) -> Move:
    """Choose the move with the highest chance if the other side plays at random."""
    own = position.turn
    return max(position.legal_moves, key=lambda move: (chance(position.play(move), own), str(move)))


@functools.lru_cache(maxsize=200_000)
def _pass_chance(position: Position, own: Color) -> float:
    if position.is_over:
        return 0.0
    if position.must_pass and position.turn is not own:
        return 1.0
    return _average_or_best(position, own, _pass_chance)


@functools.lru_cache(maxsize=200_000)
def _wipe_out_chance(position: Position, own: Color) -> float:
    if position.is_over:
        return float(not all(position.board.count(color) for color in Color))
    return _average_or_best(position, own, _wipe_out_chance)


def _average_or_best(
    position: Position, own: Color, chance: Callable[[Position, Color], float]
) -> float:
    chances = []
    for move in position.legal_moves:
        chances.append(chance(position.play(move), own))
        if position.turn is own and chances[-1] == 1:
            return 1.0
    return max(chances) if position.turn is own else sum(chances) / len(chances)


# Games that aim for a pass or a wipe-out are on 4x4, where all continuations can be computed.
SCRIPT: tuple[ScriptedGame, ...] = (
    ScriptedGame("a game with black", any_move),
    ScriptedGame("a game with white", any_move, color="white"),
    ScriptedGame("a small board", any_move, size=6),
    ScriptedGame("a pass", to_a_pass, size=4),
    ScriptedGame("a wipe-out", to_a_wipe_out, size=4, color="white"),
    ScriptedGame("a wipe-out of the other side", to_a_wipe_out, size=4),
    ScriptedGame("clock pressure", any_move, size=6, color="white", clock="1s/move"),
    ScriptedGame("a lost reply", any_move, size=6, disturbance=Disturbance.CUT_REPLY),
    ScriptedGame(
        "a cut stream", any_move, size=6, color="white", disturbance=Disturbance.CUT_STREAM
    ),
    ScriptedGame("a busy server", any_move, size=6, disturbance=Disturbance.REFUSE),
)
