"""The wire forms of a match's events, which are the lines of its record."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from outflank.faces.web.wire.schemas.matches import Match
from outflank.faces.web.wire.schemas.values import (
    AnswerName,
    ColorName,
    Milliseconds,
    MoveName,
    Number,
    Plain,
    SquareName,
)
from outflank.faces.web.wire.schemas.watch import BoardLine

__all__ = ["Event", "Events", "MatchLine", "MovePlayedAnswer"]

TurnNumber = Annotated[int, Meta(description="turns counted from 0; not what a move names")]


class Numbered(Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """An event: its number in the match and its time."""

    seq: Number
    at: Milliseconds


class SetupPlayer(Plain, frozen=True):
    """A player in the record; `#17` is the player with the id 17."""

    name: str
    seat: str


class SetupVariant(Plain, frozen=True):
    """The variant, with the odds of each answer if it has an oracle."""

    name: str
    answers: dict[str, float] | UnsetType = UNSET


class StartPosition(Plain, frozen=True):
    """The position from which a match starts."""

    variant: SetupVariant
    board: str
    turn: ColorName
    answer: AnswerName | None


class SetupClock(Plain, frozen=True):
    """The clock in milliseconds: total time, increment per move, and limit per move."""

    total: int | None
    increment: int
    per_move: int | None


class SetupOrigin(Plain, frozen=True):
    """Where a what-if match comes from."""

    match: str
    ply: Annotated[int, Meta(description="how many turns of that match were kept")]
    number: Annotated[int, Meta(description="the same without passes: how many moves")]


class Setup(Plain, frozen=True):
    """The settings of the match."""

    players: list[SetupPlayer]
    black: Annotated[int, Meta(description="which of the two players has black, 1 or 2")]
    by_lot: bool
    start: StartPosition
    clock: SetupClock
    scoring: str
    time_scoring: str
    undo: str
    oracle: str
    origin: SetupOrigin | None = None


class MatchStarted(Numbered, frozen=True, tag="MatchStarted"):
    """The match began."""

    setup: Setup


class AnswerAwaited(Numbered, frozen=True, tag="AnswerAwaited"):
    """The oracle is asked about a turn."""

    turn: TurnNumber
    color: ColorName


class AnswerHeard(Numbered, frozen=True, tag="AnswerHeard"):
    """The oracle has answered."""

    turn: TurnNumber
    answer: AnswerName
    local: bool
    image_url: str | None
    repeated: bool


class TurnStarted(Numbered, frozen=True, tag="TurnStarted"):
    """A side is to move and its clock runs; its move names this event's seq."""

    turn: TurnNumber
    color: ColorName


class MovePlayed(Numbered, frozen=True, tag="MovePlayed"):
    """A disc was placed, and others were flipped."""

    turn: TurnNumber
    color: ColorName
    square: SquareName
    disc: ColorName
    flipped: list[SquareName]
    forced: list[SquareName]
    spent: Annotated[int, Meta(description="milliseconds charged for the move")]


class Passed(Numbered, frozen=True, tag="Passed"):
    """A side had no move, so it passed."""

    turn: TurnNumber
    color: ColorName


class TakenBack(Numbered, frozen=True, tag="TakenBack"):
    """Moves were taken back."""

    by: ColorName
    moves: list[MoveName]


class Redone(Numbered, frozen=True, tag="Redone"):
    """Moves that had been taken back were played again."""

    by: ColorName
    moves: list[MoveName]


class OfferMade(Numbered, frozen=True, tag="OfferMade"):
    """A side made an offer."""

    by: ColorName
    offer: str


class OfferDeclined(Numbered, frozen=True, tag="OfferDeclined"):
    """The other side declined the offer."""

    by: ColorName
    offer: str


class Paused(Numbered, frozen=True, tag="Paused"):
    """The match was paused: the clock stands still, and nobody may move."""

    note: str


class Resumed(Numbered, frozen=True, tag="Resumed"):
    """The match continues.

    The first `grace` milliseconds are not charged to the side to move, and the first
    `reply_grace` milliseconds not to its opponent.
    """

    grace: int
    reply_grace: int = 0


class Outcome(Plain, frozen=True):
    """The result of a match: the winner, or null for a draw, and the discs on the board."""

    winner: ColorName | None
    black: int
    white: int
    empties: int
    reason: str


class MatchEnded(Numbered, frozen=True, tag="MatchEnded"):
    """The match is over; `score` is the official one, black first."""

    outcome: Outcome
    score: list[int]
    note: str


Event: TypeAlias = (
    MatchStarted
    | AnswerAwaited
    | AnswerHeard
    | TurnStarted
    | MovePlayed
    | Passed
    | TakenBack
    | Redone
    | OfferMade
    | OfferDeclined
    | Paused
    | Resumed
    | MatchEnded
)


class Events(Plain, frozen=True):
    """Events in order, and the seq to ask for next."""

    events: list[Event]
    next: Number


class MovePlayedAnswer(Plain, frozen=True):
    """A recorded move and what it caused; a repeat gets the same answer."""

    turn: Number
    square: SquareName
    seq: Annotated[int, Meta(description="the seq of the event that will follow")]
    events: list[Event]
    board: (
        Annotated[BoardLine, Meta(description="if the request prefers the representation")]
        | UnsetType
    ) = UNSET


class MatchLine(Match, frozen=True, tag_field="event", tag="Match", forbid_unknown_fields=True):
    """The first line of a stream: the present state of the match."""
