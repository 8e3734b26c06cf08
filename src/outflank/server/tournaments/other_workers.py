"""What the schedulers of several workers share: who makes the passes, and news of changes."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable

from outflank.errors import OutflankError
from outflank.server.lease import Lease
from outflank.server.tournaments.held_tournaments import HeldTournaments
from outflank.server.tournaments.state import ACTIVE, UNDER_WAY, TournamentState
from outflank.server.wake import Message, Wake
from outflank.store.reading.row_reading import DamagedRow
from outflank.store.store import Store

__all__ = ["OtherWorkers"]

_LEASE = "tournaments"
# All in milliseconds.
_LOOK = 2_000  # between two looks for news when no worker tells of any
_HOLDER_LOOK = 1_000  # of the worker that makes the passes, when no tournament is under way
_ADVANCE = 1_000  # between two steps of a tournament in which nothing has changed
_LEFT_BEHIND = 10_000  # between two looks for games that their tournament has left behind

_log = logging.getLogger(__name__)


class OtherWorkers:
    """Takes turns with the other workers, and learns from the database what they have changed."""

    def __init__(
        self,
        store: Store,
        held: HeldTournaments,
        wake: Wake,
        now: Callable[[], int],
        worker: str,
    ) -> None:
        self.is_holder = False  # whether this worker makes the passes
        self._lease = Lease(store.leases, _LEASE, worker, now)
        self._store = store
        self._held = held
        self._wake = wake
        self._now = now
        self._is_told = True
        self._next_look = self._next_left_behind = 0
        self._statuses: dict[int, str] = {}  # of active tournaments, as they were told
        self._versions: dict[int, tuple[str, int]] = {}  # with their statuses, as last seen
        self._left_behind: list[int] = []
        self._advanced: dict[int, int] = {}  # when each tournament was advanced

    def listen(self, pass_soon: Callable[[], None]) -> None:
        """Ask for a pass whenever another worker tells of a change."""

        def hear(_: Message | None = None) -> None:
            self._is_told = True
            pass_soon()

        self._wake.subscribe("tournament", hear)
        self._wake.on_gap(hear)

    def tell(self, number: int) -> None:
        """Tell the other workers that a tournament has changed."""
        self._wake.publish("tournament", {"id": number})

    # Taking turns

    def look(self, tell: Callable[[TournamentState], None]) -> bool:
        """Keep or take the lease, tell news of other workers; return whether it is held."""
        now, was_holder = self._now(), self.is_holder
        self.is_holder = self._lease.is_held()
        if self.is_holder and not was_holder:
            self._next_left_behind = 0
            _log.info("This worker now advances the tournaments")
        if self._is_told or now >= self._next_look or (self.is_holder and self._has_work()):
            self._is_told = False
            self._compare(tell)
            self._next_look = now + (_HOLDER_LOOK if self.is_holder else _LOOK)
        return self.is_holder

    def _has_work(self) -> bool:
        """Tell whether any tournament is under way, as far as this worker knows."""
        found = self._versions.values()
        return bool(self._held.states) or any(status in UNDER_WAY for status, _ in found)

    def leave(self) -> None:
        """Leave the work to another worker."""
        if self.is_holder:
            self.is_holder = False
            with contextlib.suppress(OutflankError):  # else it is taken over a little later
                self._lease.give_up()
                self.tell(0)

    def due(self) -> list[int]:
        """Return the tournaments in which something is to be done, or may be by now."""
        now, states = self._now(), self._held.states
        if now >= self._next_left_behind:
            self._next_left_behind = now + _LEFT_BEHIND
            self._left_behind = self._store.running_matches.tournaments()
        numbers = [number for number, (status, _) in self._versions.items() if status in UNDER_WAY]
        numbers += [number for number, state in states.items() if state.boards]
        numbers += self._left_behind
        boards = {name for state in states.values() for name in state.boards}
        seqs = self._store.running_matches.seqs_of(boards) if boards else {}
        due, before = [], self._advanced
        self._advanced = {}  # of those that are under way
        for number in dict.fromkeys(numbers):
            state = states.get(number)
            is_changed = state is None or (
                self._versions.get(number, (state.status, state.version))
                != (state.status, state.version)
                or any(seqs.get(name) != room.seq for name, room in state.boards.items())
                or any(room.is_over for room in state.boards.values())
            )
            self._advanced[number] = before.get(number, 0)
            if is_changed or now >= self._advanced[number] + _ADVANCE:
                self._advanced[number] = now
                due.append(number)
        self._left_behind = []
        return due

    # News

    def learn_statuses(self) -> None:
        """Learn how the tournaments stand, of which nobody here was told anything yet."""
        found = self._store.tournaments.statuses(ACTIVE)
        self._statuses = {number: status for number, (status, _) in found.items()}

    def note_told(self, state: TournamentState) -> None:
        """Note that this worker has told of a change itself."""
        self._note(state.id, state.status)

    def _note(self, number: int, status: str) -> None:
        if status in ACTIVE:
            self._statuses[number] = status
        else:
            self._statuses.pop(number, None)

    def _compare(self, tell: Callable[[TournamentState], None]) -> None:
        """Tell of every tournament whose status another worker has changed."""
        self._versions = self._store.tournaments.statuses(ACTIVE, self._statuses)
        for number, (status, _) in self._versions.items():
            before = self._statuses.get(number, "draft")
            self._note(number, status)
            if status != before:
                with contextlib.suppress(DamagedRow):  # nobody can be shown anything of it
                    tell(self._held.state(number))
