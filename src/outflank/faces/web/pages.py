"""The HTML pages; scripts fill in what changes."""

from __future__ import annotations

import functools
import re
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request

from outflank import __version__
from outflank.engine.levels import levels
from outflank.errors import UnknownMatch, UnknownPlayer
from outflank.faces.web.api.match_list import listed, record_of
from outflank.faces.web.api.schemas import MatchQuery, MatchSummary
from outflank.faces.web.api.watch_views import seats_of
from outflank.faces.web.errors import prefers_page
from outflank.faces.web.people import person_behind
from outflank.faces.web.plain_games import PlainGames
from outflank.faces.web.rules_figures import Figure, rules_figures
from outflank.faces.web.services import Services
from outflank.faces.web.static_files import STATIC
from outflank.rules.variants import handbook
from outflank.server.matches.live_room import LiveRoom

__all__ = ["page_routes"]

_MOST_BOARDS = 50
_MOST_BOTS = 50
# Reasons that count as a fault of the losing player.
_FAULTS = ("time", "illegal move", "crash", "no-show", "disconnection", "withdrawal", "abandonment")
_MATCH = re.compile(r"[0-9a-z]{1,32}")
_HEADING = re.compile(r"(?:<h2>(?P<heading>.*?)</h2>)?")


def page_routes(services: Services, games: PlainGames) -> Blueprint:
    """Return the routes of the pages."""
    routes, pages = Blueprint("pages", __name__), Pages(services)
    routes.app_context_processor(pages.known_to_all)
    for rule, view in (
        ("/", pages.home),
        ("/play", pages.play),
        ("/game/<match>", pages.game),
        ("/challenge/<challenge>", pages.challenge),
        ("/rules", pages.rules),
        ("/bots", pages.bots),
        ("/player/<int:player>", pages.player),
        ("/admin", pages.admin),
    ):
        routes.add_url_rule(rule, view_func=view)

    @routes.before_request
    def slow_strangers() -> None:
        games.slow_stranger(request.environ)

    return routes


class Pages:
    """Every page, over one competition server."""

    def __init__(self, services: Services) -> None:
        self._server = services.server
        self._refusals = services.refusals

    def known_to_all(self) -> dict[str, Any]:
        """Return what every template may need: texts, static files, and the visitor."""
        accounts = self._server.accounts
        caller = person_behind(accounts, request.environ)
        number = None if caller is None else caller.player
        return {
            "texts": STATIC.texts,
            "static": STATIC.address,
            "modules": STATIC.modules,
            "version": __version__,
            "path": request.path,
            "me": None if number is None else accounts.player(number),
            "levels": levels(),
            "bots_here": self._bots_here,
        }

    def _bots_here(self) -> list[str]:
        """Return the names of the bots whose keys were used last, to choose from."""
        return self._server.store.accounts.recent_bots(_MOST_BOTS)

    def home(self) -> Response | str:
        """What runs here."""
        public = [room for room in self._server.registry.running() if not room.entry.private]
        boards = [self._board(room) for room in public[:_MOST_BOARDS]]
        if prefers_page():
            return render_template("home.html", boards=boards)
        return jsonify(
            name="outflank",
            version=__version__,
            running=len(public),
            boards=boards,
            documentation="/api/v1/docs",
        )

    def play(self) -> str:
        """Begin a game."""
        return render_template("play.html")

    def game(self, match: str) -> str:
        """One match."""
        if not _MATCH.fullmatch(match):
            abort(404)
        try:
            room = self._server.registry.room(match)
        except UnknownMatch:
            abort(404)
        black, white = seats_of(self._server.accounts, room)
        return render_template("game.html", match=room.name, black=black.name, white=white.name)

    def challenge(self, challenge: str) -> str:
        """A challenge, to wait at or to accept."""
        if not _MATCH.fullmatch(challenge):
            abort(404)
        try:
            self._server.challenges.get(challenge)
        except UnknownMatch:
            abort(404)
        return render_template("challenge.html", challenge=challenge)

    def rules(self) -> str:
        """How the game is played."""
        return render_template("rules.html", chapters=_chapters())

    def bots(self) -> str:
        """How programs play here."""
        address, is_tryout = request.host_url.rstrip("/"), self._server.configuration.tryout
        return render_template("bots.html", address=address, tryout=is_tryout)

    def player(self, player: int) -> str:
        """A player, their games, and their refused requests."""
        try:
            found = self._server.accounts.player(player)
        except UnknownPlayer:
            abort(404)
        matches = listed(self._server, MatchQuery(player=player)).matches
        games = [_seen_by(player, match) for match in matches]
        faults = [game for game in games if game["is_fault"]]
        record = record_of(self._server, player)
        kind = "person" if found.kind == "person" else "bot"
        shown = {"name": found.name, "kind": kind}
        refused = self._refusals.of(player) if kind == "bot" else []
        return render_template(
            "player.html",
            player=shown,
            record=record,
            games=games,
            faults=faults,
            refused=[(_moment(one.at), one) for one in refused],
        )

    def admin(self) -> str:
        """How tournaments are organised."""
        return render_template("admin.html")

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
