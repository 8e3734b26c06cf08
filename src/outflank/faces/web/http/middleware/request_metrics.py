"""Counts the requests of each route, with their status and duration."""

from __future__ import annotations

import time
from typing import Protocol

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from outflank.faces.web.http.event_loop import EventLoop
from outflank.faces.web.http.routing import route_name

__all__ = ["RequestCounts", "RequestMetrics"]


class RequestCounts(Protocol):
    """Counts requests."""

    def note_request(self, route: str, status: int, seconds: float) -> None:
        """Count a request when its response begins."""


class RequestMetrics:
    """Counts each request under its route's template, so that no key gets into the metrics."""

    def __init__(self, app: ASGIApp, counts: RequestCounts, loop: EventLoop) -> None:
        self._app = app
        self._note = counts.note_request
        self._loop = loop

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        began = time.perf_counter()

        async def send_and_count(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._loop.note_answer()  # streams then give way to requests
                scope["outflank.status"] = status = message["status"]
                self._note(route_name(scope), status, time.perf_counter() - began)
            await send(message)

        await self._app(scope, receive, send_and_count)
