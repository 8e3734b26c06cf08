"""What happens in a match, as numbered frozen values; the list of them is the match."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from outflank.play.setup import Setup
from outflank.rules import Answer, Color, Move, Outcome, Square

__all__ = [
    "AnswerAwaited",
    "AnswerHeard",
    "Event",
    "MatchEnded",
    "MatchStarted",
    "MovePlayed",
    "Offer",
    "OfferDeclined",
    "OfferMade",
    "Passed",
    "Paused",
    "Redone",
    "Resumed",
    "TakenBack",
    "TurnStarted",
]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: its number in the match and its time in milliseconds."""

    seq: int
    at: int


@dataclass(frozen=True, slots=True)
class MatchStarted(Event):
    """The match began."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class AnswerAwaited(Event):
    """The oracle is asked for the turn with this number, counted from 0."""

    turn: int
    color: Color


@dataclass(frozen=True, slots=True)
class AnswerHeard(Event):
    """The oracle spoke; `repeated` when this turn had heard it before it was taken back."""

    turn: int
    answer: Answer
    local: bool = False
    image_url: str | None = None
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """A side may move; its clock runs."""

    turn: int
    color: Color


@dataclass(frozen=True, slots=True)
class MovePlayed(Event):
    """A disc was placed and others turned over; `disc` is the colour of the placed one."""

    turn: int
    color: Color
    square: Square
    disc: Color
    flipped: tuple[Square, ...]
    forced: tuple[Square, ...]
    spent: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A side had no move, so the game passed for it."""

    turn: int
    color: Color


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """Moves were taken back: those, last first, that a redo brings back."""

    by: Color
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Redone(Event):
    """Moves that had been taken back were played again."""

    by: Color
    moves: tuple[Move, ...]


class Offer(enum.StrEnum):
    """What one side may propose to the other."""

    TAKE_BACK = "take back"


@dataclass(frozen=True, slots=True)
class OfferMade(Event):
    """A side proposed something."""

    by: Color
    offer: Offer


@dataclass(frozen=True, slots=True)
class OfferDeclined(Event):
    """The other side said no, or a move made the offer void."""

    by: Color
    offer: Offer


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """The clock stands still and nobody may move; `note` may say why."""

    note: str = ""


@dataclass(frozen=True, slots=True)
class Resumed(Event):
    """The match goes on."""


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    """The match is over; `score` is the official one, black first; `note` may say more."""

    outcome: Outcome
    score: tuple[int, int]
    note: str = ""
