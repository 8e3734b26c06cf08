"""The wire forms of puzzles: positions with a best move to find, and the score of every move."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from outflank.faces.web.wire.schemas.patterns import described_pattern
from outflank.faces.web.wire.schemas.values import Cells, ColorName, MoveName, Plain

__all__ = [
    "DailyPuzzle",
    "Day",
    "Difficulty",
    "PuzzleId",
    "PuzzleList",
    "PuzzleObject",
    "PuzzleQuery",
    "SubjectName",
    "ValuedMove",
]

PuzzleId = Annotated[str, described_pattern("puzzle", "^[a-z2-7]{10}$")]
SubjectName = Annotated[
    str,
    described_pattern(
        "subject", "^((puzzle|mistake|opening)/[a-z2-7]{10}|lesson/[a-z0-9_.]{1,60})$"
    ),
]
Day = Annotated[str, Meta(description="a date in UTC, such as 2026-11-19")]
Difficulty = Literal["easiest", "easier", "normal", "harder", "hardest"]


class ValuedMove(Plain, frozen=True):
    """What a move is worth for the side to move, and what it gives away; null if unknown."""

    move: MoveName
    score: Annotated[float, Meta(description="discs ahead in the end")] | None
    loss: Annotated[float, Meta(ge=0, description="discs that it gives away")] | None


class PuzzleObject(Plain, frozen=True):
    """A puzzle with the exact score of every move."""

    id: PuzzleId
    subject: SubjectName
    size: int
    variant: str
    board: Cells
    turn: ColorName
    moves: list[ValuedMove]
    themes: Annotated[list[str], Meta(description="what kind of moves it is about")]
    rating: Annotated[float, Meta(description="how hard it is, on the scale of solvers' ratings")]
    number: Annotated[int, Meta(ge=1, description="its place among the server's puzzles")]


class PuzzleQuery(Plain, frozen=True):
    """Which puzzles are wanted: about a theme, and how hard for the caller."""

    theme: Annotated[str, Meta(max_length=32)] | UnsetType = UNSET
    difficulty: Difficulty = "normal"
    most: Annotated[int, Meta(ge=1, le=50)] = 10


class PuzzleList(Plain, frozen=True):
    """Puzzles that the caller has not tried, and the caller's rating."""

    puzzles: list[PuzzleObject]
    rating: Annotated[float, Meta(description="null without a key")] | None


class DailyPuzzle(Plain, frozen=True):
    """The puzzle of a day, the same for everybody."""

    date: Day
    puzzle: PuzzleObject
