"""The log of requests, and the id by which the lines of one request are found in it."""

from __future__ import annotations

import functools
import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from outflank.faces.web.http.requests import address_of, header
from outflank.faces.web.http.routing import route_name
from outflank.server.logs import LOGGER, LoggedRequest, log_request
from outflank.server.tracing import begin_request, request_id_from

__all__ = ["RequestLog"]


class RequestLog:
    """Logs every request where there is a log, and failures of ours in any case.

    Being busy, 503, is logged where it is noticed.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        began = time.perf_counter()
        is_logged, request_id = LOGGER.isEnabledFor(logging.INFO), ""
        if is_logged:
            request_id = request_id_from(functools.partial(header, scope))
            begin_request(request_id)

        async def send_and_log(message: Message) -> None:
            if message["type"] == "http.response.start":
                status = message["status"]
                if request_id:
                    message["headers"].append((b"x-request-id", request_id.encode()))
                if is_logged or (status >= 500 and status != 503):
                    log_request(_logged(scope, status, time.perf_counter() - began, request_id))
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
