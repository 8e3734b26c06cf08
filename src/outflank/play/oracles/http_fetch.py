"""An HTTP GET to the oracle's service, the only host that is ever contacted.

A deadline covers the whole exchange (name look-up, connection, TLS, request, headers and body),
the number of bytes received is limited, no redirect is followed and no proxy is used.
"""

from __future__ import annotations

import functools
import http
import http.client
import io
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from outflank.errors import OracleError, OracleUnreachable
from outflank.texts import Text

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = ["SERVICE_URL", "Resolver", "fetch", "is_asset"]

SERVICE_URL = "https://yesno.wtf/api"
_SERVICE_HOST = "yesno.wtf"
_ASSET = re.compile(r"https://yesno\.wtf/assets/[\w.-]+(/[\w.-]+)*", re.ASCII)
_LOOPBACK_HOSTS = ("127.0.0.1", "::1")
_MOST_HEADER_BYTES = 16 * 1024

_Address = tuple[Any, ...]  # a row of what socket.getaddrinfo returns


def is_asset(url: str) -> bool:
    """Return whether a URL is a picture of the service; no other picture is fetched or shown.

    >>> is_asset("https://yesno.wtf/assets/yes/2.gif")
    True
    >>> is_asset("https://yesno.wtf/assets/../api"), is_asset("https://yesno.wtf.example/assets/a")
    (False, False)
    """
    return _ASSET.fullmatch(url) is not None and ".." not in url


@dataclass(frozen=True, slots=True)
class _Target:
    """The target of a request: always the service or, in tests, always this machine."""

    host: str
    port: int
    path: str
    secure: bool

    @classmethod
    def parse(cls, url: str, *, loopback: bool) -> _Target:
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            raise OracleError(Text("errors.play.not_a_url", url=repr(url))) from None
        secure = parts.scheme == "https"
        if loopback:
            known = host in _LOOPBACK_HOSTS and parts.scheme in {"http", "https"}
        else:
            known = host == _SERVICE_HOST and secure and port in {None, 443}
        if not known or parts.username is not None:
            raise OracleError(Text("errors.play.oracle_other_address", service=SERVICE_URL))
        path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        return cls(host, port or (443 if secure else 80), path, secure)


class Resolver:
    """Resolves host names within a time limit; a thread does it, as the system call has no limit.

    Requests for the same name share one look-up, so that a stalled name server blocks only one
    thread.

    >>> Resolver().addresses("127.0.0.1", 80, seconds=5)[0][4]
    ('127.0.0.1', 80)
    """

    def __init__(self, look_up: Callable[..., list[_Address]] = socket.getaddrinfo) -> None:
        self._look_up = look_up
        self._lock = threading.Lock()
        self._pending: dict[tuple[str, int], Future[list[_Address]]] = {}

    def addresses(self, host: str, port: int, *, seconds: float) -> list[_Address]:
        """Return what the system call returns, or raise OSError or TimeoutError."""
        key = (host, port)
        with self._lock:
            answer = self._pending.get(key)
            if answer is None:
                answer = self._pending[key] = Future()
                self._start(key, answer)
        return answer.result(max(0.0, seconds))

    def _start(self, key: tuple[str, int], answer: Future[list[_Address]]) -> None:
        thread = threading.Thread(
            target=self._run, args=(key, answer), name="oracle-look-up", daemon=True
        )
        try:
            thread.start()
        except RuntimeError:  # no thread can be started, as when Python is shutting down
            del self._pending[key]
            raise

    def _run(self, key: tuple[str, int], answer: Future[list[_Address]]) -> None:
        try:
            found = self._look_up(*key, type=socket.SOCK_STREAM)
        except Exception as error:
            self._finish(key)
            answer.set_exception(error)
        else:
            self._finish(key)
            answer.set_result(found)

    def _finish(self, key: tuple[str, int]) -> None:
        with self._lock:
            del self._pending[key]


_resolver = Resolver()


def fetch(
    url: str,
    *,
    seconds: float,
    most_bytes: int,
    loopback: bool = False,
    resolver: Resolver = _resolver,
) -> bytes:
    """Return the body of a URL of the service, or raise OracleError; never take over `seconds`.

    Only https to the service is allowed, or with `loopback`, for tests, only this machine.

    >>> fetch("https://example.org/", seconds=2, most_bytes=4096)
    Traceback (most recent call last):
    outflank.errors.OracleError: only https://yesno.wtf/api and its pictures may be fetched
    """
    deadline = time.monotonic() + seconds
    try:
        target = _Target.parse(url, loopback=loopback)
        rows = resolver.addresses(target.host, target.port, seconds=_left(deadline))
        with (
            closing(_connect(rows, deadline)) as plain,
            closing(_secure(plain, target, deadline) if target.secure else plain) as line,
        ):
            return _exchange(line, target, deadline, most_bytes)
    except (OSError, http.client.HTTPException, RuntimeError, ValueError) as error:
        raise OracleUnreachable(_sentence(error, seconds)) from error


def _left(deadline: float) -> float:
    """Return the seconds until the deadline, or raise TimeoutError when it has passed."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _connect(rows: list[_Address], deadline: float) -> socket.socket:
    """Connect to the first address that accepts, giving each an equal share of the time left."""
    problem: OSError = OSError("the service has no address")
    for tried, (family, kind, protocol, _, address) in enumerate(rows):
        # A machine without working IPv6 must still have time to try IPv4.
        share = _left(deadline) / (len(rows) - tried)
        line: socket.socket | None = None
        try:
            line = socket.socket(family, kind, protocol)
            line.settimeout(share)
            line.connect(address)
        except OSError as error:
            problem = error
            if line is not None:
                line.close()
        else:
            return line
    raise problem


@functools.cache
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _secure(plain: socket.socket, target: _Target, deadline: float) -> ssl.SSLSocket:
    """Start TLS on a connection and check the certificate, within the deadline."""
    context = _context()
    plain.settimeout(_left(deadline))
    return context.wrap_socket(plain, server_hostname=target.host)


def _exchange(line: socket.socket, target: _Target, deadline: float, most_bytes: int) -> bytes:
    # http.client gets an open connection, so that each of its reads is bounded.
    connection = http.client.HTTPConnection(target.host, target.port)
    connection.sock = cast(
        "socket.socket", _BoundedSocket(line, deadline, most_bytes + _MOST_HEADER_BYTES)
    )
    host = f"[{target.host}]" if ":" in target.host else target.host
    default_port = target.port == (443 if target.secure else 80)
    headers = {
        "Host": host if default_port else f"{host}:{target.port}",
        "User-Agent": "outflank",
        "Connection": "close",
    }
    connection.request("GET", target.path, headers=headers)
    with closing(connection.getresponse()) as response:
        if response.status != http.HTTPStatus.OK:  # redirects are not followed
            raise OracleUnreachable(Text("errors.play.oracle_status", status=response.status))
        body = response.read(most_bytes + 1)
        if len(body) > most_bytes:
            raise OracleUnreachable(Text("errors.play.oracle_reply_too_long", most=most_bytes))
        if response.length:
            raise OracleUnreachable(Text("errors.play.oracle_connection_ended"))
        return body


class _BoundedSocket:
    """The part of a socket that http.client uses, with a deadline and a limit of bytes."""

    def __init__(self, line: socket.socket, deadline: float, most_bytes: int) -> None:
        self._socket = line
        self._deadline = deadline
        self._most_bytes = most_bytes

    def sendall(self, content: bytes) -> None:
        self._socket.settimeout(_left(self._deadline))
        self._socket.sendall(content)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Incoming(self._socket, self._deadline, self._most_bytes))

    def close(self) -> None:
        """Do nothing: `fetch` closes the socket."""


class _Incoming(io.RawIOBase):
    """Bytes from a socket; the deadline holds even if they arrive one at a time."""

    def __init__(self, line: socket.socket, deadline: float, most_bytes: int) -> None:
        self._socket = line
        self._deadline = deadline
        self._bytes_left = most_bytes

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        if self._bytes_left <= 0:
            raise OracleUnreachable(Text("errors.play.oracle_reply_longer_than_allowed"))
        self._socket.settimeout(_left(self._deadline))
        received = self._socket.recv_into(buffer)
        self._bytes_left -= received
        return received


def _sentence(error: Exception, seconds: float) -> Text:
    """Say what went wrong without repeating anything the service sent."""
    if isinstance(error, TimeoutError):
        return Text("errors.play.oracle_too_slow", seconds=f"{seconds:g}")
    if isinstance(error, socket.gaierror):
        return Text("errors.play.oracle_address_not_found", host=_SERVICE_HOST)
    if isinstance(error, ssl.SSLError):
        return Text("errors.play.oracle_not_secure")
    if isinstance(error, OSError):
        reason = error.strerror or type(error).__name__
        return Text("errors.play.oracle_unreachable", reason=reason)
    return Text("errors.play.oracle_invalid_http")
