"""What every page needs: texts, static files and the visitor."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.templating import Jinja2Templates

from outflank import __version__
from outflank.analysis.review_rules import RULES
from outflank.engine.levels import DEFAULT_LEVEL, levels
from outflank.faces.web.http.request_callers import RequestCallers
from outflank.faces.web.pages.page_texts import page_texts, say_on_page
from outflank.faces.web.pages.static_files import static_files
from outflank.faces.web.wire.views.watch import seats_of
from outflank.play.next_level import CLEAR_WIN, LOSSES
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.live_room import LiveRoom
from outflank.texts import catalogue

__all__ = ["TEMPLATES", "PageRendering", "shared_values"]

TEMPLATES = Jinja2Templates(Path(__file__).parents[1] / "templates")
_MOST_BOTS = 50


def shared_values() -> dict[str, Any]:
    """Return the values for every template: texts, language, static files and version."""
    words, static = catalogue(), static_files()
    return {
        "language": words.language,
        "texts": page_texts(words),
        "say": say_on_page,
        "variant_titles": static.variant_titles,
        "static": static.address,
        "modules": static.modules,
        "version": __version__,
    }


class PageRendering:
    """Renders pages for a visitor."""

    def __init__(self, server: CompetitionServer, callers: RequestCallers) -> None:
        self._server = server
        self._callers = callers

    def page(self, name: str, request: Request, status: int = 200, **values: Any) -> Response:
        """Return a page, rendered with the shared values and the visitor."""
        accounts, number = self._server.accounts, self.visitor(request)
        known = shared_values() | {
            "review_rules": RULES,
            "path": request.scope["path"],
            "me": None if number is None else accounts.player(number),
            "levels": levels(),
            "default_level": DEFAULT_LEVEL,
            "next_level": {"clear_win": CLEAR_WIN, "losses": LOSSES},
            "bots_here": self._bots_here,
        }
        return TEMPLATES.TemplateResponse(request, name, known | values, status)

    def visitor(self, request: Request) -> int | None:
        """Return the player to whom a request's cookie belongs."""
        caller = self._callers.person_behind(request.scope)
        return None if caller is None else caller.player

    def closed_to(self, request: Request) -> str | None:
        """Return a sentence about what a competition closes to a visitor, or None."""
        return self._server.closures.notice(self.visitor(request))

    def _bots_here(self) -> list[str]:
        """Return the names of the bots that were active last."""
        return self._server.accounts.recent_bots(_MOST_BOTS)

    def board(self, room: LiveRoom) -> dict[str, Any]:
        """Return the facts of a running match for a page before its scripts run."""
        black, white = seats_of(self._server.accounts, room)
        return {
            "id": room.name,
            "variant": room.setup.variant.name,
            "black": black.name,
            "white": white.name,
            "score": list(room.snapshot().score),
        }
