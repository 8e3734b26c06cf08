"""Renders errors for readers of pages: as a page for browsers, otherwise as JSON."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.types import ASGIApp, Scope

from outflank.errors import TooMany
from outflank.faces.web.http.errors import Code, Problem, UnroutedProblem, problem_of
from outflank.faces.web.http.requests import prefers_page
from outflank.faces.web.pages.page_rendering import PageRendering
from outflank.faces.web.pages.page_routes import compressed
from outflank.faces.web.simple.errors import simple_error_response

__all__ = ["ErrorPage"]


class ErrorPage:
    """Renders problems for readers of pages."""

    def __init__(self, pages: PageRendering) -> None:
        self._pages = pages

    async def __call__(self, problem: Problem, scope: Scope) -> ASGIApp:
        """Return the response for a problem."""
        is_page = scope["method"] in ("GET", "HEAD") and prefers_page(scope)
        if problem.code is not Code.NOT_FOUND or not is_page:
            return simple_error_response(problem)
        # An unknown path needs no reason, but damaged data has one.
        reason = {} if isinstance(problem, UnroutedProblem) else {"problem": str(problem)}
        request = Request(scope)
        try:
            page = await asyncio.to_thread(
                self._pages.page, "not_found.html", request, 404, **reason
            )
        except TooMany as error:  # the request carries one of too many wrong keys
            return simple_error_response(problem_of(error))
        return compressed(page)
