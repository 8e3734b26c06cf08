"""Serving with gunicorn, or with waitress on Windows."""

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
from outflank.store.database import Database, ServerLock

__all__ = ["KEPT_FOR_MOVES", "ServingOptions", "check_database", "listen", "serve"]

KEPT_FOR_MOVES = 32  # threads that streams and long-polls never take

# Seconds to wait for a previous server that is still stopping.
_PATIENCE = 2.0
# A worker that did not run for this long is killed; a machine that slept must not cause that.
_STUCK = 600  # seconds
_GRACE = 10  # seconds for requests in progress when the server stops


@dataclass(frozen=True, slots=True)
class ServingOptions:
    """Where the server listens, with how many threads, and its log."""

    listener: socket.socket
    threads: int
    log: str = "none"  # json, plain or none

    @property
    def url(self) -> str:
        """The address for clients."""
        host, port = self.listener.getsockname()[:2]
        return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def listen(host: str, port: int) -> socket.socket:
    """Listen on a port, or raise CannotServe with the reason."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError):
        raise CannotServe(f"the address {host!r} is not known") from None
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
        return f"port {port} needs administrator rights; choose one above 1023 with --port"
    return f"cannot listen on {host}, port {port}: {error.strerror}"


def check_database(url: str) -> None:
    """Check, before any process is started, that a database can be used."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            with Database(url or default_database()) as database:
                lock = ServerLock(database.path) if database.path is not None else None
                try:
                    database.migrate()
                finally:
                    if lock is not None:
                        lock.release()
        except StoreUnavailable:
            if time.monotonic() >= deadline:
                raise
            time.sleep(0.1)
        else:
            return


def serve(configuration: Configuration, options: ServingOptions, ready: Callable[[], None]) -> None:
    """Serve until the process is told to stop; `ready` is called when requests are answered."""
    if os.name == "nt":
        _serve_with_waitress(configuration, options, ready)
    else:
        _raise_file_limit()
        _serve_with_gunicorn(configuration, options, ready)


def _begin_log(options: ServingOptions) -> None:
    """Log to standard error: every request, or only warnings and errors."""
    handler = log_to(sys.stderr, as_json=options.log == "json")
    if options.log == "none":
        LOGGER.setLevel(logging.WARNING)
    logging.getLogger("outflank").addHandler(handler)


def _serve_with_gunicorn(
    configuration: Configuration, options: ServingOptions, ready: Callable[[], None]
) -> None:
    from gunicorn.app.base import BaseApplication
    from gunicorn.arbiter import Arbiter

    class GracefulArbiter(Arbiter):  # type: ignore[misc]
        """Stops gracefully at Ctrl-C as well; a second one stops at once."""

        def handle_int(self) -> None:
            self.handle_term()

    class Application(BaseApplication):  # type: ignore[misc]
        """One worker process, and a master that restarts it if it dies."""

        CANNOT_START = Arbiter.APP_LOAD_ERROR

        def load_config(self) -> None:
            for name, value in _gunicorn_settings(options, ready).items():
                self.cfg.set(name, value)

        def load(self) -> Any:
            from outflank.faces.web.application import open_app

            _begin_log(options)
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


def _gunicorn_settings(options: ServingOptions, ready: Callable[[], None]) -> dict[str, Any]:
    def post_worker_init(worker: Any) -> None:
        if worker.age == 1:
            ready()

    return {
        "bind": f"fd://{options.listener.detach()}",
        "workers": 1,  # one process holds every match; threads share it
        "worker_class": "outflank.faces.web.gunicorn_worker.CompetitionWorker",
        "threads": options.threads,
        "worker_connections": max(4000, 2 * options.threads),
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
    configuration: Configuration, options: ServingOptions, ready: Callable[[], None]
) -> None:
    import waitress

    from outflank.faces.web.application import close_app, open_app
    from outflank.faces.web.security import LARGEST_BODY

    _begin_log(options)
    app = open_app(configuration)
    server = waitress.create_server(
        app,
        sockets=[options.listener],
        threads=options.threads,
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
