"""A client that calls the web application directly: its event loop on a thread, no sockets."""

from __future__ import annotations

import asyncio
import json as json_text
import queue
import threading
from collections.abc import (
    Callable,
    Coroutine,
    Iterable,
    Iterator,
    Mapping,
    MutableMapping,
)
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager, suppress
from http.cookies import SimpleCookie
from typing import Any, Self
from urllib.parse import quote, unquote

from httpx import Headers
from starlette.types import Receive, Send

from outflank.faces.web import create_app
from outflank.faces.web.application import Application
from outflank.server.competition_server import CompetitionServer, Configuration
from outflank.server.rate_limits import LimitWindows, RateLimit

__all__ = ["AppClient", "AppResponse", "left_to_threads", "lift_limits", "running_app", "stop_app"]

Message = MutableMapping[str, Any]

_PATIENCE = 60.0  # seconds until something expected counts as missing
_MOST_UNREAD = 65_536  # bytes that a connection takes before the application has to wait
_AS_IT_IS = "%/?:@!$&'()*+,;=-._~"  # characters of a path and query that are not quoted
_ASGI = {"version": "3.0", "spec_version": "2.3"}


class CountingLoop(asyncio.SelectorEventLoop):
    """An event loop that counts the tasks that it gives to other threads."""

    left_to_threads = 0

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:  # type: ignore[override]
        """Count a task, and give it to a thread."""
        self.left_to_threads += 1
        return super().run_in_executor(executor, func, *args)


class AppLoop:
    """The event loop of an application on a thread of its own, from startup to shutdown."""

    def __init__(self, app: Application) -> None:
        self.app = app
        self.state: dict[str, Any] = {}
        self.loop = self._loop = CountingLoop()
        self._stop = asyncio.Event()
        self._started: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, name="application", daemon=True)
        self._thread.start()
        self._started.result(_PATIENCE)

    def submit(self, work: Coroutine[Any, Any, None]) -> Future[None]:
        """Start a coroutine on the loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def call(self, function: Callable[[], None]) -> None:
        """Call a function on the loop, unless it has ended."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function)

    def close(self) -> None:
        """Let the application shut down, and cancel what is still running."""
        self.call(self._stop.set)
        self._thread.join(_PATIENCE)
        assert not self._thread.is_alive(), "the application did not shut down"

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(self._live())
        except BaseException as fault:
            if self._started.done():
                raise
            self._started.set_exception(fault)

    async def _live(self) -> None:
        orders: asyncio.Queue[Message] = asyncio.Queue()
        answers: asyncio.Queue[Message] = asyncio.Queue()
        scope = {"type": "lifespan", "asgi": _ASGI, "state": self.state}
        life = asyncio.create_task(_call(self.app, scope, orders.get, answers.put))
        for step in ("startup", "shutdown"):
            await orders.put({"type": f"lifespan.{step}"})
            answer = asyncio.create_task(answers.get())
            await asyncio.wait({life, answer}, return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                answer.cancel()
                life.result()
            assert answer.result() == {"type": f"lifespan.{step}.complete"}
            if step == "startup":
                self._started.set_result(None)
                await self._stop.wait()
        await life


async def _call(
    app: Application,
    scope: Message,
    receive: Receive,
    send: Send,
) -> None:
    await app(scope, receive, send)


_loops: dict[int, AppLoop] = {}
_lock = threading.Lock()


def _loop_of(app: Application) -> AppLoop:
    with _lock:
        if id(app) not in _loops:
            _loops[id(app)] = AppLoop(app)
        return _loops[id(app)]


def left_to_threads(app: Application) -> int:
    """Return how often an application has given a task to another thread."""
    return _loop_of(app).loop.left_to_threads


def stop_app(app: Application) -> None:
    """Shut down an application that clients have called, and close a server that it opened."""
    with _lock:
        loop = _loops.pop(id(app), None)
    if loop is not None:
        loop.close()
    app.close()


@contextmanager
def running_app(given: CompetitionServer | Configuration) -> Iterator[Application]:
    """Make the application for a server, and stop it at the end."""
    app = create_app(given)
    try:
        yield app
    finally:
        stop_app(app)


def lift_limits(app: Application) -> None:
    """Turn off an application's rate limits."""
    app.limiter.limits = dict.fromkeys(RateLimit, LimitWindows())
    app.pacer.most = 0.0


class AppResponse:
    """A response of the application, read at once or piece by piece while it is written.

    As with a socket, the application has to wait if too much of the response is unread.
    """

    def __init__(self, loop: AppLoop, body: bytes, *, is_head: bool) -> None:
        self.status_code = 0
        self.headers = Headers()
        self._loop = loop
        self._body = body
        self._is_head = is_head
        self._unread = 0
        self._pieces: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._begun: Future[None] = Future()
        self._call: Future[None]
        self._is_complete = self._is_abandoned = False
        self._asked = False
        self._ended = asyncio.Event()
        self._writable = asyncio.Event()
        self._writable.set()
        self._left: int | None = None  # bytes of Content-Length that have not arrived yet
        self._data: bytes | None = None

    # For tests

    @property
    def data(self) -> bytes:
        """The body, after waiting for its end."""
        if self._data is None:
            self._data = b"".join(self.iter_encoded())
        return self._data

    @property
    def text(self) -> str:
        """The body as text."""
        return self.data.decode()

    @property
    def content_type(self) -> str:
        """The content type with its parameters."""
        return str(self.headers.get("Content-Type", ""))

    @property
    def mimetype(self) -> str:
        """The content type without its parameters."""
        return self.content_type.partition(";")[0].strip().lower()

    @property
    def json(self) -> Any:
        """The body as JSON, None if it is not JSON."""
        is_json = self.mimetype == "application/json" or self.mimetype.endswith("+json")
        return json_text.loads(self.data) if is_json else None

    def iter_encoded(self) -> Iterator[bytes]:
        """Yield the pieces of the body as the application sends them."""
        while (piece := self._next()) is not None:
            yield piece
        self._call.result(_PATIENCE)  # raises what the application raised

    def close(self) -> None:
        """Leave as a client that closes its connection; return when the application has noticed."""
        self._loop.call(self._abandon)
        with suppress(CancelledError):  # the application had been stopped before
            self._call.result(_PATIENCE)

    def _next(self) -> bytes | None:
        try:
            piece = self._pieces.get(timeout=_PATIENCE)
        except queue.Empty:
            raise AssertionError("the application sent nothing more, and did not end") from None
        if piece is None:
            self._pieces.put(None)  # for the next call
        else:
            self._loop.call(lambda: self._note_read(len(piece)))
        return piece

    # For the application, on its loop

    def begin(self, scope: Message) -> None:
        """Call the application, and return as soon as it starts to answer."""
        self._call = self._loop.submit(self._exchange(scope))
        self._begun.result(_PATIENCE)

    async def _exchange(self, scope: Message) -> None:
        try:
            await _call(self._loop.app, scope, self._receive, self._send)
            assert self._is_complete or self._is_abandoned, "the answer has no end"
        except BaseException as fault:
            if not self._begun.done():
                self._begun.set_exception(fault)
            raise
        finally:
            self._pieces.put(None)

    async def _receive(self) -> Message:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": self._body, "more_body": False}
        await self._ended.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        await self._writable.wait()
        if self._is_abandoned:
            return
        assert not self._is_complete, "something was sent after the end"
        if message["type"] == "http.response.start":
            assert not self.status_code, "an answer has one beginning"
            self.status_code = message["status"]
            self.headers = Headers(list(message.get("headers", ())))
            length = self.headers.get("Content-Length")
            self._left = None if length is None or self._is_head else int(length)
            self._begun.set_result(None)
            return
        assert message["type"] == "http.response.body"
        self._take(message.get("body", b""), has_more=message.get("more_body", False))

    def _take(self, piece: bytes, *, has_more: bool) -> None:
        assert self.status_code, "a body came before the beginning of the answer"
        if piece and not self._is_head:
            self._unread += len(piece)
            if self._unread > _MOST_UNREAD:
                self._writable.clear()
            if self._left is not None:
                self._left -= len(piece)
            self._pieces.put(bytes(piece))
        if not has_more:
            assert not self._left, f"Content-Length is wrong by {self._left} bytes"
            self._is_complete = True
            self._ended.set()

    def _note_read(self, size: int) -> None:
        self._unread -= size
        if self._unread <= _MOST_UNREAD // 4:
            self._writable.set()

    def _abandon(self) -> None:
        self._is_abandoned = not self._is_complete
        self._ended.set()
        self._writable.set()


class AppClient:
    """A client at an address that calls an application and keeps its cookies."""

    def __init__(
        self, app: Application, address: str = "127.0.0.1", *, scheme: str = "http"
    ) -> None:
        self.app = app
        self.address = address
        self.scheme = scheme
        self.cookies: dict[str, str] = {}

    def open(
        self,
        path: str,
        method: str = "GET",
        *,
        headers: Mapping[str, str] | Iterable[tuple[str, str]] = (),
        json: Any = None,
        data: bytes | str | None = None,
        content_type: str = "",
        address: str = "",
        buffered: bool = True,
    ) -> AppResponse:
        """Send a request; unbuffered, return the response as soon as it begins."""
        if json is not None:
            data, content_type = json_text.dumps(json), content_type or "application/json"
        body = data.encode() if isinstance(data, str) else data
        target, _, query = quote(path, safe=_AS_IT_IS).partition("?")
        loop = _loop_of(self.app)
        scope = {
            "type": "http",
            "asgi": _ASGI,
            "http_version": "1.1",
            "method": method,
            "scheme": self.scheme,
            "path": unquote(target),
            "raw_path": target.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": self._headers(headers, body, content_type),
            "client": (address or self.address, 50_000),
            "server": ("127.0.0.1", 443 if self.scheme == "https" else 80),
            "state": loop.state.copy(),
        }
        response = AppResponse(loop, body or b"", is_head=method == "HEAD")
        response.begin(scope)
        self._keep_cookies(response)
        if buffered:
            assert response.data is not None
        return response

    def get(self, path: str, **more: Any) -> AppResponse:
        return self.open(path, "GET", **more)

    def post(self, path: str, **more: Any) -> AppResponse:
        return self.open(path, "POST", **more)

    def patch(self, path: str, **more: Any) -> AppResponse:
        return self.open(path, "PATCH", **more)

    def delete(self, path: str, **more: Any) -> AppResponse:
        return self.open(path, "DELETE", **more)

    def close(self) -> None:
        """Stop the application."""
        stop_app(self.app)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _headers(
        self,
        given: Mapping[str, str] | Iterable[tuple[str, str]],
        body: bytes | None,
        content_type: str,
    ) -> list[tuple[bytes, bytes]]:
        pairs = list(given.items() if isinstance(given, Mapping) else given)
        names = {name.lower() for name, _ in pairs}
        usual = {"host": "localhost"}
        if content_type:
            usual["content-type"] = content_type
        if body is not None:
            usual["content-length"] = str(len(body))
        if self.cookies:
            usual["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        pairs = [(name, value) for name, value in usual.items() if name not in names] + pairs
        return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in pairs]

    def _keep_cookies(self, response: AppResponse) -> None:
        for line in response.headers.get_list("Set-Cookie"):
            for name, cookie in SimpleCookie(line).items():
                if cookie["max-age"] == "0":
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = cookie.value
