"""/api/v1: matches, challenges and tournaments over HTTP, described by what serves them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flask import Blueprint, Response, request
from werkzeug.exceptions import HTTPException

from outflank.faces.web.api import (
    challenges,
    docs,
    hints,
    matches,
    moves,
    news,
    pictures,
    players,
    positions,
    session,
    tournaments,
    watch,
)
from outflank.faces.web.api.calls import Front
from outflank.faces.web.api.docs import Description
from outflank.faces.web.api.endpoints import Endpoint
from outflank.faces.web.api.news import Newsroom
from outflank.faces.web.api.openapi import ROOT
from outflank.faces.web.api.problems import Code, Problem, fault, response_of
from outflank.faces.web.api.streams import Streams
from outflank.faces.web.api.watchtower import Watchtower

if TYPE_CHECKING:
    from flask.sansio.blueprints import BlueprintSetupState

__all__ = ["ENDPOINTS", "blueprint"]

ENDPOINTS: list[Endpoint] = [
    endpoint
    for module in (
        players,
        session,
        news,
        moves,
        matches,
        hints,
        pictures,
        positions,
        watch,
        challenges,
        tournaments,
        docs,
    )
    for endpoint in module.routes.endpoints
]

_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]
_PATTERNS = [
    (re.compile(re.sub(r"{\w+}", "[^/]+", endpoint.path)), endpoint.method)
    for endpoint in ENDPOINTS
]

blueprint = Blueprint("api", __name__, url_prefix=ROOT)


@blueprint.record
def _attach(state: BlueprintSetupState) -> None:
    """Serve every endpoint from the server of the application."""
    services = state.app.extensions["services"]
    newsroom, watchtower = Newsroom(services.server), Watchtower(services.server)
    services.on_stop.append(watchtower.wake)
    front = Front(services, Streams(services), newsroom, watchtower, Description(ENDPOINTS))
    for endpoint in ENDPOINTS:
        view = endpoint.view(front)
        state.add_url_rule(endpoint.rule, endpoint.name, view, methods=[endpoint.method])
        if endpoint.name == "play_move":
            state.app.extensions["play_move"] = view  # for the short way, see fast_lane.py
    for rule in ("", "/", "/<path:rest>"):
        state.add_url_rule(rule, "unknown", _unknown, methods=_METHODS)


@blueprint.errorhandler(Exception)
def _fail(error: Exception) -> Response:
    """Answer an unexpected error with problem JSON."""
    if isinstance(error, HTTPException):  # a request that Flask itself could not read
        code = Code.TOO_LARGE if error.code == Code.TOO_LARGE.status else Code.BAD_REQUEST
        return response_of(Problem(code, f"the request cannot be read: {error.name.lower()}"))
    return fault(error, f"{request.method} {request.path}")


def _unknown(rest: str = "") -> Response:
    """Answer an unknown path or method with problem JSON."""
    allowed = sorted({method for pattern, method in _PATTERNS if pattern.fullmatch(f"/{rest}")})
    if not allowed:
        return response_of(Problem(Code.NOT_FOUND, "there is nothing at this path"))
    methods = " or ".join(allowed)
    if request.method == "OPTIONS":
        response = Response(None, 204)
    else:
        response = response_of(Problem(Code.METHOD_NOT_ALLOWED, f"use {methods} for this path"))
    response.headers["Allow"] = ", ".join(allowed)
    return response
