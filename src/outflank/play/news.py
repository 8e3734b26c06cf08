"""What a face hears from behind its screen; each kind is a frozen value."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.engine import Analysis
from outflank.play.events import Event
from outflank.play.room import Room
from outflank.play.table import Table
from outflank.play.tally import Tally
from outflank.rules import Position

__all__ = ["Happened", "Hinted", "News", "Refused", "Said", "Seated", "Tallied"]


class News:
    """Something that a face's loop has to take note of."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Seated(News):
    """There is another game at the table; these events have happened in it already."""

    table: Table
    room: Room
    events: tuple[Event, ...]
    tally: Tally


@dataclass(frozen=True, slots=True)
class Happened(News):
    """An event in a room."""

    room: Room
    event: Event


@dataclass(frozen=True, slots=True)
class Said(News):
    """An order was carried out, and this is worth saying."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Refused(News):
    """An order was refused, for this reason; a late one only because the match is over."""

    reason: str
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class Hinted(News):
    """What the computer thinks of a position, so far or in the end."""

    position: Position
    analysis: Analysis
    is_final: bool


@dataclass(frozen=True, slots=True)
class Tallied(News):
    """A match is over, and this is how its players stand."""

    room: Room
    tally: Tally
