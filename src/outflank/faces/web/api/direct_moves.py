"""Moves without the framework: the same handler, terms and checks, at a third of the cost.

Moves are most of what a busy server does. `play_move` is a route of Litestar's like any other, and
is documented as one; requests for it are answered here before they reach the framework.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.errors import OutflankError
from outflank.faces.web.api.admission import RouteTerms, admitted, refused
from outflank.faces.web.api.moves import answer_to_move, play_move
from outflank.faces.web.api.problems import answer_of, fault
from outflank.faces.web.http.messages import PlainResponse, Receive
from outflank.faces.web.http.security import Scope

if TYPE_CHECKING:
    from outflank.faces.web.services import Services

__all__ = ["DirectMoves"]

_TEMPLATE = "/api/v1/matches/<match>/moves"


class DirectMoves:
    """Answers `POST /api/v1/matches/{match}/moves`."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._terms: RouteTerms = play_move.opt["terms"]

    def takes(self, scope: Scope, parts: list[str]) -> bool:
        """Tell whether a request is one to play a move."""
        return (
            len(parts) == 5
            and parts[4] == "moves"
            and parts[:3] == ["api", "v1", "matches"]
            and scope["method"] == "POST"
        )

    async def answer(self, scope: Scope, receive: Receive, match: str) -> PlainResponse:
        """Play the move, and return the answer."""
        scope["outflank.route"] = _TEMPLATE
        try:
            call = await admitted(self._services, scope, receive, self._terms, {"match": match})
            return PlainResponse(await answer_to_move(call, match, call.order))
        except OutflankError as error:
            return refused(error, scope, self._services)
        except Exception as error:
            return answer_of(fault(error, f"POST {scope['path']}"))
