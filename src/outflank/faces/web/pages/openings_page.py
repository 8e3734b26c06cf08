"""The page on which openings are learned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response

from outflank.archive import openings
from outflank.faces.web.pages.learn_pages import HubSection
from outflank.faces.web.pages.page_rendering import PageRendering
from outflank.faces.web.pages.page_texts import say_on_page
from outflank.learning import Progress, Repertoire
from outflank.rules import BLACK, WHITE, Color
from outflank.server.closures import CompetitionClosed, Offering
from outflank.server.learning.repertoires import Repertoires

if TYPE_CHECKING:
    from outflank.server.competition_server import CompetitionServer

__all__ = ["OpeningsPage"]


class OpeningsPage:
    """Shows a visitor's own decisions, in text; scripts make them change and drill them."""

    def __init__(self, pages: PageRendering, server: CompetitionServer) -> None:
        self._pages = pages
        self._server = server
        self._repertoires = Repertoires(server.learning, server.own_games, server.now)

    def section(self, progress: Progress) -> HubSection:
        """Return the link of the hub, with how many decisions are due."""
        due = {card.subject for card in progress.due(self._server.now())}
        count = len(due & set(progress.decisions))
        return HubSection(
            "/learn/openings",
            say_on_page("openings.title"),
            say_on_page("openings.hub"),
            say_on_page("openings.hub_due", count=count) if count else "",
        )

    def show(self, request: Request) -> Response:
        """Show the page, unless a competition closes help with openings to the visitor."""
        player = self._pages.visitor(request)
        known = [] if player is None else [player]
        try:
            self._server.closures.require_open(Offering.ANALYSIS, *known)
        except CompetitionClosed as error:
            return self._pages.page("closed.html", request, 403, reason=str(error))
        repertoire = self._repertoires.of(player)
        sides = [_side(repertoire, color) for color in (BLACK, WHITE)]
        return self._pages.page(
            "learn/openings.html",
            request,
            names=[opening.name for opening in openings()],
            repertoire=[side for side in sides if side["groups"]],
        )


def _side(repertoire: Repertoire, color: Color) -> dict[str, Any]:
    """Return the decisions of a side, grouped by the names of openings."""
    groups: dict[str, list[dict[str, str]]] = {}
    for one in repertoire.known(color):
        line = {"way": " ".join(map(str, one.way)), "answers": ", ".join(map(str, one.answers))}
        groups.setdefault(one.opening, []).append(line)
    return {
        "color": str(color),
        "groups": [{"name": name, "decisions": lines} for name, lines in groups.items()],
    }
