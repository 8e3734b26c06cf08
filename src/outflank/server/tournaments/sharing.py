"""What the tournaments of several workers share, and how a server that is alone does without."""

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
    """Who advances the tournaments, and how others hear of what has changed."""

    @property
    def is_ours(self) -> bool:
        """Whether this process makes the passes."""

    def load(self) -> None:
        """Learn how the tournaments stand; the running matches must be in the registry already."""

    def due(self, tell: Tell) -> Iterable[int]:
        """Return the tournaments to look at now; `tell` hears of what others have changed."""

    def kinds_under_way(self) -> list[tuple[int, str]]:
        """Return the numbers and kinds of the tournaments that run or are paused."""

    def engaged(self) -> Collection[int]:
        """Return the players who sit at a board of any tournament."""

    def add(self, number: int) -> None:
        """Look at a tournament, which was stored just now, from now on."""

    def newest_tryout(self, known: int) -> int:
        """Return the number of the try-out tournament; 0 is none, or not known."""

    def note_told(self, state: TournamentState) -> None:
        """Note that this process has told of a change itself."""

    def tell(self, number: int) -> None:
        """Tell the other workers that a tournament has changed."""

    def leave(self) -> None:
        """Leave the work to another worker."""


class OwnDuty:
    """The duty of a server that is alone: it holds every tournament that is active."""

    is_ours = True

    def __init__(self, store: Store, held: HeldTournaments) -> None:
        self._store = store
        self._held = held

    def load(self) -> None:
        """Load the active tournaments; the running matches must be in the registry already."""
        self._held.load()

    def due(self, tell: Tell) -> Iterable[int]:  # noqa: ARG002 - nobody else changes anything
        """Return all tournaments that it holds."""
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
        """Hold a tournament, which was stored just now, from now on."""
        if number not in self._held.states:
            self._held.states[number] = self._held.read(number)

    def newest_tryout(self, known: int) -> int:
        """Return the number of the try-out tournament; it is looked for only if none is known."""
        if not known and (stored := self._store.tournaments.newest_of_kind("tryout")):
            self.add(stored)
            return stored
        return known

    def note_told(self, state: TournamentState) -> None:
        """Do nothing: nobody else tells of anything."""

    def tell(self, number: int) -> None:
        """Do nothing: there is nobody to tell."""

    def leave(self) -> None:
        """Do nothing: nobody takes it over."""


@dataclass(frozen=True, slots=True)
class TournamentSharing:
    """All that differs between the tournaments of a server that is alone and of a worker."""

    wake: Wake
    locks: WorkLocks
    copies: TournamentCopies
    # Makes the duty, given what is held and a function that asks for a pass soon.
    duty: Callable[[HeldTournaments, Callable[[], None]], TournamentDuty]
    # Milliseconds for a first move that another worker has read but not stored yet.
    no_show_margin: int = 0
    tryout_pause: int = 0  # milliseconds between two passes over the try-out tournament


def alone(store: Store) -> TournamentSharing:
    """Return what the tournaments of a server without other workers need."""
    return TournamentSharing(
        LocalWake(), NoWorkLocks(), OnlyCopies(), lambda held, _pass_soon: OwnDuty(store, held)
    )
