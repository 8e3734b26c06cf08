"""A learner in tests: a clock that is turned by hand, and a log with cards of a real game."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from outflank.analysis import Finding, Puzzle
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.learning import Attempt, Card, mistake_subject
from outflank.rules import Position, Square

DAY = 24 * 3600.0


class HandClock:
    """Seconds since 1970, at first noon of 19 November 2026 in UTC."""

    def __init__(self) -> None:
        self.seconds = datetime(2026, 11, 19, 12, tzinfo=UTC).timestamp()

    def __call__(self) -> float:
        return self.seconds

    def turn(self, seconds: float) -> None:
        self.seconds += seconds


def best_of(puzzle: Puzzle) -> Square:
    return max(puzzle.known, key=lambda square: puzzle.known[square].discs)


def worst_of(puzzle: Puzzle) -> Square:
    return min(puzzle.known, key=lambda square: puzzle.known[square].discs)


def late_position() -> Position:
    """Return a position with six empty squares, which is solved in no time."""
    return Position.parse(
        "OOOOOOOO XXXOOOOO -XOXOOOO OOXOOXOO OXOXXXXO OXOXXOXO OOXOOXX- ---XX-XO X"
    )


def mistake(at: int, *, position: Position | None = None, **changes: object) -> Card:
    """Return a card of a position of which a3 is the best move."""
    position = position or late_position()
    values: dict[str, object] = {
        "id": f"card-{at:08}",
        "at": at,
        "subject": mistake_subject(position),
        "position": str(position),
        "played": "a8",
        "best": ("a3",),
        "loss": 26.0,
        "line": ("a3", "h7", "f8"),
        "findings": (Finding("missed_corner", {"corner": "h8"}),),
        "source": "Ann - Bob",
        "disc": 55,
        "is_exact": True,
    }
    return Card(**{**values, **changes})  # type: ignore[arg-type]


def attempts(learner: LocalLearner) -> list[Attempt]:
    return [entry for entry in learner.entries if isinstance(entry, Attempt)]


def learner_with_a_card(folder: Path, clock: HandClock) -> LocalLearner:
    learner = LocalLearner(folder, clock=clock)
    learner.record(mistake(learner.now - 1000))
    return learner
