"""A real server for tests of clients: the whole application behind a real socket."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from werkzeug.serving import WSGIRequestHandler, make_server

from outflank.client import Client
from outflank.faces.web import create_app
from outflank.faces.web.application import close_app
from outflank.server.accounts.keys import Role
from outflank.server.competition_server import CompetitionServer, Configuration
from support.server.competition_server import keep_off_the_network, prepare_database

__all__ = ["LiveServer", "live_server"]


class QuietHandler(WSGIRequestHandler):
    """Writes no line for each request."""

    def log(self, *_: object) -> None:
        """Write nothing."""


@dataclass
class LiveServer:
    """A server in threads of this process."""

    url: str
    server: CompetitionServer

    def new_player(self, name: str) -> str:
        """Register a player and return the key."""
        with Client(self.url) as client:
            return str(client.register(name)["key"])

    def admin_key(self) -> str:
        """Return a key of an organiser."""
        return self.server.accounts.add_key(Role.ADMIN)


@contextlib.contextmanager
def live_server(folder: Path, *, tryout: bool = False) -> Iterator[LiveServer]:
    """Serve on any free port until the test is over."""
    configuration = Configuration(prepare_database(folder), tryout=tryout, pause=0.1)
    app = create_app(configuration)
    keep_off_the_network(app.extensions["server"])
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=QuietHandler)
    server.daemon_threads = True  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield LiveServer(f"http://127.0.0.1:{server.port}", app.extensions["server"])
    finally:
        close_app(app)
        server.shutdown()
        thread.join()
        server.server_close()
