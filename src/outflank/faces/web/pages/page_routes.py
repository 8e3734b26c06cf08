"""The routes of the pages: one for all the servers of a process, which a request names."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from litestar import Router, get
from litestar.config.compression import CompressionConfig
from litestar.handlers import HTTPRouteHandler
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware

from outflank.faces.web.http.security import Scope, address_of
from outflank.faces.web.pages.archive import ArchivePages
from outflank.faces.web.pages.page_rendering import AnyRequest
from outflank.faces.web.pages.pages import Pages
from outflank.faces.web.pages.tournament_pages import TournamentPages
from outflank.faces.web.simple.games import PlainGames
from outflank.server.rate_limits import Quota

__all__ = ["page_routes"]

_VIEWS: dict[str, Callable[..., Any]] = {
    "/": Pages.home,
    "/watch": Pages.watch,
    "/play": Pages.play,
    "/game/{match:str}": Pages.game,
    "/game/{match:str}/board.svg": Pages.game_picture,
    "/challenge/{challenge:str}": Pages.challenge,
    "/rules": Pages.rules,
    "/rules/{figure:str}": Pages.rules_picture,
    "/bots": Pages.bots,
    "/admin": Pages.admin,
    "/analysis": Pages.analysis,
}
_ARCHIVE: dict[str, Callable[..., Any]] = {
    "/games": ArchivePages.games,
    "/player/{player:int}": ArchivePages.player,
}
_TOURNAMENTS: dict[str, Callable[..., Any]] = {
    "/tournaments": TournamentPages.tournaments,
    "/tournament/{tournament:int}": TournamentPages.tournament,
}


def page_routes() -> Router:
    """Return the routes; a request brings its server's pages as `outflank.pages`."""
    handlers = [
        *(_handler(path, view, lambda pages: pages) for path, view in _VIEWS.items()),
        *(_handler(path, view, lambda pages: pages.archive) for path, view in _ARCHIVE.items()),
        *(
            _handler(path, view, lambda pages: pages.tournaments)
            for path, view in _TOURNAMENTS.items()
        ),
    ]
    small = CompressionConfig("gzip", gzip_compress_level=6)
    return Router(
        "/",
        route_handlers=handlers,
        before_request=_slow_strangers,
        middleware=[DefineMiddleware(CompressionMiddleware, config=small)],
        include_in_schema=False,
    )


async def _slow_strangers(request: AnyRequest) -> None:
    scope: Scope = request.scope  # type: ignore[assignment]
    games: PlainGames = scope["outflank.games"]
    if not games.is_free(scope):
        scope["outflank.services"].limiter.check(Quota.PAGES, address=address_of(scope))
    await games.slow_stranger(scope)


def _handler(
    path: str, view: Callable[..., Any], owner: Callable[[Pages], object]
) -> HTTPRouteHandler:
    """Return what answers a path by a method of the pages of the request's own server."""
    signature = inspect.signature(view)
    _, *own = signature.parameters.values()  # without `self`
    asked = inspect.Parameter("request", inspect.Parameter.POSITIONAL_OR_KEYWORD)

    @functools.wraps(view)
    def answer(request: AnyRequest, **places: Any) -> Any:
        pages = owner(request.scope["outflank.pages"])  # type: ignore[typeddict-item]
        takes_request = {"request": request} if "request" in signature.parameters else {}
        return view(pages, **takes_request, **places)

    # Litestar learns from these what to give it.
    answer.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[asked, *(one for one in own if one.name != "request")]
    )
    answer.__annotations__ = {**view.__annotations__, "request": AnyRequest}
    return get(path, sync_to_thread=True)(answer)
