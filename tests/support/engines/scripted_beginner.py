"""People who have just learned the rules, as programs: who should win a first game against whom.

What beginners do is told by those who teach them (B. Rose, "Othello: A Minute to Learn... A
Lifetime to Master", 2005; R. Fang, "Othello: From Beginner to Master", 2003): they turn as many
discs as they can, take a corner when they see one, like the edges because discs look safe there,
and learn later that a move next to an empty corner gives it away, that a move should be judged by
the reply, and that the last move counts. How people err in such games was measured by B. van
Opheusden et al., "Expertise increases planning depth in human gameplay", Nature 618 (2023): they
overlook part of what is on the board, judge with noise, and now and then play without looking.

So a scripted beginner looks at its own move only. It never looks at a reply, knows nothing of the
squares next to corners, and does not count who has the last move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from outflank.engine import Analysis, Engine, Task
from outflank.rules import Position, Square, SquareSet

__all__ = ["ADULT", "CHILD", "Beginner", "ScriptedBeginner"]


@dataclass(frozen=True, slots=True)
class Beginner:
    """How well a beginner looks; chances are from 0 to 1.

    A move that turns n discs is overlooked with the chance `overlooks` / n, a corner with the
    chance `misses_corner`. The count of turned discs is off by `miscount` on average. An edge looks
    as good as `edge` discs more, and one beside an own corner, where discs stay, as `safe` more.
    With the chance `drifts` any move is played.
    """

    name: str
    overlooks: float
    misses_corner: float
    miscount: float
    edge: float
    safe: float
    drifts: float


ADULT: Final = Beginner("adult in the first week", 0.2, 0.0, 1.2, 0.25, 1.0, 0.0)
CHILD: Final = Beginner("child of eight", 0.6, 0.3, 1.6, 0.5, 0.0, 0.1)


class ScriptedBeginner(Engine):
    """Plays as a beginner does; equal seeds repeat its moves."""

    def __init__(self, beginner: Beginner = ADULT, *, seed: int | None = None) -> None:
        self.name = beginner.name
        self.seed = seed
        self._beginner = beginner

    @classmethod
    def maker(cls, beginner: Beginner) -> Callable[[], ScriptedBeginner]:
        """Return a function that makes this beginner, for matches."""

        def make() -> ScriptedBeginner:
            return cls(beginner)

        make.__name__ = beginner.name.replace(" ", "_")
        return make

    def think(self, task: Task) -> Analysis:
        """Take a corner in sight, otherwise the move that seems to turn the most discs."""
        position, dice, who = task.position, task.random("beginner"), self._beginner
        moves = list(position.legal_moves.squares)
        if dice.random() < who.drifts:
            return Analysis.of(dice.choice(moves))
        seen = [move for move in moves if dice.random() >= self._chance_to_miss(position, move)]
        seen = seen or moves
        likes_corners = not position.variant.fewest_wins
        corners = [move for move in seen if likes_corners and move in _corners(position)]
        if corners:
            return Analysis.of(dice.choice(corners))

        def looks_worth(move: Square) -> float:
            looks = discs_gained(position, move) + dice.gauss(0, who.miscount)
            if likes_corners and move in SquareSet.edges(position.size):
                looks += who.edge + (who.safe if _is_beside_own_corner(position, move) else 0.0)
            return looks

        return Analysis.of(max(seen, key=looks_worth))

    def _chance_to_miss(self, position: Position, move: Square) -> float:
        if move in _corners(position):
            return self._beginner.misses_corner
        return self._beginner.overlooks / max(1, len(position.place(move).turned))


def discs_gained(position: Position, move: Square) -> float:
    """Count the discs that a move turns for its side, against it where the fewest discs win."""
    board = position.place(move).on(position.board)
    own, other = position.turn, position.turn.opponent
    lead = board.count(own) - board.count(other)
    gained = (lead - position.board.count(own) + position.board.count(other)) / 2
    return -gained if position.variant.fewest_wins else gained


def _is_beside_own_corner(position: Position, move: Square) -> bool:
    own = _corners(position) & position.board.discs(position.turn)
    return any(move in position.board.neighbours(corner) for corner in own)


def _corners(position: Position) -> SquareSet:
    return SquareSet.corners(position.size)
