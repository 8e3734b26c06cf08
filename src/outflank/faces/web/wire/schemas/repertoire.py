"""The wire forms of openings to learn: a repertoire, replies, lines to drill, survival runs."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from outflank.faces.web.wire.schemas.analysis import MoveText
from outflank.faces.web.wire.schemas.puzzles import SubjectName
from outflank.faces.web.wire.schemas.values import (
    MAX_NUMBER,
    Cells,
    ColorName,
    MoveName,
    Number,
    Plain,
    SquareName,
)

__all__ = [
    "DrillLineObject",
    "DrillLines",
    "DrillQuery",
    "DrillStepObject",
    "LeftBookAnswer",
    "LeftBookObject",
    "LineDecision",
    "LineDecisions",
    "LineQuery",
    "OpeningGap",
    "OpeningPosition",
    "OpeningPositionQuery",
    "OpeningReply",
    "RepertoireDecision",
    "RepertoireObject",
    "RepertoireQuery",
    "SurvivalQuery",
    "SurvivalState",
    "ToMemoriseObject",
]


Share = Annotated[float, Meta(ge=0, le=1)]
Way = Annotated[list[MoveName], Meta(description="the moves from the start, with passes")]
OpeningWord = Annotated[str, Meta(description="the last name on the way, or empty")]
Seed = Annotated[int, Meta(ge=0, le=MAX_NUMBER, description="the same seed draws the same")]
SourceName = Annotated[
    Literal["games", "own", "book"],
    Meta(
        description="games: the server's index of played games; own: your own matches; "
        "book: our opening book"
    ),
]
LostDiscs = Annotated[float | None, Meta(description="discs it gives away by our book, or null")]


class RepertoireQuery(Plain, frozen=True):
    """How often a reply must be played to count."""

    share: Share = 0.05


class RepertoireDecision(Plain, frozen=True):
    """A decision with the way from the start to it; `reached` is whether there is one."""

    subject: SubjectName
    color: ColorName
    cells: Cells
    answers: list[SquareName]
    way: Way
    opening: OpeningWord
    reached: bool
    due: bool


class OpeningGap(Plain, frozen=True):
    """A frequent position without an answer; `chance` is how often games come there."""

    way: Way
    opening: OpeningWord
    chance: Share


class ToMemoriseObject(Plain, frozen=True):
    """How much there is to memorise as one side, and what is missing."""

    color: ColorName
    decisions: Number
    gaps: list[OpeningGap]


class RepertoireObject(Plain, frozen=True):
    """Your decisions, those nearest to the start first."""

    decisions: list[RepertoireDecision]
    memorise: list[ToMemoriseObject]
    source: SourceName


class OpeningPositionQuery(Plain, frozen=True):
    """Moves from the start; passes may be left out."""

    moves: MoveText = ""


class OpeningReply(Plain, frozen=True):
    """A move; `share` is how often it is played, null if the source does not know the position."""

    move: SquareName
    share: Share | None
    games: Number
    loss: LostDiscs
    opening: Annotated[str, Meta(description="the name of the position after it, or empty")]


class OpeningPosition(Plain, frozen=True):
    """A position of the opening: what is played there, and your own answers."""

    subject: SubjectName
    cells: Cells
    turn: ColorName
    way: Way
    opening: OpeningWord
    answers: list[SquareName]
    source: SourceName | None
    moves: list[OpeningReply]


class DrillQuery(Plain, frozen=True):
    """Which lines are wanted."""

    color: Literal["black", "white", "both"] = "both"
    most: Annotated[int, Meta(ge=1, le=50)] = 10
    seed: Seed | None = None


class DrillStepObject(Plain, frozen=True):
    """A move of a line; without a `subject` nothing is asked."""

    cells: Cells
    turn: ColorName
    move: SquareName
    subject: Annotated[str, Meta(description="of the decision that is asked for, or empty")]
    answers: Annotated[list[SquareName], Meta(description="all right moves")]


class DrillLineObject(Plain, frozen=True):
    """A line from the start to the last decision on it."""

    color: ColorName
    opening: OpeningWord
    steps: list[DrillStepObject]


class DrillLines(Plain, frozen=True):
    """Lines to drill, those with due decisions first."""

    lines: list[DrillLineObject]
    source: SourceName


class SurvivalQuery(Plain, frozen=True):
    """A run: your side, the seed, and your own moves until now."""

    color: ColorName = "black"
    moves: MoveText = ""

    seed: Seed = 0


class SurvivalState(Plain, frozen=True):
    """Where a run is.

    After a wrong move, `state` is left, and the position is the one in which it was made.
    """

    state: Annotated[
        Literal["asks", "left", "end"],
        Meta(description="end: the book knows no further"),
    ]
    survived: Number
    subject: Annotated[str, Meta(description="of the decision to be made now")]
    cells: Cells
    turn: ColorName
    way: Way
    opening: OpeningWord
    right: Annotated[list[SquareName], Meta(description="the right moves")]
    loss: Annotated[float | None, Meta(description="discs that your last move gave away")]


class LineQuery(Plain, frozen=True):
    """An opening's name or a line of moves, and whose moves are the answers."""

    line: Annotated[str, Meta(min_length=1, max_length=200)]
    color: ColorName


class LineDecision(Plain, frozen=True):
    """A decision that the line would add: an entry of the log, and what its answer gives away."""

    subject: SubjectName
    position: Annotated[str, Meta(description="cells and side, as an entry has them")]
    moves: list[SquareName]
    added: SquareName
    loss: LostDiscs


class LineDecisions(Plain, frozen=True):
    """What a line would add; nothing is stored. Send the entries to /learning/entries."""

    way: Way
    opening: OpeningWord
    decisions: list[LineDecision]


class LeftBookObject(Plain, frozen=True):
    """The first move of a match with which you left your own book."""

    ply: Annotated[int, Meta(ge=0, description="moves and passes before it")]
    number: Annotated[int, Meta(ge=1, description="of the move, as players count")]
    move: SquareName
    answers: Annotated[list[SquareName], Meta(description="yours there")]
    opening: OpeningWord
    way: Way
    sentence: Annotated[str, Meta(description="all this in words")]


class LeftBookAnswer(Plain, frozen=True):
    """Where you left your book; null if you did not, have none or did not play."""

    left: LeftBookObject | None
