"""Accuracy: how well a side played in each phase of the game, in per cent and in discs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from outflank.analysis.review import ReviewedMove
from outflank.analysis.review_rules import RULES
from outflank.analysis.reviewed_game import ReviewedGame
from outflank.rules import BLACK, PASS, WHITE, Color

__all__ = ["PHASES", "Accuracy", "PlayerAccuracy", "accuracy_of_players", "phase_of"]

PHASES: Final = ("opening", "middle game", "endgame")


@dataclass(slots=True)
class Accuracy:
    """How well a side played some of its moves.

    A move that loses nothing counts 1, and every four discs that it loses halve that; `percent` is
    the average. Passes do not count.

    >>> Accuracy().percent is None
    True
    """

    moves: int = 0
    lost: float = 0.0
    points: float = 0.0
    mistakes: int = 0

    def add(self, move: ReviewedMove) -> None:
        """Count one more move."""
        self.moves += 1
        self.lost += move.loss
        self.points += 0.5 ** (move.loss / RULES.thresholds.halving_loss)
        self.mistakes += move.is_mistake

    @property
    def percent(self) -> float | None:
        """The accuracy in per cent, or None without moves."""
        return 100 * self.points / self.moves if self.moves else None

    @property
    def shown(self) -> str:
        """The accuracy in tables, such as "87 %"; empty without moves."""
        return "" if self.percent is None else f"{self.percent:.0f} %"

    @property
    def average_loss(self) -> float | None:
        """How many discs a move lost on average, or None without moves."""
        return self.lost / self.moves if self.moves else None

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values for JSON."""
        percent, loss = self.percent, self.average_loss
        return {
            "moves": self.moves,
            "lost": round(self.lost, 2),
            "average_loss": None if loss is None else round(loss, 3),
            "accuracy": None if percent is None else round(percent, 1),
            "mistakes": self.mistakes,
        }


@dataclass(slots=True)
class PlayerAccuracy:
    """The accuracy of a player, in total and by phase, and how often each finding occurred."""

    name: str
    games: int = 0
    whole: Accuracy = field(default_factory=Accuracy)
    phases: dict[str, Accuracy] = field(
        default_factory=lambda: {phase: Accuracy() for phase in PHASES}
    )
    findings: Counter[str] = field(default_factory=Counter)

    def add(self, move: ReviewedMove, size: int) -> None:
        """Count one more move, unless it is a pass."""
        if move.move is PASS:
            return
        self.whole.add(move)
        self.phases[phase_of(move.empties, size)].add(move)
        self.findings.update(finding.code for finding in move.findings)

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values for JSON."""
        return {
            "player": self.name,
            "games": self.games,
            **self.whole.to_dict(),
            "phases": {name: phase.to_dict() for name, phase in self.phases.items()},
            "findings": dict(self.findings.most_common()),
        }


def phase_of(empties: int, size: int) -> str:
    """Return the phase of the game; each phase fills a third of the squares.

    >>> [phase_of(empties, 8) for empties in (60, 41, 40, 21, 20, 1)]
    ['opening', 'opening', 'middle game', 'middle game', 'endgame', 'endgame']
    """
    played = size * size - 4
    return PHASES[0 if 3 * empties > 2 * played else 1 if 3 * empties > played else 2]


def accuracy_of_players(games: Iterable[ReviewedGame]) -> list[PlayerAccuracy]:
    """Return the accuracy of every player of some games, in the order of their first games.

    Sides without a name are called Black and White.
    """
    found: dict[str, PlayerAccuracy] = {}
    for game in games:
        sides: dict[Color, PlayerAccuracy] = {}
        for color in (BLACK, WHITE):
            name = game.name(color)
            sides[color] = found.setdefault(name, PlayerAccuracy(name))
        for player in {id(side): side for side in sides.values()}.values():
            player.games += 1
        for move in game.review.moves:
            sides[move.color].add(move, game.start.size)
    return list(found.values())
