"""Renders errors for the callers of the simple routes and of /codekata."""

from __future__ import annotations

import json

from starlette.types import Scope

from outflank.faces.web.http.errors import Code, Problem, UnroutedProblem
from outflank.faces.web.http.responses import BytesResponse, error_response, json_response
from outflank.texts import Text

__all__ = [
    "KEY_NOT_FOUND",
    "NO_ACTIVE_GAME",
    "NO_CAPTURE",
    "NO_PLAYER",
    "OCCUPIED",
    "OUT_OF_TURN",
    "codekata_error",
    "simple_error",
    "simple_error_response",
    "simple_status",
]

# Sentences of the protocol: clients compare them, so they are the same in every language.
KEY_NOT_FOUND = "key not found"
NO_ACTIVE_GAME = "player is not in an active game"
OUT_OF_TURN = "played out of turn"
OCCUPIED = "space is occupied"
NO_CAPTURE = "move must capture pieces"
NO_PLAYER = "player does not exist"

_SENTENCES = {
    Code.FAULT: Text("errors.web.fault_of_simple_route"),
    Code.UNAVAILABLE: Text("errors.web.cannot_write"),
}


def simple_error_response(problem: Problem) -> BytesResponse:
    """Return a problem as an object with one field, the sentence."""
    headers = []
    if problem.allowed:
        headers.append((b"allow", ", ".join(problem.allowed).encode()))
    if (seconds := problem.more.get("retry_after")) is not None:
        headers.append((b"retry-after", b"%d" % seconds))
    text = str(_SENTENCES.get(problem.code, problem))
    return error_response(text, simple_status(problem), *headers)


def simple_status(problem: Problem) -> int:
    """Return the status of a problem; simple clients do not know 422."""
    return 400 if problem.status == 422 else problem.status


async def simple_error(problem: Problem, scope: Scope) -> BytesResponse:  # noqa: ARG001
    """Render a problem for the simple routes."""
    return simple_error_response(problem)


async def codekata_error(problem: Problem, scope: Scope) -> BytesResponse:  # noqa: ARG001
    """Render a problem for /codekata: with status 200, unless the server failed."""
    if isinstance(problem, UnroutedProblem) or problem.status >= 500:
        return simple_error_response(problem)
    return json_response(json.dumps({"error": str(problem)}) + "\n")
