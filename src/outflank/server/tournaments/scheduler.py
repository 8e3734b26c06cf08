"""The scheduler of tournaments: starts their games and stores the results.

Each pass looks at the stored state of every tournament and takes the next step. A step is one
transaction, and memory is updated only after it, so the server can be killed at any point and
continues from there.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from outflank.arena import Pairing, Result, Tournament
from outflank.errors import MatchOver, MatchPaused, OutflankError
from outflank.play.events import Event, MatchEnded, TurnStarted
from outflank.play.match import Match
from outflank.rules import Color, Reason
from outflank.server.accounts.accounts import Accounts
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import MatchRegistry
from outflank.server.tournaments.game_starter import GameStarter
from outflank.server.tournaments.presence import Presence
from outflank.server.tournaments.state import ACTIVE, TournamentState
from outflank.store.database import Transaction
from outflank.store.store import Store
from outflank.store.tournament_store import StatusChange

__all__ = ["Scheduler"]

Work = Callable[[Transaction], object]
Written = TypeVar("Written")

_RECENT = 8  # finished tournaments kept in memory
_PASS = 0.2  # seconds between two passes when nothing wakes it
_RETRY_DELAY = 1.0  # seconds after a pass that failed
_OUTAGE = 2_000  # milliseconds between two passes that mean the server was down

_log = logging.getLogger(__name__)


class Scheduler:
    """Holds the tournaments that are going on, and advances them."""

    def __init__(
        self,
        store: Store,
        accounts: Accounts,
        registry: MatchRegistry,
        now: Callable[[], int],
        holder: str = "",
    ) -> None:
        self.lock = threading.RLock()
        self.states: dict[int, TournamentState] = {}
        self._recent: OrderedDict[int, TournamentState] = OrderedDict()
        self._after_pass: list[Callable[[], None]] = []
        self.presence = Presence(now)
        self.game_starter = GameStarter(
            store.tournaments, accounts, registry, self.presence, self._check_lease
        )
        self.store = store
        self.registry = registry
        self.now = now
        self._holder = holder
        self._watchers: list[Callable[[TournamentState], None]] = []
        self._stale: set[int] = set()
        self._failed_on: dict[str, int] = {}  # for the log
        self._last_pass = self._working_since = now()
        self._wake_up = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="scheduler", daemon=True)
        registry.watch(self._on_end, MatchEnded)

    # Starting and stopping

    def load(self) -> None:
        """Load the active tournaments; the running matches must be in the registry already."""
        numbers = set(self.store.tournaments.with_status(ACTIVE))
        numbers.update(
            room.entry.tournament
            for room in self.registry.running()
            if room.entry.tournament is not None
        )
        for number in sorted(numbers):
            self.states[number] = self.read(number)

    def state(self, number: int) -> TournamentState:
        """Return a tournament; finished ones are loaded, and a few of them kept in memory."""
        found = self.states.get(number) or self._recent.get(number)
        if found is None:
            found = self._recent[number] = self.read(number)
            while len(self._recent) > _RECENT:
                with contextlib.suppress(KeyError):  # another thread did it
                    self._recent.popitem(last=False)
        return found

    def read(self, number: int) -> TournamentState:
        """Load a tournament from the database, with its boards."""
        state = TournamentState(**vars(self.store.tournaments.load(number)))
        for room in self.registry.running():
            if room.entry.tournament == number:
                state.seat(room)
        if state.tournament is not None and state.status in ACTIVE:
            for pairing in state.tournament.open_pairings:
                # The game ended, but the server stopped before it stored the result.
                name = state.matches.get(pairing.number)
                if name is not None and name not in state.boards:
                    state.seat(self.registry.room(name))
        return state

    def start(self) -> None:
        """Start the scheduler's thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the scheduler's thread."""
        self._stopping.set()
        self._wake_up.set()
        if self._thread.is_alive():
            self._thread.join()

    def wake(self) -> None:
        """Start the next pass soon; never blocks."""
        self._wake_up.set()

    def _on_end(self, room: LiveRoom, _: Event) -> None:
        if room.entry.tournament is not None:
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
            self._detect_outage()
            self._failed_on = {}
            first_error: OutflankError | None = None
            for number in list(self.states):
                try:
                    with self.reload_on_error(number):
                        if number in self._stale:
                            self.states[number] = self.read(number)
                            self._stale.discard(number)
                        self.advance(self.states[number])
                except OutflankError as error:
                    first_error = error
            for task in self._after_pass:
                task()
            if first_error is not None:
                raise first_error

    @contextlib.contextmanager
    def reload_on_error(self, number: int) -> Iterator[None]:
        """Reload a tournament from the database before its next pass if an error occurs."""
        try:
            yield
        except Exception:
            self._stale.add(number)
            self._failed_on = {"tournament": number}
            raise

    def _detect_outage(self) -> None:
        now = self.now()
        if now - self._last_pass > _OUTAGE:
            self._working_since = now  # time without a server does not count as a no-show
        self._last_pass = now

    def advance(self, state: TournamentState) -> None:
        """Take the next steps of a tournament."""
        if state.tournament is not None:
            self._advance_begun(state)
        if state.status == "archived" and not state.boards:
            self.states.pop(state.id, None)
            self._recent.pop(state.id, None)

    def _advance_begun(self, state: TournamentState) -> None:
        self._sync_boards(state)
        if state.status == "running":
            self._forfeit_absent(state)
        self.collect_results(state)
        if state.status == "running":
            engaged = [room for other in self.states.values() for room in other.boards.values()]
            self.game_starter.start_games(state, engaged)
        if state.status in ACTIVE and state.begun.is_finished and not state.boards:
            self.save(state, status="finished")

    # Writing

    def write(self, work: Callable[[Transaction], Written]) -> Written:
        """Write in one transaction, unless another server has taken over."""

        def fenced(transaction: Transaction) -> Written:
            self._check_lease(transaction)
            return work(transaction)

        return self.store.write(fenced)

    def _check_lease(self, transaction: Transaction) -> None:
        self.store.leases.require_holder(transaction, self._holder)

    def save(
        self,
        state: TournamentState,
        after: Tournament | None = None,
        *,
        status: str | None = None,
        ends: Mapping[int, int] | None = None,
        replayed: tuple[int, ...] = (),
        also: Work | None = None,
    ) -> None:
        """Store changes in one transaction, then apply them in memory."""
        now, rows = self.now(), self.store.tournaments
        changes = None if after is None else state.changes_to(after, ends or {}, now)
        new_status = None if status is None else _status_change(state, status, now)

        def work(transaction: Transaction) -> None:
            if changes is not None:
                rows.write_changes(transaction, state.id, changes)
            for number in replayed:
                rows.remove_match(transaction, state.id, number)
            if new_status is not None:
                rows.set_status(transaction, state.id, new_status)
            if also is not None:
                also(transaction)

        self.write(work)
        if after is not None and changes is not None:
            state.apply(after, changes)
        for number in replayed:
            state.matches.pop(number, None)
        if new_status is not None:
            for name, value in new_status.items():
                setattr(state, name, value)
            self.notify(state)

    def watch(self, watcher: Callable[[TournamentState], None]) -> None:
        """Tell a watcher of every tournament that begins, pauses, resumes or ends."""
        self._watchers.append(watcher)

    def watch_passes(self, task: Callable[[], None]) -> None:
        """Run a task after each pass."""
        self._after_pass.append(task)

    def notify(self, state: TournamentState) -> None:
        """Tell the watchers that a tournament has changed, and wake its players."""
        for watcher in self._watchers:
            watcher(state)
        for participant in state.participants.values():
            if participant.player is not None:
                self.registry.wake_player(participant.player)

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

    # Boards

    def _sync_boards(self, state: TournamentState) -> None:
        """Pause, resume or end every board as its tournament requires."""
        for room in list(state.boards.values()):
            if not room.is_over:
                with contextlib.suppress(MatchOver, MatchPaused):  # it ended or paused meanwhile
                    self._sync_board(state, room)

    def _sync_board(self, state: TournamentState, room: LiveRoom) -> None:
        pairing, value = state.pairing_of(room), state.begun
        if state.matches.get(pairing.number) != room.name:
            room.adjudicate(None, Reason.VOID, "this game will be played again")
        elif (result := value.results.get(pairing.number)) is not None:
            room.adjudicate(result.winner, result.reason)
        elif value.is_struck(pairing):
            room.adjudicate(_who_stays(value, pairing), Reason.WITHDRAWAL)
        elif state.status not in ACTIVE:
            room.adjudicate(None, Reason.VOID, "the tournament is over")
        elif state.status == "paused" and not room.is_paused:
            room.pause("the tournament is paused")
        elif state.status == "running" and state.awaits_first_request(room):
            self.game_starter.start_clock(state, room)
        elif state.status == "running" and room.is_paused:
            room.resume()

    def _forfeit_absent(self, state: TournamentState) -> None:
        """End the games in which a player has not made the first move in time."""
        for name in list(state.unstarted):
            room = state.boards[name]
            with room.reading() as match:
                is_begun, is_overdue = all(match.clock.moves.values()), False
                if not is_begun and match.outcome is None:
                    is_overdue = self._absent(state, match, self.now()) is not None
            if is_begun:
                state.unstarted.discard(name)
            elif is_overdue:
                self._forfeit(state, room)

    def _forfeit(self, state: TournamentState, room: LiveRoom) -> None:
        now, first = room.first_arrival()
        arrived = now if first is None else first  # a move that arrived in time still counts

        def command(match: Match, at: int) -> list[Event]:
            absent = self._absent(state, match, arrived)
            if absent is None:
                return []
            return match.adjudicate(absent.opponent, Reason.NO_SHOW, at=at)

        with contextlib.suppress(MatchOver):
            room.do(command, now)

    def _absent(self, state: TournamentState, match: Match, at: int) -> Color | None:
        """Return the side that should have made its first move by then."""
        asked, clock = match.asked, match.clock
        if not isinstance(asked, TurnStarted) or match.is_paused or clock.moves[asked.color]:
            return None
        if match.setup.player(asked.color).seat.startswith("computer:"):
            return None  # a computer is always present
        waited = clock.this_move + at - max(clock.since, self._working_since)
        return asked.color if waited > state.definition.no_show * 1000 else None


def _result_of(room: LiveRoom) -> Result:
    with room.reading() as match:
        ended = match.events_from(match.seq - 1)[0]
    assert isinstance(ended, MatchEnded)
    return Result.of(ended.outcome, ended.score)


def _who_stays(tournament: Tournament, pairing: Pairing) -> Color | None:
    staying = [color for color in Color if pairing.entrant(color) not in tournament.withdrawn]
    return staying[0] if len(staying) == 1 else None


def _status_change(state: TournamentState, status: str, now: int) -> StatusChange:
    row: StatusChange = {"status": status}
    if status == "running" and state.started is None:
        row["started"] = now
    if status == "finished":
        row["ended"] = now
    elif status in ACTIVE and state.ended is not None:
        row["ended"] = None
    return row
