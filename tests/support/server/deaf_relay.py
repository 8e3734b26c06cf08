"""A relay that fails like a network: it loses clients silently, or lets nothing through."""

from __future__ import annotations

import contextlib
import socket
import threading
from pathlib import Path
from typing import Self

__all__ = ["DeafRelay"]

_PATIENCE = 60.0  # seconds


class DeafRelay:
    """Passes connections on to the socket, or the address and port, of a server."""

    def __init__(self, target: Path | tuple[str, int]) -> None:
        self._target = target
        self._lets_through = threading.Event()
        self._lets_through.set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._clients: list[socket.socket] = []
        self._servers: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def lose_clients(self) -> None:
        """Cut off the clients that are connected; the server does not learn of it."""
        for client in self._clients:
            with contextlib.suppress(OSError):
                client.shutdown(socket.SHUT_RDWR)

    def hold_back(self) -> None:
        """From now on, hold back everything that either side sends."""
        self._lets_through.clear()

    def let_through(self) -> None:
        """Pass on what was held back, and everything that follows."""
        self._lets_through.set()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # it has been closed
            while True:
                client, _ = self._listener.accept()
                server = _connection_to(self._target)
                self._clients.append(client)
                self._servers.append(server)
                for source, sink in ((client, server), (server, client)):
                    thread = threading.Thread(
                        target=self._pass_on, args=(source, sink), daemon=True
                    )
                    self._threads.append(thread)
                    thread.start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self._lets_through.wait()
                sink.sendall(data)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._lets_through.set()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for one in (*self._clients, *self._servers):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(_PATIENCE)
        for one in (*self._clients, *self._servers):
            one.close()


def _connection_to(target: Path | tuple[str, int]) -> socket.socket:
    if isinstance(target, tuple):
        return socket.create_connection(target)
    server = socket.socket(socket.AF_UNIX)
    server.connect(str(target))
    return server
