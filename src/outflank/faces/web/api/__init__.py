"""/api/v1: matches, challenges and tournaments over HTTP, described by what serves them."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING

from flask import Blueprint, Response, request
from werkzeug.exceptions import HTTPException

from outflank.faces.web.api import (
    challenges,
    docs,
    matches,
    moves,
    news,
    players,
    tournaments,
)
from outflank.faces.web.api.calls import Front
from outflank.faces.web.api.docs import Description
from outflank.faces.web.api.endpoints import Endpoint
from outflank.faces.web.api.news import Newsroom
from outflank.faces.web.api.openapi import ROOT
from outflank.faces.web.api.problems import Code, Problem, response_of
from outflank.faces.web.api.streams import Streams

if TYPE_CHECKING:
    from flask.sansio.blueprints import BlueprintSetupState

__all__ = ["ENDPOINTS", "blueprint"]

ENDPOINTS: list[Endpoint] = [
    endpoint
    for module in (players, news, moves, matches, challenges, tournaments, docs)
    for endpoint in module.routes.endpoints
]

_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]
_PATTERNS = [
    (re.compile(re.sub(r"{\w+}", "[^/]+", endpoint.path)), endpoint.method)
    for endpoint in ENDPOINTS
]

_log = logging.getLogger("outflank.server.api")

blueprint = Blueprint("api", __name__, url_prefix=ROOT)


@blueprint.record
def _attach(state: BlueprintSetupState) -> None:
    """Serve every endpoint from the house of the application."""
    services = state.app.extensions["services"]
    newsroom = Newsroom(services.house)
    front = Front(services, Streams(services), newsroom, Description(ENDPOINTS))
    for endpoint in ENDPOINTS:
        state.add_url_rule(
            endpoint.rule,
            endpoint.name,
            endpoint.view(front),
            methods=[endpoint.method],
        )
    for rule in ("", "/", "/<path:rest>"):
        state.add_url_rule(rule, "unknown", _unknown, methods=_METHODS)


@blueprint.errorhandler(Exception)
def _fail(error: Exception) -> Response:
    """Answer what nobody foresaw in the form of all refusals."""
    if isinstance(error, HTTPException):  # a request that Flask itself could not read
        code = Code.TOO_LARGE if error.code == Code.TOO_LARGE.status else Code.BAD_REQUEST
        return response_of(Problem(code, f"the request cannot be read: {error.name.lower()}"))
    _log.error("a fault of the server", exc_info=error)
    return response_of(Problem(Code.FAULT, "it has been written down"))


def _unknown(rest: str = "") -> Response:
    """Answer what no endpoint answers, in the form of all refusals."""
    allowed = sorted({method for pattern, method in _PATTERNS if pattern.fullmatch(f"/{rest}")})
    if not allowed:
        return response_of(Problem(Code.NOT_FOUND, "there is nothing under this path"))
    methods = " or ".join(allowed)
    if request.method == "OPTIONS":
        response = Response(None, 204)
    else:
        response = response_of(Problem(Code.METHOD_NOT_ALLOWED, f"this path wants {methods}"))
    response.headers["Allow"] = ", ".join(allowed)
    return response
