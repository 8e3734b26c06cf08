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
from outflank.play.settings import data_folder
from outflank.server.accounts.accounts import Accounts
from outflank.server.clock_watcher import ClockWatcher, ServerClock
from outflank.server.matches.challenges import Challenges
from outflank.server.matches.computer_pool import ComputerPool
from outflank.server.matches.match_registry import MatchRegistry
from outflank.server.tournaments.service import TournamentService
from outflank.server.tournaments.tryout import DEFAULT_KEYS, Tryout
from outflank.store.checkpoints import Checkpoints
from outflank.store.database import Database
from outflank.store.schema import challenges, events, leases, matches, settings
from outflank.store.server_lock import ServerLock

__all__ = ["CompetitionServer", "Configuration", "default_database"]


@dataclass(frozen=True, slots=True)
class Configuration:
    """What the server's owner decides; the defaults are for trying out on one's own machine."""

    database: str = ""  # an address; empty is a file in the user's data folder
    tryout: bool = True
    table_stands: float = 60.0  # seconds between the end of a try-out tournament and the next
    searches: int = 2  # how many computers of the server may think at once
    pause: float = 0.7  # seconds before each move of two computers that are only watched
    streams: int = 192  # how many streams and long-polls may be open at once
    trusted_proxies: int = 0


class CompetitionServer:
    """Everything that runs on the server; another clock than the real one may be given."""

    def __init__(self, configuration: Configuration, now: Callable[[], int] | None = None) -> None:
        self.configuration = configuration
        self.database = Database(configuration.database or default_database())
        path = self.database.path
        self._server_lock = ServerLock(path) if path is not None else None
        self.database.migrate()
        self._checkpoints = Checkpoints(self.database)
        last_heartbeat = self._last_heartbeat()
        self.now = now or ServerClock(not_before=last_heartbeat or 0)
        self.accounts = Accounts(self.database, self.now)
        self.registry = MatchRegistry(self.database, self.now)
        self.computers = ComputerPool(
            self.registry,
            configuration.searches,
            lambda: oracle_from("web"),
            pause=configuration.pause,
        )
        self.registry.seats_for = self.computers.seats_for
        self.challenges = Challenges(
            self.database, self.accounts, self.registry, self.computers, self.now
        )
        holder = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self.clock_watcher = ClockWatcher(self.database, self.registry, self.now, holder)
        self.tournaments = TournamentService(
            self.database, self.accounts, self.registry, self.now, holder
        )
        secret = self._secret()
        self.computers.secret_of = lambda room: self.tournaments.secret_of(room) or secret
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

    def _begin_tournaments(self) -> None:
        """Go on with every tournament, and with the one for trying out if it is wanted."""
        if self.configuration.tryout:
            stands = self.configuration.table_stands
            self.tryout = Tryout(self.tournaments.scheduler, self.accounts, self.now, stands)
        else:
            self.accounts.disable_keys(DEFAULT_KEYS)
        self.tournaments.load(self.tryout)

    def _secret(self) -> str:
        """Return what nobody else knows, for answers that nobody may foresee."""

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
        """Forget a player: running games are given up, others than a tournament's are deleted.

        Tournaments that are going on they leave, since nobody can come in their place.
        """
        self.challenges.drop(player)
        self.tournaments.leave(player, f"player {player}")
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
        """Let no flag fall and no game be forfeited any more, because players are not heard."""
        self.clock_watcher.stop()
        self.tournaments.close()

    def close(self) -> None:
        """Stop everything; every match stays on record and goes on when the server starts again."""
        self.tournaments.close()
        self.clock_watcher.stop()
        self.computers.close()
        self.registry.close()
        self._checkpoints.close()
        self.database.close()
        if self._server_lock is not None:
            self._server_lock.release()


def _at_intervals(now: Callable[[], int], task: Callable[[], None]) -> Callable[[], None]:
    """Return a task that is done every five seconds at most."""
    next_time = 0

    def do() -> None:
        nonlocal next_time
        if now() >= next_time:
            next_time = now() + 5_000
            task()

    return do


def default_database() -> str:
    """Return the address of the database in the user's data folder."""
    return f"sqlite:///{data_folder() / 'server.db'}"
