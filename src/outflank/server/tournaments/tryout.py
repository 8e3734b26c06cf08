"""The try-out tournament: four public keys and twelve games, restarted after the last one."""

from __future__ import annotations

import contextlib
import functools
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace

from outflank.arena import Definition, DoubleRoundRobin, Pairing, Result, Tournament
from outflank.errors import MatchOver, MatchPaused, StoreUnavailable, UnknownPlayer
from outflank.play.clock import ClockSetting
from outflank.play.events import Event
from outflank.play.match import Match
from outflank.rules import Color, Reason
from outflank.server.accounts.accounts import Accounts
from outflank.server.accounts.keys import Role, digest
from outflank.server.matches.live_room import LiveRoom
from outflank.server.tournaments.held_tournaments import TRYOUTS
from outflank.server.tournaments.scheduler import Scheduler
from outflank.server.tournaments.state import TournamentState
from outflank.store.account_store import AccountKind
from outflank.store.database import Transaction
from outflank.store.reading.row_reading import DamagedRow
from outflank.store.tournament_store import Participant, TournamentStore
from outflank.texts import say

__all__ = ["ADMIN_KEY", "DEFAULT_KEYS", "OBSERVER_KEY", "PLAYER_KEYS", "Tryout", "TryoutView"]

PLAYER_KEYS = ("key0", "key1", "key2", "key3")
OBSERVER_KEY = "observe0"
ADMIN_KEY = "admin0"
DEFAULT_KEYS = (*PLAYER_KEYS, OBSERVER_KEY, ADMIN_KEY)

_FIRST = ((1, 2), (3, 4))  # the boards that a fresh server shows
_UNTOUCHED = 10_000  # milliseconds without a move after which a game may be called off
_START_SECONDS = 1.0  # for which requests wait for the start of their clock
_DEFINITION = Definition(
    name="Try-out",
    format=DoubleRoundRobin(),
    clock=ClockSetting(per_move=300_000),
    boards=2,
    no_show=86_400,  # the clock runs out first
    withdraw_after=0,
)

Work = Callable[[Transaction], None]


@dataclass(frozen=True, slots=True)
class TryoutView:
    """The tournament as the codekata routes show it; players are counted from 1."""

    order: Sequence[tuple[int, int]] = ()
    results: Sequence[int] = ()  # 0 unfinished, -1 tie, else the winner
    records: Sequence[tuple[int, int, int]] = ()  # wins, losses, ties
    names: Sequence[str] = ()
    winner: int | None = None  # counted from 0, after the last game
    boards: Sequence[tuple[LiveRoom, int, int]] = ()  # with black's and white's number


class Tryout:
    """Keeps a tournament of the four default keys running."""

    def __init__(
        self,
        scheduler: Scheduler,
        accounts: Accounts,
        now: Callable[[], int],
        table_stands: float = 60.0,
    ) -> None:
        self._scheduler = scheduler
        self._held = scheduler.held
        self._store = scheduler.store
        self._accounts = accounts
        self._now = now
        self._restart_delay = round(table_stands * 1000)
        self._presence = scheduler.presence
        # Games whose clocks are being started, and the time until which requests wait for that.
        self._starts: dict[str, tuple[Future[None], float]] = {}
        self._starts_lock = threading.Lock()
        self._start_failed = False  # the last start failed or still hangs
        self._number = 0  # 0 while unknown, as after a write that got no answer
        self._next_pass = 0

    @property
    def state(self) -> TournamentState:
        """The running tournament, or the last one until the next begins."""
        return self._scheduler.state(self._newest())

    def _newest(self) -> int:
        """Return the number of the tournament, which another worker may have begun."""
        return self._scheduler.duty.newest_tryout(self._number)

    # Starting

    def load(self) -> None:
        """Continue the stored tournament, or begin the first one."""
        with self._held.locks.hold(TRYOUTS):
            self._load()
        with self._held.changing(self._newest()) as state:
            self._scheduler.advance(state)

    def _load(self) -> None:
        for number, key in enumerate(PLAYER_KEYS):
            self._ensure_player(key, f"Unknown {number}")
        self._ensure_key(OBSERVER_KEY, Role.OBSERVER)
        self._ensure_key(ADMIN_KEY, Role.ADMIN)
        self._continue()

    def _continue(self) -> None:
        with self._held.lock:
            known = self._readable_one()
            if known is None:
                self._begin()
            else:
                self._scheduler.duty.add(known.id)
                self._number = known.id

    def _readable_one(self) -> TournamentState | None:
        """Return the stored tournament, after archiving damaged ones."""
        rows = self._store.tournaments
        while (number := rows.newest_of_kind("tryout")) is not None:
            version = rows.version_of(number)
            with contextlib.suppress(DamagedRow):
                return self._held.read(number)
            self._store.write(functools.partial(_archive, rows, number, version))
        return None

    def _ensure_player(self, key: str, name: str) -> None:
        caller = self._accounts.caller(key)
        if caller is not None and caller.player is not None:
            return
        try:
            player = self._accounts.named(name)
        except UnknownPlayer:
            player = None
        if player is None and not self._is_known(key):
            self._accounts.register(name, key=key, loopback_only=True, by_default=True)
            return
        if player is None:
            player, spare = self._accounts.register(name, by_default=True)
            spent = self._accounts.caller(spare)
            assert spent is not None
            self._accounts.revoke(spent.key)
        self._ensure_key(key, Role.PLAYER, player.id)

    def _ensure_key(self, key: str, role: Role, player: int | None = None) -> None:
        """Make a default key work, even if somebody has revoked it."""
        if self._accounts.caller(key) is not None:
            return
        if not self._is_known(key):
            self._accounts.add_key(role, key=key, player=player, loopback_only=True)
            return
        self._store.write(
            lambda transaction: self._store.accounts.restore_key(
                transaction, digest(key), role.value, player
            )
        )

    def _is_known(self, key: str) -> bool:
        return self._store.accounts.find_key(digest(key)) is not None

    # Tournaments

    def _begin(self, also: Work | None = None, archived: TournamentState | None = None) -> None:
        """Begin a new tournament and archive the old one, in one transaction."""
        people = [
            Participant(number, player, AccountKind.BOT.value, self._accounts.name_of(player))
            for number, player in enumerate(map(self._player_of, PLAYER_KEYS), 1)
        ]
        definition = replace(_DEFINITION, seed=secrets.randbits(63))
        names = [each.name for each in people]
        value = replace(definition, players=tuple(names)).tournament(first=_FIRST)
        seed, at, rows = secrets.randbits(63), self._now(), self._store.tournaments

        def write(transaction: Transaction) -> int:
            if archived is not None:
                _archive(rows, archived.id, archived.version, transaction)
            made = rows.insert_tryout(transaction, definition, seed, at)
            rows.insert_entrants(transaction, made, people)
            rows.insert_pairings(transaction, made, value.pairings)
            if also is not None:
                also(transaction)
            return made

        self._number = 0
        number = self._store.write(write)
        self._scheduler.duty.add(number)
        self._number = number  # set last, because other threads read it without the lock
        if archived is not None:
            archived.status = "archived"
            self._held.note_written(archived)
            self._scheduler.notify(archived)
            self._scheduler.advance(archived)  # frees its boards
        self._scheduler.notify(self.state)

    def restart(self, also: Work | None = None) -> None:
        """Archive the tournament, finished or not, and begin a new one."""
        with self._held.locks.hold(TRYOUTS):
            number = self._newest()
            with self._held.changing(number) as old, self._scheduler.reload_on_error(number):
                self._begin(also, archived=old)
            with self._held.changing(self._newest()) as new:
                self._scheduler.advance(new)

    def _player_of(self, key: str) -> int:
        caller = self._accounts.caller(key)
        if caller is None or caller.player is None:  # it was deleted or changed
            self._ensure_player(key, f"Unknown {PLAYER_KEYS.index(key)}")
            caller = self._accounts.caller(key)
        assert caller is not None
        assert caller.player is not None
        return caller.player

    def run_pass(self) -> None:
        """Begin the next tournament in time, and replace games that nobody plays."""
        if self._scheduler.duty.is_ours and self._now() >= self._next_pass:
            self._next_pass = self._now() + self._scheduler.tryout_pause
            with self._held.locks.try_to_hold(TRYOUTS) as is_free:
                if is_free:
                    self._run_pass()

    def _run_pass(self) -> None:
        with self._held.lock:  # other threads learn of a new one under it
            self._number = number = self._newest()
        with self._held.changing_if_free(number) as state, self._scheduler.reload_on_error(number):
            if state is None:
                return
            if state.status == "running":
                self._swap(state)
            if state.status != "finished" or state.ended is None:
                return
            if self._now() < state.ended + self._restart_delay:
                return
            self._begin(archived=state)
        with self._held.changing_if_free(self._newest()) as new:
            if new is not None:  # otherwise the next pass of the scheduler advances it
                self._scheduler.advance(new)

    # Presence

    def start_clocks_of(self, player: int) -> None:
        """Start the clock of a player's game at the first request.

        The request may only read, so it waits just a moment for a database that cannot be written,
        and later requests do not wait at all. Each of them tries again.
        """
        for room in self._scheduler.registry.rooms_of(player):
            number = room.entry.tournament
            if room.is_paused and number is not None and self._is_of_tryout(number):
                state = self._scheduler.state(number)
                if state.status == "running" and state.awaits_first_request(room):
                    self._start_clock(room)

    def _is_of_tryout(self, number: int) -> bool:
        return number == self._number or self._scheduler.state(number).is_tryout

    def _start_clock(self, room: LiveRoom) -> None:
        """Start a clock on a separate thread, once for all requests that arrive meanwhile."""
        with self._starts_lock:
            if (start := self._starts.get(room.name)) is None:
                seconds = 0.0 if self._start_failed else _START_SECONDS
                start = self._starts[room.name] = Future(), time.monotonic() + seconds
                threading.Thread(target=self._resume, args=(room, start[0]), daemon=True).start()
        started, until = start
        try:
            started.result(max(0.0, until - time.monotonic()))
        except (TimeoutError, StoreUnavailable):
            self._start_failed = True

    def _resume(self, room: LiveRoom, started: Future[None]) -> None:
        error: BaseException | None = None
        try:
            with contextlib.suppress(MatchOver, MatchPaused):  # the scheduler was quicker
                room.resume()
        except BaseException as problem:  # raised by the waiting request
            error = problem
        with self._starts_lock:
            del self._starts[room.name]
        if error is None:
            self._start_failed = False
            started.set_result(None)
        else:
            started.set_exception(error)

    def _swap(self, state: TournamentState) -> None:
        """Let two present players play instead of waiting for an absent one."""
        idle_boards = [room for room in state.boards.values() if self._is_abandoned(state, room)]
        if not idle_boards:
            return
        for pairing in state.begun.open_pairings:
            in_the_way = [
                room
                for room in state.boards.values()
                if not set(pairing.players).isdisjoint(state.pairing_of(room).players)
            ]
            if (
                pairing.number not in state.matches
                and all(self._is_here_to_stay(state, number) for number in pairing.players)
                and all(room in idle_boards for room in in_the_way)
            ):
                self._call_off_games(state, in_the_way)
                return

    def _call_off_games(self, state: TournamentState, rooms: Sequence[LiveRoom]) -> None:
        """Void games without a move; the scheduler then prefers present players."""
        for room in rooms:
            now, arrival = room.turn_times.first_arrival()
            if arrival is None:
                with contextlib.suppress(MatchOver):
                    room.do(_call_off, now)
        self._scheduler.advance(state)

    def _is_abandoned(self, state: TournamentState, room: LiveRoom) -> bool:
        if room.is_over or self._now() - room.entry.created < _UNTOUCHED:
            return False
        with room.reading() as match:
            is_untouched = not match.game.plies
        players = state.pairing_of(room).players
        return is_untouched and not all(self._is_there(state, number) for number in players)

    def _is_there(self, state: TournamentState, number: int) -> bool:
        return self._presence.is_present(state.participants[number].player)

    def _is_here_to_stay(self, state: TournamentState, number: int) -> bool:
        """Return whether a player has been present for a while."""
        return self._presence.is_here_to_stay(state.participants[number].player)

    # Showing

    def view(self) -> TryoutView:
        """Return the tournament as the codekata routes show it."""
        state = self.state
        value = state.begun
        records = tuple(_record(value, number) for number in state.participants)
        points = [2 * wins + ties for wins, _, ties in records]
        people = [each.player for each in state.participants.values() if each.player is not None]
        return TryoutView(
            order=tuple(pairing.players for pairing in value.pairings),
            results=tuple(_shown(each, value.results.get(each.number)) for each in value.pairings),
            records=records,
            names=tuple(self._accounts.names_of(people)),
            winner=points.index(max(points)) if value.is_finished else None,
            boards=tuple((room, *state.pairing_of(room).players) for room in state.in_play()),
        )


def _archive(rows: TournamentStore, number: int, version: int, transaction: Transaction) -> None:
    rows.raise_version(transaction, number, version)
    rows.set_status(transaction, number, {"status": "archived"})


def _call_off(match: Match, at: int) -> list[Event]:
    if match.game.plies or match.outcome is not None:
        return []
    note = say("tournaments.notes.others_played")
    return match.adjudicate(None, Reason.VOID, at=at, note=note)


def _shown(pairing: Pairing, result: Result | None) -> int:
    if result is None:
        return 0
    return -1 if result.winner is None else pairing.entrant(result.winner)


def _record(tournament: Tournament, number: int) -> tuple[int, int, int]:
    wins = losses = ties = 0
    for pairing in tournament.pairings:
        result = tournament.results.get(pairing.number)
        if result is not None and number in pairing.players:
            color: Color = pairing.color_of(number)
            wins += result.winner is color
            losses += result.winner is color.opponent
            ties += result.winner is None
    return wins, losses, ties
