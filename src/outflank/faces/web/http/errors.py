"""Errors as JSON answers; /api/v1 has its own."""

from __future__ import annotations

import logging

from outflank import errors
from outflank.faces.web.api.problems import problem_of
from outflank.faces.web.http.messages import PlainResponse, error_answer
from outflank.faces.web.http.security import Scope
from outflank.faces.web.operation.metrics import Metrics

__all__ = ["answer_of", "fault_answer", "method_not_allowed", "not_found"]

_log = logging.getLogger("outflank.server.web")

_RETRY_SOON = (b"retry-after", b"1")


def answer_of(error: errors.OutflankError, scope: Scope, metrics: Metrics) -> PlainResponse:
    """Return the answer for an error of any layer."""
    status = problem_of(error).status
    if status == 422:  # which the simple routes do not know
        status = 400
    if isinstance(error, errors.TooMany):
        metrics.limiter_rejections.labels(error.budget).inc()
        return error_answer(str(error), status, (b"retry-after", b"%d" % error.whole_seconds))
    if isinstance(error, errors.Busy):
        return error_answer(str(error), status, _RETRY_SOON)
    if status != 503:
        return error_answer(str(error), status)
    metrics.database_busy.inc()
    _log.warning("Answered %s %s with 503: %s", scope["method"], scope["path"], error)
    return error_answer("the server cannot write at present; please try again", 503, _RETRY_SOON)


def fault_answer(error: Exception, scope: Scope) -> PlainResponse:
    """Log an unexpected error, and return the answer, which tells nothing of it."""
    _log.error("Unhandled error in %s %s", scope["method"], scope["path"], exc_info=error)
    return error_answer("internal server error; it has been logged", 500)


def not_found() -> PlainResponse:
    """Return the answer for an unknown path."""
    return error_answer("there is nothing at this path", 404)


def method_not_allowed(allowed: set[str]) -> PlainResponse:
    """Return the answer for a path that has other methods."""
    methods = " or ".join(sorted(allowed - {"HEAD", "OPTIONS"}))
    header = (b"allow", ", ".join(sorted(allowed)).encode())
    return error_answer(f"use {methods} for this path", 405, header)
