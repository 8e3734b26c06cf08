"""Logs requests, with an id by which the lines of one request can be found."""

from __future__ import annotations

import functools
import logging
import time
from collections.abc import Awaitable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from outflank.faces.web.http.requests import address_of, header
from outflank.faces.web.http.routing import route_name
from outflank.server.logs import LOGGER, LoggedRequest, log_request
from outflank.server.tracing import begin_request, request_id_from

__all__ = ["RequestLog"]


class RequestLog:
    """Logs every request; failures are logged where they are noticed."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Pass a request on, and log it if requests are logged."""
        if not LOGGER.isEnabledFor(logging.INFO):
            return self._app(scope, receive, send)
        return self._follow(scope, receive, send)

    async def _follow(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        request_id = request_id_from(functools.partial(header, scope))
        begin_request(request_id)

        async def send_and_log(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"].append((b"x-request-id", request_id.encode()))
                seconds = time.perf_counter() - began
                log_request(_logged(scope, message["status"], seconds, request_id))
            await send(message)

        await self._app(scope, receive, send_and_log)


def _logged(scope: Scope, status: int, seconds: float, request_id: str) -> LoggedRequest:
    return LoggedRequest(
        scope["method"],
        scope["path"],
        route_name(scope),
        status,
        seconds * 1000,
        scope.get("outflank.key"),
        address_of(scope),
        request_id,
    )
