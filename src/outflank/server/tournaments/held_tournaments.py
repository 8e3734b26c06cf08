"""The tournaments in memory, which are compared with the database if others change it."""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

from outflank.errors import InvalidValue
from outflank.server.matches.match_registry import MatchRegistry
from outflank.server.tournaments.state import ACTIVE, TournamentState
from outflank.store.database import Transaction
from outflank.store.reading.row_reading import DamagedRow, reading_row
from outflank.store.store import Store
from outflank.store.work_locks import WorkLocks
from outflank.texts import Text

__all__ = ["GAME_STARTS", "TRYOUTS", "HeldTournaments", "OnlyCopies", "TournamentCopies"]

Written = TypeVar("Written")

# Locks of the database beside those of single tournaments.
GAME_STARTS = 0  # for all tournaments, so that nobody plays in two at once
TRYOUTS = -1

_RECENT = 64  # tournaments in memory that this worker only reads


class TournamentCopies(Protocol):
    """Keeps tournaments in memory up to date: the only copy, or one of several."""

    def is_newest(self, state: TournamentState) -> bool:
        """Return whether a tournament in memory equals the one in the database."""

    def catch_up(self, state: TournamentState) -> None:
        """Load what happened at its boards on other workers."""


class OnlyCopies:
    """The copies of a server that is alone: nobody else changes the database."""

    def is_newest(self, _state: TournamentState) -> bool:
        """Return True."""
        return True

    def catch_up(self, state: TournamentState) -> None:
        """Do nothing: all boards are here."""


class HeldTournaments:
    """Finds tournaments, and lets one thread of one worker at a time change each of them.

    Every change raises the version of its tournament, and is refused if the version has changed.
    Among several workers, a tournament in memory is a copy, which is read again whenever the
    version in the database differs.
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
        self.lock: threading.RLock = threading.RLock()
        self.states: dict[int, TournamentState] = {}  # those that this worker advances
        self._recent: OrderedDict[int, TournamentState] = OrderedDict()
        self._keeping = threading.Lock()  # held for microseconds, also by readers
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
            with contextlib.suppress(DamagedRow):  # the others continue
                self.states[number] = self.read(number)

    def state(self, number: int) -> TournamentState:
        """Return the present state of a tournament; some inactive ones are kept in memory."""
        found = self.states.get(number) or self._recent.get(number)
        if found is None or not self._copies.is_newest(found):
            found = self.read(number, found)
            self._keep(found)
        else:
            self._copies.catch_up(found)
        return found

    def _keep(self, state: TournamentState) -> None:
        """Keep a tournament in memory, unless a newer state of it is there already."""
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
        """Load a tournament and its boards from the database; `known` is its earlier state."""
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
                    # If the match is damaged, the organiser may have it played again.
                    with contextlib.suppress(DamagedRow):
                        state.seat(self._registry.room(name))
        return state

    def forget(self, number: int) -> None:
        """Drop a tournament from memory."""
        self.states.pop(number, None)
        with self._keeping:
            self._recent.pop(number, None)

    def release(self, state: TournamentState) -> None:
        """Stop advancing a tournament, and keep it only for readers."""
        if self.states.pop(state.id, None) is not None:
            self._keep(state)

    # Changing

    @contextlib.contextmanager
    def changing(self, number: int) -> Iterator[TournamentState]:
        """Give access to a tournament's present state, which nobody else can change meanwhile."""
        # In this order: while the lock of this process is held, no other worker is waited for.
        with self.locks.hold(number), self.lock:
            yield self._newest(number)

    @contextlib.contextmanager
    def changing_if_free(self, number: int) -> Iterator[TournamentState | None]:
        """Give access like `changing`, or None if another worker is changing the tournament."""
        with self.locks.try_to_hold(number) as is_held, self.lock:
            yield self._newest(number) if is_held else None

    def _newest(self, number: int) -> TournamentState:
        """Return a tournament for a change: from the database, if the copy may be wrong."""
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
        """Write a change of a tournament in one transaction, and apply it in memory."""

        def fenced(transaction: Transaction) -> Written:
            self.check(transaction, state)
            return work(transaction)

        written = self._store.write(fenced)
        apply()
        self.note_written(state)
        return written

    def check(self, transaction: Transaction, state: TournamentState) -> None:
        """Raise the version of a tournament, or refuse the change if somebody else was first."""
        self._store.tournaments.raise_version(transaction, state.id, state.version)

    def note_written(self, state: TournamentState) -> None:
        """Raise the version in memory, after a change was stored and applied there.

        In this order, a reader that continues from the new version cannot miss the change.
        """
        state.version += 1
        self._keep(state)  # a reader may have kept the earlier state meanwhile

    def reload_before_change(self, number: int) -> None:
        """Have a tournament read again before its next change, after an error."""
        for held in (self.states.get(number), self._recent.get(number)):
            if held is not None:
                held.version = -1


def _require_whole(state: TournamentState) -> None:
    """Refuse a tournament with games of entrants that it does not have."""
    if state.tournament is None:
        return
    with reading_row("tournament", state.id):
        for pairing in state.tournament.pairings:
            if not state.participants.keys() >= set(pairing.players):
                raise InvalidValue(Text("errors.server.strangers_in_game", number=pairing.number))
