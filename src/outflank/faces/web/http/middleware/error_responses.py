"""Errors as responses: one place catches them, and a dialect writes them down.

A dialect is the form in which the callers of some paths expect errors: problem JSON, the JSON of
the simple routes, that of /codekata, or a page.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

from starlette.types import ASGIApp, Receive, Scope, Send

from outflank.faces.web.http.errors import Code, Problem, problem_of

__all__ = ["Dialect", "ErrorResponses", "RefusalCounts"]

_log = logging.getLogger("outflank.server.web")

Dialect: TypeAlias = Callable[[Problem, Scope], Awaitable[ASGIApp]]


class RefusalCounts(Protocol):
    """Where refused requests are counted."""

    def note_refusal(self, code: str, limit: str | None) -> None:
        """Count a refused request, with the limit that it has exceeded if there is one."""


class ErrorResponses:
    """Answers a request whose route has raised an error, in the dialect of its path."""

    def __init__(
        self, app: ASGIApp, dialect_of: Callable[[str], Dialect], counts: RefusalCounts
    ) -> None:
        self._app = app
        self._dialect_of = dialect_of
        self._counts = counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and answer it if that raises an error."""
        try:
            await self._app(scope, receive, send)
        except Exception as error:
            connection = scope.get("state", {}).get("connection")
            if connection is not None and connection.is_lost:
                return  # of several requests on a connection uvicorn stops only the last
            problem = self._noted(error, scope)
            if "outflank.status" in scope:  # the response has begun
                raise
            response = await self._dialect_of(scope["path"])(problem, scope)
            await response(scope, receive, send)

    def _noted(self, error: Exception, scope: Scope) -> Problem:
        """Return the problem that an error is, once it is counted and, if it is ours, logged."""
        problem = problem_of(error)
        request = f"{scope['method']} {scope['path']}"
        if problem.code is Code.FAULT:
            _log.error("Unhandled error in %s", request, exc_info=error)
        elif problem.code is Code.UNAVAILABLE:
            _log.warning("Answered %s with 503: %s", request, error)
        self._counts.note_refusal(problem.code.value, problem.more.get("limit"))
        return problem
