"""What tournaments share among workers, and the simple forms for a server that is alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Protocol

from outflank.server.tournaments.held_tournaments import (
    HeldTournaments,
    OnlyCopies,
    TournamentCopies,
)
from outflank.server.tournaments.state import UNDER_WAY, TournamentState
from outflank.server.wake import LocalWake, Wake
from outflank.store.store import Store
from outflank.store.work_locks import NoWorkLocks, WorkLocks

__all__ = [
    "OwnDuty",
    "TournamentDuty",
    "TournamentSharing",
    "alone",
]

Tell = Callable[[TournamentState], None]


class TournamentDuty(Protocol):
    """Decides which worker advances the tournaments, and tells the others of changes."""

    @property
    def is_ours(self) -> bool:
        """Whether this process makes the passes."""

    def load(self) -> None:
        """Load the active tournaments; the running matches must be in the registry already."""

    def due(self, tell: Tell) -> Iterable[int]:
        """Return the tournaments of the next pass; `tell` is called for those changed elsewhere."""

    def kinds_under_way(self) -> list[tuple[int, str]]:
        """Return the numbers and kinds of the tournaments that run or are paused."""

    def engaged(self) -> Collection[int]:
        """Return the players who sit at a board of any tournament."""

    def add(self, number: int) -> None:
        """Include a tournament that was just stored in the passes."""

    def newest_tryout(self, known: int) -> int:
        """Return the number of the try-out tournament, or 0 if there is none or it is unknown."""

    def note_told(self, state: TournamentState) -> None:
        """Note that this process has announced a change itself."""

    def tell(self, number: int) -> None:
        """Tell the other workers that a tournament has changed."""

    def leave(self) -> None:
        """Leave the work to another worker."""


class OwnDuty:
    """The duty of a server that is alone: it holds every active tournament."""

    is_ours = True

    def __init__(self, store: Store, held: HeldTournaments) -> None:
        self._store = store
        self._held = held

    def load(self) -> None:
        """Load the active tournaments; the running matches must be in the registry already."""
        self._held.load()

    def due(self, tell: Tell) -> Iterable[int]:  # noqa: ARG002 - nobody else changes anything
        """Return all tournaments in memory."""
        return list(self._held.states)

    def kinds_under_way(self) -> list[tuple[int, str]]:
        """Return the numbers and kinds of the tournaments that run or are paused."""
        states = list(self._held.states.values())
        return [(state.id, state.kind) for state in states if state.status in UNDER_WAY]

    def engaged(self) -> Collection[int]:
        """Return the players who sit at a board of any tournament."""
        states = self._held.states.values()
        boards = [room for state in states for room in state.boards.values()]
        return {player for room in boards for player in room.players}

    def add(self, number: int) -> None:
        """Load a tournament that was just stored."""
        if number not in self._held.states:
            self._held.states[number] = self._held.read(number)

    def newest_tryout(self, known: int) -> int:
        """Return the number of the try-out tournament; the database is read if none is known."""
        if not known and (stored := self._store.tournaments.newest_of_kind("tryout")):
            self.add(stored)
            return stored
        return known

    def note_told(self, state: TournamentState) -> None:
        """Do nothing: no other worker announces changes."""

    def tell(self, number: int) -> None:
        """Do nothing: there is no other worker."""

    def leave(self) -> None:
        """Do nothing: no other worker can take over."""


@dataclass(frozen=True, slots=True)
class TournamentSharing:
    """The parts in which a server that is alone and one of several workers differ."""

    wake: Wake
    locks: WorkLocks
    copies: TournamentCopies
    # Makes the duty from the tournaments in memory and a function that requests a pass.
    duty: Callable[[HeldTournaments, Callable[[], None]], TournamentDuty]
    # Milliseconds for a first move that another worker has read but not stored yet.
    no_show_margin: int = 0
    tryout_pause: int = 0  # milliseconds between two passes over the try-out tournament


def alone(store: Store) -> TournamentSharing:
    """Return the parts for a server without other workers."""
    return TournamentSharing(
        LocalWake(), NoWorkLocks(), OnlyCopies(), lambda held, _pass_soon: OwnDuty(store, held)
    )
