"""Routes of an application, and the names under which they are counted."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection

from starlette.convertors import PathConvertor, register_url_convertor
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["Endpoint", "named_route", "route_name"]

_PLACE = re.compile(r"{(\w+)(?::\w+)?}")


class _FileConvertor(PathConvertor):
    """The path of a file."""

    regex = r"[^/]+(?:/[^/]+)*"


class _RestConvertor(PathConvertor):
    """The rest of a path: at least one character of any kind, slashes included."""

    regex = r"[\s\S]+"


register_url_convertor("file", _FileConvertor())
register_url_convertor("rest", _RestConvertor())


class Endpoint:
    """An ASGI endpoint made of a function from the scope and the path's parts to a response."""

    def __init__(self, handler: Callable[..., Awaitable[ASGIApp]]) -> None:
        self._handler = handler

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        response = await self._handler(scope, **scope["path_params"])
        await response(scope, receive, send)


def named_route(
    path: str, endpoint: ASGIApp, methods: Collection[str], *, prefix: str = ""
) -> Route:
    """Return the route of an ASGI endpoint, named by its template in the metrics and the log.

    >>> async def endpoint(scope, receive, send): ...
    >>> named_route("/matches/{match}", endpoint, ["GET"], prefix="/api/v1").name
    '/api/v1/matches/<match>'
    """
    name = prefix + _PLACE.sub(r"<\1>", path)
    route = Route(path, endpoint, methods=methods, name=name)
    # Otherwise a path could end with a line feed, which no path here does.
    route.path_regex = re.compile(route.path_regex.pattern.removesuffix("$") + r"\Z")
    return route


def route_name(scope: Scope) -> str:
    """Return the template of the route that answered a request."""
    route = scope.get("route")
    name: str | None = getattr(route, "name", None)
    return name or "unknown"
