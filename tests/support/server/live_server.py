"""A real server for tests of clients: the whole application behind a real socket."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from outflank.client import Client
from outflank.faces.web import create_app
from outflank.faces.web.application import Application
from outflank.faces.web.operation.serving import uvicorn_config
from outflank.server.accounts.keys import Role
from outflank.server.competition_server import CompetitionServer, Configuration
from support.server.competition_server import keep_off_the_network, prepare_database

__all__ = ["LiveServer", "live_server"]

_PATIENCE = 60.0  # seconds


@dataclass
class LiveServer:
    """A server in threads of this process."""

    port: int
    app: Application

    @property
    def url(self) -> str:
        """The address for clients."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def server(self) -> CompetitionServer:
        """The server that answers."""
        return self.app.server

    def new_player(self, name: str) -> str:
        """Register a player and return the key."""
        with Client(self.url) as client:
            return str(client.register(name)["key"])

    def admin_key(self) -> str:
        """Return an organiser's key."""
        return self.server.accounts.add_key(Role.ADMIN)

    def get(self, path: str) -> httpx.Response:
        """Send a request, as a program without a key would."""
        return httpx.get(f"{self.url}{path}", timeout=_PATIENCE)

    def post(self, path: str, body: object = None, key: str = "") -> httpx.Response:
        """Send a body as JSON, with a key or without one."""
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        return httpx.post(f"{self.url}{path}", json=body, headers=headers, timeout=_PATIENCE)

    def connect(self) -> socket.socket:
        """Open a connection to it."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=_PATIENCE)


class ServingThread(threading.Thread):
    """Runs uvicorn, and stops it faster than its own loop, which sleeps between two checks."""

    def __init__(self, app: Application, listener: socket.socket) -> None:
        super().__init__(name="uvicorn", daemon=True)
        self._app = app
        self._listener = listener
        self._is_to_end = asyncio.Event()
        self._serving: Future[asyncio.AbstractEventLoop] = Future()

    def run(self) -> None:
        try:
            asyncio.run(self._serve(uvicorn.Server(uvicorn_config(self._app))))
        except BaseException as fault:
            if self._serving.done():
                raise
            self._serving.set_exception(fault)

    async def _serve(self, server: uvicorn.Server) -> None:
        server.config.load()
        server.lifespan = server.config.lifespan_class(server.config)
        await server.startup(sockets=[self._listener])
        await server.on_tick(0)
        self._serving.set_result(asyncio.get_running_loop())
        await self._is_to_end.wait()
        for each in server.servers:
            each.close()
        self._app.announce_stop()
        for connection in list(server.server_state.connections):
            connection.shutdown()
        while server.server_state.connections or server.server_state.tasks:
            await asyncio.sleep(0.002)
        await server.lifespan.shutdown()

    def begin(self) -> None:
        """Start, and return when requests are answered."""
        self.start()
        self._serving.result(_PATIENCE)

    def end(self) -> None:
        """Stop, and return when all requests have been answered."""
        self._serving.result(_PATIENCE).call_soon_threadsafe(self._is_to_end.set)
        self.join(_PATIENCE)
        assert not self.is_alive(), "the server did not stop"


@contextlib.contextmanager
def live_server(
    folder: Path, *, tryout: bool = False, send_buffer: int = 0, port: int = 0, **settings: Any
) -> Iterator[LiveServer]:
    """Serve on the given port or any free one, until the test is over."""
    database = prepare_database(folder)
    app = create_app(Configuration(database, tryout=tryout, **{"pause": 0.1, **settings}))
    keep_off_the_network(app.server)
    listener = socket.create_server(("127.0.0.1", port), backlog=1024)
    if send_buffer:  # so that the system buffers little for clients that do not read
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    thread = ServingThread(app, listener)
    thread.begin()
    try:
        yield LiveServer(listener.getsockname()[1], app)
    finally:
        thread.end()
        app.close()
