"""Pages, files and health checks as an application: one for all the servers of a process."""

from __future__ import annotations

import functools
from typing import Any

from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException, MethodNotAllowedException, NotFoundException

from outflank.errors import OutflankError
from outflank.faces.web.api.document import ROOT
from outflank.faces.web.api.problems import Code, Problem
from outflank.faces.web.api_application import TEMPLATES, RouteMethods, api_methods, response
from outflank.faces.web.http.errors import answer_of, fault_answer, method_not_allowed, not_found
from outflank.faces.web.http.messages import prefers_page
from outflank.faces.web.http.security import Scope
from outflank.faces.web.operation.health import health_routes
from outflank.faces.web.pages.board_demo import board_demo, board_demo_state
from outflank.faces.web.pages.page_routes import page_routes
from outflank.faces.web.pages.pages import Pages
from outflank.faces.web.pages.static_files import static_file
from outflank.faces.web.services import Services
from outflank.store.reading.row_reading import DamagedRow

__all__ = ["methods_of", "pages"]


@functools.cache
def pages() -> Litestar:
    """Return what answers with pages and files, and operators, which takes a moment to make.

    It holds nothing of a server: a request brings its services as `outflank.services`, its pages
    as `outflank.pages` and its plain games as `outflank.games`.
    """
    return Litestar(
        [page_routes(), *health_routes(), static_file, board_demo, board_demo_state],
        template_config=TEMPLATES,
        exception_handlers={Exception: _failed},
        openapi_config=None,
        logging_config=None,
    )


@functools.cache
def _page_methods() -> RouteMethods:
    return RouteMethods(pages())


def methods_of(path: str) -> set[str]:
    """Return the methods that a path of Litestar's has."""
    return (api_methods() if path.startswith(ROOT) else _page_methods()).of(path)


def _failed(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Return the response for an error: simple JSON or a page."""
    scope: Scope = request.scope  # type: ignore[assignment]
    shown: Pages = scope["outflank.pages"]
    services: Services = scope["outflank.services"]
    is_page = scope["method"] == "GET" and prefers_page(scope)
    if isinstance(error, DamagedRow) and is_page:
        return shown.page("not_found.html", request, 404, problem=str(error))
    if isinstance(error, OutflankError):
        return response(answer_of(error, scope, services.metrics))
    if isinstance(error, NotFoundException):
        if is_page:
            return shown.page("not_found.html", request, 404)
        return response(not_found())
    if isinstance(error, MethodNotAllowedException):
        return response(method_not_allowed(methods_of(scope["path"])))
    if isinstance(error, HTTPException) and error.status_code < 500:
        problem = Problem(Code.BAD_REQUEST, "the request is malformed")
        return response(answer_of(problem, scope, services.metrics))
    return response(fault_answer(error, scope))
