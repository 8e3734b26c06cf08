"""The wire forms of reviews: the value of each move of a finished match, and better moves."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from outflank.analysis.review_rules import RULES
from outflank.faces.web.wire.schemas.analysis import StudyGame
from outflank.faces.web.wire.schemas.values import (
    Cells,
    ColorName,
    MatchId,
    Milliseconds,
    MoveName,
    Number,
    Plain,
)

__all__ = [
    "GivenGameReview",
    "GivenReview",
    "GivenValue",
    "MatchReview",
    "MoveReview",
    "ReviewAnswer",
    "ReviewOfGame",
    "ReviewScore",
    "SideReview",
]

GivenLine = Annotated[
    list[MoveName],
    Meta(min_length=1, max_length=RULES.lines.sent, description="as it goes on at best"),
]
Percent = Annotated[float, Meta(ge=0, le=100)]
Chance = Annotated[float, Meta(ge=0, le=1)]


class ReviewScore(Plain, frozen=True):
    """The value of a move for the side that made it, and its source."""

    discs: float
    kind: Annotated[
        Literal["heuristic", "expected", "book", "proven", "exact"],
        Meta(description="from an estimate to a proof; proven says only who wins"),
    ]
    depth: Annotated[int, Meta(description="the depth of the search, in plies")] | None
    confidence: (
        Annotated[
            int, Meta(description="the confidence with which the search made its cuts, in percent")
        ]
        | None
    )


class MoveReview(Plain, frozen=True):
    """A move with its score and the best one, both from the mover's side."""

    number: Annotated[int, Meta(description="counts plies from 1, passes included")]
    color: ColorName
    move: MoveName
    answer: Annotated[str, Meta(description="what the oracle said for this move")] | None
    cells: Annotated[Cells, Meta(description="the board before the move")]
    value: Annotated[float, Meta(description="discs ahead for black after the move")]
    score: ReviewScore
    best: ReviewScore
    loss: Annotated[float, Meta(ge=0, description="discs that the move gave away")]
    better: MoveName
    line: Annotated[list[MoveName], Meta(description="how the better move would have gone on")]
    played_line: Annotated[list[MoveName], Meta(description="how the move goes on at best")]
    mistake: bool
    findings: Annotated[list[str], Meta(description="codes that say what was wrong")]
    sentences: Annotated[list[str], Meta(description="the same in words, the cost first")]
    disc: (
        Annotated[int, Meta(ge=1, description="counts the discs placed; null for a pass")] | None
    ) = None


class SideReview(Plain, frozen=True):
    """How well a side played; passes do not count."""

    name: str
    moves: Number
    lost: Annotated[float, Meta(description="discs given away in all")]
    accuracy: Percent | None
    mistakes: Number
    opening: Annotated[Percent, Meta(description="the accuracy of the first third")] | None
    middle: Percent | None
    endgame: Percent | None
    average_loss: Annotated[float, Meta(ge=0, description="discs that a move gave away on average")]
    turning_point: (
        Annotated[int, Meta(ge=1, description="the number of the move that lost most of the game")]
        | None
    )
    story: Annotated[str, Meta(description="the turning point in one sentence")]
    story_to_player: Annotated[str, Meta(description="the same, said to the player of this side")]


class ReviewOfGame(Plain, frozen=True):
    """The review of a game; `source` says who computed the values."""

    source: Literal["server", "browser"]
    opening: Annotated[str, Meta(description="the name of the opening, if it has one")]
    black: SideReview
    white: SideReview
    moves: list[MoveReview]
    summary: Annotated[list[str], Meta(description="the worst move of each side, in words")]
    losing: Annotated[ColorName, Meta(description="the side that stood worse in the end")]
    engine: Annotated[str, Meta(description="which engine computed the values")]
    solved: Annotated[
        int, Meta(ge=0, description="empty squares from which on all values are exact")
    ]


class MatchReview(ReviewOfGame, frozen=True, kw_only=True):
    """The review of a match."""

    match: MatchId
    made: Milliseconds
    provisional: Annotated[
        bool,
        Meta(description="a new request replaces it: a browser or an earlier version made it"),
    ]


class GivenValue(Plain, frozen=True):
    """The values that a browser computed for a move; its lines begin with both moves."""

    score: ReviewScore
    best: ReviewScore
    played_line: GivenLine
    line: GivenLine
    win_chance: (
        Annotated[Chance, Meta(description="how likely the move wins, where an oracle is asked")]
        | None
    ) = None
    best_win_chance: Annotated[Chance, Meta(description="the same of the best move")] | None = None


class GivenReview(Plain, frozen=True):
    """The values of all plies of a match, in order."""

    values: Annotated[list[GivenValue], Meta(max_length=600)]


class GivenGameReview(Plain, frozen=True):
    """A game, whose main line counts, and the values of all its plies in order."""

    game: StudyGame
    values: Annotated[list[GivenValue], Meta(max_length=600)]


class ReviewAnswer(Plain, frozen=True):
    """The progress of a review, and the review once it is done."""

    status: Literal["none", "waiting", "running", "done", "failed"]
    done: Annotated[int, Meta(ge=0, description="the number of plies reviewed so far")]
    total: Number
    ahead: Annotated[int, Meta(ge=0, description="the number of reviews ahead of this one")]
    problem: Annotated[str, Meta(description="why it failed, in one sentence")]
    review: MatchReview | None
    cards: Annotated[
        int, Meta(ge=0, description="positions of the match that you have as cards to repeat")
    ] = 0
