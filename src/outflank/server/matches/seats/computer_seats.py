"""Who moves for the computers and the oracle of matches: this process, or some worker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from outflank.server.matches.match_registry import MatchRegistry
    from outflank.server.matches.seats.computer_pool import ComputerPool

__all__ = ["ComputerSeats", "OwnSeats"]


class ComputerSeats(Protocol):
    """The seats of computers and of the oracle, wherever they are."""

    @property
    def searches(self) -> int:
        """How many searches may run at once."""

    @property
    def waiting(self) -> int:
        """In how many matches nobody moves for the computers."""

    def start(self) -> None:
        """Begin to move in the matches that run."""

    def require_capacity(self) -> None:
        """Refuse another match with a computer if too many of the running ones have one."""

    def close(self) -> None:
        """Leave all seats to others, if there are any."""


class OwnSeats:
    """The seats on a server that is alone: all of them are taken here, as soon as it begins."""

    waiting = 0

    def __init__(self, registry: MatchRegistry, computers: ComputerPool, searches: int) -> None:
        self._registry = registry
        self._computers = computers
        self.searches = searches

    def start(self) -> None:
        """Begin to move in the matches that run."""
        for room in self._registry.running():
            self._registry.seat(room)

    def require_capacity(self) -> None:
        """Refuse another match with a computer if too many of the running ones have one."""
        self._computers.require_capacity(self._registry.running())

    def close(self) -> None:
        """Do nothing: there is nobody to leave them to."""
