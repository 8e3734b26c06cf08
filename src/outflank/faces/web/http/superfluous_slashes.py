"""Handles paths with superfluous slashes."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from starlette.routing import BaseRoute, Match, Mount
from starlette.types import Receive, Scope, Send

from outflank.faces.web.http.errors import nothing_here
from outflank.faces.web.http.requests import prefers_page
from outflank.faces.web.http.responses import BytesResponse

__all__ = ["SuperfluousSlashes"]


class SuperfluousSlashes:
    """Answers paths without a route: redirects a browser to the page that it means.

    Programs get an error: they would send all later requests to the wrong path, too.
    """

    def __init__(self) -> None:
        self.routes: Sequence[BaseRoute] = []  # the possible targets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        path = scope["path"]
        meant = "/" + "/".join(part for part in path.split("/") if part)
        is_browser = scope["method"] in ("GET", "HEAD") and prefers_page(scope)
        asked = {"type": "http", "method": scope["method"], "path": meant}
        if meant == path or not is_browser or not _is_found(self.routes, asked):
            raise nothing_here()
        query = b"?" + scope["query_string"] if scope["query_string"] else b""
        there = (b"location", quote(meant).encode() + query)
        await BytesResponse(b"", 308, [there])(scope, receive, send)


def _is_found(routes: Sequence[BaseRoute], asked: Scope) -> bool:
    """Return whether a route answers a path."""
    for route in routes:
        match, inner = route.matches(asked)
        if match is Match.FULL:
            return not isinstance(route, Mount) or _is_found(route.routes, {**asked, **inner})
    return False
