"""The workers of one host, which hand connections to each other: each match has a home worker.

Any worker can serve any request. But a match costs least while both players are connected to the
same worker, because each further one must be told of every move and keep a copy. So if a connection
has a key and its next request names a match, the socket is handed to the home worker of that match,
together with the data that was read from it. Spectators stay: they are many, and spread over all
workers. If a home worker does not answer or has many more connections, connections stay as well,
and the others take those that wait for it. The others also learn that a worker has died, because
its players need time to connect again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import mmap
import re
import socket
import struct
import time
import zlib
from collections.abc import Callable
from typing import Any

__all__ = ["HostProcesses", "OneProcess"]

_REQUEST = re.compile(rb"(?:GET|POST) /api/v1/matches/([^/? ]{1,64})[/? ]")
_KEY = re.compile(rb"\r\nauthorization:", re.IGNORECASE)
_LENGTH = struct.Struct(">I")  # of the data that was read from a connection
# When a worker was last seen, its number of connections, and when its predecessor died.
_STATE = struct.Struct("=ddd")
_MOST_DATA = 8192  # bytes; if more was read from a connection, it stays
_SHOWN_EVERY = 0.1  # seconds
_ELSEWHERE = 600.0  # seconds for which a connection may stay away from its home worker
_SEEN_WITHIN = 0.5  # seconds; a worker that was not seen for longer gets no connections
_MORE_CONNECTIONS = 256  # a worker with twice as many as here and this many more gets none

_log = logging.getLogger(__name__)


class OneProcess:
    """The only process of its host, which keeps every connection."""

    def join(
        self,
        number: int,
        make: Callable[[], Any],
        count: Callable[[], int],
        on_death: Callable[[int, float], None] = lambda _number, _ago: None,
    ) -> None:
        """Do nothing: there is no other process."""

    def leave(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""

    def note_death(self, number: int) -> None:
        """Do nothing: the process that follows corrects the clocks."""

    def may_play_at(self, match: str, number: int) -> bool:  # noqa: ARG002
        """Return True: all players are connected here."""
        return True

    def process_for(self, data: bytes) -> int | None:  # noqa: ARG002
        """Return None: every connection stays."""
        return None

    def hand_over(self, home: int, sock: socket.socket, data: bytes) -> bool:  # noqa: ARG002
        """Return False: there is no other process."""
        return False


class HostProcesses:
    """What the workers share; made before they start, so that each can reach every other.

    Connections are handed over only if `hands_over` is true.
    """

    def __init__(self, workers: int, *, hands_over: bool = True) -> None:
        self._hands_over = hands_over
        self._made = time.monotonic()
        self._inboxes = [socket.socketpair() for _ in range(workers)]
        for pair in self._inboxes:
            for end in pair:
                end.settimeout(0)
        self._states = mmap.mmap(-1, workers * _STATE.size)  # shared memory of all workers
        self._own = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._make: Callable[[], Any] | None = None
        self._count: Callable[[], int] = lambda: 0
        self._on_death: Callable[[int, float], None] = lambda _number, _ago: None
        self._deaths = [0.0] * workers  # as this worker knows them

    # Joining and leaving

    def join(
        self,
        number: int,
        make: Callable[[], Any],
        count: Callable[[], int],
        on_death: Callable[[int, float], None] = lambda _number, _ago: None,
    ) -> None:
        """Accept connections from other workers from now on, on the running loop.

        `make` makes the protocol of a connection; its method `continue_with` then gets the data
        that another worker has read. `count` returns the number of connections. `on_death` is
        called with the number of a worker that has died and the seconds since then: by one of the
        others, and also by the worker's successor, in case there was no other.
        """
        self._own, self._make, self._count = number, make, count
        self._on_death = on_death
        self._deaths = [self._state_of(other)[2] for other in range(len(self._inboxes))]
        if died := self._deaths[number]:
            on_death(number, time.monotonic() - died)
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._inboxes[number][0].fileno(), self._take_all)
        self._show()

    def leave(self) -> None:
        """Accept no more connections, except those already on their way."""
        if self._loop is None:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._write_state(0.0)
        self._take_all()
        self._loop.remove_reader(self._inboxes[self._own][0].fileno())
        self._loop = None

    def close(self) -> None:
        """Close what the workers share, after the last one has ended."""
        self.leave()
        for pair in self._inboxes:
            for end in pair:
                end.close()
        self._states.close()

    def _show(self) -> None:
        """Show the others that this worker answers, and stand in for those that do not."""
        assert self._loop is not None
        self._write_state(time.monotonic())
        for other in range(len(self._inboxes)):
            if other != self._own and not self._is_there(other):
                self._take_all(other)
                self._note_death(other)
        self._timer = self._loop.call_later(_SHOWN_EVERY, self._show)

    def _note_death(self, other: int) -> None:
        died = self._state_of(other)[2]
        if died == self._deaths[other]:
            return
        self._deaths[other] = died
        number = other  # the next worker that answers takes care of its players
        while number != self._own:
            number = (number + 1) % len(self._inboxes)
            if number != self._own and self._is_there(number):
                return
        self._on_death(other, time.monotonic() - died)

    def note_death(self, number: int) -> None:
        """Tell all workers that one of them has just died; called by its parent process."""
        self._put_state(number, 0.0, 0, time.monotonic())

    def may_play_at(self, match: str, number: int) -> bool:
        """Return whether players of a match may be connected to a worker.

        While the home worker was away, connections stayed with the others.
        """
        home = self._home(match.encode())
        away = max(self._made, self._state_of(home)[2])  # the last time it was away
        is_elsewhere = time.monotonic() - away < _ELSEWHERE
        return not self._hands_over or home == number or is_elsewhere

    def _home(self, match: bytes) -> int:
        return zlib.crc32(match) % len(self._inboxes)

    def _is_there(self, number: int) -> bool:
        return time.monotonic() - self._state_of(number)[0] < _SEEN_WITHIN

    def _state_of(self, number: int) -> tuple[float, float, float]:
        seen, connections, died = _STATE.unpack_from(self._states, number * _STATE.size)
        return seen, connections, died

    def _put_state(self, number: int, seen: float, connections: int, died: float) -> None:
        _STATE.pack_into(self._states, number * _STATE.size, seen, connections, died)

    def _write_state(self, seen: float) -> None:
        self._put_state(self._own, seen, self._count(), self._deaths[self._own])

    # Handing over

    def process_for(self, data: bytes) -> int | None:
        """Return the worker for a connection's next request, which begins with `data`, or None."""
        found = _REQUEST.match(data)
        if found is None or self._loop is None or not self._hands_over:
            return None
        home = self._home(found[1])
        if home == self._own or len(data) > _MOST_DATA or not _KEY.search(data):
            return None
        is_full = self._state_of(home)[1] > 2 * self._count() + _MORE_CONNECTIONS
        return home if self._is_there(home) and not is_full else None

    def hand_over(self, home: int, sock: socket.socket, data: bytes) -> bool:
        """Give a connection to another worker, and return whether that worked."""
        message = _LENGTH.pack(len(data)) + data
        try:
            sent = socket.send_fds(self._inboxes[home][1], [message], [sock.fileno()])
        except OSError:  # too many connections wait for it
            return False
        return sent == len(message)

    def _take_all(self, number: int | None = None) -> None:
        """Accept the connections that wait for this worker, or for one that does not answer."""
        inbox = self._inboxes[self._own if number is None else number][0]
        with contextlib.suppress(BlockingIOError):
            while True:
                # Each message arrives separately, with its socket.
                message, numbers, _, _ = socket.recv_fds(inbox, 2 * _MOST_DATA, 8)
                sockets = [socket.socket(fileno=number) for number in numbers]
                length, data = message[: _LENGTH.size], message[_LENGTH.size :]
                if len(sockets) == 1 and length == _LENGTH.pack(len(data)):
                    self._take(sockets[0], data)
                else:
                    _log.error("Dropped %d connections of another worker", len(sockets))
                    for sock in sockets:
                        sock.close()

    def _take(self, sock: socket.socket, data: bytes) -> None:
        assert self._loop is not None
        sock.settimeout(0)
        task = self._loop.create_task(self._serve(sock, data))
        self._tasks.add(task)  # the loop itself would forget it
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, sock: socket.socket, data: bytes) -> None:
        def made() -> Any:
            assert self._make is not None
            protocol = self._make()
            protocol.continue_with(data)
            return protocol

        assert self._loop is not None
        try:
            await self._loop.connect_accepted_socket(made, sock)
        except OSError:  # the client has left
            sock.close()
