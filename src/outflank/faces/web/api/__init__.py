"""/api/v1: matches, challenges and tournaments over HTTP, described by what serves them."""

from __future__ import annotations

import functools
from typing import Any

from litestar import Router
from litestar.di import Provide

from outflank.faces.web.api import (
    analysis,
    challenges,
    docs,
    events,
    hints,
    matches,
    moves,
    pictures,
    players,
    positions,
    reviews,
    session,
    tournaments,
    watch,
)
from outflank.faces.web.api.admission import admit, provide_call, provide_order, provide_query
from outflank.faces.web.api.description import Description
from outflank.faces.web.api.document import ROOT, describe

__all__ = ["api_router", "description", "document"]

_SUBJECTS: dict[str, list[Any]] = {
    "Players": [players, session, events],
    "Matches": [moves, matches, hints, pictures, positions, reviews],
    "Watching": [watch],
    "Analysis": [analysis],
    "Challenges": [challenges],
    "Tournaments": [tournaments],
    "About": [docs],
}


@functools.cache
def api_router() -> Router:
    """Return the routes of /api/v1, of which every application makes a copy of its own."""
    subjects = [
        Router("/", route_handlers=[one for each in modules for one in each.handlers], tags=[tag])
        for tag, modules in _SUBJECTS.items()
    ]
    return Router(
        ROOT,
        route_handlers=subjects,
        guards=[admit],
        dependencies={
            "call": Provide(provide_call),
            "parameters": Provide(provide_query),
            "order": Provide(provide_order),
        },
    )


def document() -> dict[str, Any]:
    """Return the OpenAPI document of /api/v1; no server is needed for it."""
    return describe(api_router())


@functools.cache
def description() -> Description:
    """Return the document as programs and people read it, the same for all servers."""
    return Description(document)
