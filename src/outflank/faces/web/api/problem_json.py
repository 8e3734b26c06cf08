"""Errors of /api/v1: RFC 9457 problem JSON with a stable code."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.types import Scope

from outflank.faces.web.http.errors import Code, Problem
from outflank.faces.web.http.responses import BytesResponse
from outflank.texts import Catalogue, Text, catalogue

__all__ = ["MEDIA_TYPE", "problem_body", "problem_json", "problem_response"]

MEDIA_TYPE = "application/problem+json"


def problem_body(problem: Problem, words: Catalogue | None = None) -> dict[str, Any]:
    """Return the wire form of a problem, in the user's language or a given one."""
    words = words or catalogue()
    code, title = problem.code, problem.title
    return {
        "type": f"/api/v1/docs#{code.value}",
        "title": title.render(words) if isinstance(title, Text) else title,
        "status": problem.status,
        "detail": problem.render(words),
        "code": code.value,
        **problem.more,
    }


def problem_response(problem: Problem) -> BytesResponse:
    """Return the response of a problem."""
    headers = [(b"content-type", MEDIA_TYPE.encode()), (b"cache-control", b"no-store")]
    if problem.code is Code.UNAUTHORIZED:
        headers.append((b"www-authenticate", b"Bearer"))
    elif problem.code is Code.TOO_LARGE:
        headers.append((b"connection", b"close"))  # the rest of the request is not read
    elif problem.code is Code.METHOD_NOT_ALLOWED:
        headers.append((b"allow", ", ".join(problem.allowed).encode()))
    if (seconds := problem.more.get("retry_after")) is not None:
        headers.append((b"retry-after", b"%d" % seconds))
    return BytesResponse(msgspec.json.encode(problem_body(problem)), problem.status, headers)


async def problem_json(problem: Problem, scope: Scope) -> BytesResponse:  # noqa: ARG001
    """Render a problem for /api/v1."""
    return problem_response(problem)
