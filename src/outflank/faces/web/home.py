"""The front page: what runs here, for programs and for people."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request

from outflank import __version__
from outflank.faces.web.errors import prefers_page
from outflank.faces.web.plain_games import PlainGames
from outflank.faces.web.services import Services
from outflank.play.setup import Player
from outflank.rules import BLACK, WHITE
from outflank.server.live_room import LiveRoom

__all__ = ["home_routes"]

_MOST_BOARDS = 50


def home_routes(services: Services, games: PlainGames) -> Blueprint:
    """Return the route of the front page."""
    routes = Blueprint("home", __name__)
    hall, accounts = services.house.hall, services.house.accounts

    def name(player: Player, number: int | None) -> str:
        return player.name if number is None else accounts.name_of(number)

    def board(room: LiveRoom) -> dict[str, Any]:
        setup, entry, shown = room.setup, room.entry, room.snapshot()
        return {
            "id": room.name,
            "variant": setup.variant.name,
            "black": name(setup.player(BLACK), entry.black),
            "white": name(setup.player(WHITE), entry.white),
            "score": list(shown.score),
        }

    @routes.get("/")
    def home() -> Response | str:
        """What runs here."""
        games.slow_stranger(request.environ)
        public = [room for room in hall.running() if not room.entry.private]
        boards = [board(room) for room in public[:_MOST_BOARDS]]
        if prefers_page():
            return render_template(
                "home.html", boards=boards, running=len(public), version=__version__
            )
        return jsonify(
            name="outflank",
            version=__version__,
            running=len(public),
            boards=boards,
            documentation="/api/v1/docs",
        )

    return routes
