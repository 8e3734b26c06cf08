"""The ASGI application: every route, errors, headers and the log, over one competition server."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import functools
import logging
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

from outflank.errors import OutflankError, StoreUnavailable
from outflank.faces.web.api import description
from outflank.faces.web.api.direct_moves import DirectMoves
from outflank.faces.web.api.document import ROOT
from outflank.faces.web.api.problems import Code, Problem
from outflank.faces.web.api.problems import answer_of as problem_answer
from outflank.faces.web.api_application import BRACES, api, nothing_here
from outflank.faces.web.http.errors import answer_of, fault_answer, method_not_allowed, not_found
from outflank.faces.web.http.messages import (
    PlainResponse,
    Receive,
    Send,
    error_answer,
    prefers_page,
)
from outflank.faces.web.http.security import (
    Scope,
    address_of,
    header,
    security_headers,
    trust_proxies,
)
from outflank.faces.web.pages.pages import Pages
from outflank.faces.web.pages_application import methods_of, pages
from outflank.faces.web.services import Services
from outflank.faces.web.simple.codekata import CodekataRoutes
from outflank.faces.web.simple.games import PlainGames, Refusal
from outflank.faces.web.simple.routes import PlainRoute, SimpleRoutes
from outflank.server.competition_server import CompetitionServer, Configuration
from outflank.server.logs import LOGGER, LoggedRequest, log_request
from outflank.server.struct_types import prepare_structs
from outflank.server.tracing import begin_request, present_request, request_id_from

__all__ = ["Application"]

_MOST_HEADERS = 64
_MOST_VALUE = 8190  # bytes of one header
_LARGE_HEAD = "the headers are too large"


class Application:
    """The web face of one competition server, as an ASGI application.

    `metrics_folder` is where the workers of a host count together.
    """

    def __init__(
        self, given: CompetitionServer | Configuration, metrics_folder: Path | None = None
    ) -> None:
        prepare_structs()  # also of a server that was opened before the routes were imported
        self._owns_server = isinstance(given, Configuration)
        self.server = (
            CompetitionServer(given, waits=True) if isinstance(given, Configuration) else given
        )
        if self._owns_server:
            atexit.register(self.close)
        self.failure: OutflankError | None = None  # why it could not begin to serve
        self.services = Services(self.server, description(), metrics_folder)
        self._proxies = self.server.configuration.trusted_proxies
        self._games = PlainGames(self.services)
        self._simple = SimpleRoutes(self._games)
        self._codekata = CodekataRoutes(self._games, self.services)
        self._plain: dict[str, list[PlainRoute]] = {}
        for route in (*self._simple.routes, *self._codekata.routes):
            self._plain.setdefault(route.parts[0], []).append(route)
        self._moves = DirectMoves(self.services)
        self._pages = Pages(self.services)

    def prepare(self) -> None:
        """Make every route now, so that the first request does not wait for it."""
        methods_of("/")
        methods_of(ROOT)
        prepare_structs()  # of Litestar, one for each route

    def close(self) -> None:
        """Close the server, if the application has opened it."""
        if self._owns_server:
            atexit.unregister(self.close)
            with contextlib.suppress(StoreUnavailable):  # has been closed before
                self.services.announce_stop()
                self.server.close()

    # Requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or start and stop with the server that runs this."""
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1000})

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        if "state" in scope:
            scope["state"]["clock"] = self.services.arrival_clock
            scope["state"]["connections"] = self.services.connections
        self.services.start()
        if self._owns_server:  # connections are accepted from now on
            try:
                await asyncio.to_thread(self.server.begin)
            except OutflankError as error:
                self.failure = error
                await send({"type": "lifespan.startup.failed", "message": str(error)})
                return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.services.stop()
        await send({"type": "lifespan.shutdown.complete"})

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        if self._proxies:
            trust_proxies(scope, self._proxies)
        connection = scope.get("state", {}).get("connection")
        is_head, path, is_begun = scope["method"] == "HEAD", scope["path"], False
        if is_head:  # as a GET whose body is not sent; the server keeps its own scope
            scope = {**scope, "method": "GET", "outflank.head": True}
        scope["outflank.send"] = send  # for streams, which write often
        request_id = ""
        if LOGGER.isEnabledFor(logging.INFO):
            request_id = request_id_from(functools.partial(header, scope))
            begin_request(request_id)

        async def send_safely(message: dict[str, Any]) -> None:
            nonlocal is_begun
            if message["type"] == "http.response.start":
                is_begun = True
                message["headers"] = security_headers(message["headers"])
                if connection is not None and connection.closes:
                    message["headers"].append((b"connection", b"close"))
                if request_id:
                    message["headers"].append((b"x-request-id", request_id.encode()))
                self._note(scope, path, message["status"], time.perf_counter() - began)
            elif is_head:
                message["body"] = b""
            await send(message)

        try:
            await self._dispatch(scope, receive, send_safely)
        except Exception as error:
            if connection is not None and connection.is_lost:
                return  # of several requests on a connection uvicorn stops only the last
            answer = fault_answer(error, scope)  # which logs it
            if is_begun:
                raise
            await answer(scope, receive, send_safely)

    async def _dispatch(self, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope["path"]
        parts = path.split("/")[1:]
        if _has_large_head(scope["headers"]):
            await self._head_refused(scope)(scope, receive, send)
        elif (routes := self._plain.get(parts[0])) is not None:
            answer = await self._plainly(routes, parts, scope)
            await answer(scope, receive, send)
        elif self._moves.takes(scope, parts):
            answer = await self._moves.answer(scope, receive, parts[3])
            await answer(scope, receive, send)
        elif "//" in path or (path != "/" and path.endswith("/")):
            await self._with_more_slashes(scope, receive, send)
        elif scope["method"] == "OPTIONS":
            await self._options(scope)(scope, receive, send)
        elif path.startswith(ROOT):
            scope["outflank.services"] = self.services
            await api()(scope, receive, send)  # type: ignore[arg-type]
        else:
            await self._page(path or "/", scope, receive, send)

    async def _with_more_slashes(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lead a browser to the page that it means; for programs there is nothing at this path.

        Litestar would take it for the path without the superfluous slashes.
        """
        if scope["method"] != "GET" or not prefers_page(scope):
            await self._not_found(scope)(scope, receive, send)
            return
        meant = "/" + "/".join(part for part in scope["path"].split("/") if part)
        if "GET" in methods_of(meant):
            query = b"?" + scope["query_string"] if scope["query_string"] else b""
            there = (b"location", quote(meant).encode() + query)
            await PlainResponse(b"", 308, [there])(scope, receive, send)
        elif meant.startswith(ROOT):
            await nothing_here()(scope, receive, send)
        else:
            await self._page(meant, scope, receive, send)

    async def _page(self, path: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a page or a file."""
        scope["path"] = path
        scope["outflank.services"] = self.services
        scope["outflank.games"] = self._games
        scope["outflank.pages"] = self._pages
        await pages()(scope, receive, send)  # type: ignore[arg-type]

    async def _plainly(
        self, routes: list[PlainRoute], parts: list[str], scope: Scope
    ) -> PlainResponse:
        """Answer a request to a simple route."""
        allowed: set[str] = set()
        dialect = self._codekata if parts[0] == "codekata" else self._simple
        for route in routes:
            values = route.match(parts)
            if values is None:
                continue
            if scope["method"] != route.method:
                allowed.add(route.method)
                continue
            scope["outflank.route"] = route.template
            try:
                return await route.handler(scope, *values)
            except Refusal as refusal:
                return dialect.refused(refusal)
            except OutflankError as error:
                if dialect is self._codekata:
                    return self._codekata.failed(error, scope)
                return answer_of(error, scope, self.services.metrics)
            except Exception as error:
                return fault_answer(error, scope)
        return method_not_allowed(allowed) if allowed else not_found()

    def _options(self, scope: Scope) -> PlainResponse:
        """Return which methods a path has; Litestar would say GET of each."""
        methods = methods_of(scope["path"])
        if not methods:
            return self._not_found(scope)
        if not scope["path"].startswith(ROOT):
            return method_not_allowed(methods)
        return PlainResponse(b"", 204, [(b"allow", ", ".join(sorted(methods)).encode())])

    def _head_refused(self, scope: Scope) -> PlainResponse:
        if not scope["path"].startswith(ROOT):
            return error_answer(_LARGE_HEAD, 431)
        return problem_answer(Problem(Code.TOO_LARGE, _LARGE_HEAD, status=431))

    def _not_found(self, scope: Scope) -> PlainResponse:
        if scope["path"].startswith(ROOT):
            return nothing_here()
        return not_found()

    def _note(self, scope: Scope, path: str, status: int, seconds: float) -> None:
        """Count a request, and write it to the log if there is one."""
        self.services.loop.note_answer()
        route = scope.get("outflank.route") or _route_name(scope.get("path_template"))
        self.services.metrics.note_request(route, status, seconds)
        is_fault = status >= 500 and status != 503  # being busy is logged where it is noticed
        if is_fault or LOGGER.isEnabledFor(logging.INFO):
            key = scope.get("outflank.key")
            address = address_of(scope)
            method = "HEAD" if "outflank.head" in scope else scope["method"]
            about = method, path, route, status, seconds * 1000, key, address
            log_request(LoggedRequest(*about, present_request()))


@functools.lru_cache(maxsize=256)
def _route_name(template: str | None) -> str:
    """Return the name that a route of Litestar's has in the metrics and the log."""
    return BRACES.sub(r"<\1>", template) if template else "unknown"


def _has_large_head(headers: list[tuple[bytes, bytes]]) -> bool:
    return (
        len(headers) > _MOST_HEADERS
        or max([len(value) for _, value in headers], default=0) > _MOST_VALUE
    )
