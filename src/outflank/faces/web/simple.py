"""The simple routes: a key in the path, and one game behind it."""

from __future__ import annotations

import math

from flask import Blueprint, Response, request

from outflank.faces.web.answers import DONE, error_answer, json_answer
from outflank.faces.web.plain_games import LONGEST_WAIT, PlainGames, Refusal
from outflank.server.accounts.accounts import Caller

__all__ = ["parse_wait", "simple_routes"]


def simple_routes(games: PlainGames) -> Blueprint:
    """Return the simple routes."""
    routes = Blueprint("simple", __name__)

    def known(key: str, *, polls: bool) -> Caller:
        environ = request.environ
        caller = games.caller(key, environ)
        if caller is None:
            raise Refusal("key not found", 404)
        if polls:
            games.slow(f"key {caller.key}", environ)
        return caller

    @routes.get("/boards/<key>")
    def board(key: str) -> Response:
        """The board of the key's game, board[y][x]; own discs are 1, the opponent's -1."""
        return json_answer(games.board_of(known(key, polls=True).player) or "[]")

    @routes.get("/move_needed/<key>")
    def move_needed(key: str) -> Response:
        """Whether the key's player is to move."""
        caller = known(key, polls=True)
        seconds = parse_wait(request.args.get("wait")) if request.query_string else 0
        return json_answer("true" if games.wait_for_move(caller, seconds) else "false")

    @routes.post("/set_name/<key>/<path:new_name>")
    def set_name(key: str, new_name: str) -> Response:
        """Give the key's player a name."""
        caller = known(key, polls=False)
        if caller.player is None:
            raise Refusal("this key belongs to no player", 403)
        games.rename(caller, new_name, request.environ)
        return json_answer(DONE)

    @routes.post("/move/<key>/<x>/<y>")
    def move(key: str, x: str, y: str) -> Response:
        """Play at column x and row y, both counted from 0."""
        caller = known(key, polls=False)
        try:
            games.move(caller.player, x, y, request.environ)
        except Refusal:
            games.slow(f"key {caller.key}", request.environ)  # refused moves count as polls
            raise
        return json_answer(DONE)

    @routes.errorhandler(Refusal)
    def refused(refusal: Refusal) -> Response:
        return error_answer(refusal.text, refusal.status)

    return routes


def parse_wait(text: str | None) -> float:
    """Return the seconds that an answer may be held, 25 at most.

    >>> parse_wait("3.5"), parse_wait("1000"), parse_wait(None)
    (3.5, 25.0, 0.0)
    """
    if text is None:
        return 0.0
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not seconds >= 0:
        raise Refusal("wait is a number of seconds from 0 to 25", 400)
    return min(seconds, LONGEST_WAIT)
