"""The simple routes: a key in the path, and one game behind it.

They are plain ASGI, because most requests of a competition are polls and moves of this kind.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from urllib.parse import parse_qs

from outflank.faces.web.http.messages import DONE, PlainResponse, error_answer, json_answer
from outflank.faces.web.http.security import Scope
from outflank.faces.web.simple.games import LONGEST_WAIT, PlainGames, Refusal
from outflank.server.accounts.accounts import Caller

__all__ = ["PlainRoute", "SimpleRoutes", "parse_wait", "wait_of"]


@dataclass(frozen=True, slots=True)
class PlainRoute:
    """A route that the application serves without a framework."""

    method: str
    template: str  # such as /move/<key>/<x>/<y>
    handler: Callable[..., Awaitable[PlainResponse]]  # takes the scope and the parts of the path
    parts: tuple[str, ...] = field(init=False)  # of the path

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", tuple(self.template.split("/")[1:]))

    def match(self, parts: list[str]) -> list[str] | None:
        """Return the values of a path's parameters, or None if the path is another one."""
        own = self.parts
        if own[-1] == "<path:new_name>" and len(parts) > len(own):  # a name may have slashes
            parts = [*parts[: len(own) - 1], "/".join(parts[len(own) - 1 :])]
        if len(parts) != len(own) or not all(parts):
            return None
        values = []
        for wanted, given in zip(own, parts, strict=True):
            if wanted.startswith("<"):
                values.append(given)
            elif wanted != given:
                return None
        return values


class SimpleRoutes:
    """The routes of the simple dialect."""

    def __init__(self, games: PlainGames) -> None:
        self._games = games
        self.routes = [
            PlainRoute("GET", "/boards/<key>", self.board),
            PlainRoute("GET", "/move_needed/<key>", self.move_needed),
            PlainRoute("POST", "/set_name/<key>/<path:new_name>", self.set_name),
            PlainRoute("POST", "/move/<key>/<x>/<y>", self.move),
        ]

    async def _known(self, key: str, scope: Scope, *, polls: bool) -> Caller:
        caller = await self._games.caller(key, scope)
        if caller is None:
            raise Refusal("key not found", 404)
        if polls:
            await self._games.slow(f"key {caller.key}", scope)
        return caller

    async def board(self, scope: Scope, key: str) -> PlainResponse:
        """The board of the key's game, board[y][x]; own discs are 1, the opponent's -1."""
        caller = await self._known(key, scope, polls=True)
        return json_answer(await self._games.board_of(caller.player) or "[]")

    async def move_needed(self, scope: Scope, key: str) -> PlainResponse:
        """Whether the key's player is to move."""
        caller = await self._known(key, scope, polls=True)
        is_needed = await self._games.wait_for_move(caller, wait_of(scope))
        return json_answer("true" if is_needed else "false")

    async def set_name(self, scope: Scope, key: str, new_name: str) -> PlainResponse:
        """Give the key's player a name."""
        caller = await self._known(key, scope, polls=False)
        if caller.player is None:
            raise Refusal("this key belongs to no player", 403)
        await self._games.rename(caller, new_name, scope)
        return DONE

    async def move(self, scope: Scope, key: str, x: str, y: str) -> PlainResponse:
        """Play at column x and row y, both counted from 0."""
        caller = await self._known(key, scope, polls=False)
        try:
            await self._games.move(caller.player, x, y, scope)
        except Refusal:
            await self._games.slow(f"key {caller.key}", scope)  # refused moves count as polls
            raise
        return DONE

    def refused(self, refusal: Refusal) -> PlainResponse:
        """Return the answer for a refusal."""
        return error_answer(refusal.text, refusal.status)


def wait_of(scope: Scope) -> float:
    """Return the seconds that a request lets its answer be held."""
    if not scope["query_string"]:
        return 0.0
    given = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    return parse_wait(given["wait"][0] if "wait" in given else None)


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
