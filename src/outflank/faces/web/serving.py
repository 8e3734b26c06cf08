"""Serving for real: gunicorn with threads, or waitress where there is no gunicorn."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from outflank.errors import CannotServe, StoreUnavailable
from outflank.server.competition_server import Configuration, default_database
from outflank.server.logs import LOGGER, log_to
from outflank.store.database import Database
from outflank.store.server_lock import ServerLock

__all__ = ["KEPT_FOR_MOVES", "ServingOptions", "check_database", "listen", "serve"]

KEPT_FOR_MOVES = 32  # threads that streams and long-polls never take

# The server before this one may still be on its way out.
_PATIENCE = 2.0
# A process that was held up, as on a machine that sleeps, is no reason to kill it when it wakes.
_STUCK = 600  # seconds
_GRACE = 10  # seconds for requests in progress when the server stops


@dataclass(frozen=True, slots=True)
class ServingOptions:
    """Where and with how much the server listens."""

    listener: socket.socket
    threads: int
    log: str = "none"  # json, plain or none

    @property
    def url(self) -> str:
        """The address for clients."""
        host, port = self.listener.getsockname()[:2]
        return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def listen(host: str, port: int) -> socket.socket:
    """Take a port, or say in one sentence why that cannot be."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError):
        raise CannotServe(f"there is no address {host!r} to serve at") from None
    family, kind, protocol, _, address = min(found, key=lambda one: one[0] != socket.AF_INET)
    deadline = time.monotonic() + _PATIENCE
    while True:
        taken = socket.socket(family, kind, protocol)
        if os.name != "nt":  # there it would share the port with another server
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind(address)
            taken.listen(1024)
        except OSError as error:
            taken.close()
            if error.errno == errno.EADDRINUSE and time.monotonic() < deadline:
                time.sleep(0.1)
                continue
            raise CannotServe(_why(error, host, port)) from None
        return taken


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is in use by another program; choose one with --port"
    if error.errno == errno.EACCES:
        return f"port {port} needs more rights; choose one above 1023 with --port"
    return f"nothing can be served at {host}, port {port}: {error.strerror}"


def check_database(url: str) -> None:
    """Find out before any process is started whether a database can be used."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            with Database(url or default_database()) as database:
                sole = ServerLock(database.path) if database.path is not None else None
                try:
                    database.migrate()
                finally:
                    if sole is not None:
                        sole.release()
        except StoreUnavailable:
            if time.monotonic() >= deadline:
                raise
            time.sleep(0.1)
        else:
            return


def serve(configuration: Configuration, place: ServingOptions, ready: Callable[[], None]) -> None:
    """Serve until the process is told to stop; `ready` is called when requests are answered."""
    if os.name == "nt":
        _serve_with_waitress(configuration, place, ready)
    else:
        _raise_file_limit()
        _serve_with_gunicorn(configuration, place, ready)


def _begin_log(place: ServingOptions) -> None:
    """Write to standard error: every request, or only what somebody should look into."""
    handler = log_to(sys.stderr, as_json=place.log == "json")
    if place.log == "none":
        LOGGER.setLevel(logging.WARNING)
    logging.getLogger("outflank").addHandler(handler)


def _serve_with_gunicorn(
    configuration: Configuration, place: ServingOptions, ready: Callable[[], None]
) -> None:
    from gunicorn.app.base import BaseApplication
    from gunicorn.arbiter import Arbiter

    class GracefulArbiter(Arbiter):  # type: ignore[misc]
        """Stops gracefully at Ctrl-C as well; a second one stops at once."""

        def handle_int(self) -> None:
            self.handle_term()

    class Application(BaseApplication):  # type: ignore[misc]
        """One process that serves, and one that starts it anew should it ever die."""

        CANNOT_START = Arbiter.APP_LOAD_ERROR

        def load_config(self) -> None:
            for name, value in _gunicorn_settings(place, ready).items():
                self.cfg.set(name, value)

        def load(self) -> Any:
            from outflank.faces.web.application import open_app

            _begin_log(place)
            return open_app(configuration)

        def run(self) -> None:
            GracefulArbiter(self).run()

    master = os.getpid()
    try:
        Application().run()
    except SystemExit as end:
        if os.getpid() != master:  # the process that served ends here
            raise
        if end.code not in (0, None):
            raise SystemExit(2) from None


def _gunicorn_settings(place: ServingOptions, ready: Callable[[], None]) -> dict[str, Any]:
    def post_worker_init(worker: Any) -> None:
        if worker.age == 1:
            ready()

    return {
        "bind": f"fd://{place.listener.detach()}",
        "workers": 1,  # one process holds every match; threads share it
        "worker_class": "outflank.faces.web.gunicorn_worker.CompetitionWorker",
        "threads": place.threads,
        "worker_connections": max(4000, 2 * place.threads),
        "keepalive": 30,
        "graceful_timeout": _GRACE,
        "timeout": _STUCK,
        "limit_request_line": 4094,
        "limit_request_fields": 64,
        "limit_request_field_size": 8190,
        "forwarder_headers": "",
        "control_socket_disable": True,
        "loglevel": "error",
        "proc_name": "outflank",
        "post_worker_init": post_worker_init,
    }


def _raise_file_limit() -> None:
    """Allow as many connections as the system lets this process have."""
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65536 if most == resource.RLIM_INFINITY else min(most, 65536)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _serve_with_waitress(
    configuration: Configuration, place: ServingOptions, ready: Callable[[], None]
) -> None:
    import waitress

    from outflank.faces.web.application import close_app, open_app
    from outflank.faces.web.security import LARGEST_BODY

    _begin_log(place)
    app = open_app(configuration)
    server = waitress.create_server(
        app,
        sockets=[place.listener],
        threads=place.threads,
        ident=None,
        max_request_body_size=LARGEST_BODY + 1,
        channel_timeout=30,
    )
    ready()
    try:
        server.run()
    finally:
        server.close()
        close_app(app)
