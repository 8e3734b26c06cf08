"""The scheduler: a state machine over rows that deals games and writes down their results.

Each pass looks at what is on record and does what follows from it. Whatever it does is one
transaction, and memory follows only after that, so it can be killed anywhere and begins again
where it was.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping

import sqlalchemy as sa

from outflank.arena import Pairing, Result, Tournament
from outflank.errors import MatchOver, MatchPaused, OutflankError, StoreUnavailable
from outflank.play.events import Event, MatchEnded, TurnStarted
from outflank.play.match import Match
from outflank.rules import Color, Reason
from outflank.server.accounts.accounts import Accounts
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import MatchRegistry
from outflank.server.tournaments.game_queue import GameQueue
from outflank.server.tournaments.state import ACTIVE, Changes, TournamentState, load_state
from outflank.store.database import Database
from outflank.store.schema import leases, pairings, tournaments

__all__ = ["Scheduler"]

Work = Callable[[sa.Connection], object]

_KEPT = 8  # tournaments that are over
_PASS = 0.2  # seconds between two passes when nothing wakes it
_PATIENCE = 1.0  # seconds after a pass that failed
_SILENCE = 2_000  # milliseconds: longer between two passes, and the server was away

_log = logging.getLogger(__name__)


class Scheduler:
    """Holds the tournaments that are going on, and moves them on."""

    def __init__(
        self,
        database: Database,
        accounts: Accounts,
        registry: MatchRegistry,
        now: Callable[[], int],
        holder: str = "",
    ) -> None:
        self.lock = threading.RLock()
        self.states: dict[int, TournamentState] = {}
        self._kept: OrderedDict[int, TournamentState] = OrderedDict()
        self.duties: list[Callable[[], None]] = []  # what else belongs to a pass
        self.game_queue = GameQueue(accounts, registry, self.check_lease)
        self.database = database
        self.registry = registry
        self.now = now
        self._holder = holder
        self._watchers: list[Callable[[TournamentState], None]] = []
        self._stale: set[int] = set()
        self._last_pass = self._awake_since = now()
        self._bell = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="scheduler", daemon=True)
        registry.watch(self._notice)

    # Life

    def load(self) -> None:
        """Read what is going on, once the running matches are back in the hall."""
        query = sa.select(tournaments.c.id).where(tournaments.c.status.in_(ACTIVE))
        with self.database.reading() as connection:
            numbers = set(connection.execute(query).scalars())
        numbers.update(
            room.entry.tournament
            for room in self.registry.running()
            if room.entry.tournament is not None
        )
        for number in sorted(numbers):
            self.states[number] = self.read(number)

    def state(self, number: int) -> TournamentState:
        """Return a tournament; those that are over are read, and a few of them kept."""
        found = self.states.get(number) or self._kept.get(number)
        if found is None:
            found = self._kept[number] = self.read(number)
            while len(self._kept) > _KEPT:
                with contextlib.suppress(KeyError):  # another thread was quicker
                    self._kept.popitem(last=False)
        return found

    def read(self, number: int) -> TournamentState:
        """Return a tournament as it is on record, with its boards."""
        with self.database.reading() as connection:
            state = load_state(connection, number)
        for room in self.registry.running():
            if room.entry.tournament == number:
                state.seat(room)
        if state.tournament is not None and state.status in ACTIVE:
            for pairing in state.tournament.open_pairings:
                # A game that has ended, and the server before it could write that down.
                name = state.matches.get(pairing.number)
                if name is not None and name not in state.boards:
                    state.seat(self.registry.room(name))
        return state

    def start(self) -> None:
        """Begin to work on a thread of its own."""
        self._thread.start()

    def stop(self) -> None:
        """Stop; everything stays on record."""
        self._stopping.set()
        self._bell.set()
        if self._thread.is_alive():
            self._thread.join()

    def wake(self) -> None:
        """Have a pass made soon; this never blocks."""
        self._bell.set()

    def _notice(self, room: LiveRoom, event: Event) -> None:
        if isinstance(event, MatchEnded) and room.entry.tournament is not None:
            self.wake()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._bell.wait(_PASS)
            self._bell.clear()
            if self._stopping.is_set():
                return
            try:
                self.work()
            except OutflankError as error:
                _log.warning("the scheduler could not do its work: %s", error)
                self._stopping.wait(_PATIENCE)
            except Exception:
                _log.exception("the scheduler stumbled and goes on")
                self._stopping.wait(_PATIENCE)

    # One pass

    def work(self) -> None:
        """Make one pass over all tournaments; one that is in trouble does not stop the others."""
        with self.lock:
            self._notice_silence()
            trouble: OutflankError | None = None
            for number in list(self.states):
                try:
                    with self.reread_on_error(number):
                        if number in self._stale:
                            self.states[number] = self.read(number)
                            self._stale.discard(number)
                        self.attend(self.states[number])
                except OutflankError as error:
                    trouble = error
            for duty in self.duties:
                duty()
            if trouble is not None:
                raise trouble

    @contextlib.contextmanager
    def reread_on_error(self, number: int) -> Iterator[None]:
        """Trust the record more than memory after anything went wrong with a tournament."""
        try:
            yield
        except Exception:
            self._stale.add(number)
            raise

    def _notice_silence(self) -> None:
        now = self.now()
        if now - self._last_pass > _SILENCE:
            self._awake_since = now  # nobody has missed a game while the server was away
        self._last_pass = now

    def attend(self, state: TournamentState) -> None:
        """Do for a tournament whatever follows from where it stands."""
        if state.tournament is not None:
            self._move_on(state)
        if state.status == "archived" and not state.boards:
            self.states.pop(state.id, None)
            self._kept.pop(state.id, None)

    def _move_on(self, state: TournamentState) -> None:
        self._keep_in_step(state)
        if state.status == "running":
            self._forfeit_absent(state)
        self.collect(state)
        if state.status == "running":
            engaged = [room for other in self.states.values() for room in other.boards.values()]
            self.game_queue.deal(state, engaged)
        if state.status in ACTIVE and state.begun.is_finished and not state.boards:
            self.record(state, status="finished")

    # Writing

    def write(self, work: Work) -> None:
        """Have something written, unless another server has taken over."""

        def fenced(connection: sa.Connection) -> None:
            self.check_lease(connection)
            work(connection)

        self.database.write(fenced)

    def check_lease(self, connection: sa.Connection) -> None:
        """Refuse to write when another server has taken over."""
        query = sa.select(leases.c.holder).where(leases.c.name == "server")
        holder = connection.execute(query).scalar()
        if self._holder and holder not in (None, self._holder):
            raise StoreUnavailable("another server has taken over this database")

    def record(
        self,
        state: TournamentState,
        after: Tournament | None = None,
        *,
        status: str | None = None,
        ends: Mapping[int, int] | None = None,
        replayed: tuple[int, ...] = (),
        also: Work | None = None,
    ) -> None:
        """Write what has changed in one transaction, and let memory follow."""
        now = self.now()
        changes = Changes(state, after, ends or {}, now) if after is not None else None
        row = {} if status is None else _status_row(state, status, now)

        def work(connection: sa.Connection) -> None:
            if changes:
                changes.write(connection)
            for number in replayed:
                where = pairings.c.tournament == state.id, pairings.c.number == number
                connection.execute(sa.update(pairings).where(*where).values(match=None))
            if row:
                change = sa.update(tournaments).where(tournaments.c.id == state.id)
                connection.execute(change.values(row))
            if also is not None:
                also(connection)

        self.write(work)
        if changes:
            changes.take_effect()
        for number in replayed:
            state.matches.pop(number, None)
        for name, value in row.items():
            setattr(state, name, value)
        if row:
            self.tell(state)

    def watch(self, watcher: Callable[[TournamentState], None]) -> None:
        """Tell a watcher of every tournament that begins, stands still, goes on or ends."""
        self._watchers.append(watcher)

    def tell(self, state: TournamentState) -> None:
        """Tell the watchers of a tournament, and wake its players."""
        for watcher in self._watchers:
            watcher(state)
        for participant in state.participants.values():
            if participant.player is not None:
                self.registry.ring(participant.player)

    # Results

    def collect(self, state: TournamentState) -> None:
        """Write down the results of the games that have ended."""
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
            self.record(state, after, ends=ends, replayed=tuple(replayed))
        for room in over:
            state.clear(room)

    # Boards

    def _keep_in_step(self, state: TournamentState) -> None:
        """Let every board do what its tournament does."""
        for room in list(state.boards.values()):
            if not room.is_over:
                with contextlib.suppress(MatchOver, MatchPaused):  # it came before us
                    self._keep_board_in_step(state, room)

    def _keep_board_in_step(self, state: TournamentState, room: LiveRoom) -> None:
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
        elif state.status == "running" and room.is_paused and not state.waits_for_call(room):
            room.resume()

    def _forfeit_absent(self, state: TournamentState) -> None:
        """End the games to which somebody has not come."""
        for name in list(state.unbegun):
            room = state.boards[name]
            with room.reading() as match:
                is_begun, is_overdue = all(match.clock.moves.values()), False
                if not is_begun and match.outcome is None:
                    is_overdue = self._absent(state, match, self.now()) is not None
            if is_begun:
                state.unbegun.discard(name)
            elif is_overdue:
                self._forfeit(state, room)

    def _forfeit(self, state: TournamentState, room: LiveRoom) -> None:
        now, first = room.first_arrival()
        arrived = now if first is None else first  # a move that came in time is still to be played

        def command(match: Match, at: int) -> list[Event]:
            absent = self._absent(state, match, arrived)
            if absent is None:
                return []
            return match.adjudicate(absent.opponent, Reason.NO_SHOW, at=at)

        with contextlib.suppress(MatchOver):
            room.do(command, now)

    def _absent(self, state: TournamentState, match: Match, at: int) -> Color | None:
        """Return the side that should have made its first move by now."""
        asked, clock = match.asked, match.clock
        if not isinstance(asked, TurnStarted) or match.is_paused or clock.moves[asked.color]:
            return None
        if match.setup.player(asked.color).seat.startswith("computer:"):
            return None  # it is here, whatever keeps it from its move
        waited = clock.this_move + at - max(clock.since, self._awake_since)
        return asked.color if waited > state.definition.no_show * 1000 else None


def _result_of(room: LiveRoom) -> Result:
    with room.reading() as match:
        ended = match.events_from(match.seq - 1)[0]
    assert isinstance(ended, MatchEnded)
    return Result.of(ended.outcome, ended.score)


def _who_stays(tournament: Tournament, pairing: Pairing) -> Color | None:
    staying = [color for color in Color if pairing.entrant(color) not in tournament.withdrawn]
    return staying[0] if len(staying) == 1 else None


def _status_row(state: TournamentState, status: str, now: int) -> dict[str, str | int | None]:
    row: dict[str, str | int | None] = {"status": status}
    if status == "running" and state.started is None:
        row["started"] = now
    if status == "finished":
        row["ended"] = now
    elif status in ACTIVE and state.ended is not None:
        row["ended"] = None
    return row
