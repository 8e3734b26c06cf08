"""/api/v1 as an application: one for all the servers of a process, which a request names."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException, MethodNotAllowedException, NotFoundException
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.routes import HTTPRoute
from litestar.template import TemplateConfig

from outflank.errors import OutflankError
from outflank.faces.web.api import api_router
from outflank.faces.web.api.admission import refused
from outflank.faces.web.api.problems import Code, Problem, answer_of, fault
from outflank.faces.web.http.messages import PlainResponse
from outflank.faces.web.http.security import Scope

__all__ = ["BRACES", "TEMPLATES", "RouteMethods", "api", "api_methods", "nothing_here", "response"]

TEMPLATES = TemplateConfig(
    directory=Path(__file__).parent / "templates", engine=JinjaTemplateEngine
)
BRACES = re.compile(r"{(\w+)}")


@functools.cache
def api() -> Litestar:
    """Return what answers /api/v1, which takes a moment to make.

    It holds nothing of a server: a request brings its services as `outflank.services`.
    """
    return Litestar(
        [api_router()],
        template_config=TEMPLATES,
        exception_handlers={Exception: _failed},
        openapi_config=None,
        logging_config=None,
    )


class RouteMethods:
    """The paths of an application of Litestar's, with the methods that each has."""

    def __init__(self, app: Litestar) -> None:
        self._patterns: list[tuple[re.Pattern[str], frozenset[str]]] = [
            (re.compile(BRACES.sub("[^/]+", route.path_format)), frozenset(route.methods))
            for route in app.routes
            if isinstance(route, HTTPRoute)
        ]

    def of(self, path: str) -> set[str]:
        """Return the methods that a path has."""
        found = [methods for pattern, methods in self._patterns if pattern.fullmatch(path)]
        return set().union(*found) - {"OPTIONS"}


@functools.cache
def api_methods() -> RouteMethods:
    """Return the paths of /api/v1."""
    return RouteMethods(api())


def nothing_here() -> PlainResponse:
    """Return the answer for an unknown path of /api/v1."""
    return answer_of(Problem(Code.NOT_FOUND, "there is nothing at this path"))


def response(answer: PlainResponse) -> Response[bytes]:
    """Return an answer in Litestar's form."""
    headers = {name.decode(): value.decode() for name, value in answer.headers}
    media = headers.pop("content-type")
    return Response(answer.body, status_code=answer.status, headers=headers, media_type=media)


def _failed(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    return response(_problem(request.scope, error))  # type: ignore[arg-type]


def _problem(scope: Scope, error: Exception) -> PlainResponse:
    """Return the answer for an error, as problem JSON."""
    if isinstance(error, OutflankError):
        return refused(error, scope, scope["outflank.services"])
    if isinstance(error, NotFoundException):
        return nothing_here()
    if isinstance(error, MethodNotAllowedException):
        methods = sorted(api_methods().of(scope["path"]))
        detail = f"use {' or '.join(methods)} for this path"
        answer = answer_of(Problem(Code.METHOD_NOT_ALLOWED, detail))
        allow = (b"allow", ", ".join(methods).encode())
        return PlainResponse(answer.body, answer.status, [*answer.headers, allow])
    if isinstance(error, HTTPException) and error.status_code < 500:
        detail = f"the request cannot be read: {error.detail.lower()}"
        return answer_of(Problem(Code.BAD_REQUEST, detail))
    return answer_of(fault(error, f"{scope['method']} {scope['path']}"))
