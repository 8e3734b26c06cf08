"""The short way of a move: past Flask's routing and contexts, which would cost half of it.

Only what is exactly as it should be goes this way; everything else goes the long way, and both
give the same answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from outflank.faces.web.api.endpoints import Encoded, View
from outflank.faces.web.api.openapi import ROOT
from outflank.faces.web.api.problems import fault

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

__all__ = ["with_fast_lane"]

_PATH = re.compile(rf"{ROOT}/matches/([0-9a-f]{{1,32}})/moves")
_ROUTE = f"{ROOT}/matches/<match>/moves"
_JSON = "application/json"

Note = Callable[["WSGIEnvironment", str, int, float], None]


def with_fast_lane(
    inner: WSGIApplication, view: View, note: Note, clock: Callable[[], float]
) -> WSGIApplication:
    """Let moves with a key go past an application."""

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = _PATH.fullmatch(environ["PATH_INFO"]) if _is_plain(environ) else None
        if path is None:
            return inner(environ, start_response)
        began = clock()
        try:
            answer = view.direct(environ, {"match": path[1]})
        except Exception as error:
            answer = fault(error)
        status = 200 if isinstance(answer, Encoded) else answer.status_code
        note(environ, _ROUTE, status, clock() - began)
        if not isinstance(answer, Encoded):
            return answer(environ, start_response)
        headers = [
            ("Cache-Control", "no-store"),
            ("Content-Type", _JSON),
            ("Content-Length", str(len(answer.data))),
        ]
        start_response("200 OK", headers)
        return [answer.data]

    return application


def _is_plain(environ: dict[str, Any]) -> bool:
    """Tell whether a request has nothing about it that only Flask would understand."""
    return (
        environ["REQUEST_METHOD"] == "POST"
        and environ.get("CONTENT_TYPE") == _JSON
        and not environ.get("QUERY_STRING")
        and "HTTP_AUTHORIZATION" in environ
        and environ.get("CONTENT_LENGTH", "").isdecimal()
    )
