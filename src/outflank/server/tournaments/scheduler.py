"""The scheduler of tournaments: starts their games and stores the results.

Each pass reads the stored state of every tournament and takes the next step. A step is one
transaction, and memory is updated only after it, so the server can be killed at any point and
continues from there. Of several workers, the holder of the lease makes the passes; if it is gone,
another one takes over.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Iterator, Mapping

from outflank.arena import Result, Tournament
from outflank.errors import OutflankError
from outflank.play.events import Event, MatchEnded
from outflank.play.signals import Signal
from outflank.server.accounts.accounts import Accounts
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import MatchRegistry
from outflank.server.tournaments.boards import BoardKeeper
from outflank.server.tournaments.game_starter import GameStarter
from outflank.server.tournaments.held_tournaments import HeldTournaments
from outflank.server.tournaments.presence import Presence
from outflank.server.tournaments.sharing import TournamentDuty, TournamentSharing
from outflank.server.tournaments.state import ACTIVE, TournamentState
from outflank.store.database import Transaction
from outflank.store.reading.row_reading import DamagedRow
from outflank.store.store import Store
from outflank.store.tournament_store import StatusChange

__all__ = ["Scheduler"]

Work = Callable[[Transaction], object]

_PASS = 0.2  # seconds between two passes if nothing wakes the thread
_RETRY_DELAY = 1.0  # seconds after a pass that failed

_log = logging.getLogger(__name__)


class Scheduler:
    """Advances the active tournaments.

    `changed` sends every tournament that begins, pauses, resumes or ends, before its players are
    told; `passed` is sent after each pass. `after_pass` is part of a pass, which fails with it.
    """

    def __init__(
        self,
        store: Store,
        accounts: Accounts,
        registry: MatchRegistry,
        now: Callable[[], int],
        *,
        sharing: TournamentSharing,
        after_pass: Callable[[], None] = lambda: None,
    ) -> None:
        self.held: HeldTournaments = HeldTournaments(store, registry, sharing.locks, sharing.copies)
        self.lock: threading.RLock = self.held.lock
        self.states: dict[int, TournamentState] = self.held.states
        self.changed: Signal[TournamentState] = Signal()
        self.passed: Signal[()] = Signal()
        self._after_pass = after_pass
        self.presence: Presence = Presence(now, sharing.wake)
        self.game_starter: GameStarter = GameStarter(
            store, accounts, registry, self.presence, self.held
        )
        self._boards = BoardKeeper(
            now, self.game_starter.start_clock, margin=sharing.no_show_margin
        )
        self.store = store
        self.registry = registry
        self.now = now
        self.ignores_tryouts = False
        self._failed_on: dict[str, int] = {}  # for the log
        self._wake_up = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="scheduler", daemon=True)
        self.duty: TournamentDuty = sharing.duty(self.held, self.wake)
        self.tryout_pause: int = sharing.tryout_pause
        registry.events.subscribe(MatchEnded, self._on_end)

    # Starting and stopping

    def load(self) -> None:
        """Load the active tournaments; the running matches must be in the registry already."""
        self.duty.load()

    def state(self, number: int) -> TournamentState:
        """Return the present state of a tournament."""
        return self.held.state(number)

    def kinds_under_way(self) -> list[tuple[int, str]]:
        """Return the numbers and kinds of the tournaments that run or are paused."""
        return self.duty.kinds_under_way()

    def start(self) -> None:
        """Start the scheduler's thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the scheduler's thread, and leave its work to another worker."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        self._wake_up.set()
        if self._thread.is_alive():
            self._thread.join()
        self.duty.leave()

    def wake(self) -> None:
        """Start the next pass soon; never blocks."""
        self._wake_up.set()

    def _on_end(self, room: LiveRoom, _: Event) -> None:
        if room.entry.tournament is not None:
            if not self.duty.is_ours:
                self.duty.tell(room.entry.tournament)
            self.wake()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._wake_up.wait(_PASS)
            self._wake_up.clear()
            if self._stopping.is_set():
                return
            try:
                self.run_pass()
            except OutflankError as error:
                _log.warning(
                    "Scheduler pass failed, retrying in %g s: %s",
                    _RETRY_DELAY,
                    error,
                    extra=self._failed_on,
                )
                self._stopping.wait(_RETRY_DELAY)
            except Exception:
                _log.exception(
                    "Unexpected error in a scheduler pass, retrying in %g s", _RETRY_DELAY
                )
                self._stopping.wait(_RETRY_DELAY)

    # One pass

    def run_pass(self) -> None:
        """Make one pass over all tournaments; an error in one does not stop the others."""
        with self.lock:
            numbers = self.duty.due(self.tell)
            self._boards.detect_outage()
            self._failed_on = {}
            first_error: Exception | None = None
            for number in numbers:
                try:
                    with self.reload_on_error(number):
                        self._pass_over(number)
                except DamagedRow:
                    continue  # left out; the fault was logged
                except Exception as error:  # raised after the pass over the others
                    first_error = first_error or error
            self._after_pass()
            self.passed.send()
            if first_error is not None:
                raise first_error

    def _pass_over(self, number: int) -> None:
        with self.held.changing_if_free(number) as state:
            if state is None or (state.is_tryout and self.ignores_tryouts):
                return
            self.states[number] = state
            self.advance(state)
            if state.status not in ACTIVE and not state.boards:
                self.held.release(state)

    @contextlib.contextmanager
    def reload_on_error(self, number: int) -> Iterator[None]:
        """Reload a tournament from the database before its next change if an error occurs."""
        try:
            yield
        except Exception:
            self.held.reload_before_change(number)
            self._failed_on = {"tournament": number}
            raise

    def advance(self, state: TournamentState) -> None:
        """Take the next steps of a tournament."""
        if state.tournament is not None:
            self._advance_begun(state)
        if state.status == "archived" and not state.boards:
            self.held.forget(state.id)

    def _advance_begun(self, state: TournamentState) -> None:
        self._boards.sync(state)
        if state.status == "running":
            self._boards.forfeit_absent(state)
        self.collect_results(state)
        if state.status == "running":
            self.game_starter.start_games(state, self.duty.engaged)
        if state.status in ACTIVE and state.begun.is_finished and not state.boards:
            self.save(state, status="finished")

    # Writing

    def save(
        self,
        state: TournamentState,
        after: Tournament | None = None,
        *,
        begun: Tournament | None = None,
        status: str | None = None,
        ends: Mapping[int, int] | None = None,
        replayed: tuple[int, ...] = (),
        also: Work | None = None,
    ) -> None:
        """Store changes in one transaction, then apply them in memory.

        `begun` is the value of a starting tournament, whose pairings are stored already.
        """
        now, rows = self.now(), self.store.tournaments
        changes = None if after is None else state.changes_to(after, ends or {}, now)
        new_status = None if status is None else _status_change(state, status, now)
        version = state.version + 1

        def work(transaction: Transaction) -> None:
            if changes is not None:
                rows.write_changes(transaction, state.id, changes, version)
            for number in replayed:
                rows.remove_match(transaction, state.id, number, version)
            if new_status is not None:
                rows.set_status(transaction, state.id, new_status)
            if also is not None:
                also(transaction)

        def apply() -> None:
            state.tournament = begun or state.tournament
            if after is not None and changes is not None:
                state.apply(after, changes)
            for number in replayed:
                state.matches.pop(number, None)
            for name, value in (new_status or {}).items():
                setattr(state, name, value)

        self.held.write(state, work, apply)
        if new_status is not None:
            self.notify(state)

    def notify(self, state: TournamentState) -> None:
        """Tell all subscribers on every worker, and its players, that a tournament has changed."""
        self.duty.note_told(state)
        self.duty.tell(state.id)
        self.tell(state)

    def tell(self, state: TournamentState) -> None:
        """Tell all subscribers on this worker that a tournament has changed."""
        self.changed.send(state)
        for participant in state.participants.values():
            if participant.player is not None:
                self.registry.player_changed.send(participant.player)

    # Results

    def collect_results(self, state: TournamentState) -> None:
        """Store the results of the games that have ended."""
        over = [room for room in state.boards.values() if room.is_over]
        if not over:
            return
        after, replayed, ends = state.begun, [], {}
        for room in sorted(over, key=lambda room: room.changed):
            pairing = state.pairing_of(room)
            if state.matches.get(pairing.number) != room.name or not after.is_open(pairing):
                continue  # an organiser has decided otherwise
            result = _result_of(room)
            if result.is_void:
                replayed.append(pairing.number)
            else:
                ends[pairing.number] = room.changed
                after = after.with_result(pairing, result)
        if after is not state.tournament or replayed:
            self.save(state, after, ends=ends, replayed=tuple(replayed))
        for room in over:
            state.clear(room)


def _result_of(room: LiveRoom) -> Result:
    with room.reading() as match:
        ended = match.events_from(match.seq - 1)[0]
    assert isinstance(ended, MatchEnded)
    return Result.of(ended.outcome, ended.score)


def _status_change(state: TournamentState, status: str, now: int) -> StatusChange:
    row: StatusChange = {"status": status}
    if status == "running" and state.started is None:
        row["started"] = now
    if status == "finished":
        row["ended"] = now
    elif status in ACTIVE and state.ended is not None:
        row["ended"] = None
    return row
