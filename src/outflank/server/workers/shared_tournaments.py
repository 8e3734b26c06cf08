"""The tournaments of several workers: who makes the passes, and news of changes."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Collection, Iterable

from outflank.errors import OutflankError
from outflank.server.lease import Lease
from outflank.server.tournaments.held_tournaments import HeldTournaments
from outflank.server.tournaments.sharing import TournamentSharing
from outflank.server.tournaments.state import ACTIVE, UNDER_WAY, TournamentState
from outflank.server.wake import Message, Wake
from outflank.store.database import Database
from outflank.store.reading.row_reading import DamagedRow
from outflank.store.store import Store
from outflank.store.work_locks import DatabaseLocks

__all__ = ["SharedDuty", "StoredCopies", "among_workers"]

_LEASE = "tournaments"
# All in milliseconds.
_LOOK = 2_000  # between two looks for news when no worker tells of any
_HOLDER_LOOK = 1_000  # of the worker that makes the passes, when no tournament is under way
_ADVANCE = 1_000  # between two steps of a tournament in which nothing has changed
_LEFT_BEHIND = 10_000  # between two looks for games that their tournament has left behind
_MARGIN = 1_000  # for a first move that another worker has read but not stored yet
_TRYOUT_PAUSE = 1_000  # between two passes over the try-out, which other workers may make, too

_log = logging.getLogger(__name__)


class StoredCopies:
    """Copies of what is in the database, where other workers change it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def is_newest(self, state: TournamentState) -> bool:
        """Tell whether a tournament in memory is as it is in the database."""
        return state.version == self._store.tournaments.version_of(state.id)

    def catch_up(self, state: TournamentState) -> None:
        """Read what happened at its boards on other workers."""
        boards = state.boards.copy()
        seqs = self._store.running_matches.seqs_of(boards) if boards else {}
        for name, room in boards.items():
            if seqs.get(name) != room.seq:
                room.catch_up()


class SharedDuty:
    """Takes turns with the other workers, and learns from the database what they have changed."""

    def __init__(
        self,
        store: Store,
        held: HeldTournaments,
        wake: Wake,
        *,
        now: Callable[[], int],
        worker: str,
        pass_soon: Callable[[], None],
    ) -> None:
        self.is_ours: bool = False  # whether this worker makes the passes
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
        self._pass_soon = pass_soon
        wake.messages.subscribe("tournament", self._hear)
        wake.gaps.subscribe(self._hear)

    def _hear(self, _: Message | None = None) -> None:
        """Ask for a pass, because another worker tells of a change."""
        self._is_told = True
        self._pass_soon()

    def tell(self, number: int) -> None:
        """Tell the other workers that a tournament has changed."""
        self._wake.publish("tournament", {"id": number})

    # Taking turns

    def due(self, tell: Callable[[TournamentState], None]) -> Iterable[int]:
        """Keep or take the lease, tell news of other workers; return what is to be looked at."""
        now, was_ours = self._now(), self.is_ours
        self.is_ours = self._lease.is_held()
        if self.is_ours and not was_ours:
            self._next_left_behind = 0
            _log.info("This worker now advances the tournaments")
        if self._is_told or now >= self._next_look or (self.is_ours and self._has_work()):
            self._is_told = False
            self._compare(tell)
            self._next_look = now + (_HOLDER_LOOK if self.is_ours else _LOOK)
        return self._unfinished() if self.is_ours else ()

    def _has_work(self) -> bool:
        """Tell whether any tournament is under way, as far as this worker knows."""
        found = self._versions.values()
        return bool(self._held.states) or any(status in UNDER_WAY for status, _ in found)

    def leave(self) -> None:
        """Leave the work to another worker."""
        if self.is_ours:
            self.is_ours = False
            with contextlib.suppress(OutflankError):  # else it is taken over a little later
                self._lease.give_up()
                self.tell(0)

    def _unfinished(self) -> list[int]:
        """Return the tournaments in which something may have to be done now."""
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

    def load(self) -> None:
        """Load the statuses of the tournaments; each is read when it is needed."""
        found = self._store.tournaments.statuses(ACTIVE)
        self._statuses = {number: status for number, (status, _) in found.items()}

    def kinds_under_way(self) -> list[tuple[int, str]]:
        """Return the numbers and kinds of the tournaments that run or are paused."""
        return self._store.tournaments.kinds_of(UNDER_WAY)

    def engaged(self) -> Collection[int]:
        """Return the players who sit at a board of any tournament."""
        return self._store.running_matches.players_in_tournaments()

    def add(self, number: int) -> None:
        """Do nothing: a new tournament is found in the database."""

    def newest_tryout(self, known: int) -> int:  # noqa: ARG002 - another may have begun one
        """Return the number of the try-out tournament, 0 if there is none."""
        return self._store.tournaments.newest_of_kind("tryout") or 0

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


def among_workers(
    database: Database, store: Store, wake: Wake, now: Callable[[], int], worker: str
) -> TournamentSharing:
    """Return what the tournaments of one of several workers need."""
    return TournamentSharing(
        wake,
        DatabaseLocks(database),
        StoredCopies(store),
        lambda held, pass_soon: SharedDuty(
            store, held, wake, now=now, worker=worker, pass_soon=pass_soon
        ),
        no_show_margin=_MARGIN,
        tryout_pause=_TRYOUT_PAUSE,
    )
