"""The events of a match, as numbered frozen values."""

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
    """The oracle is asked for the answer of a turn; turns are counted from 0."""

    turn: int
    color: Color


@dataclass(frozen=True, slots=True)
class AnswerHeard(Event):
    """The oracle answered; `repeated` if the turn had this answer before it was taken back."""

    turn: int
    answer: Answer
    local: bool = False
    image_url: str | None = None
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """A side is to move; its clock runs."""

    turn: int
    color: Color


@dataclass(frozen=True, slots=True)
class MovePlayed(Event):
    """A disc was placed and others flipped; `disc` is the colour of the placed one."""

    turn: int
    color: Color
    square: Square
    disc: Color
    flipped: tuple[Square, ...]
    forced: tuple[Square, ...]
    spent: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A side had no legal move, so it passed automatically."""

    turn: int
    color: Color


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """Moves were taken back; a redo plays them again in this order."""

    by: Color
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Redone(Event):
    """Moves that had been taken back were replayed."""

    by: Color
    moves: tuple[Move, ...]


class Offer(enum.StrEnum):
    """What one side may offer the other."""

    TAKE_BACK = "take back"


@dataclass(frozen=True, slots=True)
class OfferMade(Event):
    """A side made an offer."""

    by: Color
    offer: Offer


@dataclass(frozen=True, slots=True)
class OfferDeclined(Event):
    """The other side said no, or a move made the offer void."""

    by: Color
    offer: Offer


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """The clock was stopped and nobody may move; `note` may say why."""

    note: str = ""


@dataclass(frozen=True, slots=True)
class Resumed(Event):
    """The match continues, with some uncharged time so that the players can return.

    The side to move has `grace` milliseconds, and its opponent `reply_grace`.
    """

    grace: int = 0
    reply_grace: int = 0


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    """The match is over; `score` is the official one, black first; `note` may explain it."""

    outcome: Outcome
    score: tuple[int, int]
    note: str = ""
