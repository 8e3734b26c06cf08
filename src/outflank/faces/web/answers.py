"""JSON responses of the simple routes."""

from __future__ import annotations

import json

from flask import Response

__all__ = ["DONE", "error_answer", "json_answer"]

DONE = b'{"error": null}\n'


def json_answer(body: bytes | str, status: int = 200) -> Response:
    """Return a response whose body is JSON already."""
    return Response(body, status, content_type="application/json")


def error_answer(text: str, status: int, retry_after: int | None = None) -> Response:
    """Return an error response."""
    answer = json_answer(json.dumps({"error": text}) + "\n", status)
    if retry_after is not None:
        answer.headers["Retry-After"] = str(retry_after)
    return answer
