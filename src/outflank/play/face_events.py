"""What a `FaceLink` reports to its face, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.engine import Analysis
from outflank.play.events import Event
from outflank.play.local_game import LocalGame
from outflank.play.room import Room
from outflank.play.series_score import SeriesScore
from outflank.rules import Position

__all__ = [
    "CommandDone",
    "CommandRefused",
    "EventReceived",
    "FaceEvent",
    "GameOpened",
    "HintUpdated",
    "SeriesScored",
]


class FaceEvent:
    """Something that a face's event loop must handle."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class GameOpened(FaceEvent):
    """Another match has been opened; `events` have already happened in it."""

    local_game: LocalGame
    room: Room
    events: tuple[Event, ...]
    series_score: SeriesScore


@dataclass(frozen=True, slots=True)
class EventReceived(FaceEvent):
    """An event happened in a room."""

    room: Room
    event: Event


@dataclass(frozen=True, slots=True)
class CommandDone(FaceEvent):
    """A command was carried out; `sentence` tells the user."""

    sentence: str


@dataclass(frozen=True, slots=True)
class CommandRefused(FaceEvent):
    """A command was refused; `is_late` if only because the match is over."""

    reason: str
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class HintUpdated(FaceEvent):
    """The computer's analysis of a position, so far or final."""

    position: Position
    analysis: Analysis
    is_final: bool


@dataclass(frozen=True, slots=True)
class SeriesScored(FaceEvent):
    """The series score after a match."""

    room: Room
    series_score: SeriesScore
