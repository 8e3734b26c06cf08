"""Who moves for the computers and the oracle of matches: this process, or some worker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from outflank.errors import Busy
from outflank.play.room import Seat
from outflank.play.setup import Setup
from outflank.server.matches.held_rooms import HeldRooms
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.seats.computer_pool import MATCHES_PER_SEARCH, has_computer
from outflank.store.database import Transaction
from outflank.texts import Text

__all__ = ["ComputerSeats", "OwnSeats", "SeatsFor"]

# Returns the computers and the oracle of a match.
SeatsFor: TypeAlias = Callable[[LiveRoom], list[Seat]]


class ComputerSeats(Protocol):
    """The seats of computers and of the oracle, wherever they are."""

    @property
    def searches(self) -> int:
        """How many searches may run at once."""

    @property
    def waiting(self) -> int:
        """The number of matches in which nobody moves for the computers."""

    def start(self) -> None:
        """Begin to move in the matches that run."""

    def write_opened(self, transaction: Transaction, name: str, setup: Setup) -> None:
        """Write, with a new match, who moves in it."""

    def seat(self, room: LiveRoom) -> None:
        """Let the computers and the oracle of a match play in it."""

    def require_capacity(self) -> None:
        """Refuse another match with a computer if too many of the running ones have one."""

    def close(self) -> None:
        """Leave all seats to others, if there are any."""


class OwnSeats:
    """The seats on a server that is alone, which takes all of them when it starts."""

    waiting = 0

    def __init__(self, held: HeldRooms, seats_for: SeatsFor, searches: int) -> None:
        self._held = held
        self._seats_for = seats_for
        self.searches = searches
        self.most_matches: int = searches * MATCHES_PER_SEARCH

    def start(self) -> None:
        """Begin to move in the matches that run."""
        for room in self._held.running():
            self.seat(room)

    def write_opened(self, transaction: Transaction, name: str, setup: Setup) -> None:
        """Do nothing: it is always this process that moves."""

    def seat(self, room: LiveRoom) -> None:
        """Let the computers and the oracle of a match play in it."""
        room.seat_once(self._seats_for)

    def require_capacity(self) -> None:
        """Refuse another match with a computer if too many of the running ones have one."""
        matches = sum(has_computer(room.setup) for room in self._held.running())
        if matches >= self.most_matches:
            raise Busy(Text("errors.server.computers_busy"))

    def close(self) -> None:
        """Do nothing: there is nobody to leave them to."""
