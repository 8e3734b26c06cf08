"""The size of a request's head."""

from __future__ import annotations

from collections.abc import Awaitable

from starlette.types import ASGIApp, Receive, Scope, Send

from outflank.faces.web.http.errors import Code, UnroutedProblem
from outflank.texts import Text

__all__ = ["HeadSize"]

_MOST_HEADERS = 64
_MOST_VALUE = 8190  # bytes of one header


class HeadSize:
    """Refuses requests with too many or too long headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Pass a request on, or refuse it."""
        headers = scope["headers"]
        if (
            len(headers) > _MOST_HEADERS
            or max([len(value) for _, value in headers], default=0) > _MOST_VALUE
        ):
            raise UnroutedProblem(Code.TOO_LARGE, Text("errors.web.headers_too_large"), status=431)
        return self._app(scope, receive, send)
