"""Moves without the framework: the same handler, terms and checks, at a third of the cost.

Moves are most of what a busy server does. `play_move` is a route of Litestar's like any other, and
is documented as one; requests for it are answered here before they reach the framework.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from outflank.errors import OutflankError
from outflank.faces.web.api.admission import (
    RouteTerms,
    authenticate,
    check_media_type,
    check_terms,
    remember_refusal,
)
from outflank.faces.web.api.checking import check_body, check_query
from outflank.faces.web.api.moves import answer_to_move, play_move
from outflank.faces.web.api.problems import Code, Problem, answer_of, fault, note_problem, too_large
from outflank.faces.web.api.schemas.matches import MoveOrder
from outflank.faces.web.requests import BodyTooLarge, PlainResponse, Receive, read_body
from outflank.faces.web.security import Scope

if TYPE_CHECKING:
    from outflank.faces.web.api.admission import ApiCall
    from outflank.faces.web.services import Services

__all__ = ["DirectMoves"]

_MATCH = re.compile(r"[0-9a-z]{1,32}")
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
        call: ApiCall | None = None
        try:
            call = await authenticate(self._services, scope)
            check_terms(call, self._terms)
            await self._services.note_presence(call.viewer)
            if not _MATCH.fullmatch(match):
                raise Problem(Code.NOT_FOUND, "there is nothing at this path")  # noqa: TRY301
            check_query(scope["query_string"], None)
            check_media_type(scope)
            body = await read_body(scope, receive, self._terms.largest_body)
            order: MoveOrder = check_body(body, MoveOrder)
            return PlainResponse(await answer_to_move(call, match, order))
        except OutflankError as error:
            remember_refusal(call, error)
            note_problem(error, play_move, self._services.metrics)
            return answer_of(error)
        except BodyTooLarge:
            return answer_of(too_large(self._terms.largest_body))
        except Exception as error:
            return answer_of(fault(error, f"POST {scope['path']}"))
