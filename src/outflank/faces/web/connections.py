"""Connections of the gunicorn worker: counted, and written to in few pieces."""

from __future__ import annotations

import socket
from typing import Any, Protocol

from gunicorn.workers.gthread import TConn

__all__ = ["Connection", "Gathering"]


class Keeper(Protocol):
    """What a connection needs of its worker."""

    cfg: Any

    def count(self, address: str, change: int) -> None:
        """Count a connection that came or went."""

    def close_after_read(self, sock: socket.socket) -> None:
        """Close a connection when its client has read the response, or after a short time."""


class Connection(TConn):  # type: ignore[misc]
    """A connection that is counted for its address until it is closed."""

    def __init__(self, worker: Keeper, sock: socket.socket, client: Any) -> None:
        super().__init__(worker.cfg, sock, client, sock.getsockname())
        self._worker = worker
        self._address = client[0] if isinstance(client, tuple) else ""
        self._is_open = True
        self.is_busy = False  # whether a move of it is being answered
        self.is_muted = False  # whether more data waits unread meanwhile
        self.has_continue = False  # whether 100 Continue was sent
        self.arrived: int | None = None  # when the request came that is being handled
        worker.count(self._address, 1)

    @property
    def address(self) -> str:
        """Where the caller is."""
        return str(self._address)

    def close(self, graceful: bool = False) -> None:  # noqa: FBT001, FBT002
        """Close it and stop counting it."""
        if self._is_open:
            self._is_open = False
            self._worker.count(self._address, -1)
        if graceful:
            self._worker.close_after_read(self.sock)
        else:
            super().close()


class Gathering:
    """A socket that sends the head of a response together with the first piece of its body."""

    def __init__(self, sock: socket.socket, arrived: int | None) -> None:
        self._sock = sock
        self.arrived = arrived  # read by security.arrival_of
        self._head: bytes | None = None
        self._is_begun = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sock, name)

    def sendall(self, data: bytes) -> None:
        """Send data, or keep it back if it is only the head."""
        if not self._is_begun:
            self._is_begun, self._head = True, data
            return
        self._sock.sendall(data if self._head is None else self._head + data)
        self._head = None

    def flush(self) -> None:
        """Send a head that no body followed."""
        if self._head is not None:
            self._sock.sendall(self._head)
            self._head = None
