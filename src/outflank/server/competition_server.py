"""The competition server, put together from its parts, without HTTP."""

from __future__ import annotations

import contextlib
import functools
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from outflank.errors import InvalidValue, MatchOver, StoreUnavailable
from outflank.play.events import MatchEnded
from outflank.play.oracles import oracle_from
from outflank.play.room import Seat
from outflank.server.accounts.accounts import Account, Accounts, Caller
from outflank.server.clocks.clock_watcher import ClockWatcher
from outflank.server.closures import Closures, Offering
from outflank.server.learning.learning import Learning
from outflank.server.learning.own_games import OwnGameReplies
from outflank.server.learning.review_cards import ReviewCards
from outflank.server.lock_watcher import LockWatcher
from outflank.server.matches.absence import AbsenceClaims
from outflank.server.matches.challenges import Challenges
from outflank.server.matches.hints import Hints
from outflank.server.matches.key_games import KeyGames
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import MatchRegistry
from outflank.server.matches.moves import MoveSubmitter
from outflank.server.matches.opening_names import OpeningNames
from outflank.server.matches.past_games import PastGames
from outflank.server.matches.player_acts import PlayerActs
from outflank.server.matches.reviews import GameReviews
from outflank.server.matches.seats.computer_pool import ComputerPool
from outflank.server.matches.seats.computer_seats import ComputerSeats
from outflank.server.matches.seats.oracle import OracleService, secrets_in
from outflank.server.periodic_task import at_intervals
from outflank.server.record_signer import RecordSigner
from outflank.server.server_clock import DatabaseClock, ServerClock
from outflank.server.sharing import Alone, AmongWorkers, Basis, Sharing
from outflank.server.struct_types import prepare_structs
from outflank.server.tournaments.past_tournaments import PastTournaments
from outflank.server.tournaments.service import TournamentService
from outflank.server.tournaments.tryout import DEFAULT_KEYS, Tryout
from outflank.server.wake import Wake, connect_wake
from outflank.store.account_store import AccountKind
from outflank.store.checkpoints import Checkpoints
from outflank.store.database import Database
from outflank.store.database_clock import read_clock
from outflank.store.records import records
from outflank.store.store import Store
from outflank.texts import Text
from outflank.user_folders import data_folder

__all__ = ["CompetitionServer", "Configuration", "default_database"]

_TOKEN = re.compile(r"[!-~]{16,256}")  # cannot be guessed, and fits into a header


@dataclass(frozen=True, slots=True)
class Configuration:
    """The settings of a server; the defaults are for trying it out on your own machine."""

    database: str = ""  # a URL; empty is a file in the user's data folder
    wake: str = ""  # the Redis through which several workers wake each other; empty: it is alone
    tryout: bool = True
    table_stands: float = 60.0  # seconds between the end of a try-out tournament and the next
    searches: int = 2  # how many computers may search at once; 0 leaves that to other workers
    reviews: int = 1  # how many finished games may be reviewed at once
    pause: float = 0.7  # seconds before each move of two computers that are only watched
    streams: int = 20_000  # how many streams of spectators may be open at once
    trusted_proxies: int = 0
    signing_key: str = ""  # the file of the private key; empty is one beside the database
    competition: bool = False  # whether everything but tournaments is closed
    look_every: float = 5.0  # seconds between two checks of the database; shorter in tests
    # The token with which other machines read the metrics; empty: only this machine can.
    metrics_token: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        if self.metrics_token and not _TOKEN.fullmatch(self.metrics_token):
            raise InvalidValue(Text("errors.server.weak_metrics_token"))


class CompetitionServer:
    """The composition root: makes and owns every part of the server. Tests may set the clock.

    Running games continue at once, or when `begin` is called if the server `waits`. Their clocks
    stand still until then, so `begin` belongs to the moment at which players can reach the server.
    """

    def __init__(
        self,
        configuration: Configuration,
        now: Callable[[], int] | None = None,
        *,
        waits: bool = False,
    ) -> None:
        self.configuration = configuration
        prepare_structs()
        self.database: Database = Database(configuration.database or default_database())
        # The only place that knows whether there are other workers.
        sharing: Sharing = AmongWorkers() if configuration.wake else Alone()
        self.server_lock: LockWatcher = LockWatcher(sharing.lock(self.database))
        self.database.migrate()
        self.wake: Wake = connect_wake(configuration.wake)
        self.store: Store = Store(self.database)
        self._checkpoints = Checkpoints(self.database)
        last_heartbeat = self.store.leases.last_heartbeat()
        self._database_clock: DatabaseClock | None = None
        if now is None and not self.database.is_sqlite:
            measure = functools.partial(read_clock, self.database)
            self._database_clock = now = DatabaseClock(measure, not_before=last_heartbeat or 0)
        self.now: Callable[[], int] = now or ServerClock(not_before=last_heartbeat or 0)
        self.accounts: Accounts = Accounts(self.store.accounts, self.now, self.wake)
        self.computers: ComputerPool = ComputerPool(
            configuration.searches, self.now, pause=configuration.pause
        )
        self.oracle: OracleService = OracleService(
            lambda: oracle_from("web"), secrets_in(self.store)
        )
        basis = Basis(
            self.database,
            self.store,
            self.wake,
            self.now,
            seats_for=self._seats_for,
            detect_outage=self._detect_outage,
            last_heartbeat=last_heartbeat,
            searches=configuration.searches,
            look_every=configuration.look_every,
        )
        parts = sharing.parts(basis)
        self.seats: ComputerSeats = parts.seats
        self.registry: MatchRegistry = MatchRegistry(
            self.store, self.now, parts.held, parts.finder, self.seats
        )
        self.closures: Closures = Closures(is_competition=configuration.competition)
        self.challenges: Challenges = Challenges(
            self.store.challenges,
            self.accounts,
            self.registry,
            self.seats.require_capacity,
            self.now,
            closures=self.closures,
            wake=self.wake,
            look_every=configuration.look_every,
        )
        self.learning: Learning = Learning(self.store, self.registry, self.now)
        self.own_games: OwnGameReplies = OwnGameReplies(self.store)
        cards = ReviewCards(self.store.matches, self.learning, self.now)
        self.reviews: GameReviews = GameReviews(
            self.store.reviews, self.now, engines=configuration.reviews, use=cards.make
        )
        self.openings: OpeningNames = OpeningNames(self.store, self.registry)
        self.signer: RecordSigner = RecordSigner(
            self.database, self.store, self.now, key_file=configuration.signing_key
        )
        self.registry.events.subscribe(MatchEnded, lambda _room, _event: self.signer.note_work())
        now_and_then = functools.partial(at_intervals, self.now, configuration.look_every)
        own_tasks = [
            now_and_then(self.accounts.refresh),
            now_and_then(self.accounts.write_last_used),
            self._tell_presence,
            *parts.looks([self._learn_closures]),
        ]
        tasks_of_one = [
            *parts.looks([self.signer.note_work, self.openings.note_work]),
            self.challenges.expire,
            now_and_then(self.signer.start),
            now_and_then(self.openings.start),
            *parts.tasks_of_one,
        ]
        self.clock_watcher: ClockWatcher = ClockWatcher(
            parts.service_time,
            parts.timed,
            parts.clock_lease,
            self.now,
            tasks=own_tasks,
            tasks_of_one=tasks_of_one,
        )
        stands = configuration.table_stands if configuration.tryout else None
        self.moves: MoveSubmitter = MoveSubmitter(
            self.clock_watcher, self.store.journal.flush, self.closures
        )
        self.tournaments: TournamentService = TournamentService(
            self.store,
            self.accounts,
            self.registry,
            self.now,
            table_stands=stands,
            sharing=parts.tournaments,
        )
        self.tournaments.changed.subscribe(self.closures.learn)
        self.tournaments.registration.changed.subscribe(self.closures.learn)
        self.absence_claims: AbsenceClaims = AbsenceClaims(
            self.tournaments.scheduler.presence, self.now
        )
        self.past_games: PastGames = PastGames(self.store.past_games)
        self.past_tournaments: PastTournaments = PastTournaments(
            self.store.past_tournaments, self.tournaments, self.accounts
        )
        self.player_acts: PlayerActs = PlayerActs(self.registry, self.absence_claims)
        self.key_games: KeyGames = KeyGames(self.registry)
        self.hints: Hints = Hints(self.registry, self.closures)
        self.registry.load()
        if not configuration.tryout:
            self.accounts.disable_keys(DEFAULT_KEYS)
        self.tournaments.load()
        self.closures.learn_all(self.tournaments.under_way())
        self.server_lock.start()
        if not waits:
            self.begin()

    def begin(self) -> None:
        """Start the clocks, the computers and the tournaments; called once."""
        self.clock_watcher.start()
        self.seats.start()
        self.tournaments.run()

    def _detect_outage(self) -> None:
        self.clock_watcher.detect_outage()

    @property
    def searches(self) -> int:
        """The number of searches that all workers together may run at once."""
        return self.seats.searches

    @property
    def waiting_computers(self) -> int:
        """The number of matches in which no worker moves for the computers."""
        return self.seats.waiting

    def _seats_for(self, room: LiveRoom) -> list[Seat]:
        """Return the computers and the oracle of a match."""
        return [*self.computers.seats_for(room), *self.oracle.seats_for(room)]

    def _tell_presence(self) -> None:
        self.tournaments.scheduler.presence.tell()

    def _learn_closures(self) -> None:
        """Load the closures of running tournaments that another worker has changed."""
        self.closures.learn_all(self.tournaments.under_way())

    @property
    def tryout(self) -> Tryout | None:
        """The try-out tournament, if there is one."""
        return self.tournaments.tryout

    def register(
        self, name: str, kind: AccountKind, *, caller: Caller | None = None
    ) -> tuple[Account, str]:
        """Register a player unless a competition forbids it, and return the account and its key.

        The `caller` is the owner of the key with which the registration was requested.
        """
        player = None if caller is None else caller.player
        self.closures.require_open(Offering.REGISTRATION, player, caller=caller)
        return self.accounts.register(name, kind)

    def register_guest(self) -> tuple[Account, str]:
        """Register a person who has not given a name yet."""
        return self.register(f"Guest {secrets.randbelow(9000) + 1000}", AccountKind.PERSON)

    def forget_caller(self, caller: Caller) -> None:
        """Delete the player to whom a caller's key belongs, unless the key is a public one."""
        caller.require_own()
        assert caller.player is not None
        self.forget(caller.player)

    def forget(self, player: int) -> None:
        """Delete a player, and withdraw them from active tournaments.

        Their running games are resigned; their finished games outside tournaments are deleted, and
        what they learned is.
        """
        self.challenges.close_all_of(player)
        self.tournaments.withdraw_player(player, f"player {player}")
        for room in self.registry.rooms_of(player):
            color = room.entry.color_of(player)
            if color is not None:
                with contextlib.suppress(MatchOver):
                    room.resign(color)
        for name in self.store.matches.delete_finished_of(player):
            self.registry.forget(name)
        self.accounts.delete(player)
        self.learning.forget(player)

    def record_of(self, match: str) -> dict[str, Any]:
        """Return the record of a match, signed if it is over."""
        self.signer.sign(match=match)
        return next(records(self.database, only=[match]))

    def export_tournament(self, number: int) -> dict[str, Any]:
        """Return a signed document with which a tournament can be checked elsewhere."""
        self.signer.sign(tournament=number)
        return self.signer.signed_tournament(self.tournaments.export(number))

    def probe_writing(self) -> None:
        """Write something small, or raise StoreUnavailable if the database cannot be written."""
        self.store.leases.probe(self.now())

    def stop_clocks(self) -> None:
        """Stop the clocks before the server becomes unreachable: no flag falls from now on."""
        self.seats.close()
        self.clock_watcher.stop()
        self.tournaments.close()

    def close(self) -> None:
        """Stop everything; running matches continue when the server starts again."""
        self.server_lock.stop()
        self.seats.close()
        self.tournaments.close()
        self.challenges.close()
        self.clock_watcher.stop()
        self.openings.close()
        self.signer.close()
        self.reviews.close()
        self.computers.close()
        self.oracle.close()
        self.registry.close()
        self._checkpoints.close()
        self.wake.close()
        if self._database_clock is not None:
            self._database_clock.close()
        self.database.close()
        self.server_lock.release()


def default_database() -> str:
    """Return the URL of the database in the user's data folder, creating the folder."""
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnavailable(
            Text("errors.server.no_folder", folder=folder, reason=error.strerror)
        ) from None
    return f"sqlite:///{folder / 'server.db'}"
