"""A proxy between a client and the server that loses answers, as a bad network does."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import Self

__all__ = ["CuttingProxy"]

_PATIENCE = 60.0  # seconds


class CuttingProxy:
    """Passes requests on, and cuts off each answer after some bytes."""

    def __init__(self, port: int, let_through: int = 0) -> None:
        self._target = port
        self._let_through = let_through
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.cut = 0
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # it has been closed
            while True:
                client, _ = self._listener.accept()
                thread = threading.Thread(target=self._serve, args=(client,), daemon=True)
                self._threads.append(thread)
                thread.start()

    def _serve(self, client: socket.socket) -> None:
        client.settimeout(_PATIENCE)
        target = "127.0.0.1", self._target
        with client, socket.create_connection(target, timeout=_PATIENCE) as server:
            request = b""
            while b"\r\n\r\n" not in request or len(request) < _length(request):
                if not (data := client.recv(65536)):
                    return
                request += data
            server.sendall(request)
            answer = server.recv(65536)  # the server has done its work, and nobody will know
            self.cut += 1
            with contextlib.suppress(OSError):
                client.sendall(answer[: self._let_through])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(10)


def _length(request: bytes) -> int:
    """Return the length of a request whose headers are complete."""
    head, _, _ = request.partition(b"\r\n\r\n")
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return len(head) + 4 + int(value)
    return len(head) + 4
