"""Serves with uvicorn: the socket, the settings, and the server in a process."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import errno
import gc
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import uvicorn

from outflank.errors import CannotServe, InvalidValue, OutflankError, StoreUnavailable
from outflank.faces.web.application import Application
from outflank.faces.web.http.connection import TimedProtocol
from outflank.faces.web.http.host_processes import HostProcesses, OneProcess
from outflank.faces.web.monitoring.shared_metrics import SharedMetrics
from outflank.faces.web.operation.supervisor import Supervisor
from outflank.server.competition_server import Configuration, default_database
from outflank.server.logs import LOGGER, log_to_standard_error
from outflank.server.tracing import MOVES
from outflank.server.wake import check_wake
from outflank.store.access.private_files import prepare_files
from outflank.store.database import Database
from outflank.texts import Text, say

__all__ = ["ServingOptions", "check_parts", "listen", "serve", "uvicorn_config"]

# Seconds to wait for a previous server that is still stopping.
_PATIENCE = 2.0
_OPEN_WITHIN = 20.0  # seconds to wait for a database that could be reached before
_GRACE = 10  # seconds for requests in progress when the server stops
_KEEP_ALIVE = 30  # seconds for which an idle connection is kept
_BACKLOG = 4096  # connections that wait to be accepted
_SWITCH = 0.001  # seconds after which a thread gives way to another
_QUIET = 2.0  # seconds without a move
_COLLECT_SOON = 30.0  # seconds between full collections of garbage while nobody moves
_COLLECT_LATEST = 900.0  # seconds between full collections in any case


@dataclass(frozen=True, slots=True)
class ServingOptions:
    """Where the server listens, and what it logs."""

    listener: socket.socket
    log: str = "none"  # json, plain or none
    workers: int = 1  # processes that serve
    trace: bool = False  # whether each step of each move is logged
    hands_over: bool = True  # whether workers hand connections to the worker of their match

    @property
    def place(self) -> tuple[str, int]:
        """The address and port at which the server listens."""
        host, port = self.listener.getsockname()[:2]
        return host, port


def listen(host: str, port: int) -> socket.socket:
    """Listen on a port, or raise CannotServe with the reason."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError):
        raise CannotServe(Text("errors.web.unknown_address", host=repr(host))) from None
    family, kind, protocol, _, address = min(found, key=lambda one: one[0] != socket.AF_INET)
    deadline = time.monotonic() + _PATIENCE
    while True:
        taken = socket.socket(family, kind, protocol)
        if os.name != "nt":  # on Windows, this would share the port with another server
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind(address)
            taken.listen(_BACKLOG)
        except OSError as error:
            taken.close()
            if error.errno == errno.EADDRINUSE and time.monotonic() < deadline:
                time.sleep(0.1)
                continue
            raise CannotServe(_why(error, host, port)) from None
        return taken


def _why(error: OSError, host: str, port: int) -> Text:
    if error.errno == errno.EADDRINUSE:
        return Text("errors.web.port_in_use", port=port)
    if error.errno == errno.EACCES:
        return Text("errors.web.port_needs_rights", port=port)
    return Text("errors.web.cannot_listen", host=host, port=port, reason=error.strerror)


def check_parts(configuration: Configuration, workers: int) -> list[str]:
    """Check that the database and Redis can be used, and return warnings for the operator.

    Called before any process is started.
    """
    if workers > 1 and not configuration.wake:
        raise InvalidValue(Text("errors.web.workers_without_redis"))
    if not configuration.searches and not configuration.wake:
        raise InvalidValue(Text("errors.web.no_searches_without_worker"))
    if workers > 1 and os.name == "nt":
        raise InvalidValue(Text("errors.web.no_workers_on_windows"))
    warnings = _check_database(configuration.database, shared=bool(configuration.wake))
    return [*warnings, *check_wake(configuration.wake)]


def _check_database(url: str, *, shared: bool) -> list[str]:
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            with Database(url or default_database()) as database:
                if not shared:
                    prepare_files(database.path)
                lock = database.lock(shared=shared)
                try:
                    database.migrate()
                finally:
                    lock.release()
                safe = database.waits_for_disk()
                return [] if safe else [say("commands.server.serve.no_fsync")]
        except StoreUnavailable:
            if time.monotonic() >= deadline:
                raise
            time.sleep(0.1)


def uvicorn_config(app: Application) -> uvicorn.Config:
    """Return the settings with which an application is served."""
    return uvicorn.Config(
        app,
        http=TimedProtocol,
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the application does that, by the number of proxies
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=_GRACE,
        backlog=_BACKLOG,
    )


def serve(configuration: Configuration, options: ServingOptions, ready: Callable[[], None]) -> None:
    """Serve until the process is told to stop; `ready` is called when requests are answered."""
    _raise_file_limit()
    if os.name == "nt":
        _serve_here(configuration, options, ready, OneProcess())
        return

    # Other systems may truncate the data that goes with a connection.
    hands_over = options.hands_over and options.workers > 1 and sys.platform == "linux"
    host: HostProcesses | OneProcess = OneProcess()
    if options.workers > 1:
        host = HostProcesses(options.workers, hands_over=hands_over)
    shared = SharedMetrics() if options.workers > 1 else None

    def serve_in_child(number: int, say_ready: Callable[[], None], is_patient: bool) -> None:  # noqa: FBT001
        if shared is not None:
            shared.join(number)
        folder = None if shared is None else shared.folder
        _serve_here(
            configuration, options, say_ready, host, number, patient=is_patient, metrics=folder
        )

    try:
        Supervisor(serve_in_child, ready, options.workers, host.note_death).run()
    finally:
        host.close()
        if shared is not None:
            shared.close()


def _serve_here(
    configuration: Configuration,
    options: ServingOptions,
    ready: Callable[[], None],
    host: HostProcesses | OneProcess,
    number: int = 0,
    *,
    patient: bool = False,
    metrics: Path | None = None,
) -> None:
    """Serve in this process, which has a number on its host."""
    log_to_standard_error(options.log)
    if options.trace:
        MOVES.setLevel(logging.DEBUG)
    app = _opened(configuration, _OPEN_WITHIN if patient else 0.0, metrics)
    # The thread that writes to the disk must not wait long.
    sys.setswitchinterval(_SWITCH)
    with _few_collections():
        server = _Server(app, ready, host, number)
        app.server.server_lock.taken.subscribe(server.stop)
        if os.name != "nt":
            server.stop_when_told()
        try:
            server.run(sockets=[options.listener])
        except SystemExit:  # uvicorn's way to say that the start failed
            if app.failure is None:
                raise
            raise app.failure from None
        finally:
            app.close()
    app.server.server_lock.require()


def _opened(configuration: Configuration, seconds: float, metrics: Path | None) -> Application:
    """Open the server, after waiting for its predecessor to close."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            return Application(configuration, metrics)
        except OutflankError:
            if time.monotonic() >= deadline:
                raise
            time.sleep(0.5)


class _Server(uvicorn.Server):
    """Reports when it answers requests, and ends streams and polls before it stops."""

    def __init__(
        self,
        app: Application,
        ready: Callable[[], None],
        host: HostProcesses | OneProcess,
        number: int,
    ) -> None:
        super().__init__(uvicorn_config(app))
        self._host = host
        self._number = number
        self._app = app
        self._ready = ready
        self._collected = 0.0

    def stop_when_told(self) -> None:
        """Stop on signals that arrive before or after uvicorn handles them."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)

    def _stop(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 - any signal
        self.stop()

    def stop(self) -> None:
        """Stop soon, gracefully; on any thread."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and report it."""
        self.lifespan.state["host"] = self._host
        await super().startup(sockets)
        connections = self.server_state.connections
        self._host.join(self._number, self._protocol, lambda: len(connections), self._note_death)
        self._collected = time.monotonic()
        self._collect()
        self._ready()

    def _note_death(self, number: int, ago: float) -> None:
        """Give the players of a worker that has died time to connect again."""
        died = self._app.server.now() - int(1000 * ago)
        self._app.loop.begin(asyncio.to_thread(self._give_back, number, died))

    def _give_back(self, number: int, died: int) -> None:
        may_play_at, watcher = self._host.may_play_at, self._app.server.clock_watcher
        try:
            watcher.give_back(died, lambda match: may_play_at(match, number))
        except OutflankError as error:
            LOGGER.warning("Could not give players time to connect again: %s", error)

    def _protocol(self) -> TimedProtocol:
        """Return the protocol of a connection that another worker has accepted."""
        return TimedProtocol(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )

    def _collect(self) -> None:
        """Collect garbage if nobody has moved recently, or after the longest interval."""
        now = time.monotonic()
        waited, quiet = now - self._collected, now - self._app.server.moves.last_submitted
        if waited > _COLLECT_LATEST or (waited > _COLLECT_SOON and quiet > _QUIET):
            gc.collect()
            _give_back_memory()
            self._collected = time.monotonic()
        asyncio.get_running_loop().call_later(_QUIET, self._collect)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End streams and polls, which never end by themselves, then stop."""
        self._host.leave()
        await self._app.stop()
        await super().shutdown(sockets)


@contextlib.contextmanager
def _few_collections() -> Iterator[None]:
    """Exclude present objects from garbage collection: a full one stops the server for long.

    Full collections run in quiet moments, see `_collect`.
    """
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 1_000_000)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _give_back_memory() -> None:
    """Return the memory of closed connections to the system."""
    with contextlib.suppress(OSError, AttributeError):  # only glibc has it
        ctypes.CDLL(None).malloc_trim(0)


def _raise_file_limit() -> None:
    """Allow as many connections as the system lets this process have."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65536 if most == resource.RLIM_INFINITY else min(most, 65536)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
