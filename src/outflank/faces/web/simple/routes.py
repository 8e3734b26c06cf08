"""The simple routes: a key in the path, and one game behind it."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from urllib.parse import parse_qs

from starlette.routing import Route
from starlette.types import ASGIApp, Scope

from outflank.faces.web.http.errors import Code, Problem
from outflank.faces.web.http.pacing import Pacing
from outflank.faces.web.http.responses import DONE, BytesResponse, json_response
from outflank.faces.web.http.routing import Endpoint, named_route
from outflank.faces.web.simple.errors import KEY_NOT_FOUND
from outflank.faces.web.simple.games import LONGEST_WAIT, SimpleGames
from outflank.server.accounts.accounts import Caller
from outflank.texts import Text

__all__ = ["SimpleRoutes", "parse_wait", "simple_route", "wait_of"]


class SimpleRoutes:
    """The routes of the simple dialect."""

    def __init__(self, games: SimpleGames, pacing: Pacing) -> None:
        self._games = games
        self._pacing = pacing

    @property
    def routes(self) -> list[Route]:
        """The routes, the most frequent ones first."""
        return [
            simple_route("GET", "/move_needed/{key}", self.move_needed),
            simple_route("POST", "/move/{key}/{x}/{y}", self.move),
            simple_route("GET", "/boards/{key}", self.board),
            simple_route("POST", "/set_name/{key}/{new_name:rest}", self.set_name),
        ]

    async def _known(self, key: str, scope: Scope, *, polls: bool) -> Caller:
        caller = await self._games.caller(key, scope)
        if caller is None:
            raise Problem(Code.NOT_FOUND, KEY_NOT_FOUND)
        if polls:
            await self._pacing.slow(f"key {caller.key}", scope)
        return caller

    async def board(self, scope: Scope, key: str) -> BytesResponse:
        """Return the board of the key's game, board[y][x]; own discs are 1, the opponent's -1."""
        caller = await self._known(key, scope, polls=True)
        return json_response(await self._games.board_of(caller.player) or "[]")

    async def move_needed(self, scope: Scope, key: str) -> BytesResponse:
        """Return whether the key's player is to move."""
        caller = await self._known(key, scope, polls=True)
        is_needed = await self._games.wait_for_move(caller, wait_of(scope))
        return json_response("true" if is_needed else "false")

    async def set_name(self, scope: Scope, key: str, new_name: str) -> BytesResponse:
        """Give the key's player a name."""
        caller = await self._known(key, scope, polls=False)
        if caller.player is None:
            raise Problem(Code.FORBIDDEN, Text("errors.web.key_of_no_player"))
        await self._games.rename(caller, new_name, scope)
        return DONE

    async def move(self, scope: Scope, key: str, x: str, y: str) -> BytesResponse:
        """Play a move at column x and row y, both counted from 0."""
        caller = await self._known(key, scope, polls=False)
        try:
            await self._games.move(caller.player, x, y, scope)
        except Problem:
            await self._pacing.slow(f"key {caller.key}", scope)  # refused moves count as polls
            raise
        return DONE


def simple_route(
    method: str, path: str, handler: Callable[..., Awaitable[ASGIApp]], *, prefix: str = ""
) -> Route:
    """Return the route of a method and a path, with an optional prefix."""
    return named_route(path, Endpoint(handler), [method], prefix=prefix)


def wait_of(scope: Scope) -> float:
    """Return the seconds for which a request lets its response be held."""
    if not scope["query_string"]:
        return 0.0
    given = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    return parse_wait(given["wait"][0] if "wait" in given else None)


def parse_wait(text: str | None) -> float:
    """Return the seconds for which a response may be held, 25 at most.

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
        raise Problem(
            Code.BAD_REQUEST, Text("errors.web.wait_out_of_range", most=f"{LONGEST_WAIT:.0f}")
        )
    return min(seconds, LONGEST_WAIT)
