"""The competition server: all its parts put together, without any HTTP."""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass

import sqlalchemy as sa

from outflank.errors import MatchOver
from outflank.play.oracles import oracle_from
from outflank.play.room import Seat
from outflank.play.settings import data_folder
from outflank.server.accounts.accounts import Accounts
from outflank.server.clock_watcher import ClockWatcher, ServerClock
from outflank.server.matches.challenges import Challenges
from outflank.server.matches.computer_pool import ComputerPool
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import MatchRegistry
from outflank.server.matches.oracle import OracleService, OracleServiceSeat
from outflank.server.tournaments.service import TournamentService
from outflank.server.tournaments.tryout import DEFAULT_KEYS, Tryout
from outflank.store.checkpoints import Checkpoints
from outflank.store.database import Database, ServerLock
from outflank.store.schema import challenges, events, leases, matches, settings
from outflank.store.store import Store

__all__ = ["CompetitionServer", "Configuration", "default_database"]


@dataclass(frozen=True, slots=True)
class Configuration:
    """The settings of a server; the defaults are for trying it out on one's own machine."""

    database: str = ""  # a URL; empty is a file in the user's data folder
    tryout: bool = True
    table_stands: float = 60.0  # seconds between the end of a try-out tournament and the next
    searches: int = 2  # how many computers may search at once
    pause: float = 0.7  # seconds before each move of two computers that are only watched
    streams: int = 192  # how many streams and long-polls may be open at once
    trusted_proxies: int = 0


class CompetitionServer:
    """The composition root: owns every part of the server. Tests may give another clock."""

    def __init__(self, configuration: Configuration, now: Callable[[], int] | None = None) -> None:
        self.configuration = configuration
        self.database = Database(configuration.database or default_database())
        path = self.database.path
        self._server_lock = ServerLock(path) if path is not None else None
        self.database.migrate()
        self.store = Store(self.database)
        self._checkpoints = Checkpoints(self.database)
        last_heartbeat = self._last_heartbeat()
        self.now = now or ServerClock(not_before=last_heartbeat or 0)
        self.accounts = Accounts(self.database, self.now)
        self.registry = MatchRegistry(self.database, self.now)
        self.computers = ComputerPool(
            self.registry, configuration.searches, pause=configuration.pause
        )
        self.oracle = OracleService(lambda: oracle_from("web"))
        self.registry.seats_for = self._seats_for
        self.challenges = Challenges(
            self.database, self.accounts, self.registry, self.computers, self.now
        )
        holder = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self.clock_watcher = ClockWatcher(self.database, self.registry, self.now, holder)
        self.tournaments = TournamentService(
            self.database, self.accounts, self.registry, self.now, holder
        )
        secret = self._secret()
        self.oracle.secret_of = lambda room: self.tournaments.secret_of(room) or secret
        self.tryout: Tryout | None = None
        self.accounts.load()
        reopened = self.registry.reopen_running()
        self.clock_watcher.periodic_tasks += [
            self.challenges.expire,
            _at_intervals(self.now, self.accounts.refresh),
            _at_intervals(self.now, self.accounts.write_last_used),
        ]
        self.clock_watcher.start(last_heartbeat)
        self._begin_tournaments()
        for room in reopened:
            self.registry.seat(room)
        self.tournaments.run()

    def _seats_for(self, room: LiveRoom) -> list[Seat]:
        """Return the computers and the oracle of a match."""
        seats = self.computers.seats_for(room)
        return [*seats, OracleServiceSeat(self.oracle)] if room.setup.variant.answers else seats

    def _begin_tournaments(self) -> None:
        """Load every tournament, and the try-out tournament if it is wanted."""
        if self.configuration.tryout:
            stands = self.configuration.table_stands
            self.tryout = Tryout(self.tournaments.scheduler, self.accounts, self.now, stands)
        else:
            self.accounts.disable_keys(DEFAULT_KEYS)
        self.tournaments.load(self.tryout)

    def _secret(self) -> str:
        """Return the server's secret, from which unpredictable answers are drawn."""

        def write(connection: sa.Connection) -> str:
            query = sa.select(settings.c.value).where(settings.c.name == "secret")
            if (known := connection.execute(query).scalar()) is not None:
                return str(known)
            row = {"name": "secret", "value": secrets.token_hex(16)}
            connection.execute(sa.insert(settings), row)
            return row["value"]

        return self.database.write(write)

    def _last_heartbeat(self) -> int | None:
        with self.database.reading() as connection:
            query = sa.select(leases.c.beat).where(leases.c.name == "server")
            return connection.execute(query).scalar()

    def forget(self, player: int) -> None:
        """Delete a player: running games are resigned, finished ones outside tournaments deleted.

        The player is withdrawn from active tournaments.
        """
        self.challenges.close_all_of(player)
        self.tournaments.withdraw_player(player, f"player {player}")
        for room in self.registry.rooms_of(player):
            color = room.entry.color_of(player)
            if color is not None:
                with contextlib.suppress(MatchOver):
                    room.resign(color)
        theirs = sa.or_(matches.c.black == player, matches.c.white == player)
        over = sa.and_(matches.c.tournament.is_(None), matches.c.status != "running")
        free = sa.select(matches.c.id).where(theirs, over)

        def write(connection: sa.Connection) -> list[str]:
            gone = list(connection.execute(free).scalars())
            for name in gone:
                connection.execute(sa.delete(events).where(events.c.match == name))
                of_it = sa.update(challenges).where(challenges.c.match == name)
                connection.execute(of_it.values(match=None))
                connection.execute(sa.delete(matches).where(matches.c.id == name))
            return gone

        for name in self.database.write(write):
            self.registry.forget(name)
        self.accounts.delete(player)

    def stop_clocks(self) -> None:
        """Let no flag fall and forfeit no game; players cannot reach the server any more."""
        self.clock_watcher.stop()
        self.tournaments.close()

    def close(self) -> None:
        """Stop everything; running matches go on when the server starts again."""
        self.tournaments.close()
        self.clock_watcher.stop()
        self.computers.close()
        self.oracle.close()
        self.registry.close()
        self._checkpoints.close()
        self.database.close()
        if self._server_lock is not None:
            self._server_lock.release()


def _at_intervals(now: Callable[[], int], task: Callable[[], None]) -> Callable[[], None]:
    """Return a task that runs at most every five seconds."""
    next_time = 0

    def do() -> None:
        nonlocal next_time
        if now() >= next_time:
            next_time = now() + 5_000
            task()

    return do


def default_database() -> str:
    """Return the URL of the database in the user's data folder."""
    return f"sqlite:///{data_folder() / 'server.db'}"
