"""The tournaments that are held in memory, compared with the database where others change it."""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

from outflank.server.matches.match_registry import MatchRegistry
from outflank.server.tournaments.state import ACTIVE, TournamentState
from outflank.store.database import Transaction
from outflank.store.reading.row_reading import DamagedRow, reading_row
from outflank.store.store import Store
from outflank.store.work_locks import WorkLocks

__all__ = ["GAME_STARTS", "TRYOUTS", "HeldTournaments", "OnlyCopies", "TournamentCopies"]

Written = TypeVar("Written")

# Locks of the database that are not those of one tournament.
GAME_STARTS = 0  # of all tournaments, so that nobody plays in two of them at once
TRYOUTS = -1

_RECENT = 64  # tournaments kept in memory that this worker does not advance


class TournamentCopies(Protocol):
    """What is known of tournaments in memory: the only copy, or one of several."""

    def is_newest(self, state: TournamentState) -> bool:
        """Tell whether a tournament in memory is as it is in the database."""

    def catch_up(self, state: TournamentState) -> None:
        """Learn what happened at its boards elsewhere."""


class OnlyCopies:
    """The copies of a server that is alone: nobody else changes anything."""

    def is_newest(self, _state: TournamentState) -> bool:
        """Tell that a tournament in memory is as it is in the database."""
        return True

    def catch_up(self, state: TournamentState) -> None:
        """Do nothing: all of its boards are here."""


class HeldTournaments:
    """Finds tournaments, and lets one thread of one worker at a time change each.

    Every change raises the version of its tournament, and is refused to who does not know it.
    With other workers memory is a copy, read anew whenever the version in the database is another.
    """

    def __init__(
        self,
        store: Store,
        registry: MatchRegistry,
        locks: WorkLocks,
        copies: TournamentCopies,
    ) -> None:
        self.locks = locks
        self._copies = copies
        self.lock = threading.RLock()
        self.states: dict[int, TournamentState] = {}  # those that this worker advances
        self._recent: OrderedDict[int, TournamentState] = OrderedDict()
        self._keeping = threading.Lock()  # held for microseconds, also by those who only look
        self._store = store
        self._registry = registry

    # Finding

    def load(self) -> None:
        """Load the active tournaments; the running matches must be in the registry already."""
        numbers = set(self._store.tournaments.with_status(ACTIVE))
        numbers.update(
            room.entry.tournament
            for room in self._registry.running()
            if room.entry.tournament is not None
        )
        for number in sorted(numbers):
            with contextlib.suppress(DamagedRow):  # the others go on
                self.states[number] = self.read(number)

    def state(self, number: int) -> TournamentState:
        """Return a tournament as it is now; a few that nobody advances are kept in memory."""
        found = self.states.get(number) or self._recent.get(number)
        if found is None or not self._copies.is_newest(found):
            found = self.read(number, found)
            self._keep(found)
        else:
            self._copies.catch_up(found)
        return found

    def _keep(self, state: TournamentState) -> None:
        """Hold a tournament in memory, unless a newer state of it is there already."""
        with self._keeping:
            held = self.states.get(state.id) or self._recent.get(state.id)
            if held is not None and held.version > state.version:
                return  # it was changed while it was read
            if state.id in self.states:
                self.states[state.id] = state
                return
            self._recent[state.id] = state
            while len(self._recent) > _RECENT:
                self._recent.popitem(last=False)

    def read(self, number: int, known: TournamentState | None = None) -> TournamentState:
        """Load a tournament from the database, with its boards; `known` is how it was."""
        rows = self._store.tournaments
        stored = rows.load(number) if known is None else rows.reload(known)
        state = TournamentState(**vars(stored))
        _require_whole(state)
        for room in self._registry.rooms_of_tournament(number):
            state.seat(room)
        if state.tournament is not None and state.status in ACTIVE:
            for pairing in state.tournament.open_pairings:
                # The game ended, but the server stopped before it stored the result.
                name = state.matches.get(pairing.number)
                if name is not None and name not in state.boards:
                    # A damaged one is left to the organiser, who may have it played again.
                    with contextlib.suppress(DamagedRow):
                        state.seat(self._registry.room(name))
        return state

    def forget(self, number: int) -> None:
        """Drop a tournament from memory."""
        self.states.pop(number, None)
        with self._keeping:
            self._recent.pop(number, None)

    def release(self, state: TournamentState) -> None:
        """Hold a tournament from now on only as one that is looked at."""
        if self.states.pop(state.id, None) is not None:
            self._keep(state)

    # Changing

    @contextlib.contextmanager
    def changing(self, number: int) -> Iterator[TournamentState]:
        """Lend a tournament as it is now; nobody else changes it meanwhile."""
        # In this order: who holds the lock of this process does not wait for another worker.
        with self.locks.hold(number), self.lock:
            yield self._newest(number)

    @contextlib.contextmanager
    def changing_if_free(self, number: int) -> Iterator[TournamentState | None]:
        """Lend a tournament likewise, or None if another worker is changing it."""
        with self.locks.try_to_hold(number) as is_held, self.lock:
            yield self._newest(number) if is_held else None

    def _newest(self, number: int) -> TournamentState:
        """Return a tournament for who changes it: as it is stored, if memory may be wrong."""
        found = self.state(number)
        if found.version < 0:
            found = self.read(number)
            self._keep(found)
        return found

    def write(
        self,
        state: TournamentState,
        work: Callable[[Transaction], Written],
        apply: Callable[[], None] = lambda: None,
    ) -> Written:
        """Write a change of a tournament in one transaction, and apply it."""

        def fenced(transaction: Transaction) -> Written:
            self.check(transaction, state)
            return work(transaction)

        written = self._store.write(fenced)
        apply()
        self.note_written(state)
        return written

    def check(self, transaction: Transaction, state: TournamentState) -> None:
        """Raise the version of a tournament with a change, or refuse if somebody else was first."""
        self._store.tournaments.raise_version(transaction, state.id, state.version)

    def note_written(self, state: TournamentState) -> None:
        """Note that a change which was checked is stored, and has been applied in memory.

        In this order: whoever reads on from this version must not miss the change.
        """
        state.version += 1
        self._keep(state)  # somebody may have read it meanwhile, as it was before

    def reload_before_change(self, number: int) -> None:
        """Read a tournament again before anybody changes it, after an error."""
        for held in (self.states.get(number), self._recent.get(number)):
            if held is not None:
                held.version = -1


def _require_whole(state: TournamentState) -> None:
    """Refuse a tournament whose games are between entrants that it does not have."""
    if state.tournament is None:
        return
    with reading_row("tournament", state.id):
        for pairing in state.tournament.pairings:
            if not state.participants.keys() >= set(pairing.players):
                raise ValueError(f"the players of game {pairing.number} are not among its entrants")
