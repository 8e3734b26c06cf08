"""The HTML pages; scripts fill in what changes."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Self

from litestar import Request, Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from outflank import __version__
from outflank.engine.levels import levels
from outflank.errors import UnknownMatch, UnknownPlayer
from outflank.faces.web.api.schemas.matches import MatchQuery, MatchSummary
from outflank.faces.web.api.views.match_list import listed, record_of
from outflank.faces.web.api.views.watch import seats_of
from outflank.faces.web.pages.rules_figures import Figure, rules_figures
from outflank.faces.web.pages.static_files import STATIC
from outflank.faces.web.people import person_behind
from outflank.faces.web.requests import prefers_page
from outflank.faces.web.services import Services
from outflank.faces.web.simple.games import PlainGames
from outflank.rules.variants import handbook
from outflank.server.matches.live_room import LiveRoom

__all__ = ["Pages", "page_routes"]

_MOST_BOARDS = 50
_MOST_BOTS = 50
# Reasons that count as a fault of the losing player.
_FAULTS = ("time", "illegal move", "crash", "no-show", "disconnection", "withdrawal", "abandonment")
_MATCH = re.compile(r"[0-9a-z]{1,32}")
_HEADING = re.compile(r"(?:<h2>(?P<heading>.*?)</h2>)?")


AnyRequest = Request[Any, Any, Any]


def page_routes(pages: Pages, games: PlainGames) -> Router:
    """Return the routes of the pages."""

    async def slow_strangers(request: AnyRequest) -> None:
        await games.slow_stranger(request.scope)  # type: ignore[arg-type]

    views: dict[str, Callable[..., Any]] = {
        "/": pages.home,
        "/play": pages.play,
        "/game/{match:str}": pages.game,
        "/challenge/{challenge:str}": pages.challenge,
        "/rules": pages.rules,
        "/bots": pages.bots,
        "/player/{player:int}": pages.player,
        "/admin": pages.admin,
    }
    handlers = [get(path, sync_to_thread=True)(view) for path, view in views.items()]
    return Router(
        "/", route_handlers=handlers, before_request=slow_strangers, include_in_schema=False
    )


class Pages:
    """Every page, over one competition server."""

    def __init__(self, services: Services) -> None:
        self._server = services.server
        self._refusals = services.refusals

    def __deepcopy__(self, _: object) -> Self:
        """Return the same: Litestar copies its handlers, and these are methods."""
        return self

    def page(self, name: str, request: AnyRequest, status: int = 200, **values: Any) -> Template:
        """Return a page with what every template may need: texts, static files, the visitor."""
        accounts = self._server.accounts
        caller = person_behind(accounts, request.scope)  # type: ignore[arg-type]
        number = None if caller is None else caller.player
        known = {
            "texts": STATIC.texts,
            "static": STATIC.address,
            "modules": STATIC.modules,
            "version": __version__,
            "path": request.scope["path"],
            "me": None if number is None else accounts.player(number),
            "levels": levels(),
            "bots_here": self._bots_here,
        }
        return Template(name, context=known | values, status_code=status)

    def _bots_here(self) -> list[str]:
        """Return the names of the bots whose keys were used last, to choose from."""
        return self._server.store.accounts.recent_bots(_MOST_BOTS)

    def home(self, request: AnyRequest) -> Template | Response[dict[str, Any]]:
        """What runs here."""
        public = [room for room in self._server.registry.running() if not room.entry.private]
        boards = [self._board(room) for room in public[:_MOST_BOARDS]]
        if prefers_page(request.scope):  # type: ignore[arg-type]
            return self.page("home.html", request, boards=boards)
        return Response(
            {
                "name": "outflank",
                "version": __version__,
                "running": len(public),
                "boards": boards,
                "documentation": "/api/v1/docs",
            }
        )

    def play(self, request: AnyRequest) -> Template:
        """Begin a game."""
        return self.page("play.html", request)

    def game(self, request: AnyRequest, match: FromPath[str]) -> Template:
        """One match."""
        if not _MATCH.fullmatch(match):
            raise NotFoundException
        try:
            room = self._server.registry.room(match)
        except UnknownMatch:
            raise NotFoundException from None
        black, white = seats_of(self._server.accounts, room)
        return self.page("game.html", request, match=room.name, black=black.name, white=white.name)

    def challenge(self, request: AnyRequest, challenge: FromPath[str]) -> Template:
        """A challenge, to wait at or to accept."""
        if not _MATCH.fullmatch(challenge):
            raise NotFoundException
        try:
            self._server.challenges.get(challenge)
        except UnknownMatch:
            raise NotFoundException from None
        return self.page("challenge.html", request, challenge=challenge)

    def rules(self, request: AnyRequest) -> Template:
        """How the game is played."""
        return self.page("rules.html", request, chapters=_chapters())

    def bots(self, request: AnyRequest) -> Template:
        """How programs play here."""
        address, is_tryout = str(request.base_url).rstrip("/"), self._server.configuration.tryout
        return self.page("bots.html", request, address=address, tryout=is_tryout)

    def player(self, request: AnyRequest, player: FromPath[int]) -> Template:
        """A player, their games, and their refused requests."""
        try:
            found = self._server.accounts.player(player)
        except UnknownPlayer:
            raise NotFoundException from None
        matches = listed(self._server, MatchQuery(player=player)).matches
        games = [_seen_by(player, match) for match in matches]
        faults = [game for game in games if game["is_fault"]]
        record = record_of(self._server, player)
        kind = "person" if found.kind == "person" else "bot"
        shown = {"name": found.name, "kind": kind}
        refused = self._refusals.of(player) if kind == "bot" else []
        return self.page(
            "player.html",
            request,
            player=shown,
            record=record,
            games=games,
            faults=faults,
            refused=[(_moment(one.at), one) for one in refused],
        )

    def admin(self, request: AnyRequest) -> Template:
        """How tournaments are organised."""
        return self.page("admin.html", request)

    def _board(self, room: LiveRoom) -> dict[str, Any]:
        black, white = seats_of(self._server.accounts, room)
        return {
            "id": room.name,
            "variant": room.setup.variant.name,
            "black": black.name,
            "white": white.name,
            "score": list(room.snapshot().score),
        }


def _moment(at: int) -> str:
    """Return a time as it is written on pages.

    >>> _moment(0)
    '1970-01-01 00:00:00 UTC'
    """
    return f"{datetime.fromtimestamp(at // 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"


def _seen_by(player: int, match: MatchSummary) -> dict[str, Any]:
    """Return a match from the point of view of one of its players."""
    color = "black" if match.black.player == player else "white"
    opponent = match.white if color == "black" else match.black
    score = match.score and (match.score if color == "black" else match.score[::-1])
    result = "running" if match.status == "running" else "void"
    if match.status == "finished":
        result = "drawn" if match.winner is None else "won" if match.winner == color else "lost"
    return {
        "id": match.id,
        "color": color,
        "opponent": opponent,
        "moves": match.moves,
        "result": result,
        "score": score and f"{score[0]}:{score[1]}",
        "reason": match.reason,
        "is_fault": result == "lost" and match.reason in _FAULTS,
    }


@functools.cache
def _chapters() -> list[tuple[str, tuple[Figure, ...]]]:
    """Return the rules as HTML, chapter by chapter, each with its figures.

    >>> [len(figures) for _, figures in _chapters()]
    [0, 1, 2, 0, 3, 0]
    """
    from markdown_it import MarkdownIt

    page = str(MarkdownIt().render(handbook()))
    known = rules_figures()
    headings = (_HEADING.match(words) for words in re.split(r"(?=<h2>)", page))
    return [
        (found.string, known.get(found["heading"] or "", ()))
        for found in headings
        if found is not None
    ]
