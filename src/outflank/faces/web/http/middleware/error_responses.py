"""Turns errors into responses: one place catches them, and a dialect renders them.

A dialect is the form of errors for some paths: problem JSON, the JSON of the simple routes or of
/codekata, or a page.
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
    """Counts refused requests."""

    def note_refusal(self, code: str, limit: str | None) -> None:
        """Count a refused request, with the limit that it exceeded, if any."""


class ErrorResponses:
    """Answers a request whose route raised an error, in the dialect of its path."""

    def __init__(
        self, app: ASGIApp, dialect_of: Callable[[str], Dialect], counts: RefusalCounts
    ) -> None:
        self._app = app
        self._dialect_of = dialect_of
        self._counts = counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and answer it if an error is raised."""
        try:
            await self._app(scope, receive, send)
        except Exception as error:
            connection = scope.get("state", {}).get("connection")
            if connection is not None and connection.is_lost:
                return  # uvicorn stops only the last of several requests on a connection
            problem = self._noted(error, scope)
            if "outflank.status" in scope:  # the response has begun
                raise
            response = await self._dialect_of(scope["path"])(problem, scope)
            await response(scope, receive, send)

    def _noted(self, error: Exception, scope: Scope) -> Problem:
        """Return the problem of an error, after counting it and logging the server's own faults."""
        problem = problem_of(error)
        request = f"{scope['method']} {scope['path']}"
        if problem.code is Code.FAULT:
            _log.error("Unhandled error in %s", request, exc_info=error)
        elif problem.code is Code.UNAVAILABLE:
            _log.warning("Answered %s with 503: %s", request, error)
        self._counts.note_refusal(problem.code.value, problem.more.get("limit"))
        return problem
