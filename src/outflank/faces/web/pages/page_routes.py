"""The routes of the pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from outflank.faces.web.http.pacing import Pacing
from outflank.faces.web.http.requests import address_of
from outflank.faces.web.http.routing import named_route
from outflank.server.rate_limits import Limiter, RateLimit

__all__ = ["PageEndpoint", "PageLimits", "compressed", "page_routes"]


class PageLimits:
    """The limit on requests for pages from one address."""

    def __init__(self, limiter: Limiter, pacing: Pacing) -> None:
        self._limiter = limiter
        self._pacing = pacing

    async def check(self, scope: Scope) -> None:
        """Count a request, and delay or refuse it if there are too many."""
        if not self._pacing.is_free(scope):
            self._limiter.check(RateLimit.PAGES, address=address_of(scope))
        await self._pacing.slow_address(scope)


class PageEndpoint:
    """A view, which runs on a thread because it reads the database."""

    def __init__(self, view: Callable[..., Response], limits: PageLimits | None = None) -> None:
        self._view = view
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if self._limits is not None:
            await self._limits.check(scope)
        request = Request(scope, receive)
        response = await asyncio.to_thread(self._view, request, **scope["path_params"])
        await response(scope, receive, send)


def page_routes(views: Mapping[str, Callable[..., Response]], limits: PageLimits) -> list[Route]:
    """Return the routes of some views."""
    return [
        named_route(path, compressed(PageEndpoint(view, limits)), ["GET"])
        for path, view in views.items()
    ]


def compressed(app: ASGIApp) -> ASGIApp:
    """Wrap an application so that its responses are compressed for browsers that accept it."""
    return GZipMiddleware(app, compresslevel=6)
