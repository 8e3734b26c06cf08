"""The wire forms of learning: entries of a player's log, what they add up to, and due cards."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from outflank.faces.web.wire.schemas.analysis import StudyGame
from outflank.faces.web.wire.schemas.patterns import described_pattern
from outflank.faces.web.wire.schemas.puzzles import Day, SubjectName, ValuedMove
from outflank.faces.web.wire.schemas.reviews import GivenValue
from outflank.faces.web.wire.schemas.values import (
    MAX_NUMBER,
    Cells,
    ColorName,
    MatchId,
    Milliseconds,
    MoveName,
    Number,
    Plain,
)
from outflank.store.learning.entry_store import MOST_ENTRIES

__all__ = [
    "MOST_AT_ONCE",
    "CardsAdded",
    "CardsBody",
    "DueCard",
    "DueCards",
    "DueQuery",
    "EntriesAdded",
    "EntriesBody",
    "EntriesQuery",
    "EntryList",
    "LearningEntry",
    "LearningSummary",
    "RefusedEntry",
    "SolverRating",
]

MOST_AT_ONCE = 200  # entries in a request
EntryId = Annotated[str, described_pattern("entry", "^[0-9A-Za-z_-]{8,40}$")]
Text = Annotated[str, Meta(max_length=400)]
Words = Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=70)]
Discs = Annotated[float, Meta(ge=0, le=512, description="discs given away")]


class LearningEntry(Plain, frozen=True):
    """Something that a player did to learn; `kind` says which of the fields it has.

    An attempt has the first move that was tried, a card the position that was misplayed, a decision
    the moves that the player wants to play in a position. What is dropped is no longer repeated.
    """

    kind: Literal["attempt", "card", "decision", "dropped"]
    id: EntryId
    at: Annotated[int, Meta(ge=0, le=1 << 50, description="milliseconds since 1970")]
    subject: SubjectName
    move: Text | UnsetType = UNSET
    right: bool | UnsetType = UNSET
    loss: Discs | UnsetType | None = UNSET
    milliseconds: Annotated[int, Meta(ge=0, le=86_400_000)] | UnsetType = UNSET
    hints: Annotated[int, Meta(ge=0, le=1000)] | UnsetType = UNSET
    occasion: (
        Annotated[
            str,
            Meta(max_length=400, description="empty, storm, survival or such as daily:2026-11-19"),
        ]
        | UnsetType
    ) = UNSET
    position: Text | UnsetType = UNSET
    variant: Text | UnsetType = UNSET
    played: Text | UnsetType = UNSET
    best: Words | UnsetType = UNSET
    line: Words | UnsetType = UNSET
    moves: Words | UnsetType = UNSET
    values: dict[MoveName, float] | UnsetType = UNSET
    findings: Annotated[list[dict[str, Any]], Meta(max_length=70)] | UnsetType = UNSET
    source: Text | UnsetType = UNSET
    disc: Annotated[int, Meta(ge=0, le=1000)] | UnsetType = UNSET
    exact: bool | UnsetType = UNSET


class EntriesBody(Plain, frozen=True):
    """New entries of a player's log, in any order; those sent before change nothing."""

    entries: Annotated[list[LearningEntry], Meta(max_length=MOST_AT_ONCE)]


class RefusedEntry(Plain, frozen=True):
    """An entry that is not stored and would not be stored later."""

    id: EntryId
    problem: Annotated[str, Meta(description="why, in one sentence")]


class SolverRating(Plain, frozen=True):
    """How strong a solver of puzzles is, by Glicko-2."""

    value: float
    deviation: float
    provisional: Annotated[bool, Meta(description="whether it still says little")]


class LearningSummary(Plain, frozen=True):
    """What a player has done and what comes next."""

    rating: SolverRating
    day: Annotated[Day, Meta(description="today")]
    streak: Annotated[
        int, Meta(ge=0, description="days in a row on which the puzzle of the day was solved")
    ]
    solved_today: Annotated[bool, Meta(description="whether today's puzzle was solved")]
    due: Annotated[int, Meta(ge=0, description="cards to repeat now")]
    next_due: Annotated[Milliseconds, Meta(description="when the next card is due")] | None
    cards: Number
    solved: Annotated[int, Meta(ge=0, description="puzzles solved at the first try")]
    failed: Annotated[int, Meta(ge=0, description="puzzles not solved at the first try")]
    lessons: Annotated[list[str], Meta(description="the steps that were done")]
    weaknesses: Annotated[list[str], Meta(description="what goes wrong often, in sentences")]
    entries: Annotated[int, Meta(ge=0, le=MOST_ENTRIES, description="in the player's log")]


class EntriesAdded(Plain, frozen=True):
    """What became of the entries, and what they add up to. None of them need be sent again."""

    added: Annotated[int, Meta(ge=0, description="those that were not there yet")]
    refused: list[RefusedEntry]
    summary: LearningSummary


class EntriesQuery(Plain, frozen=True):
    """Which entries are wanted."""

    after: Annotated[
        int, Meta(ge=0, le=MAX_NUMBER, description="`next` of the part before, 0 for the first")
    ] = 0
    most: Annotated[int, Meta(ge=1, le=1000)] = 500


class EntryList(Plain, frozen=True):
    """A part of a player's log, in the order in which the server got the entries."""

    entries: list[LearningEntry]
    next: Annotated[int, Meta(description="for the next part; null if this is the last")] | None


class DueQuery(Plain, frozen=True):
    """How many cards are wanted."""

    most: Annotated[int, Meta(ge=1, le=50)] = 20


class DueCard(Plain, frozen=True):
    """A position to repeat, with the right moves and what is known of the others."""

    subject: SubjectName
    kind: Literal["mistake", "puzzle", "opening"]
    size: int
    variant: str
    board: Cells
    turn: ColorName
    moves: Annotated[list[ValuedMove], Meta(description="every legal move")]
    best: Annotated[list[MoveName], Meta(description="the moves that count as right")]
    exact: Annotated[bool, Meta(description="whether the values are proved")]
    played: Annotated[MoveName, Meta(description="the move that was a mistake")] | None
    disc: Annotated[int, Meta(ge=1, description="its number in the game")] | None
    match: Annotated[MatchId, Meta(description="the match it was made in")] | None
    source: Annotated[str, Meta(description="the game it was made in, if not a match")]
    sentences: Annotated[list[str], Meta(description="the back of the card")]
    line: Annotated[list[MoveName], Meta(description="how the best move goes on")]
    due: Milliseconds
    attempts: Number
    lapses: Annotated[int, Meta(ge=0, description="how often it was forgotten")]


class DueCards(Plain, frozen=True):
    """Cards to repeat now, the longest due first."""

    cards: list[DueCard]
    left: Annotated[int, Meta(ge=0, description="more that are due")]


class CardsBody(Plain, frozen=True):
    """A reviewed game, as for /analysis/review, and the side of the player who learns from it."""

    game: StudyGame
    values: Annotated[list[GivenValue], Meta(max_length=600)]
    color: ColorName


class CardsAdded(Plain, frozen=True):
    """How many cards a game made."""

    added: Annotated[int, Meta(ge=0, description="cards that were not there yet")]
    cards: Annotated[int, Meta(ge=0, description="positions of the game worth a card")]
