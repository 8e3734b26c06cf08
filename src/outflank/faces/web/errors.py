"""Error handlers that turn exceptions into JSON responses; /api/v1 has its own."""

from __future__ import annotations

import logging

from flask import Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException, NotFound

from outflank import errors
from outflank.faces.web.answers import error_answer
from outflank.faces.web.services import services

__all__ = ["answer_of", "prefers_page", "register_errors"]

_log = logging.getLogger("outflank.server.web")

_RETRY_AFTER = 1  # seconds

# The nearest base class counts.
_STATUSES: dict[type[BaseException], int] = {
    errors.OutflankError: 409,
    errors.NotationError: 400,
    errors.UnknownName: 400,
    errors.NameRefused: 400,
    errors.IllegalMove: 400,
    errors.UnknownMatch: 404,
    errors.UnknownPlayer: 404,
    errors.TooMany: 429,
    errors.Busy: 503,
    errors.StoreUnavailable: 503,
    errors.JournalError: 503,
    errors.StaleTurn: 503,  # the server is stopping: a retry succeeds
}
_SENTENCES = {
    400: "the request is malformed",
    404: "there is nothing at this path",
    413: "the body is too large",
}


def prefers_page() -> bool:
    """Tell whether the request prefers HTML to JSON, as browsers do."""
    accepted = request.accept_mimetypes
    return accepted["text/html"] > accepted["application/json"]


def register_errors(app: Flask) -> None:
    """Register the error handlers with an application."""
    app.register_error_handler(HTTPException, _of_http)
    app.register_error_handler(errors.OutflankError, answer_of)
    app.register_error_handler(Exception, _of_faults)


def _of_http(error: HTTPException) -> Response | tuple[str, int]:
    if isinstance(error, NotFound) and request.method in ("GET", "HEAD") and prefers_page():
        return render_template("not_found.html"), 404
    status = error.code or 500
    text = _SENTENCES.get(status, f"{error.name}".lower())
    if status == 405:
        allowed = getattr(error, "valid_methods", None) or []
        methods = " or ".join(sorted(set(allowed) - {"HEAD", "OPTIONS"}))
        text = f"use {methods} for this path"
    answer = error_answer(text, status)
    if status == 405:
        answer.headers["Allow"] = ", ".join(sorted(getattr(error, "valid_methods", None) or []))
    return answer


def answer_of(error: errors.OutflankError) -> Response:
    """Return the response for an error of any layer."""
    status = next(_STATUSES[kind] for kind in type(error).__mro__ if kind in _STATUSES)
    if isinstance(error, errors.TooMany):
        services().metrics.limiter_rejections.labels(error.budget).inc()
        return error_answer(str(error), status, error.whole_seconds)
    if status != 503:
        return error_answer(str(error), status)
    services().metrics.database_busy.inc()
    _log.warning("Answered %s %s with 503: %s", request.method, request.path, error)
    return error_answer(
        "the server cannot write at present; please try again", status, _RETRY_AFTER
    )


def _of_faults(error: Exception) -> Response:
    _log.error("Unhandled error in %s %s", request.method, request.path, exc_info=error)
    return error_answer("internal server error; it has been logged", 500)
